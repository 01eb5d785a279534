// Rows from 2048 elements on have another config while all their CTAs are on the chip at once: one
// chunk a thread where that is not too many warps, held, all operands loaded early. In aligned
// variants alone.
// RUN: %normc %s --arch=sm_90 --compile-to=schedule 2>/dev/null | FileCheck %s
// RUN: %normc %s --arch=sm_90 --compile-to=schedule 2>/dev/null | %normc - --compile-from=schedule -o %t.ptx
// RUN: %normc %s --arch=sm_90 -o %t.whole 2>/dev/null && cmp %t.ptx %t.whole
// RUN: %normc %s --arch=sm_100 --compile-to=schedule 2>/dev/null | FileCheck %s --check-prefix=SM100
// What the user gives is for any number of rows; the SMs of a product unknown are too.
// RUN: %normc %s --arch=sm_90 --compile-to=schedule --config=caching=plain 2>/dev/null | FileCheck %s --check-prefix=NONE
// RUN: %normc %s --arch=sm_88 --compile-to=schedule 2>/dev/null | FileCheck %s --check-prefix=NONE
// NONE-NOT: _few"
// NONE-NOT: for_many_rows

// Four CTAs for each of 132 SMs, where their registers fit. The tuned config is for many rows.
// CHECK-LABEL: func.func @tuned
// CHECK: variants [#sched.variant<"aligned_few", max_ctas = 528, align = 16, collapse = false>, #sched.variant<"aligned", align = 16, collapse = false>, #sched.variant<"misaligned", align = 1, collapse = false>]
// CHECK: config <threads_per_row = 384, rows_per_cta = 1, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 128, 128], min_ctas_per_sm = 0>
// CHECK: config <threads_per_row = 128, rows_per_cta = 1, rows_per_thread = 2, vector_width = 8, residency = reread, operand_loads = late,
// CHECK: config <threads_per_row = 128, rows_per_cta = 1, vector_width = 8, residency = registers, operand_loads = late,
// CHECK-NOT: for_many_rows
// Pieces of 16 become pieces of 8, and their accesses.
// SM100-LABEL: func.func @tuned
// SM100: #sched.variant<"aligned_few", max_ctas = 592, align = 32, collapse = false>, #sched.variant<"aligned", align = 32, collapse = false>
// SM100: config <threads_per_row = 384, rows_per_cta = 1, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 128, 128],
// SM100: vector_width = 16, {{.*}} access_bits = [256, 256, 256]
func.func @tuned(%x: tensor<?x3072xbf16>, %w: tensor<3072xbf16>) -> tensor<?x3072xbf16> {
  %y = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x3072xbf16>, tensor<3072xbf16>) -> tensor<?x3072xbf16>
  return %y : tensor<?x3072xbf16>
}

// 1024 threads would exchange 32 numbers a lane.
// CHECK-LABEL: func.func @two_chunks
// CHECK: "aligned_few", max_ctas = 264
// CHECK: config <threads_per_row = 512,
func.func @two_chunks(%x: tensor<?x8192xbf16>) -> tensor<?x8192xbf16> {
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x8192xbf16>) -> tensor<?x8192xbf16>
  return %y : tensor<?x8192xbf16>
}

// The registers of 1024 threads with all operands are one CTA's, or none's.
// CHECK-LABEL: func.func @late
// CHECK: "aligned_few", max_ctas = 132
// CHECK: config <threads_per_row = 1024, {{.*}} residency = registers, operand_loads = late,
func.func @late(%x: tensor<?x16384xf32>, %w: tensor<16384xf32>) -> tensor<?x16384xf32> {
  %y = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x16384xf32>, tensor<16384xf32>) -> tensor<?x16384xf32>
  return %y : tensor<?x16384xf32>
}

// Two row axes: no other strided one; once more in place.
// CHECK-LABEL: func.func @axes
// CHECK: variants [#sched.variant<"aligned_few", max_ctas = 264, align = 16, collapse = true>, #sched.variant<"aligned", align = 16, collapse = true>, #sched.variant<"strided", align = 16, collapse = false>, #sched.variant<"misaligned", align = 1, collapse = false>, #sched.variant<"aligned_few_in_place", max_ctas = 264, align = 16, collapse = true, in_place = true>, #sched.variant<"aligned_in_place",
func.func @axes(%x: tensor<?x?x8192xbf16>) -> (tensor<?x?x8192xbf16> {norm.in_place = "x"}) {
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x?x8192xbf16>) -> tensor<?x?x8192xbf16>
  return %y : tensor<?x?x8192xbf16>
}

// Static rows that are few, and rows that never are.
// CHECK-LABEL: func.func @static_few
// CHECK: "aligned_few"
func.func @static_few(%x: tensor<528x2048xbf16>) -> tensor<528x2048xbf16> {
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<528x2048xbf16>) -> tensor<528x2048xbf16>
  return %y : tensor<528x2048xbf16>
}
// CHECK-LABEL: func.func @static_many
// CHECK-NOT: _few"
// CHECK-LABEL: func.func @short
// CHECK-NOT: _few"
// CHECK-LABEL: func.func @no_reduction
// CHECK-NOT: _few"
// CHECK-LABEL: func.func @unaligned
// CHECK-NOT: _few"
func.func @static_many(%x: tensor<529x2048xbf16>) -> tensor<529x2048xbf16> {
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<529x2048xbf16>) -> tensor<529x2048xbf16>
  return %y : tensor<529x2048xbf16>
}
func.func @short(%x: tensor<?x2040xbf16>) -> tensor<?x2040xbf16> {
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x2040xbf16>) -> tensor<?x2040xbf16>
  return %y : tensor<?x2040xbf16>
}
func.func @no_reduction(%x: tensor<?x8192xbf16>) -> tensor<?x8192xbf16> {
  %y = norm.exp %x : tensor<?x8192xbf16>
  return %y : tensor<?x8192xbf16>
}
func.func @unaligned(%x: tensor<?x4097xbf16>) -> tensor<?x4097xbf16> {
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x4097xbf16>) -> tensor<?x4097xbf16>
  return %y : tensor<?x4097xbf16>
}
