// Views are index maps of a launch's inputs: no data moves, and what a chain of them reads is one map.
// RUN: %normc-opt %s --norm-form-row-groups --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func @columns(
// CHECK: sched.launch @columns_bf16_n64 -> (tensor<?x64xbf16>)
// CHECK: sched.group rows [%{{.*}}] ins(%arg0, %arg0 :
// CHECK-SAME: maps [affine_map<(d0) -> (d0, 128)>, affine_map<(d0) -> (d0, 0)>] {
// CHECK-NOT: sched.launch
func.func @columns(%x: tensor<?x256xbf16>, %z: tensor<?x64xbf16>) -> tensor<?x64xbf16> {
  %s = norm.slice %x offsets = [0, 128] strides = [1, 1]
      : (tensor<?x256xbf16>) -> tensor<?x64xbf16>
  %t = norm.slice %x offsets = [0, 0] strides = [1, 1]
      : (tensor<?x256xbf16>) -> tensor<?x64xbf16>
  %y = arith.addf %s, %t : tensor<?x64xbf16>
  return %y : tensor<?x64xbf16>
}

// Rows that are no neighbours name each column: every other one,
// CHECK-LABEL: func @every_other(
// CHECK: sched.group rows [%{{.*}}] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1 * 2 + 1)>] {
// CHECK-NOT: sched.launch
func.func @every_other(%x: tensor<?x64xf32>) -> tensor<?x32xf32> {
  %y = norm.slice %x offsets = [0, 1] strides = [1, 2] : (tensor<?x64xf32>) -> tensor<?x32xf32>
  %e = norm.exp %y : tensor<?x32xf32>
  return %e : tensor<?x32xf32>
}

// those of several axes, which may be strided in the caller's tensor,
// CHECK-LABEL: func @several_axes(
// CHECK: sched.group rows [%{{.*}}] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1 floordiv 32, d1 mod 32)>] {
// CHECK-NOT: sched.launch
func.func @several_axes(%x: tensor<?x2x32xf32>) -> tensor<?x64xf32> {
  %y = norm.reshape %x : (tensor<?x2x32xf32>) -> tensor<?x64xf32>
  %e = norm.rms_norm %y {eps = 0.0 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return %e : tensor<?x64xf32>
}

// a table of half the columns for each head. What is known of the columns keeps divisions out.
// CHECK-LABEL: func @half_table(
// CHECK: sched.group rows [%{{.*}}] ins(%arg0, %arg1 :
// CHECK-SAME: maps [affine_map<(d0) -> (d0)>, affine_map<(d0, d1) -> (d0, (d1 mod 32) floordiv 2)>] {
// CHECK-NOT: norm.columns
// CHECK-NOT: sched.launch
func.func @half_table(%x: tensor<?x64xf32>, %t: tensor<?x16xf32>) -> tensor<?x64xf32> {
  %c = norm.columns %t map = affine_map<(d0) -> (d0 mod 64 mod 32 floordiv 2)>
      : (tensor<?x16xf32>) -> tensor<?x64xf32>
  %e = arith.mulf %x, %c : tensor<?x64xf32>
  return %e : tensor<?x64xf32>
}

// CHECK-LABEL: func @middle_axis(
// CHECK: sched.launch @middle_axis_bf16_n64 -> (tensor<?x2x64xbf16>)
// CHECK: sched.group rows [%{{.*}}, 2] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1 * 2 + 3)>] {
// CHECK-NOT: sched.launch
func.func @middle_axis(%x: tensor<?x6x64xbf16>) -> tensor<?x2x64xbf16> {
  %s = norm.slice %x offsets = [0, 3, 0] strides = [1, 2, 1]
      : (tensor<?x6x64xbf16>) -> tensor<?x2x64xbf16>
  %y = norm.rms_norm %s {eps = 0.0 : f32} : (tensor<?x2x64xbf16>) -> tensor<?x2x64xbf16>
  return %y : tensor<?x2x64xbf16>
}

// CHECK-LABEL: func @first_axis(
// CHECK: sched.launch @first_axis_bf16_n64 -> (tensor<3x64xbf16>)
// CHECK: sched.group rows [3] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0) -> (d0 * 3 + 1)>] {
// CHECK-NOT: sched.launch
func.func @first_axis(%x: tensor<9x64xbf16>) -> tensor<3x64xbf16> {
  %s = norm.slice %x offsets = [1, 0] strides = [3, 1] : (tensor<9x64xbf16>) -> tensor<3x64xbf16>
  %y = norm.rms_norm %s {eps = 0.0 : f32} : (tensor<3x64xbf16>) -> tensor<3x64xbf16>
  return %y : tensor<3x64xbf16>
}

// CHECK-LABEL: func @every_axis(
// CHECK: sched.launch @every_axis_bf16_n64 -> (tensor<3x4x64xbf16>)
// CHECK: sched.group rows [3, 4] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0 * 3 + 1, d1 * 2 + 1, 7)>] {
// CHECK-NOT: sched.launch
func.func @every_axis(%x: tensor<9x8x256xbf16>) -> tensor<3x4x64xbf16> {
  %s = norm.slice %x offsets = [1, 1, 7] strides = [3, 2, 1]
      : (tensor<9x8x256xbf16>) -> tensor<3x4x64xbf16>
  %y = norm.rms_norm %s {eps = 0.0 : f32} : (tensor<3x4x64xbf16>) -> tensor<3x4x64xbf16>
  return %y : tensor<3x4x64xbf16>
}

// CHECK-LABEL: func @one_column(
// CHECK: sched.launch @one_column_bf16_n64 -> (tensor<?x64xbf16>)
// CHECK: sched.group rows [%{{.*}}] ins(%arg0, %arg0 :
// CHECK-SAME: maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0, 63)>] {
// CHECK-NOT: sched.launch
func.func @one_column(%x: tensor<?x64xbf16>) -> tensor<?x64xbf16> {
  %s = norm.slice %x offsets = [0, 63] strides = [1, 1] : (tensor<?x64xbf16>) -> tensor<?x1xbf16>
  %b = norm.broadcast %s like %x dims = [0, 1]
      : (tensor<?x1xbf16>, tensor<?x64xbf16>) -> tensor<?x64xbf16>
  %y = arith.subf %x, %b : tensor<?x64xbf16>
  return %y : tensor<?x64xbf16>
}

// CHECK-LABEL: func @split(
// CHECK: sched.launch @split_bf16_n64 -> (tensor<?x2x3x4x64xbf16>)
// CHECK: sched.group rows [%{{.*}}, 2, 3, 4] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1, d2, d3) -> (d0, d1 * 3 + d2, d3 * 64)>] {
// CHECK-NOT: sched.launch
func.func @split(%x: tensor<?x6x256xbf16>) -> tensor<?x2x3x4x64xbf16> {
  %s = norm.reshape %x : (tensor<?x6x256xbf16>) -> tensor<?x2x3x4x64xbf16>
  %y = norm.rms_norm %s {eps = 0.0 : f32}
      : (tensor<?x2x3x4x64xbf16>) -> tensor<?x2x3x4x64xbf16>
  return %y : tensor<?x2x3x4x64xbf16>
}

// CHECK-LABEL: func @merged(
// CHECK: sched.launch @merged_bf16_n64 -> (tensor<?x6x64xbf16>)
// CHECK: sched.group rows [%{{.*}}, 6] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1 floordiv 3, d1 mod 3)>] {
// CHECK-NOT: sched.launch
func.func @merged(%x: tensor<?x2x3x64xbf16>) -> tensor<?x6x64xbf16> {
  %s = norm.reshape %x : (tensor<?x2x3x64xbf16>) -> tensor<?x6x64xbf16>
  %y = norm.rms_norm %s {eps = 0.0 : f32} : (tensor<?x6x64xbf16>) -> tensor<?x6x64xbf16>
  return %y : tensor<?x6x64xbf16>
}

// CHECK-LABEL: func @regrouped(
// CHECK: sched.launch @regrouped_bf16_n64 -> (tensor<3x8x64xbf16>)
// CHECK: sched.group rows [3, 8] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> ((d0 * 8 + d1) floordiv 6, (d0 * 8 + d1) mod 6)>] {
// CHECK-NOT: sched.launch
func.func @regrouped(%x: tensor<4x6x64xbf16>) -> tensor<3x8x64xbf16> {
  %s = norm.reshape %x : (tensor<4x6x64xbf16>) -> tensor<3x8x64xbf16>
  %y = norm.rms_norm %s {eps = 0.0 : f32} : (tensor<3x8x64xbf16>) -> tensor<3x8x64xbf16>
  return %y : tensor<3x8x64xbf16>
}

// CHECK-LABEL: func @split_after_merge(
// CHECK: sched.launch @split_after_merge_bf16_n64 -> (tensor<?x8x64xbf16>)
// CHECK: sched.group rows [%{{.*}}, 8] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1 floordiv 4, (d1 mod 4) * 64)>] {
// CHECK-NOT: sched.launch
func.func @split_after_merge(%x: tensor<?x2x256xbf16>) -> tensor<?x8x64xbf16> {
  %s = norm.reshape %x : (tensor<?x2x256xbf16>) -> tensor<?x8x64xbf16>
  %y = norm.rms_norm %s {eps = 0.0 : f32} : (tensor<?x8x64xbf16>) -> tensor<?x8x64xbf16>
  return %y : tensor<?x8x64xbf16>
}

// CHECK-LABEL: func @there_and_back(
// CHECK: sched.launch @there_and_back_bf16_n256 -> (tensor<?x256xbf16>)
// CHECK: sched.group rows [%{{.*}}] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0) -> (d0)>] {
// CHECK-NOT: sched.launch
func.func @there_and_back(%x: tensor<?x256xbf16>) -> tensor<?x256xbf16> {
  %h = norm.reshape %x : (tensor<?x256xbf16>) -> tensor<?x4x64xbf16>
  %e = norm.silu %h : tensor<?x4x64xbf16>
  %b = norm.reshape %e : (tensor<?x4x64xbf16>) -> tensor<?x256xbf16>
  %y = norm.rms_norm %b {eps = 0.0 : f32} : (tensor<?x256xbf16>) -> tensor<?x256xbf16>
  return %y : tensor<?x256xbf16>
}

// CHECK-LABEL: func @ones(
// CHECK: sched.launch @ones_bf16_n64 -> (tensor<?x1x64xbf16>)
// CHECK: sched.group rows [%{{.*}}, 1] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (0, d0)>] {
// CHECK-NOT: sched.launch
func.func @ones(%x: tensor<1x?x64xbf16>) -> tensor<?x1x64xbf16> {
  %s = norm.reshape %x : (tensor<1x?x64xbf16>) -> tensor<?x1x64xbf16>
  %y = norm.rms_norm %s {eps = 0.0 : f32} : (tensor<?x1x64xbf16>) -> tensor<?x1x64xbf16>
  return %y : tensor<?x1x64xbf16>
}

// CHECK-LABEL: func @rank0(
// CHECK: sched.launch @rank0_0_f32_n1 -> (tensor<1xf32>)
// CHECK: sched.group rows [] ins(%arg0 :
// CHECK-SAME: maps [affine_map<() -> ()>] {
// CHECK: sched.launch @rank0_1_f32 -> (tensor<f32>)
// CHECK: sched.group rows [] ins(%arg1 :
// CHECK-SAME: maps [affine_map<() -> (0, 0)>] {
// CHECK-NOT: sched.launch
func.func @rank0(%x: tensor<f32>, %y: tensor<1x1xf32>) -> (tensor<1xf32>, tensor<f32>) {
  %s = norm.reshape %x : (tensor<f32>) -> tensor<1xf32>
  %t = norm.reshape %y : (tensor<1x1xf32>) -> tensor<f32>
  %a = norm.exp %s : tensor<1xf32>
  %b = norm.exp %t : tensor<f32>
  return %a, %b : tensor<1xf32>, tensor<f32>
}

// CHECK-LABEL: func @no_elements(
// CHECK: sched.launch @no_elements_f32 -> (tensor<?x0xf32>)
// CHECK: sched.group rows [%{{.*}}, 0] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, 0, 0)>] {
// CHECK-NOT: sched.launch
func.func @no_elements(%x: tensor<?x0x4xf32>) -> tensor<?x0xf32> {
  %s = norm.reshape %x : (tensor<?x0x4xf32>) -> tensor<?x0xf32>
  %a = norm.exp %s : tensor<?x0xf32>
  return %a : tensor<?x0xf32>
}

// CHECK-LABEL: func @transposed(
// CHECK: sched.launch @transposed_bf16_n128 -> (tensor<?x?x24x128xbf16>)
// CHECK: sched.group rows [%{{.*}}, %{{.*}}, 24] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1, d2) -> (d0, d2, d1)>] {
// CHECK-NOT: sched.launch
func.func @transposed(%x: tensor<?x24x?x128xbf16>) -> tensor<?x?x24x128xbf16> {
  %s = norm.transpose %x permutation = [0, 2, 1, 3]
      : (tensor<?x24x?x128xbf16>) -> tensor<?x?x24x128xbf16>
  %y = norm.rms_norm %s {eps = 0.0 : f32} : (tensor<?x?x24x128xbf16>) -> tensor<?x?x24x128xbf16>
  return %y : tensor<?x?x24x128xbf16>
}

// CHECK-LABEL: func @chain(
// CHECK: sched.launch @chain_bf16_n64 -> (tensor<?x4x?x64xbf16>)
// CHECK: sched.group rows [%{{.*}}, 4, %{{.*}}] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1, d2) -> (d0, d2, d1 * 128 + 576)>] {
// CHECK-NOT: sched.launch
func.func @chain(%x: tensor<?x?x1536xbf16>) -> tensor<?x4x?x64xbf16> {
  %a = norm.slice %x offsets = [0, 0, 512] strides = [1, 1, 1]
      : (tensor<?x?x1536xbf16>) -> tensor<?x?x512xbf16>
  %b = norm.reshape %a : (tensor<?x?x512xbf16>) -> tensor<?x?x8x64xbf16>
  %c = norm.slice %b offsets = [0, 0, 1, 0] strides = [1, 1, 2, 1]
      : (tensor<?x?x8x64xbf16>) -> tensor<?x?x4x64xbf16>
  %d = norm.transpose %c permutation = [0, 2, 1, 3]
      : (tensor<?x?x4x64xbf16>) -> tensor<?x4x?x64xbf16>
  %y = norm.rms_norm %d {eps = 0.0 : f32} : (tensor<?x4x?x64xbf16>) -> tensor<?x4x?x64xbf16>
  return %y : tensor<?x4x?x64xbf16>
}

// CHECK-LABEL: func @before(
// CHECK: sched.launch @before_bf16_n64 -> (tensor<?x4x64xbf16>)
// CHECK: sched.group rows [%{{.*}}, 4] ins(%arg0, %arg1, %arg2 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1 * 64)>, affine_map<(d0, d1) -> (d1 * 64)>, affine_map<(d0, d1) -> (d0)>] {
// CHECK-NOT: sched.launch
func.func @before(%x: tensor<?x256xbf16>, %w: tensor<256xbf16>, %n: tensor<?xbf16>)
    -> tensor<?x4x64xbf16> {
  %nb = norm.broadcast %n like %x dims = [0]
      : (tensor<?xbf16>, tensor<?x256xbf16>) -> tensor<?x256xbf16>
  %wb = norm.broadcast %w like %x dims = [1]
      : (tensor<256xbf16>, tensor<?x256xbf16>) -> tensor<?x256xbf16>
  %e = arith.mulf %x, %wb : tensor<?x256xbf16>
  %g = arith.mulf %e, %nb : tensor<?x256xbf16>
  %s = norm.reshape %g : (tensor<?x256xbf16>) -> tensor<?x4x64xbf16>
  %y = norm.rms_norm %s {eps = 0.0 : f32} : (tensor<?x4x64xbf16>) -> tensor<?x4x64xbf16>
  return %y : tensor<?x4x64xbf16>
}

// CHECK-LABEL: func @halves_of_computed(
// CHECK: sched.launch @halves_of_computed_bf16_n64 -> (tensor<?x64xbf16>)
// CHECK: sched.group rows [%{{.*}}] ins(%arg0, %arg0 :
// CHECK-SAME: maps [affine_map<(d0) -> (d0, 0)>, affine_map<(d0) -> (d0, 64)>] {
// CHECK-NOT: sched.launch
func.func @halves_of_computed(%x: tensor<?x128xbf16>) -> tensor<?x64xbf16> {
  %e = norm.exp %x : tensor<?x128xbf16>
  %a = norm.slice %e offsets = [0, 0] strides = [1, 1] : (tensor<?x128xbf16>) -> tensor<?x64xbf16>
  %b = norm.slice %e offsets = [0, 64] strides = [1, 1] : (tensor<?x128xbf16>) -> tensor<?x64xbf16>
  %y = arith.mulf %a, %b : tensor<?x64xbf16>
  return %y : tensor<?x64xbf16>
}

// CHECK-LABEL: func @long_halves(
// CHECK: sched.launch @long_halves_bf16_n18432 -> (tensor<?x18432xbf16>)
// CHECK: sched.group rows [%{{.*}}, 9] ins(%arg0, %arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1 * 2048)>, affine_map<(d0, d1) -> (d0, d1 * 2048 + 18432)>] result_maps [affine_map<(d0, d1) -> (d0, d1 * 2048)>] {
// CHECK-NOT: sched.launch
func.func @long_halves(%x: tensor<?x36864xbf16>) -> tensor<?x18432xbf16> {
  %a = norm.slice %x offsets = [0, 0] strides = [1, 1]
      : (tensor<?x36864xbf16>) -> tensor<?x18432xbf16>
  %b = norm.slice %x offsets = [0, 18432] strides = [1, 1]
      : (tensor<?x36864xbf16>) -> tensor<?x18432xbf16>
  %y = arith.mulf %a, %b : tensor<?x18432xbf16>
  return %y : tensor<?x18432xbf16>
}

// CHECK-LABEL: func @of_argument(
// CHECK: sched.launch @of_argument_bf16_n64 -> (tensor<?x4x64xbf16>)
// CHECK: sched.group rows [%{{.*}}, 4] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1 * 64)>] {
// CHECK-NOT: sched.launch
func.func @of_argument(%x: tensor<?x256xbf16>) -> tensor<?x4x64xbf16> {
  %s = norm.reshape %x : (tensor<?x256xbf16>) -> tensor<?x4x64xbf16>
  return %s : tensor<?x4x64xbf16>
}
