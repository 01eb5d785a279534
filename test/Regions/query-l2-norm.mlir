// The queries of a linear attention: L2 norm of each head, rounded, times 1/sqrt(128).
// RUN: %normc-run --device=emulator %s --check --shape T=5 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: query_l2_norm_bf16_n128_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 10240 elements equal the reference bit for bit
func.func @query_l2_norm(%q: tensor<?x16x128xbf16>) -> tensor<?x16x128xbf16>
    attributes {norm.dims = ["T"]} {
  %n = norm.l2_norm <add_eps> %q {eps = 1.0e-6 : f32}
      : (tensor<?x16x128xbf16>) -> tensor<?x16x128xbf16>
  %c = arith.constant 0.08837890625 : bf16
  %cs = norm.splat %c like %n : (bf16, tensor<?x16x128xbf16>) -> tensor<?x16x128xbf16>
  %y = arith.mulf %n, %cs : tensor<?x16x128xbf16>
  return %y : tensor<?x16x128xbf16>
}
