// Scales of 1 x 128 blocks (DeepSeek, SGLang): of silu(gate) * up and of a norm of all the row, each one
// kernel.
// RUN: %normc-run --device=emulator %s --function=silu_mul --check --shape T=5 | FileCheck %s --check-prefix=SILU
// RUN: %normc-run --device=emulator %s --function=add_rms_norm --check --shape T=5 | FileCheck %s --check-prefix=NORM
// SILU: kernel {{.*}}CTAs
// SILU-NEXT: silu_mul_f8E4M3FN_n2048_aligned
// SILU-NEXT: (predicted
// SILU-NEXT: check result0: all 10240 elements equal the reference bit for bit
// SILU-NEXT: check result1: all 80 elements equal the reference bit for bit
func.func @silu_mul(%x: tensor<?x4096xbf16>) -> (tensor<?x2048xf8E4M3FN>, tensor<?x16xf32>)
    attributes {norm.dims = ["T"]} {
  %gate = norm.slice %x offsets = [0, 0] strides = [1, 1] : (tensor<?x4096xbf16>) -> tensor<?x2048xbf16>
  %up = norm.slice %x offsets = [0, 2048] strides = [1, 1] : (tensor<?x4096xbf16>) -> tensor<?x2048xbf16>
  %a = norm.silu %gate : tensor<?x2048xbf16>
  %p = arith.mulf %a, %up : tensor<?x2048xbf16>
  %q, %s = norm.dynamic_quantize %p {block = 128 : i64, floor = 1.0e-10 : f32}
      : (tensor<?x2048xbf16>) -> (tensor<?x2048xf8E4M3FN>, tensor<?x16xf32>)
  return %q, %s : tensor<?x2048xf8E4M3FN>, tensor<?x16xf32>
}

// NORM: kernel {{.*}}CTAs
// NORM-NEXT: add_rms_norm_bf16_n7168_aligned
// NORM-NEXT: (predicted
// NORM-NEXT: check result0: all 35840 elements equal the reference bit for bit
// NORM-NEXT: check result1: all 35840 elements equal the reference bit for bit
// NORM-NEXT: check result2: all 280 elements equal the reference bit for bit
func.func @add_rms_norm(%x: tensor<?x7168xbf16>, %residual: tensor<?x7168xbf16>, %w: tensor<7168xbf16>)
    -> (tensor<?x7168xbf16> {norm.in_place = "residual"}, tensor<?x7168xf8E4M3FN>, tensor<?x56xf32>)
    attributes {norm.dims = ["T"]} {
  %h = arith.addf %x, %residual : tensor<?x7168xbf16>
  %n = norm.rms_norm %h weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x7168xbf16>, tensor<7168xbf16>) -> tensor<?x7168xbf16>
  %q, %s = norm.dynamic_quantize %n {block = 128 : i64, floor = 1.0e-10 : f32}
      : (tensor<?x7168xbf16>) -> (tensor<?x7168xf8E4M3FN>, tensor<?x56xf32>)
  return %h, %q, %s : tensor<?x7168xbf16>, tensor<?x7168xf8E4M3FN>, tensor<?x56xf32>
}
