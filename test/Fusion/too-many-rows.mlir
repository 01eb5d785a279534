// A launch reads at most 16 rows from memory; what passes that is a launch of its own.
// RUN: %normc-opt %s --norm-form-row-groups --split-input-file --verify-diagnostics | FileCheck %s

// Twenty rows, added one by one: the seventeenth begins the second launch.
// CHECK-LABEL: func @twenty_rows
// CHECK: %[[FIRST:.*]] = sched.launch
// CHECK-COUNT-15: arith.addf
// CHECK: sched.launch
// CHECK: %[[FIRST]]
// CHECK-COUNT-4: arith.addf
// CHECK: norm.layer_norm
// CHECK-NOT: sched.launch
func.func @twenty_rows(
    %x0: tensor<?x64xbf16>, %x1: tensor<?x64xbf16>, %x2: tensor<?x64xbf16>, %x3: tensor<?x64xbf16>,
    %x4: tensor<?x64xbf16>, %x5: tensor<?x64xbf16>, %x6: tensor<?x64xbf16>, %x7: tensor<?x64xbf16>,
    %x8: tensor<?x64xbf16>, %x9: tensor<?x64xbf16>, %x10: tensor<?x64xbf16>, %x11: tensor<?x64xbf16>,
    %x12: tensor<?x64xbf16>, %x13: tensor<?x64xbf16>, %x14: tensor<?x64xbf16>, %x15: tensor<?x64xbf16>,
    %x16: tensor<?x64xbf16>, %x17: tensor<?x64xbf16>, %x18: tensor<?x64xbf16>, %x19: tensor<?x64xbf16>) -> tensor<?x64xbf16> {
  %s1 = arith.addf %x0, %x1 : tensor<?x64xbf16>
  %s2 = arith.addf %s1, %x2 : tensor<?x64xbf16>
  %s3 = arith.addf %s2, %x3 : tensor<?x64xbf16>
  %s4 = arith.addf %s3, %x4 : tensor<?x64xbf16>
  %s5 = arith.addf %s4, %x5 : tensor<?x64xbf16>
  %s6 = arith.addf %s5, %x6 : tensor<?x64xbf16>
  %s7 = arith.addf %s6, %x7 : tensor<?x64xbf16>
  %s8 = arith.addf %s7, %x8 : tensor<?x64xbf16>
  %s9 = arith.addf %s8, %x9 : tensor<?x64xbf16>
  %s10 = arith.addf %s9, %x10 : tensor<?x64xbf16>
  %s11 = arith.addf %s10, %x11 : tensor<?x64xbf16>
  %s12 = arith.addf %s11, %x12 : tensor<?x64xbf16>
  %s13 = arith.addf %s12, %x13 : tensor<?x64xbf16>
  %s14 = arith.addf %s13, %x14 : tensor<?x64xbf16>
  // expected-note @below {{this is computed by another launch}}
  %s15 = arith.addf %s14, %x15 : tensor<?x64xbf16>
  // expected-remark @below {{not fused with what it reads: too many rows would be in registers at once}}
  %s16 = arith.addf %s15, %x16 : tensor<?x64xbf16>
  %s17 = arith.addf %s16, %x17 : tensor<?x64xbf16>
  %s18 = arith.addf %s17, %x18 : tensor<?x64xbf16>
  %s19 = arith.addf %s18, %x19 : tensor<?x64xbf16>
  %y = norm.layer_norm %s19 {eps = 1.0e-6 : f32} : (tensor<?x64xbf16>) -> tensor<?x64xbf16>
  return %y : tensor<?x64xbf16>
}

// -----

// Two launches of ten rows each stay two where an op reads both.
// CHECK-LABEL: func @ten_and_ten
// CHECK: sched.launch
// CHECK: sched.launch
// CHECK-NOT: sched.launch
func.func @ten_and_ten(
    %x0: tensor<?x64xbf16>, %x1: tensor<?x64xbf16>, %x2: tensor<?x64xbf16>, %x3: tensor<?x64xbf16>,
    %x4: tensor<?x64xbf16>, %x5: tensor<?x64xbf16>, %x6: tensor<?x64xbf16>, %x7: tensor<?x64xbf16>,
    %x8: tensor<?x64xbf16>, %x9: tensor<?x64xbf16>, %x10: tensor<?x64xbf16>, %x11: tensor<?x64xbf16>,
    %x12: tensor<?x64xbf16>, %x13: tensor<?x64xbf16>, %x14: tensor<?x64xbf16>, %x15: tensor<?x64xbf16>,
    %x16: tensor<?x64xbf16>, %x17: tensor<?x64xbf16>, %x18: tensor<?x64xbf16>, %x19: tensor<?x64xbf16>) -> tensor<?x64xbf16> {
  %s1 = arith.addf %x0, %x1 : tensor<?x64xbf16>
  %s2 = arith.addf %s1, %x2 : tensor<?x64xbf16>
  %s3 = arith.addf %s2, %x3 : tensor<?x64xbf16>
  %s4 = arith.addf %s3, %x4 : tensor<?x64xbf16>
  %s5 = arith.addf %s4, %x5 : tensor<?x64xbf16>
  %s6 = arith.addf %s5, %x6 : tensor<?x64xbf16>
  %s7 = arith.addf %s6, %x7 : tensor<?x64xbf16>
  %s8 = arith.addf %s7, %x8 : tensor<?x64xbf16>
  %s9 = arith.addf %s8, %x9 : tensor<?x64xbf16>
  %t11 = arith.addf %x10, %x11 : tensor<?x64xbf16>
  %t12 = arith.addf %t11, %x12 : tensor<?x64xbf16>
  %t13 = arith.addf %t12, %x13 : tensor<?x64xbf16>
  %t14 = arith.addf %t13, %x14 : tensor<?x64xbf16>
  %t15 = arith.addf %t14, %x15 : tensor<?x64xbf16>
  %t16 = arith.addf %t15, %x16 : tensor<?x64xbf16>
  %t17 = arith.addf %t16, %x17 : tensor<?x64xbf16>
  %t18 = arith.addf %t17, %x18 : tensor<?x64xbf16>
  // expected-note @below {{this is computed by another launch}}
  %t19 = arith.addf %t18, %x19 : tensor<?x64xbf16>
  // expected-remark @below {{not fused with what it reads: too many rows would be in registers at once}}
  %y = arith.mulf %s9, %t19 : tensor<?x64xbf16>
  return %y : tensor<?x64xbf16>
}

// -----

// Windows of one tensor are as many rows, whether computed from again or not.
// CHECK-LABEL: func @windows
// CHECK: sched.launch
// CHECK-COUNT-15: arith.addf
// CHECK: sched.launch
// CHECK-COUNT-1: arith.addf
// CHECK-NOT: sched.launch
func.func @windows(%x: tensor<?x1088xbf16>) -> tensor<?x64xbf16> {
  %e = norm.exp %x : tensor<?x1088xbf16>
  %w0 = norm.slice %e offsets = [0, 0] strides = [1, 1] : (tensor<?x1088xbf16>) -> tensor<?x64xbf16>
  %w1 = norm.slice %e offsets = [0, 64] strides = [1, 1] : (tensor<?x1088xbf16>) -> tensor<?x64xbf16>
  %w2 = norm.slice %e offsets = [0, 128] strides = [1, 1] : (tensor<?x1088xbf16>) -> tensor<?x64xbf16>
  %w3 = norm.slice %e offsets = [0, 192] strides = [1, 1] : (tensor<?x1088xbf16>) -> tensor<?x64xbf16>
  %w4 = norm.slice %e offsets = [0, 256] strides = [1, 1] : (tensor<?x1088xbf16>) -> tensor<?x64xbf16>
  %w5 = norm.slice %e offsets = [0, 320] strides = [1, 1] : (tensor<?x1088xbf16>) -> tensor<?x64xbf16>
  %w6 = norm.slice %e offsets = [0, 384] strides = [1, 1] : (tensor<?x1088xbf16>) -> tensor<?x64xbf16>
  %w7 = norm.slice %e offsets = [0, 448] strides = [1, 1] : (tensor<?x1088xbf16>) -> tensor<?x64xbf16>
  %w8 = norm.slice %e offsets = [0, 512] strides = [1, 1] : (tensor<?x1088xbf16>) -> tensor<?x64xbf16>
  %w9 = norm.slice %e offsets = [0, 576] strides = [1, 1] : (tensor<?x1088xbf16>) -> tensor<?x64xbf16>
  %w10 = norm.slice %e offsets = [0, 640] strides = [1, 1] : (tensor<?x1088xbf16>) -> tensor<?x64xbf16>
  %w11 = norm.slice %e offsets = [0, 704] strides = [1, 1] : (tensor<?x1088xbf16>) -> tensor<?x64xbf16>
  %w12 = norm.slice %e offsets = [0, 768] strides = [1, 1] : (tensor<?x1088xbf16>) -> tensor<?x64xbf16>
  %w13 = norm.slice %e offsets = [0, 832] strides = [1, 1] : (tensor<?x1088xbf16>) -> tensor<?x64xbf16>
  %w14 = norm.slice %e offsets = [0, 896] strides = [1, 1] : (tensor<?x1088xbf16>) -> tensor<?x64xbf16>
  %w15 = norm.slice %e offsets = [0, 960] strides = [1, 1] : (tensor<?x1088xbf16>) -> tensor<?x64xbf16>
  %w16 = norm.slice %e offsets = [0, 1024] strides = [1, 1] : (tensor<?x1088xbf16>) -> tensor<?x64xbf16>
  %s1 = arith.addf %w0, %w1 : tensor<?x64xbf16>
  %s2 = arith.addf %s1, %w2 : tensor<?x64xbf16>
  %s3 = arith.addf %s2, %w3 : tensor<?x64xbf16>
  %s4 = arith.addf %s3, %w4 : tensor<?x64xbf16>
  %s5 = arith.addf %s4, %w5 : tensor<?x64xbf16>
  %s6 = arith.addf %s5, %w6 : tensor<?x64xbf16>
  %s7 = arith.addf %s6, %w7 : tensor<?x64xbf16>
  %s8 = arith.addf %s7, %w8 : tensor<?x64xbf16>
  %s9 = arith.addf %s8, %w9 : tensor<?x64xbf16>
  %s10 = arith.addf %s9, %w10 : tensor<?x64xbf16>
  %s11 = arith.addf %s10, %w11 : tensor<?x64xbf16>
  %s12 = arith.addf %s11, %w12 : tensor<?x64xbf16>
  %s13 = arith.addf %s12, %w13 : tensor<?x64xbf16>
  %s14 = arith.addf %s13, %w14 : tensor<?x64xbf16>
  // expected-note @below {{this is computed by another launch}}
  %s15 = arith.addf %s14, %w15 : tensor<?x64xbf16>
  // expected-remark @below {{not fused with what it reads: too many rows would be in registers at once}}
  %s16 = arith.addf %s15, %w16 : tensor<?x64xbf16>
  %y = norm.layer_norm %s16 {eps = 1.0e-6 : f32} : (tensor<?x64xbf16>) -> tensor<?x64xbf16>
  return %y : tensor<?x64xbf16>
}
