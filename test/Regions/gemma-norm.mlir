// The zero-centred weight of Gemma: f32 norm * f32(1 + w), one rounding.
// RUN: %normc-run --device=emulator %s --check --shape T=5 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: gemma_norm_bf16_n3584_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 17920 elements equal the reference bit for bit
func.func @gemma_norm(%x: tensor<?x3584xbf16>, %w: tensor<3584xbf16>)
    -> tensor<?x3584xbf16> attributes {norm.dims = ["T"]} {
  %n = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x3584xbf16>) -> tensor<?x3584xf32>
  %wf = arith.extf %w : tensor<3584xbf16> to tensor<3584xf32>
  %one = arith.constant dense<1.0> : tensor<3584xf32>
  %w1 = arith.addf %wf, %one : tensor<3584xf32>
  %y = norm.scale %n, %w1 dims = [1] : (tensor<?x3584xf32>, tensor<3584xf32>) -> tensor<?x3584xbf16>
  return %y : tensor<?x3584xbf16>
}
