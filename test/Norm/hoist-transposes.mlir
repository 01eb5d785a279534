// A transpose goes up through norms, elementwise operations and broadcasts to what is read, where it
// is a view; what is only stored is stored transposed.
// RUN: %normc-opt %s --norm-hoist-transposes --cse | FileCheck %s

// CHECK-LABEL: func @rows
// CHECK-DAG: %[[T:.*]] = norm.transpose %arg0 permutation = [0, 2, 1, 3]
// CHECK-DAG: %[[S:.*]] = norm.transpose %arg2 permutation = [1, 0, 2] : (tensor<?x8x64xf32>) -> tensor<8x?x64xf32>
// CHECK-DAG: %[[N:.*]] = norm.rms_norm %[[T]] weight %arg1
// CHECK-DAG: %[[B:.*]] = norm.broadcast %[[S]] like %{{.*}} dims = [1, 2, 3] : (tensor<8x?x64xf32>, tensor<?x8x?x64xf32>) -> tensor<?x8x?x64xf32>
// CHECK: %[[P:.*]] = arith.mulf %[[N]], %[[B]] : tensor<?x8x?x64xf32>
// CHECK: %[[Y:.*]] = norm.silu %[[P]]
// CHECK-NEXT: return %[[Y]]
func.func @rows(%x: tensor<?x?x8x64xf32>, %w: tensor<64xf32>, %s: tensor<?x8x64xf32>) -> tensor<?x8x?x64xf32> {
  %n = norm.rms_norm %x weight %w {eps = 0.0 : f32} : (tensor<?x?x8x64xf32>, tensor<64xf32>) -> tensor<?x?x8x64xf32>
  %b = norm.broadcast %s like %x dims = [1, 2, 3] : (tensor<?x8x64xf32>, tensor<?x?x8x64xf32>) -> tensor<?x?x8x64xf32>
  %p = arith.mulf %n, %b : tensor<?x?x8x64xf32>
  %t = norm.transpose %p permutation = [0, 2, 1, 3] : (tensor<?x?x8x64xf32>) -> tensor<?x8x?x64xf32>
  %y = norm.silu %t : tensor<?x8x?x64xf32>
  return %y : tensor<?x8x?x64xf32>
}

// Stored, through another view too; computed twice otherwise; along the columns; conditions.
// CHECK-LABEL: func @stay
// CHECK: norm.rms_norm %arg0
// CHECK: norm.transpose
// CHECK: norm.exp %arg0
// CHECK: norm.transpose
// CHECK: norm.tanh %arg1
// CHECK: norm.transpose
// CHECK: arith.select
// CHECK: norm.transpose
func.func @stay(%x: tensor<?x8x64xf32>, %y: tensor<4x8x8xf32>)
    -> (tensor<8x?x64xf32>, tensor<?x8x64xf32>, tensor<8x?x64xf32>, tensor<4x8x8xf32>, tensor<8x4x8xf32>) {
  %n = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x8x64xf32>) -> tensor<?x8x64xf32>
  %0 = norm.transpose %n permutation = [1, 0, 2] : (tensor<?x8x64xf32>) -> tensor<8x?x64xf32>
  %e = norm.exp %x : tensor<?x8x64xf32>
  %1 = norm.transpose %e permutation = [1, 0, 2] : (tensor<?x8x64xf32>) -> tensor<8x?x64xf32>
  %s = norm.silu %1 : tensor<8x?x64xf32>
  %h = norm.tanh %y : tensor<4x8x8xf32>
  %2 = norm.transpose %h permutation = [0, 2, 1] : (tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  %u = norm.silu %2 : tensor<4x8x8xf32>
  %c = arith.cmpf olt, %y, %u : tensor<4x8x8xf32>
  %d = arith.select %c, %y, %u : tensor<4x8x8xi1>, tensor<4x8x8xf32>
  %3 = norm.transpose %d permutation = [1, 0, 2] : (tensor<4x8x8xf32>) -> tensor<8x4x8xf32>
  %v = norm.silu %3 : tensor<8x4x8xf32>
  return %0, %e, %s, %u, %v : tensor<8x?x64xf32>, tensor<?x8x64xf32>, tensor<8x?x64xf32>, tensor<4x8x8xf32>, tensor<8x4x8xf32>
}
