// Where a result may be in place of an argument its launch has every variant once more. A row that
// would be overwritten before it is read again is held; others are read again in place too.
// RUN: %normc %s --compile-to=schedule --arch=sm_90 --config=residency=reread | FileCheck %s

// CHECK-LABEL: func.func @several_axes
// CHECK: variants [#sched.variant<"aligned", align = 16, collapse = true>,
// CHECK-SAME: #sched.variant<"strided", align = 16, collapse = false>,
// CHECK-SAME: #sched.variant<"misaligned", align = 1, collapse = false>,
// CHECK-SAME: #sched.variant<"aligned_in_place", align = 16, collapse = true, in_place = true>,
// CHECK-SAME: #sched.variant<"strided_in_place", align = 16, collapse = false, in_place = true>,
// CHECK-SAME: #sched.variant<"misaligned_in_place", align = 1, collapse = false, in_place = true>] ->
// CHECK-COUNT-6: sched.group
// CHECK-NOT: sched.group
func.func @several_axes(%x: tensor<?x?x64xbf16>) -> (tensor<?x?x64xbf16> {norm.in_place = "x"}) {
  %y = norm.exp %x : tensor<?x?x64xbf16>
  return %y : tensor<?x?x64xbf16>
}

// After the last reduction a row is read again, then stored.
// CHECK-LABEL: func.func @after
// CHECK: residency = reread
// CHECK: residency = registers
// CHECK: residency = reread
// CHECK: residency = registers
// CHECK-NOT: residency
// CHECK-LABEL: func.func @before
func.func @after(%x: tensor<?x4096xbf16>) -> (tensor<?x4096xbf16> {norm.in_place = "x"}) {
  %y = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  return %y : tensor<?x4096xbf16>
}

// The sum is stored before the reduction: the rows of which it is made are held.
// CHECK: residency = reread
// CHECK: residency = registers
// CHECK: residency = registers
// CHECK: residency = registers
// CHECK-NOT: residency
// CHECK-LABEL: func.func @other_launch
func.func @before(%x: tensor<?x4096xbf16>, %r: tensor<?x4096xbf16>)
    -> (tensor<?x4096xbf16> {norm.in_place = "r"}, tensor<?x4096xbf16> {norm.in_place = "x"}) {
  %h = arith.addf %x, %r : tensor<?x4096xbf16>
  %y = norm.rms_norm %h {eps = 0.0 : f32} : (tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  return %h, %y : tensor<?x4096xbf16>, tensor<?x4096xbf16>
}

// Only the launch of the result has variants in place.
// CHECK-NOT: in_place = true
// CHECK: sched.launch @other_launch_1_bf16_n64 variants
// CHECK-SAME: in_place = true
func.func @other_launch(%x: tensor<?x4096xbf16>, %z: tensor<?x64xbf16>)
    -> (tensor<?x4096xbf16>, tensor<?x64xbf16> {norm.in_place = "z"}) {
  %0 = norm.exp %x : tensor<?x4096xbf16>
  %1 = norm.exp %z : tensor<?x64xbf16>
  return %0, %1 : tensor<?x4096xbf16>, tensor<?x64xbf16>
}
