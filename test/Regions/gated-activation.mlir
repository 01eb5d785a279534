// silu(a) * b, the middle of a SwiGLU feed-forward: rounded after the activation and the product.
// RUN: %normc-run --device=emulator %s --check --shape T=5 --layout=a=strided,b=strided | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: gated_activation_bf16_n10240_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 51200 elements equal the reference bit for bit
func.func @gated_activation(%a: tensor<?x10240xbf16>, %b: tensor<?x10240xbf16>)
    -> tensor<?x10240xbf16> attributes {norm.dims = ["T"]} {
  %s = norm.silu %a : tensor<?x10240xbf16>
  %y = arith.mulf %s, %b : tensor<?x10240xbf16>
  return %y : tensor<?x10240xbf16>
}
