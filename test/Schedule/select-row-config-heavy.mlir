// The more arithmetic a row takes, the more pieces a thread has before a row gets 256 threads:
// eight with centred statistics, four with several operands a row.
// RUN: %normc-opt %s --norm-form-row-groups --norm-decompose --sched-clone-per-target=chips=sm_90 \
// RUN:   --sched-select-row-config | FileCheck %s

// CHECK-LABEL: func @moments128(
// CHECK: config <threads_per_row = 8, rows_per_cta = 16, vector_width = 8,
func.func @moments128(%x: tensor<?x128xbf16>) -> tensor<?x128xbf16> {
  %y = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x128xbf16>) -> tensor<?x128xbf16>
  return %y : tensor<?x128xbf16>
}

// CHECK-LABEL: func @moments769(
// CHECK: config <threads_per_row = 64, rows_per_cta = 1, vector_width = 8,
func.func @moments769(%x: tensor<?x769xbf16>) -> tensor<?x769xbf16> {
  %y = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x769xbf16>) -> tensor<?x769xbf16>
  return %y : tensor<?x769xbf16>
}

// CHECK-LABEL: func @moments1024(
// CHECK: config <threads_per_row = 64, rows_per_cta = 1, vector_width = 8,
func.func @moments1024(%x: tensor<?x1024xbf16>) -> tensor<?x1024xbf16> {
  %y = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x1024xbf16>) -> tensor<?x1024xbf16>
  return %y : tensor<?x1024xbf16>
}

// CHECK-LABEL: func @moments3072(
// CHECK: config <threads_per_row = 128, rows_per_cta = 1, vector_width = 8,
func.func @moments3072(%x: tensor<?x3072xbf16>) -> tensor<?x3072xbf16> {
  %y = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x3072xbf16>) -> tensor<?x3072xbf16>
  return %y : tensor<?x3072xbf16>
}

// CHECK-LABEL: func @moments4096(
// CHECK: config <threads_per_row = 128, rows_per_cta = 1, vector_width = 8,
func.func @moments4096(%x: tensor<?x4096xbf16>) -> tensor<?x4096xbf16> {
  %y = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  return %y : tensor<?x4096xbf16>
}

// CHECK-LABEL: func @moments5120(
// CHECK: config <threads_per_row = 128, rows_per_cta = 1, vector_width = 8,
func.func @moments5120(%x: tensor<?x5120xbf16>) -> tensor<?x5120xbf16> {
  %y = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x5120xbf16>) -> tensor<?x5120xbf16>
  return %y : tensor<?x5120xbf16>
}

// CHECK-LABEL: func @moments8192(
// CHECK: config <threads_per_row = 128, rows_per_cta = 1, vector_width = 8,
func.func @moments8192(%x: tensor<?x8192xbf16>) -> tensor<?x8192xbf16> {
  %y = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x8192xbf16>) -> tensor<?x8192xbf16>
  return %y : tensor<?x8192xbf16>
}

// CHECK-LABEL: func @moments16384(
// CHECK: config <threads_per_row = 256, rows_per_cta = 1, vector_width = 8,
func.func @moments16384(%x: tensor<?x16384xbf16>) -> tensor<?x16384xbf16> {
  %y = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x16384xbf16>) -> tensor<?x16384xbf16>
  return %y : tensor<?x16384xbf16>
}

// CHECK-LABEL: func @operands(
// CHECK: config <threads_per_row = 128, rows_per_cta = 1,
func.func @operands(%x: tensor<?x4096xbf16>, %s: tensor<4096xbf16>, %t: tensor<4096xbf16>) -> tensor<?x4096xbf16> {
  %n = norm.rms_norm %x weight %s bias %t {eps = 1.0e-6 : f32}
      : (tensor<?x4096xbf16>, tensor<4096xbf16>, tensor<4096xbf16>) -> tensor<?x4096xbf16>
  return %n : tensor<?x4096xbf16>
}
