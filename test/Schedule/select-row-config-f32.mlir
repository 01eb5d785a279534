// Rows of 32 bits fill a chip's widest access with 8 elements: no wider pieces.
// RUN: %normc-opt %s --norm-form-row-groups --sched-clone-per-target=chips=sm_90 --sched-select-row-config \
// RUN:   | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: %normc-opt %s --norm-form-row-groups --sched-clone-per-target=chips=sm_100 --sched-select-row-config \
// RUN:   | FileCheck %s --check-prefixes=CHECK,SM100

// CHECK-LABEL: func @f32
// CHECK: config <threads_per_row = 256, rows_per_cta = 1, vector_width = 8,
// SM90-SAME: access_bits = [128, 128]
// SM100-SAME: access_bits = [256, 256]
func.func @f32(%x: tensor<?x4096xf32>) -> tensor<?x4096xf32> {
  %y = norm.exp %x : tensor<?x4096xf32>
  return %y : tensor<?x4096xf32>
}

// Beside rows of 16 bits they take two accesses a piece.
// CHECK-LABEL: func @mixed
// SM90: config <threads_per_row = 256, rows_per_cta = 1, vector_width = 8, {{.*}} access_bits = [128, 128]
// SM100: config <threads_per_row = 128, rows_per_cta = 1, vector_width = 16, {{.*}} access_bits = [256, 256]
func.func @mixed(%x: tensor<?x4096xf32>) -> tensor<?x4096xf16> {
  %y = arith.truncf %x : tensor<?x4096xf32> to tensor<?x4096xf16>
  return %y : tensor<?x4096xf16>
}

// Rows of 12 bytes: each starts on 4, so that no access is wider.
// CHECK-LABEL: func @narrow
// CHECK: access_bits = [32, 64, 32]
func.func @narrow(%x: tensor<?x6xbf16>, %t: tensor<6xf32>) -> tensor<?x6xbf16> {
  %y = norm.rms_norm %x weight %t {eps = 0.0 : f32} : (tensor<?x6xbf16>, tensor<6xf32>) -> tensor<?x6xbf16>
  return %y : tensor<?x6xbf16>
}

// One number a row: a thread a row.
// CHECK-LABEL: func @numbers
// CHECK: config <threads_per_row = 1, rows_per_cta = 128, vector_width = 8, {{.*}} access_bits = [0, 0, 0]
func.func @numbers(%x: tensor<?x?xf32>, %n: f32) -> tensor<?x?xf32> {
  %s = norm.splat %n like %x : (f32, tensor<?x?xf32>) -> tensor<?x?xf32>
  %y = arith.mulf %x, %s : tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
