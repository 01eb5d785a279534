// The heuristic for each row length: threads a row, rows a CTA, and each operand's own access
// width. x and y are of 16 bits, the weight of 32; the reduction has no width.
// RUN: %normc-opt %s --norm-form-row-groups --sched-clone-per-target=chips=sm_80 --sched-select-row-config \
// RUN:   | FileCheck %s --check-prefix=CHECK
// RUN: %normc-opt %s --norm-form-row-groups --sched-clone-per-target=chips=sm_90 --sched-select-row-config \
// RUN:   | FileCheck %s --check-prefix=CHECK
// RUN: %normc-opt %s --norm-form-row-groups --sched-clone-per-target=chips=sm_100 --sched-select-row-config \
// RUN:   | FileCheck %s --check-prefix=WIDE
// RUN: %normc-opt %s --norm-form-row-groups --sched-clone-per-target=chips=sm_120 --sched-select-row-config \
// RUN:   | FileCheck %s --check-prefix=WIDE

// CHECK-LABEL: func @n1(
// CHECK: config <threads_per_row = 1, rows_per_cta = 128, vector_width = 8, residency = registers, operand_loads = early, access_bits = [16, 32, 16, 0], min_ctas_per_sm = 0>
// WIDE-LABEL: func @n1(
// WIDE: config <threads_per_row = 1, rows_per_cta = 128, vector_width = 8, residency = registers, operand_loads = early, access_bits = [16, 32, 16, 0], min_ctas_per_sm = 0>
func.func @n1(%x: tensor<?x1xbf16>, %w: tensor<1xf32>) -> (tensor<?x1xbf16>, tensor<?xf32>) {
  %y = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32} : (tensor<?x1xbf16>, tensor<1xf32>) -> tensor<?x1xbf16>
  %r = norm.reduce <max> %y : tensor<?x1xbf16> -> tensor<?xf32>
  return %y, %r : tensor<?x1xbf16>, tensor<?xf32>
}

// CHECK-LABEL: func @n8(
// CHECK: config <threads_per_row = 1, rows_per_cta = 128, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 128, 128, 0], min_ctas_per_sm = 0>
// WIDE-LABEL: func @n8(
// WIDE: config <threads_per_row = 1, rows_per_cta = 128, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 256, 128, 0], min_ctas_per_sm = 0>
func.func @n8(%x: tensor<?x8xbf16>, %w: tensor<8xf32>) -> (tensor<?x8xbf16>, tensor<?xf32>) {
  %y = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32} : (tensor<?x8xbf16>, tensor<8xf32>) -> tensor<?x8xbf16>
  %r = norm.reduce <max> %y : tensor<?x8xbf16> -> tensor<?xf32>
  return %y, %r : tensor<?x8xbf16>, tensor<?xf32>
}

// CHECK-LABEL: func @n128(
// CHECK: config <threads_per_row = 8, rows_per_cta = 16, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 128, 128, 0], min_ctas_per_sm = 0>
// WIDE-LABEL: func @n128(
// WIDE: config <threads_per_row = 8, rows_per_cta = 16, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 256, 128, 0], min_ctas_per_sm = 0>
func.func @n128(%x: tensor<?x128xbf16>, %w: tensor<128xf32>) -> (tensor<?x128xbf16>, tensor<?xf32>) {
  %y = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32} : (tensor<?x128xbf16>, tensor<128xf32>) -> tensor<?x128xbf16>
  %r = norm.reduce <max> %y : tensor<?x128xbf16> -> tensor<?xf32>
  return %y, %r : tensor<?x128xbf16>, tensor<?xf32>
}

// CHECK-LABEL: func @n769(
// CHECK: config <threads_per_row = 64, rows_per_cta = 1, rows_per_thread = 2, vector_width = 8, residency = registers, operand_loads = early, access_bits = [16, 32, 16, 0], min_ctas_per_sm = 0>
// WIDE-LABEL: func @n769(
// WIDE: config <threads_per_row = 64, rows_per_cta = 1, rows_per_thread = 2, vector_width = 8, residency = registers, operand_loads = early, access_bits = [16, 32, 16, 0], min_ctas_per_sm = 0>
func.func @n769(%x: tensor<?x769xbf16>, %w: tensor<769xf32>) -> (tensor<?x769xbf16>, tensor<?xf32>) {
  %y = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32} : (tensor<?x769xbf16>, tensor<769xf32>) -> tensor<?x769xbf16>
  %r = norm.reduce <max> %y : tensor<?x769xbf16> -> tensor<?xf32>
  return %y, %r : tensor<?x769xbf16>, tensor<?xf32>
}

// CHECK-LABEL: func @n1024(
// CHECK: config <threads_per_row = 64, rows_per_cta = 1, rows_per_thread = 2, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 128, 128, 0], min_ctas_per_sm = 0>
// WIDE-LABEL: func @n1024(
// WIDE: config <threads_per_row = 32, rows_per_cta = 4, rows_per_thread = 2, vector_width = 16, residency = registers, operand_loads = early, access_bits = [256, 256, 256, 0], min_ctas_per_sm = 0>
func.func @n1024(%x: tensor<?x1024xbf16>, %w: tensor<1024xf32>) -> (tensor<?x1024xbf16>, tensor<?xf32>) {
  %y = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32} : (tensor<?x1024xbf16>, tensor<1024xf32>) -> tensor<?x1024xbf16>
  %r = norm.reduce <max> %y : tensor<?x1024xbf16> -> tensor<?xf32>
  return %y, %r : tensor<?x1024xbf16>, tensor<?xf32>
}

// CHECK-LABEL: func @n3072(
// CHECK: config <threads_per_row = 128, rows_per_cta = 1, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 128, 128, 0], min_ctas_per_sm = 0>
// WIDE-LABEL: func @n3072(
// WIDE: config <threads_per_row = 64, rows_per_cta = 1, vector_width = 16, residency = registers, operand_loads = early, access_bits = [256, 256, 256, 0], min_ctas_per_sm = 0>
func.func @n3072(%x: tensor<?x3072xbf16>, %w: tensor<3072xf32>) -> (tensor<?x3072xbf16>, tensor<?xf32>) {
  %y = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32} : (tensor<?x3072xbf16>, tensor<3072xf32>) -> tensor<?x3072xbf16>
  %r = norm.reduce <max> %y : tensor<?x3072xbf16> -> tensor<?xf32>
  return %y, %r : tensor<?x3072xbf16>, tensor<?xf32>
}

// CHECK-LABEL: func @n4096(
// CHECK: config <threads_per_row = 256, rows_per_cta = 1, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 128, 128, 0], min_ctas_per_sm = 0>
// WIDE-LABEL: func @n4096(
// WIDE: config <threads_per_row = 128, rows_per_cta = 1, vector_width = 16, residency = registers, operand_loads = early, access_bits = [256, 256, 256, 0], min_ctas_per_sm = 0>
func.func @n4096(%x: tensor<?x4096xbf16>, %w: tensor<4096xf32>) -> (tensor<?x4096xbf16>, tensor<?xf32>) {
  %y = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32} : (tensor<?x4096xbf16>, tensor<4096xf32>) -> tensor<?x4096xbf16>
  %r = norm.reduce <max> %y : tensor<?x4096xbf16> -> tensor<?xf32>
  return %y, %r : tensor<?x4096xbf16>, tensor<?xf32>
}

// CHECK-LABEL: func @n5120(
// CHECK: config <threads_per_row = 128, rows_per_cta = 1, vector_width = 8, residency = reread, operand_loads = late, access_bits = [128, 128, 128, 0], min_ctas_per_sm = 0>
// WIDE-LABEL: func @n5120(
// WIDE: config <threads_per_row = 64, rows_per_cta = 1, vector_width = 16, residency = reread, operand_loads = late, access_bits = [256, 256, 256, 0], min_ctas_per_sm = 0>
func.func @n5120(%x: tensor<?x5120xbf16>, %w: tensor<5120xf32>) -> (tensor<?x5120xbf16>, tensor<?xf32>) {
  %y = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32} : (tensor<?x5120xbf16>, tensor<5120xf32>) -> tensor<?x5120xbf16>
  %r = norm.reduce <max> %y : tensor<?x5120xbf16> -> tensor<?xf32>
  return %y, %r : tensor<?x5120xbf16>, tensor<?xf32>
}

// CHECK-LABEL: func @n8192(
// CHECK: config <threads_per_row = 256, rows_per_cta = 1, vector_width = 8, residency = reread, operand_loads = late, access_bits = [128, 128, 128, 0], min_ctas_per_sm = 0>
// WIDE-LABEL: func @n8192(
// WIDE: config <threads_per_row = 128, rows_per_cta = 1, vector_width = 16, residency = reread, operand_loads = late, access_bits = [256, 256, 256, 0], min_ctas_per_sm = 0>
func.func @n8192(%x: tensor<?x8192xbf16>, %w: tensor<8192xf32>) -> (tensor<?x8192xbf16>, tensor<?xf32>) {
  %y = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32} : (tensor<?x8192xbf16>, tensor<8192xf32>) -> tensor<?x8192xbf16>
  %r = norm.reduce <max> %y : tensor<?x8192xbf16> -> tensor<?xf32>
  return %y, %r : tensor<?x8192xbf16>, tensor<?xf32>
}

// CHECK-LABEL: func @n16384(
// CHECK: config <threads_per_row = 256, rows_per_cta = 1, vector_width = 8, residency = reread, operand_loads = late, access_bits = [128, 128, 128, 0], min_ctas_per_sm = 0>
// WIDE-LABEL: func @n16384(
// WIDE: config <threads_per_row = 128, rows_per_cta = 1, vector_width = 16, residency = reread, operand_loads = late, access_bits = [256, 256, 256, 0], min_ctas_per_sm = 0>
func.func @n16384(%x: tensor<?x16384xbf16>, %w: tensor<16384xf32>) -> (tensor<?x16384xbf16>, tensor<?xf32>) {
  %y = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32} : (tensor<?x16384xbf16>, tensor<16384xf32>) -> tensor<?x16384xbf16>
  %r = norm.reduce <max> %y : tensor<?x16384xbf16> -> tensor<?xf32>
  return %y, %r : tensor<?x16384xbf16>, tensor<?xf32>
}
