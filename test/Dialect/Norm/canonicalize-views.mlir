// A view of a view of its kind is one view; one that changes nothing is gone.
// RUN: %normc-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func @slice_of_slice
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x384x64xbf16>
func.func @slice_of_slice(%x: tensor<?x384x64xbf16>) -> tensor<?x5x1xbf16> {
  // 128 + 3 * (7 + 2 i), 10 + 1 * 20; one element needs no stride.
  // CHECK-NEXT: %[[Y:.*]] = norm.slice %[[X]] offsets = [0, 149, 30] strides = [1, 6, 1] : (tensor<?x384x64xbf16>) -> tensor<?x5x1xbf16>
  // CHECK-NEXT: return %[[Y]]
  %0 = norm.slice %x offsets = [0, 128, 10] strides = [1, 3, 1]
      : (tensor<?x384x64xbf16>) -> tensor<?x64x32xbf16>
  %1 = norm.slice %0 offsets = [0, 7, 20] strides = [1, 2, 9]
      : (tensor<?x64x32xbf16>) -> tensor<?x5x1xbf16>
  return %1 : tensor<?x5x1xbf16>
}

// Strides that one element has need not fit together.
// CHECK-LABEL: func @large_strides
func.func @large_strides(%x: tensor<4x4xf32>) -> tensor<1x0xf32> {
  // CHECK-NEXT: norm.slice %{{.*}} offsets = [3, 0] strides = [1, 1] : (tensor<4x4xf32>) -> tensor<1x0xf32>
  %0 = norm.slice %x offsets = [3, 3] strides = [9223372036854775807, 9223372036854775807]
      : (tensor<4x4xf32>) -> tensor<1x1xf32>
  %1 = norm.slice %0 offsets = [0, 1] strides = [9223372036854775807, 1]
      : (tensor<1x1xf32>) -> tensor<1x0xf32>
  return %1 : tensor<1x0xf32>
}

// The launch checks that 8 rows are there; one slice of 2 would check only that 4 are.
// CHECK-LABEL: func @checked_at_launch
func.func @checked_at_launch(%x: tensor<?x64xf32>) -> tensor<2x64xf32> {
  // CHECK-NEXT: norm.slice %{{.*}} -> tensor<8x64xf32>
  // CHECK-NEXT: norm.slice %{{.*}} -> tensor<2x64xf32>
  %0 = norm.slice %x offsets = [0, 0] strides = [1, 1] : (tensor<?x64xf32>) -> tensor<8x64xf32>
  %1 = norm.slice %0 offsets = [2, 0] strides = [1, 1] : (tensor<8x64xf32>) -> tensor<2x64xf32>
  return %1 : tensor<2x64xf32>
}

// CHECK-LABEL: func @slice_of_all
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x64xf32>
func.func @slice_of_all(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = norm.slice %x offsets = [0, 0] strides = [1, 1] : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// CHECK-LABEL: func @concat_of_one
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x64xf32>
func.func @concat_of_one(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = norm.concat %x axis = 0 : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// CHECK-LABEL: func @concat_with_nothing
func.func @concat_with_nothing(%x: tensor<?x64xf32>, %y: tensor<?x0xf32>) -> tensor<?x64xf32> {
  // CHECK: norm.concat
  %0 = norm.concat %x, %y axis = 1 : (tensor<?x64xf32>, tensor<?x0xf32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// CHECK-LABEL: func @reshape_of_reshape
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x3072xf32>
func.func @reshape_of_reshape(%x: tensor<?x3072xf32>) -> (tensor<?x3072xf32>, tensor<?x48x64xf32>) {
  // CHECK-NEXT: %[[Y:.*]] = norm.reshape %[[X]] : (tensor<?x3072xf32>) -> tensor<?x48x64xf32>
  // CHECK-NEXT: return %[[X]], %[[Y]]
  %0 = norm.reshape %x : (tensor<?x3072xf32>) -> tensor<?x24x128xf32>
  %1 = norm.reshape %0 : (tensor<?x24x128xf32>) -> tensor<?x3072xf32>
  %2 = norm.reshape %0 : (tensor<?x24x128xf32>) -> tensor<?x48x64xf32>
  return %1, %2 : tensor<?x3072xf32>, tensor<?x48x64xf32>
}

// CHECK-LABEL: func @transpose_of_transpose
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x2x3xf32>
func.func @transpose_of_transpose(%x: tensor<?x2x3xf32>) -> (tensor<?x2x3xf32>, tensor<3x2x?xf32>) {
  // CHECK-NEXT: %[[Y:.*]] = norm.transpose %[[X]] permutation = [2, 1, 0] : (tensor<?x2x3xf32>) -> tensor<3x2x?xf32>
  // CHECK-NEXT: return %[[X]], %[[Y]]
  %0 = norm.transpose %x permutation = [1, 2, 0] : (tensor<?x2x3xf32>) -> tensor<2x3x?xf32>
  %1 = norm.transpose %0 permutation = [2, 0, 1] : (tensor<2x3x?xf32>) -> tensor<?x2x3xf32>
  %2 = norm.transpose %0 permutation = [1, 0, 2] : (tensor<2x3x?xf32>) -> tensor<3x2x?xf32>
  return %1, %2 : tensor<?x2x3xf32>, tensor<3x2x?xf32>
}

// Equal types do not make a transpose the identity.
// CHECK-LABEL: func @transpose_of_square
func.func @transpose_of_square(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: norm.transpose
  %0 = norm.transpose %x permutation = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func @views_of_constant
func.func @views_of_constant() -> (tensor<2xf16>, tensor<6xf16>, tensor<3x2xf16>) {
  // CHECK-DAG: arith.constant dense<1.500000e+00> : tensor<2xf16>
  // CHECK-DAG: arith.constant dense<1.500000e+00> : tensor<6xf16>
  // CHECK-DAG: arith.constant dense<1.500000e+00> : tensor<3x2xf16>
  // CHECK-NOT: norm.
  %c = arith.constant dense<1.5> : tensor<4xf16>
  %d = arith.constant dense<1.5> : tensor<2x3xf16>
  %0 = norm.slice %c offsets = [1] strides = [2] : (tensor<4xf16>) -> tensor<2xf16>
  %1 = norm.reshape %d : (tensor<2x3xf16>) -> tensor<6xf16>
  %2 = norm.transpose %d permutation = [1, 0] : (tensor<2x3xf16>) -> tensor<3x2xf16>
  return %0, %1, %2 : tensor<2xf16>, tensor<6xf16>, tensor<3x2xf16>
}

// An encoding is none of a view's business, but a value keeps its type.
// CHECK-LABEL: func @encodings
func.func @encodings(%x: tensor<4xf32, "a">) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: norm.concat
  // CHECK: norm.transpose
  %0 = norm.concat %x axis = 0 : (tensor<4xf32, "a">) -> tensor<4xf32>
  %1 = norm.transpose %x permutation = [0] : (tensor<4xf32, "a">) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
