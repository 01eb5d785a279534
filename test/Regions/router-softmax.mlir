// A router's scores: softmax of bf16 logits and an f32 bias, kept in f32.
// RUN: %normc-run --device=emulator %s --check --shape T=5 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: router_softmax_f32_n128_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 640 elements equal the reference bit for bit
func.func @router_softmax(%logits: tensor<?x128xbf16>, %bias: tensor<128xf32>)
    -> tensor<?x128xf32> attributes {norm.dims = ["T"]} {
  %b = norm.shift %logits, %bias dims = [1] : (tensor<?x128xbf16>, tensor<128xf32>) -> tensor<?x128xf32>
  %y = norm.softmax %b : (tensor<?x128xf32>) -> tensor<?x128xf32>
  return %y : tensor<?x128xf32>
}
