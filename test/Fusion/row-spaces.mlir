// What the rows of a launch are: shapes of every kind.
// RUN: %normc-opt %s --norm-form-row-groups | FileCheck %s

// CHECK-DAG: #[[SAME2:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[CUT:.*]] = affine_map<(d0, d1) -> (d0, d1 * 2048)>
// CHECK-DAG: #[[PART:.*]] = affine_map<(d0, d1) -> (d1 * 2048)>

// A dynamic last axis is no row: one number at a time.
// CHECK-LABEL: func @dynamic_row
func.func @dynamic_row(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK-DAG: %[[D0:.*]] = tensor.dim %arg0, %c0
  // CHECK-DAG: %[[D1:.*]] = tensor.dim %arg0, %c1
  // CHECK: sched.launch @dynamic_row_f32 ->
  // CHECK: sched.group rows [%[[D0]], %[[D1]]] ins(%arg0 : tensor<?x?xf32>) maps [#[[SAME2]]] {
  // CHECK-NEXT: ^bb0(%{{.*}}: f32):
  %0 = norm.exp %x : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// So is one longer than a segment without a divisor.
// CHECK-LABEL: func @long_row
func.func @long_row(%x: tensor<?x16385xf32>) -> tensor<?x16385xf32> {
  // CHECK: sched.group rows [%{{.*}}, 16385] ins(%arg0 : tensor<?x16385xf32>) maps [#[[SAME2]]] {
  %0 = norm.exp %x : tensor<?x16385xf32>
  return %0 : tensor<?x16385xf32>
}

// One that nothing reduces is cut in parts, if some length divides it.
// CHECK-LABEL: func @cut_row
func.func @cut_row(%x: tensor<?x18432xf32>, %b: tensor<18432xf32>) -> tensor<?x18432xf32> {
  // CHECK: sched.launch @cut_row_f32_n18432
  // CHECK: sched.group rows [%{{.*}}, 9] ins(%arg0, %arg1 : tensor<?x18432xf32>, tensor<18432xf32>) maps [#[[CUT]], #[[PART]]] result_maps [#[[CUT]]] {
  // CHECK: ^bb0(%{{.*}}: tensor<2048xf32>, %{{.*}}: tensor<2048xf32>):
  %0 = norm.broadcast %b like %x dims = [1] : (tensor<18432xf32>, tensor<?x18432xf32>) -> tensor<?x18432xf32>
  %1 = arith.addf %x, %0 : tensor<?x18432xf32>
  return %1 : tensor<?x18432xf32>
}

// The longest that is not.
// CHECK-LABEL: func @longest_whole_row
func.func @longest_whole_row(%x: tensor<?x4096xf32>) -> tensor<?x4096xf32> {
  // CHECK: sched.launch @longest_whole_row_f32_n4096
  %0 = norm.exp %x : tensor<?x4096xf32>
  return %0 : tensor<?x4096xf32>
}

// No part of whole accesses divides it.
// CHECK-LABEL: func @uncut_row
func.func @uncut_row(%x: tensor<?x5119xf32>) -> tensor<?x5119xf32> {
  // CHECK: sched.launch @uncut_row_f32_n5119
  %0 = norm.exp %x : tensor<?x5119xf32>
  return %0 : tensor<?x5119xf32>
}

// What is reduced stays whole.
// CHECK-LABEL: func @reduced_row
func.func @reduced_row(%x: tensor<?x16384xf32>) -> tensor<?xf32> {
  // CHECK: sched.launch @reduced_row_f32_n16384
  %0 = norm.reduce <max> %x : tensor<?x16384xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// No element at all.
// CHECK-LABEL: func @empty_row
func.func @empty_row(%x: tensor<?x0xf32>) -> tensor<?x0xf32> {
  // CHECK: sched.group rows [%{{.*}}, 0]
  %0 = norm.exp %x : tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}

// CHECK-LABEL: func @one_row
func.func @one_row(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<f32>) {
  // CHECK: sched.group rows [] ins(%arg0 : tensor<64xf32>)
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<64xf32>):
  // CHECK: } -> (tensor<64xf32>, tensor<f32>)
  %n = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<64xf32>) -> tensor<64xf32>
  %m = norm.reduce <max> %n : tensor<64xf32> -> tensor<f32>
  return %n, %m : tensor<64xf32>, tensor<f32>
}

// CHECK-LABEL: func @one_number
func.func @one_number(%x: tensor<f32>) -> tensor<f32> {
  // CHECK: sched.group rows [] ins(%arg0 : tensor<f32>)
  // CHECK-NEXT: ^bb0(%{{.*}}: f32):
  %0 = norm.exp %x : tensor<f32>
  return %0 : tensor<f32>
}

// Static row axes need no size; a constant and a splat read nothing.
// CHECK-LABEL: func @static_rows
func.func @static_rows(%n: f32, %x: tensor<2x3x8xf32>) -> (tensor<2x3x8xf32>, tensor<4xf32>) {
  // CHECK-NOT: tensor.dim
  // CHECK: sched.launch @static_rows_0_f32_n8
  // CHECK: sched.group rows [2, 3] ins(%arg0 : f32)
  // CHECK: norm.splat
  // CHECK: sched.launch @static_rows_1_f32_n4
  // CHECK: sched.group rows [] ins() maps []
  // CHECK-NEXT: arith.constant dense<2.000000e+00> : tensor<4xf32>
  %0 = norm.splat %n like %x : (f32, tensor<2x3x8xf32>) -> tensor<2x3x8xf32>
  %c = arith.constant dense<2.0> : tensor<4xf32>
  return %0, %c : tensor<2x3x8xf32>, tensor<4xf32>
}

// Arithmetic on numbers stands in the rows that read it.
// CHECK-LABEL: func @number_arithmetic
func.func @number_arithmetic(%x: tensor<?x8xf32>, %n: f32) -> tensor<?x8xf32> {
  // CHECK: ins(%arg1, %arg0 : f32, tensor<?x8xf32>)
  // CHECK-NEXT: ^bb0(%[[N:.*]]: f32, %[[X:.*]]: tensor<8xf32>):
  // CHECK: %[[S:.*]] = arith.addf %[[N]], %{{.*}} : f32
  // CHECK: norm.splat %[[S]]
  %one = arith.constant 1.0 : f32
  %s = arith.addf %n, %one : f32
  %b = norm.splat %s like %x : (f32, tensor<?x8xf32>) -> tensor<?x8xf32>
  %y = arith.mulf %b, %x : tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// Sizes: axes that some operation makes equal are one dimension, numbered in the order of
// the arguments.
// CHECK-LABEL: func @sizes
// CHECK-SAME: %arg0: tensor<?xf32> {norm.sizes = affine_map<()[s0, s1] -> (s0)>}
// CHECK-SAME: %arg1: f32 {norm.sizes = affine_map<()[s0, s1] -> ()>}
// CHECK-SAME: %arg2: tensor<?x?x8xf32> {norm.sizes = affine_map<()[s0, s1] -> (s1, s0, 8)>}
// CHECK-SAME: %arg3: tensor<?x8xf32> {norm.sizes = affine_map<()[s0, s1] -> (s1, 8)>}
func.func @sizes(%t: tensor<?xf32>, %n: f32, %x: tensor<?x?x8xf32>, %s: tensor<?x8xf32>) -> tensor<?x?x8xf32> {
  %tb = norm.broadcast %t like %x dims = [1] : (tensor<?xf32>, tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %sb = norm.broadcast %s like %x dims = [0, 2] : (tensor<?x8xf32>, tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %0 = arith.mulf %x, %tb : tensor<?x?x8xf32>
  %1 = arith.addf %0, %sb : tensor<?x?x8xf32>
  return %1 : tensor<?x?x8xf32>
}

// A static operand of a dynamic axis says what the axis is.
// CHECK-LABEL: func @sizes_by_operand
// CHECK-SAME: %arg0: tensor<?x8xf32> {norm.sizes = affine_map<() -> (4, 8)>}
func.func @sizes_by_operand(%x: tensor<?x8xf32>, %t: tensor<4xf32>) -> tensor<?x8xf32> {
  %tb = norm.broadcast %t like %x dims = [0] : (tensor<4xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %0 = arith.mulf %x, %tb : tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// Of axes that nothing relates each is its own.
// CHECK-LABEL: func @sizes_apart
// CHECK-SAME: %arg0: tensor<?x8xf32> {norm.sizes = affine_map<()[s0, s1] -> (s0, 8)>}
// CHECK-SAME: %arg1: tensor<?x8xf32> {norm.sizes = affine_map<()[s0, s1] -> (s1, 8)>}
func.func @sizes_apart(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>) {
  // CHECK-COUNT-2: sched.launch
  %0 = norm.exp %x : tensor<?x8xf32>
  %1 = norm.exp %y : tensor<?x8xf32>
  return %0, %1 : tensor<?x8xf32>, tensor<?x8xf32>
}
