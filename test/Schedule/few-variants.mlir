// Rows that a cluster holds, as long as all CTAs are on the chip at once; for more rows one CTA walks
// each. What the user gives is for any number of rows.
// RUN: %normc %s --arch=sm_90 --compile-to=schedule | FileCheck %s
// RUN: %normc %s --arch=sm_90 --compile-to=schedule --config=ctas_per_row=2 | FileCheck %s --check-prefix=GIVEN
// RUN: %normc %s --arch=sm_90 --compile-to=schedule | %normc - --compile-from=schedule -o %t.ptx
// RUN: %normc %s --arch=sm_90 -o %t.whole && cmp %t.ptx %t.whole
// RUN: %normc %s --arch=sm_80 --compile-to=schedule | FileCheck %s --check-prefix=NONE

// 132 SMs of 2048 threads have 528 CTAs of 512.
// CHECK: #sched.variant<"aligned_few", max_ctas = 528, align = 16, collapse = false>
// CHECK-SAME: #sched.variant<"misaligned_few", max_ctas = 528, align = 1, collapse = false>
// CHECK-SAME: #sched.variant<"aligned", align = 16, collapse = false>
// CHECK-SAME: #sched.variant<"misaligned", align = 1, collapse = false>]
// CHECK: threads_per_row = 512, ctas_per_row = 2, {{.*}} residency = registers
// CHECK: threads_per_row = 512, ctas_per_row = 2, {{.*}} residency = registers
// CHECK: threads_per_row = 512, rows_per_cta = 1, {{.*}} residency = looped, operand_loads = late
// CHECK: threads_per_row = 512, rows_per_cta = 1, {{.*}} residency = looped, operand_loads = late

// GIVEN: variants [#sched.variant<"aligned", align = 16, collapse = false>, #sched.variant<"misaligned", align = 1, collapse = false>]
// GIVEN: ctas_per_row = 2
// GIVEN: ctas_per_row = 2
// GIVEN-NOT: sched.cluster_given

// NONE: variants [#sched.variant<"aligned", align = 16, collapse = false>, #sched.variant<"misaligned", align = 1, collapse = false>]
// NONE-NOT: ctas_per_row
func.func @f(%x: tensor<?x32768xbf16>) -> tensor<?x32768xbf16> {
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x32768xbf16>) -> tensor<?x32768xbf16>
  return %y : tensor<?x32768xbf16>
}
