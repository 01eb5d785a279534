// Parts for few CTAs where CTAs hold rows of both; else the launches merge without: one launch is
// worth more.
// RUN: %normc %s --arch=sm_90 --compile-to=schedule 2>/dev/null | FileCheck %s

// 512 threads: one row, or 64.
// CHECK-LABEL: func.func @one_has
// CHECK: sched.launch @one_has_0_bf16_n8192_2_parts variants [#sched.variant<"aligned_few", max_ctas = 264, align = 16, collapse = false>, #sched.variant<"aligned", align = 16, collapse = false>, #sched.variant<"misaligned",
// CHECK: config <threads_per_row = 512, rows_per_cta = 1,
// CHECK: config <threads_per_row = 8, rows_per_cta = 64,
// CHECK: config <threads_per_row = 256, rows_per_cta = 1,
// CHECK: config <threads_per_row = 8, rows_per_cta = 32,
func.func @one_has(%x: tensor<?x8192xbf16>, %y: tensor<?x128xbf16>)
    -> (tensor<?x8192xbf16>, tensor<?x128xbf16>) {
  %a = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x8192xbf16>) -> tensor<?x8192xbf16>
  %b = norm.rms_norm %y {eps = 1.0e-6 : f32} : (tensor<?x128xbf16>) -> tensor<?x128xbf16>
  return %a, %b : tensor<?x8192xbf16>, tensor<?x128xbf16>
}

// 512 and 384 threads would be 1536.
// CHECK-LABEL: func.func @no_common
// CHECK: sched.launch @no_common_0_bf16_n4096_2_parts variants [#sched.variant<"aligned", align = 16, collapse = false>, #sched.variant<"misaligned",
// CHECK-NOT: sched.launch
// CHECK: return
func.func @no_common(%x: tensor<?x4096xbf16>, %y: tensor<?x3072xbf16>)
    -> (tensor<?x4096xbf16>, tensor<?x3072xbf16>) {
  %a = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  %b = norm.layer_norm %y {eps = 1.0e-6 : f32} : (tensor<?x3072xbf16>) -> tensor<?x3072xbf16>
  return %a, %b : tensor<?x4096xbf16>, tensor<?x3072xbf16>
}
