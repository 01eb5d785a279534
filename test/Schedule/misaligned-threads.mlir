// Misaligned variants have up to four chunks of a row a thread: fewer threads than aligned ones that
// have two, more than those that have more, where the tree folds them in their thread. Not fewer than
// the user gives.
// RUN: %normc %s --arch=sm_90 --compile-to=schedule 2>/dev/null | FileCheck %s
// RUN: %normc %s --arch=sm_90 --compile-to=schedule --config=threads_per_row=64 2>/dev/null | FileCheck %s --check-prefix=GIVEN

// A warp a row: two rows in the place of one.
// CHECK-LABEL: func.func @warp
// CHECK: config <threads_per_row = 64, rows_per_cta = 1,
// CHECK: config <threads_per_row = 32, rows_per_cta = 2, vector_width = 8, residency = registers, operand_loads = late, access_bits = [16, 16]
// GIVEN-LABEL: func.func @warp
// GIVEN: config <threads_per_row = 64, rows_per_cta = 1,
// GIVEN: config <threads_per_row = 64, rows_per_cta = 1,
func.func @warp(%x: tensor<?x1024xbf16>) -> tensor<?x1024xbf16> {
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x1024xbf16>) -> tensor<?x1024xbf16>
  return %y : tensor<?x1024xbf16>
}

// CHECK-LABEL: func.func @halved
// CHECK: config <threads_per_row = 512,
// CHECK: config <threads_per_row = 256,
// CHECK: config <threads_per_row = 128, rows_per_cta = 1,
func.func @halved(%x: tensor<?x4096xbf16>) -> tensor<?x4096xbf16> {
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  return %y : tensor<?x4096xbf16>
}

// Eight of 128 threads.
// CHECK-LABEL: func.func @doubled
// CHECK: config <threads_per_row = 512,
// CHECK: config <threads_per_row = 128,
// CHECK: config <threads_per_row = 256, rows_per_cta = 1,
// GIVEN-LABEL: func.func @doubled
// GIVEN: config <threads_per_row = 64,
// GIVEN: config <threads_per_row = 256, rows_per_cta = 1,
func.func @doubled(%x: tensor<?x8192xbf16>) -> tensor<?x8192xbf16> {
  %y = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x8192xbf16>) -> tensor<?x8192xbf16>
  return %y : tensor<?x8192xbf16>
}

// Seven: the tree folds 14 groups in the threads of one or two warps alone.
// CHECK-LABEL: func.func @odd
// CHECK: config <threads_per_row = 448,
// CHECK: config <threads_per_row = 64,
// CHECK: config <threads_per_row = 64, rows_per_cta = 1,
func.func @odd(%x: tensor<?x3420xbf16>) -> tensor<?x3420xbf16> {
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x3420xbf16>) -> tensor<?x3420xbf16>
  return %y : tensor<?x3420xbf16>
}

// No less than a warp.
// CHECK-LABEL: func.func @short
// CHECK: config <threads_per_row = 32, rows_per_cta = 4,
// CHECK: config <threads_per_row = 32, rows_per_cta = 4,
func.func @short(%x: tensor<?x512xbf16>) -> tensor<?x512xbf16> {
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x512xbf16>) -> tensor<?x512xbf16>
  return %y : tensor<?x512xbf16>
}
