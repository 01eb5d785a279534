// Broadcasts of constants fold; functions of numbers never do: the host's libm would give
// other bits than the kernels.
// RUN: %normc-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func @splat_of_constant
func.func @splat_of_constant(%x: tensor<2x4xbf16>) -> tensor<2x4xf32> {
  // CHECK: %[[C:.*]] = arith.constant dense<2.500000e+00> : tensor<2x4xf32>
  // CHECK: return %[[C]]
  %c = arith.constant 2.5 : f32
  %0 = norm.splat %c like %x : (f32, tensor<2x4xbf16>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func @splat_without_extent
func.func @splat_without_extent(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // CHECK: norm.splat
  %c = arith.constant 2.5 : f32
  %0 = norm.splat %c like %x : (f32, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func @broadcast_of_constant
func.func @broadcast_of_constant(%x: tensor<2x4xf32>) -> tensor<2x4xf16> {
  // CHECK: %[[C:.*]] = arith.constant dense<1.500000e+00> : tensor<2x4xf16>
  // CHECK: return %[[C]]
  %c = arith.constant dense<1.5> : tensor<4xf16>
  %0 = norm.broadcast %c like %x dims = [1] : (tensor<4xf16>, tensor<2x4xf32>) -> tensor<2x4xf16>
  return %0 : tensor<2x4xf16>
}

// CHECK-LABEL: func @broadcast_of_different_elements
func.func @broadcast_of_different_elements(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  // CHECK: norm.broadcast
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = norm.broadcast %c like %x dims = [1] : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// CHECK-LABEL: func @broadcast_along_no_axis
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<2x4xf32>
func.func @broadcast_along_no_axis(%x: tensor<2x4xf32>, %like: tensor<2x4xbf16>) -> tensor<2x4xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = norm.broadcast %x like %like dims = [0, 1]
      : (tensor<2x4xf32>, tensor<2x4xbf16>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// The launch checks that the extents agree; without the broadcast it would not.
// CHECK-LABEL: func @broadcast_of_unknown_extent
func.func @broadcast_of_unknown_extent(%x: tensor<?x4xf32>, %like: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // CHECK: norm.broadcast
  %0 = norm.broadcast %x like %like dims = [0, 1]
      : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func @functions_do_not_fold
func.func @functions_do_not_fold() -> (f32, f32, f32, f32, f32, f32, f32, f32) {
  %c = arith.constant 1.0 : f32
  // CHECK: norm.exp
  %0 = norm.exp %c : f32
  // CHECK: norm.tanh
  %1 = norm.tanh %c : f32
  // CHECK: norm.erf
  %2 = norm.erf %c : f32
  // CHECK: norm.rsqrt
  %3 = norm.rsqrt %c : f32
  // CHECK: norm.sigmoid
  %4 = norm.sigmoid %c : f32
  // CHECK: norm.silu
  %5 = norm.silu %c : f32
  // CHECK: norm.gelu <erf>
  %6 = norm.gelu <erf> %c : f32
  // CHECK: norm.gelu <tanh>
  %7 = norm.gelu <tanh> %c : f32
  return %0, %1, %2, %3, %4, %5, %6, %7 : f32, f32, f32, f32, f32, f32, f32, f32
}

// CHECK-LABEL: func @reductions_do_not_fold
func.func @reductions_do_not_fold() -> f32 {
  // CHECK: norm.sum_squares
  %c = arith.constant dense<1.0> : tensor<4xf32>
  %0 = norm.sum_squares %c : tensor<4xf32> -> f32
  return %0 : f32
}

// An op without uses is gone: all are pure.
// CHECK-LABEL: func @dead
func.func @dead(%x: tensor<?x4xf32>) {
  // CHECK-NEXT: return
  %0 = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = norm.reduce <add> %0 : tensor<?x4xf32> -> tensor<?xf32>
  return
}
