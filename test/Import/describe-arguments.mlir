// Two `?` at the same place of one operation are one dimension, also where the operation is dead.
// RUN: %normc-opt %s --normc-import-describe-arguments | FileCheck %s

// CHECK-LABEL: func @f
// CHECK-SAME: %arg0: tensor<?x64xf32> {norm.name = "arg0", norm.sizes = affine_map<()[s0] -> (s0, 64)>}
// CHECK-SAME: %arg1: tensor<?x64xf32> {norm.name = "arg1", norm.sizes = affine_map<()[s0] -> (s0, 64)>}
func.func @f(%x: tensor<?x64xf32>, %y: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %dead = arith.addf %x, %y : tensor<?x64xf32>
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// A generated name gives way to a written one; axes that nothing ties stay apart.
// CHECK-LABEL: func @g
// CHECK-SAME: norm.name = "arg1", norm.sizes = affine_map<()[s0, s1] -> (s0, 64)>
// CHECK-SAME: norm.name = "arg1_", norm.sizes = affine_map<()[s0, s1] -> (s1, 64)>
// CHECK-SAME: norm.name = "arg2", norm.sizes = affine_map<()[s0, s1] -> ()>
func.func @g(%x: tensor<?x64xf32> {norm.name = "arg1"}, %y: tensor<?x64xf32>, %c: f32) -> tensor<?x64xf32> {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// A dynamic axis that is a static one elsewhere has that size.
// CHECK-LABEL: func @h
// CHECK-SAME: norm.sizes = affine_map<() -> (4, 64)>
// CHECK-SAME: norm.sizes = affine_map<() -> (4)>
func.func @h(%x: tensor<?x64xf32>, %a: tensor<4xf32>) -> tensor<?x64xf32> {
  %0 = norm.broadcast %a like %x dims = [0] : (tensor<4xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// The operands of sugar that broadcast have the axes that dims names, not those at their place.
// CHECK-LABEL: func @sugar
// CHECK-SAME: norm.name = "arg0", norm.sizes = affine_map<()[s0, s1] -> (s0, s1, 64)>
// CHECK-SAME: norm.name = "arg1", norm.sizes = affine_map<()[s0, s1] -> (s0, 64)>
// CHECK-SAME: norm.name = "arg2", norm.sizes = affine_map<()[s0, s1] -> (s0, 64)>
// CHECK-SAME: norm.name = "arg3", norm.sizes = affine_map<()[s0, s1] -> (s1, 64)>
// CHECK-SAME: norm.name = "arg4", norm.sizes = affine_map<()[s0, s1] -> (s0, s1, 64)>
func.func @sugar(%x: tensor<?x?x64xf32>, %a: tensor<?x64xf32>, %b: tensor<?x64xf32>, %c: tensor<?x64xf32>,
                 %r: tensor<?x?x64xf32>) -> tensor<?x?x64xf32> {
  %0 = norm.modulate %x, %a, %b dims = [0, 2]
      : (tensor<?x?x64xf32>, tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x?x64xf32>
  %1 = norm.scale %0, %c dims = [1, 2] : (tensor<?x?x64xf32>, tensor<?x64xf32>) -> tensor<?x?x64xf32>
  %2 = norm.shift %1, %c dims = [1, 2] : (tensor<?x?x64xf32>, tensor<?x64xf32>) -> tensor<?x?x64xf32>
  %3 = norm.gate %r, %a, %2 dims = [0, 2]
      : (tensor<?x?x64xf32>, tensor<?x64xf32>, tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
  return %3 : tensor<?x?x64xf32>
}

// A slice that takes a whole axis, and one that does not.
// CHECK-LABEL: func @slice
// CHECK-SAME: %arg0: {{[^{]*}}{norm.name = "arg0", norm.sizes = affine_map<()[s0, s1] -> (s0, s1, 64)>}
// CHECK-SAME: %arg1: {{[^{]*}}{norm.name = "arg1", norm.sizes = affine_map<()[s0, s1] -> (s0, 4, 32)>}
func.func @slice(%x: tensor<?x?x64xf32>, %y: tensor<?x?x32xf32>) -> tensor<?x4x32xf32> {
  %0 = norm.slice %x offsets = [0, 8, 0] strides = [1, 1, 2] : (tensor<?x?x64xf32>) -> tensor<?x4x32xf32>
  %1 = norm.slice %y offsets = [0, 0, 0] strides = [1, 1, 1] : (tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  %2 = norm.broadcast %0 like %1 dims = [0, 1, 2]
      : (tensor<?x4x32xf32>, tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
  return %0 : tensor<?x4x32xf32>
}

// Operands of a concat share all axes but the one along which they are joined; that of the
// result is none of theirs.
// CHECK-LABEL: func @concat
// CHECK-SAME: norm.name = "arg0", norm.sizes = affine_map<()[s0, s1, s2, s3] -> (s0, s1, 64)>
// CHECK-SAME: norm.name = "arg1", norm.sizes = affine_map<()[s0, s1, s2, s3] -> (s0, s2, 64)>
// CHECK-SAME: norm.name = "arg2", norm.sizes = affine_map<()[s0, s1, s2, s3] -> (s0, s3, 64)>
func.func @concat(%x: tensor<?x?x64xf32>, %y: tensor<?x?x64xf32>, %z: tensor<?x?x64xf32>) -> tensor<?x?x64xf32> {
  %0 = norm.concat %x, %y axis = 1 : (tensor<?x?x64xf32>, tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
  %1 = arith.addf %0, %z : tensor<?x?x64xf32>
  return %1 : tensor<?x?x64xf32>
}

// CHECK-LABEL: func @concat_of_one
// CHECK-SAME: norm.name = "arg0", norm.sizes = affine_map<()[s0] -> (s0)>
// CHECK-SAME: norm.name = "arg1", norm.sizes = affine_map<()[s0] -> (s0)>
func.func @concat_of_one(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = norm.concat %x axis = 0 : (tensor<?xf32>) -> tensor<?xf32>
  %1 = arith.addf %0, %y : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// Dynamic axes pass through a reshape in their order, wherever they stand.
// CHECK-LABEL: func @reshape
// CHECK-SAME: norm.name = "arg0", norm.sizes = affine_map<()[s0, s1] -> (s0, 6, s1, 64)>
// CHECK-SAME: norm.name = "arg1", norm.sizes = affine_map<()[s0, s1] -> (1, s0, 2, 3, s1, 64)>
func.func @reshape(%x: tensor<?x6x?x64xf32>, %y: tensor<1x?x2x3x?x64xf32>) -> tensor<1x?x2x3x?x64xf32> {
  %0 = norm.reshape %x : (tensor<?x6x?x64xf32>) -> tensor<1x?x2x3x?x64xf32>
  %1 = arith.addf %0, %y : tensor<1x?x2x3x?x64xf32>
  return %1 : tensor<1x?x2x3x?x64xf32>
}

// CHECK-LABEL: func @transpose
// CHECK-SAME: norm.name = "arg0", norm.sizes = affine_map<()[s0, s1, s2] -> (s0, s1, s2)>
// CHECK-SAME: norm.name = "arg1", norm.sizes = affine_map<()[s0, s1, s2] -> (s2, s0, s1)>
func.func @transpose(%x: tensor<?x?x?xf32>, %y: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = norm.transpose %x permutation = [2, 0, 1] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %1 = arith.addf %0, %y : tensor<?x?x?xf32>
  return %1 : tensor<?x?x?xf32>
}

// The weight is as long as the row, whatever stands at its place.
// CHECK-LABEL: func @weight
// CHECK-SAME: norm.sizes = affine_map<()[s0] -> (s0, 64)>
// CHECK-SAME: norm.sizes = affine_map<()[s0] -> (64)>
func.func @weight(%x: tensor<?x64xf32>, %w: tensor<64xf32>) -> tensor<?x64xf32> {
  %0 = norm.rms_norm %x weight %w {eps = 0.0 : f32} : (tensor<?x64xf32>, tensor<64xf32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// Dimensions of one name are one size; the names are then each once.
// CHECK-LABEL: func @named
// CHECK-SAME: norm.sizes = affine_map<()[s0, s1] -> (s0, 64)>
// CHECK-SAME: norm.sizes = affine_map<()[s0, s1] -> (s0, s1, 64)>
// CHECK-SAME: attributes {norm.dims = ["B", "S"]}
func.func @named(%x: tensor<?x64xf32>, %y: tensor<?x?x64xf32>) -> (tensor<?x64xf32>, tensor<?x?x64xf32>)
    attributes {norm.dims = ["B", "B", "S"]} {
  %0 = norm.exp %x : tensor<?x64xf32>
  %1 = norm.exp %y : tensor<?x?x64xf32>
  return %0, %1 : tensor<?x64xf32>, tensor<?x?x64xf32>
}
