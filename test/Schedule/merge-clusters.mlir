// Launches of rows that clusters hold become parts of one where their clusters are as large; others
// stay apart, also from rows of one CTA.
// RUN: %normc %s --arch=sm_90 --compile-to=schedule 2>/dev/null | FileCheck %s

// CHECK-LABEL: func.func @same
// CHECK: sched.launch @same_0_bf16_n32768_2_parts
// CHECK: config <threads_per_row = 512, ctas_per_row = 2, rows_per_cta = 1,
// CHECK: config <threads_per_row = 512, ctas_per_row = 2, rows_per_cta = 1,
// CHECK-NOT: sched.launch
// CHECK: return
func.func @same(%x: tensor<?x32768xbf16>, %y: tensor<?x20000xbf16>)
    -> (tensor<?x32768xbf16>, tensor<?x20000xbf16>) {
  %a = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x32768xbf16>) -> tensor<?x32768xbf16>
  %b = norm.rms_norm %y {eps = 1.0e-6 : f32} : (tensor<?x20000xbf16>) -> tensor<?x20000xbf16>
  return %a, %b : tensor<?x32768xbf16>, tensor<?x20000xbf16>
}

// CHECK-LABEL: func.func @others
// CHECK: sched.launch @others_0_bf16_n32768 variants
// CHECK: ctas_per_row = 2
// CHECK: sched.launch @others_1_bf16_n40000 variants
// CHECK: ctas_per_row = 3
// CHECK: sched.launch @others_2_bf16_n4096 variants
// CHECK-NOT: ctas_per_row
// CHECK: return
func.func @others(%x: tensor<?x32768xbf16>, %y: tensor<?x40000xbf16>, %z: tensor<?x4096xbf16>)
    -> (tensor<?x32768xbf16>, tensor<?x40000xbf16>, tensor<?x4096xbf16>) {
  %a = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x32768xbf16>) -> tensor<?x32768xbf16>
  %b = norm.rms_norm %y {eps = 1.0e-6 : f32} : (tensor<?x40000xbf16>) -> tensor<?x40000xbf16>
  %c = norm.rms_norm %z {eps = 1.0e-6 : f32} : (tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  return %a, %b, %c : tensor<?x32768xbf16>, tensor<?x40000xbf16>, tensor<?x4096xbf16>
}
