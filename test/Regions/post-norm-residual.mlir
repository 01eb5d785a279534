// A norm on both sides of a residual (Gemma, GLM): norm(attn) + residual, kept, and its norm.
// RUN: %normc-run --device=emulator %s --check --shape T=5 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: post_norm_residual_bf16_n2304_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 11520 elements equal the reference bit for bit
// CHECK-NEXT: check result1: all 11520 elements equal the reference bit for bit
func.func @post_norm_residual(%attn: tensor<?x2304xbf16>, %residual: tensor<?x2304xbf16>,
                              %w1: tensor<2304xbf16>, %w2: tensor<2304xbf16>)
    -> (tensor<?x2304xbf16>, tensor<?x2304xbf16>) attributes {norm.dims = ["T"]} {
  %n = norm.rms_norm %attn weight %w1 {eps = 1.0e-6 : f32}
      : (tensor<?x2304xbf16>, tensor<2304xbf16>) -> tensor<?x2304xbf16>
  %h = arith.addf %residual, %n : tensor<?x2304xbf16>
  %y = norm.rms_norm %h weight %w2 {eps = 1.0e-6 : f32}
      : (tensor<?x2304xbf16>, tensor<2304xbf16>) -> tensor<?x2304xbf16>
  return %h, %y : tensor<?x2304xbf16>, tensor<?x2304xbf16>
}
