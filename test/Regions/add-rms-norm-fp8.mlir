// What an LLM block hands to a GEMM of 8 bits (vLLM, SGLang): residual + x kept, RMSNorm in bf16, then
// fp8 by a scale of the tensor. One kernel; the 8 bits are those of the rounded bf16.
// RUN: %normc-run --device=emulator %s --check --shape T=5 | FileCheck %s
// RUN: %normc-run --device=emulator %s --check --shape T=5 --layout=result1=misaligned | FileCheck %s --check-prefix=EQUAL
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: add_rms_norm_fp8_bf16_n5120_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 25600 elements equal the reference bit for bit
// CHECK-NEXT: check result1: all 25600 elements equal the reference bit for bit
// EQUAL: check result0: all 25600 elements equal
// EQUAL: check result1: all 25600 elements equal
func.func @add_rms_norm_fp8(%x: tensor<?x5120xbf16>, %residual: tensor<?x5120xbf16>, %w: tensor<5120xbf16>,
                            %scale: tensor<1xf32>)
    -> (tensor<?x5120xbf16> {norm.in_place = "residual"}, tensor<?x5120xf8E4M3FN>)
    attributes {norm.dims = ["T"]} {
  %h = arith.addf %x, %residual : tensor<?x5120xbf16>
  %n = norm.rms_norm %h weight %w {eps = 1.0e-5 : f32}
      : (tensor<?x5120xbf16>, tensor<5120xbf16>) -> tensor<?x5120xbf16>
  %q = norm.quantize %n scale %scale dims = [1]
      : (tensor<?x5120xbf16>, tensor<1xf32>) -> tensor<?x5120xf8E4M3FN>
  return %h, %q : tensor<?x5120xbf16>, tensor<?x5120xf8E4M3FN>
}
