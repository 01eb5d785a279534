// A returned view of computed rows is stored where the view has them; what cannot be is copied by a
// launch of its own, and says so.
// RUN: %normc-opt %s --norm-form-row-groups --mlir-print-local-scope --split-input-file --verify-diagnostics | FileCheck %s

// -----

// CHECK-LABEL: func @one_launch(
// CHECK: sched.launch @one_launch_bf16_n64 -> (tensor<?x?x256xbf16>, tensor<?x4x?x64xbf16>, tensor<?x?x4x64xbf16>)
// CHECK: sched.group rows [%{{.*}}, %{{.*}}, 4] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1, d2) -> (d0, d1, d2)>] result_maps [affine_map<(d0, d1, d2) -> (d0, d1, d2 * 64)>, affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>] {
// CHECK-NOT: sched.launch
func.func @one_launch(%x: tensor<?x?x4x64xbf16>)
    -> (tensor<?x?x256xbf16>, tensor<?x4x?x64xbf16>, tensor<?x?x4x64xbf16>) {
  %y = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x?x4x64xbf16>) -> tensor<?x?x4x64xbf16>
  %m = norm.reshape %y : (tensor<?x?x4x64xbf16>) -> tensor<?x?x256xbf16>
  %t = norm.transpose %y permutation = [0, 2, 1, 3]
      : (tensor<?x?x4x64xbf16>) -> tensor<?x4x?x64xbf16>
  return %m, %t, %y : tensor<?x?x256xbf16>, tensor<?x4x?x64xbf16>, tensor<?x?x4x64xbf16>
}

// -----

// CHECK-LABEL: func @view_of_view(
// CHECK: sched.launch @view_of_view_bf16_n64 -> (tensor<?x?x256xbf16>)
// CHECK: sched.group rows [%{{.*}}, 4, %{{.*}}] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1, d2) -> (d0, d1, d2)>] result_maps [affine_map<(d0, d1, d2) -> (d0, d2, d1 * 64)>] {
// CHECK-NOT: sched.launch
func.func @view_of_view(%x: tensor<?x4x?x64xbf16>) -> tensor<?x?x256xbf16> {
  %y = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x4x?x64xbf16>) -> tensor<?x4x?x64xbf16>
  %t = norm.transpose %y permutation = [0, 2, 1, 3]
      : (tensor<?x4x?x64xbf16>) -> tensor<?x?x4x64xbf16>
  %m = norm.reshape %t : (tensor<?x?x4x64xbf16>) -> tensor<?x?x256xbf16>
  return %m : tensor<?x?x256xbf16>
}

// -----

// CHECK-LABEL: func @numbers(
// CHECK: sched.launch @numbers_f32_n64 -> (tensor<4x?xf32>)
// CHECK: sched.group rows [%{{.*}}, 4] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1)>] result_maps [affine_map<(d0, d1) -> (d1, d0)>] {
// CHECK-NOT: sched.launch
func.func @numbers(%x: tensor<?x4x64xbf16>) -> tensor<4x?xf32> {
  %y = norm.reduce <max> %x : tensor<?x4x64xbf16> -> tensor<?x4xf32>
  %t = norm.transpose %y permutation = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
  return %t : tensor<4x?xf32>
}

// -----

// CHECK-LABEL: func @slice(
// CHECK: sched.launch @slice_0_bf16_n256 -> (tensor<?x256xbf16>)
// CHECK: sched.group rows [%{{.*}}] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0) -> (d0)>] {
// CHECK: sched.launch @slice_1_bf16_n64 -> (tensor<?x64xbf16>)
// CHECK: sched.group rows [%{{.*}}] ins(%{{.*}} :
// CHECK-SAME: maps [affine_map<(d0) -> (d0, 64)>] {
// CHECK-NOT: sched.launch
func.func @slice(%x: tensor<?x256xbf16>) -> tensor<?x64xbf16> {
  // expected-note @below {{this is computed by another launch}}
  %y = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x256xbf16>) -> tensor<?x256xbf16>
  // expected-remark @below {{not fused with what it reads: the row spaces differ}}
  %s = norm.slice %y offsets = [0, 64] strides = [1, 1]
      : (tensor<?x256xbf16>) -> tensor<?x64xbf16>
  return %s : tensor<?x64xbf16>
}

// -----

// Heads split off after a norm of the whole row, and what follows it: stored column by column.
// CHECK-LABEL: func @heads_of_rows(
// CHECK: sched.group rows [%{{.*}}, %{{.*}}] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1)>] result_maps [affine_map<(d0, d1, d2) -> (d0, d2 floordiv 64, d1, d2 mod 64)>] {
// CHECK-NOT: sched.launch
func.func @heads_of_rows(%x: tensor<?x?x512xbf16>) -> tensor<?x8x?x64xbf16> {
  %n = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x?x512xbf16>) -> tensor<?x?x512xbf16>
  %s = norm.silu %n : tensor<?x?x512xbf16>
  %h = norm.reshape %s : (tensor<?x?x512xbf16>) -> tensor<?x?x8x64xbf16>
  %t = norm.transpose %h permutation = [0, 2, 1, 3] : (tensor<?x?x8x64xbf16>) -> tensor<?x8x?x64xbf16>
  return %t : tensor<?x8x?x64xbf16>
}

// What needs no whole row is computed in rows of its heads.
// CHECK-LABEL: func @heads_alone(
// CHECK: sched.group rows [%{{.*}}, 8, %{{.*}}] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1, d2) -> (d0, d2, d1 * 64)>] {
func.func @heads_alone(%x: tensor<?x?x512xbf16>) -> tensor<?x8x?x64xbf16> {
  %s = norm.silu %x : tensor<?x?x512xbf16>
  %h = norm.reshape %s : (tensor<?x?x512xbf16>) -> tensor<?x?x8x64xbf16>
  %t = norm.transpose %h permutation = [0, 2, 1, 3] : (tensor<?x?x8x64xbf16>) -> tensor<?x8x?x64xbf16>
  return %t : tensor<?x8x?x64xbf16>
}

// -----

// CHECK-LABEL: func @elementwise(
// CHECK: sched.launch @elementwise_0_bf16_n256 -> (tensor<?x256xbf16>)
// CHECK: sched.group rows [%{{.*}}] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0) -> (d0)>] {
// CHECK: sched.launch @elementwise_1_bf16_n64 -> (tensor<?x4x64xbf16>)
// CHECK: sched.group rows [%{{.*}}, 4] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1 * 64)>] {
// CHECK-NOT: sched.launch
func.func @elementwise(%x: tensor<?x256xbf16>) -> (tensor<?x256xbf16>, tensor<?x4x64xbf16>) {
  %e = norm.exp %x : tensor<?x256xbf16>
  %s = norm.reshape %e : (tensor<?x256xbf16>) -> tensor<?x4x64xbf16>
  %y = norm.rms_norm %s {eps = 0.0 : f32} : (tensor<?x4x64xbf16>) -> tensor<?x4x64xbf16>
  return %e, %y : tensor<?x256xbf16>, tensor<?x4x64xbf16>
}

// -----

// CHECK-LABEL: func @reversed(
// CHECK: sched.launch @reversed_0_bf16_n64 -> (tensor<4x4x64xbf16>)
// CHECK: sched.group rows [4, 4] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1)>] {
// CHECK: sched.launch @reversed_1_bf16_n64 -> (tensor<4x4x64xbf16>)
// CHECK: sched.group rows [4, 4] ins(%{{.*}}, %{{.*}} :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>] {
// CHECK-NOT: sched.launch
func.func @reversed(%x: tensor<4x4x64xbf16>) -> tensor<4x4x64xbf16> {
  // expected-note @below {{this is computed by another launch}}
  %y = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<4x4x64xbf16>) -> tensor<4x4x64xbf16>
  %t = norm.transpose %y permutation = [1, 0, 2] : (tensor<4x4x64xbf16>) -> tensor<4x4x64xbf16>
  // expected-remark @below {{not fused with what it reads: it reads whole results of the other launch in each row}}
  %z = arith.addf %y, %t : tensor<4x4x64xbf16>
  return %z : tensor<4x4x64xbf16>
}

// -----

// CHECK-LABEL: func @computed_and_merged(
// CHECK: sched.launch @computed_and_merged_bf16_n64 -> (tensor<?x256xbf16>)
// CHECK: sched.group rows [%{{.*}}, 4] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1)>] result_maps [affine_map<(d0, d1) -> (d0, d1 * 64)>] {
// CHECK-NOT: sched.launch
func.func @computed_and_merged(%x: tensor<?x4x64xbf16>) -> tensor<?x256xbf16> {
  %e = norm.exp %x : tensor<?x4x64xbf16>
  %y = norm.silu %e : tensor<?x4x64xbf16>
  %m = norm.reshape %y : (tensor<?x4x64xbf16>) -> tensor<?x256xbf16>
  return %m : tensor<?x256xbf16>
}

// -----

// CHECK-LABEL: func @computed_and_split(
// CHECK: sched.launch @computed_and_split_bf16_n64 -> (tensor<?x4x64xbf16>)
// CHECK: sched.group rows [%{{.*}}, 4] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1 * 64)>] {
// CHECK-NOT: sched.launch
func.func @computed_and_split(%x: tensor<?x256xbf16>) -> tensor<?x4x64xbf16> {
  %e = norm.exp %x : tensor<?x256xbf16>
  %y = norm.silu %e : tensor<?x256xbf16>
  %m = norm.reshape %y : (tensor<?x256xbf16>) -> tensor<?x4x64xbf16>
  return %m : tensor<?x4x64xbf16>
}

// -----

// CHECK-LABEL: func @read_too(
// CHECK: sched.launch @read_too_0_bf16_n64 -> (tensor<?x256xbf16>)
// CHECK: sched.group rows [%{{.*}}, 4] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1)>] result_maps [affine_map<(d0, d1) -> (d0, d1 * 64)>] {
// CHECK: sched.launch @read_too_1_bf16_n256 -> (tensor<?x256xbf16>)
// CHECK: sched.group rows [%{{.*}}] ins(%{{.*}} :
// CHECK-SAME: maps [affine_map<(d0) -> (d0)>] {
// CHECK-NOT: sched.launch
func.func @read_too(%x: tensor<?x4x64xbf16>) -> (tensor<?x256xbf16>, tensor<?x256xbf16>) {
  // expected-note @below {{this is computed by another launch}}
  %y = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x4x64xbf16>) -> tensor<?x4x64xbf16>
  %s = norm.reshape %y : (tensor<?x4x64xbf16>) -> tensor<?x256xbf16>
  // expected-remark @below {{not fused with what it reads: the row spaces differ}}
  %z = norm.rms_norm %s {eps = 0.0 : f32} : (tensor<?x256xbf16>) -> tensor<?x256xbf16>
  return %s, %z : tensor<?x256xbf16>, tensor<?x256xbf16>
}
