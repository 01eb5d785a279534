// A language model's residual add and RMSNorm (Llama, Qwen): the sum in f32, rounded and kept; the
// norm rounded before the weight.
// RUN: %normc-run --device=emulator %s --check --shape T=5 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: add_rms_norm_bf16_n4096_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 20480 elements equal the reference bit for bit
// CHECK-NEXT: check result1: all 20480 elements equal the reference bit for bit
func.func @add_rms_norm(%x: tensor<?x4096xbf16>, %residual: tensor<?x4096xbf16>,
                        %w: tensor<4096xbf16>)
    -> (tensor<?x4096xbf16>, tensor<?x4096xbf16>) attributes {norm.dims = ["T"]} {
  %xf = arith.extf %x : tensor<?x4096xbf16> to tensor<?x4096xf32>
  %rf = arith.extf %residual : tensor<?x4096xbf16> to tensor<?x4096xf32>
  %hf = arith.addf %xf, %rf : tensor<?x4096xf32>
  %h = arith.truncf %hf : tensor<?x4096xf32> to tensor<?x4096xbf16>
  %n = norm.rms_norm %h {eps = 1.0e-6 : f32} : (tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  %y = norm.scale %n, %w dims = [1] : (tensor<?x4096xbf16>, tensor<4096xbf16>) -> tensor<?x4096xbf16>
  return %h, %y : tensor<?x4096xbf16>, tensor<?x4096xbf16>
}
