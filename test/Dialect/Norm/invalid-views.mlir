// One fault a chunk: the views.
// RUN: %normc-opt %s --split-input-file --verify-diagnostics

// slice_c1
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'norm.slice' op result must have the rank of x, 2, got 1}}
  %0 = norm.slice %x offsets = [0, 0] strides = [1, 1] : (tensor<4x64xf32>) -> tensor<64xf32>
  return
}

// -----

// slice_c1
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'norm.slice' op offsets must have one entry for each axis, 2, got 1}}
  %0 = norm.slice %x offsets = [0] strides = [1, 1] : (tensor<4x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// slice_c1
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'norm.slice' op strides must have one entry for each axis, 2, got 3}}
  %0 = norm.slice %x offsets = [0, 0] strides = [1, 1, 1] : (tensor<4x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// slice_c2
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.slice' op offsets must be at least 0, got [0, -1]}}
  %0 = norm.slice %x offsets = [0, -1] strides = [1, 1] : (tensor<?x64xf32>) -> tensor<?x8xf32>
  return
}

// -----

// slice_c2
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.slice' op strides must be at least 1, got [1, 0]}}
  %0 = norm.slice %x offsets = [0, 0] strides = [1, 0] : (tensor<?x64xf32>) -> tensor<?x8xf32>
  return
}

// -----

// slice_c3
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.slice' op dynamic axis 0 of the result must be a whole dynamic axis of x, got offset 1 and stride 1 of 'tensor<?x64xf32>'}}
  %0 = norm.slice %x offsets = [1, 0] strides = [1, 1] : (tensor<?x64xf32>) -> tensor<?x8xf32>
  return
}

// -----

// slice_c3
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.slice' op dynamic axis 0 of the result must be a whole dynamic axis of x, got offset 0 and stride 2 of 'tensor<?x64xf32>'}}
  %0 = norm.slice %x offsets = [0, 0] strides = [2, 1] : (tensor<?x64xf32>) -> tensor<?x8xf32>
  return
}

// -----

// slice_c3
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.slice' op dynamic axis 1 of the result must be a whole dynamic axis of x, got offset 0 and stride 1 of 'tensor<?x64xf32>'}}
  %0 = norm.slice %x offsets = [0, 0] strides = [1, 1] : (tensor<?x64xf32>) -> tensor<?x?xf32>
  return
}

// -----

// slice_c4: 1, 5, 9
func.func @f(%x: tensor<9xf32>) {
  // expected-error @below {{'norm.slice' op must lie within axis 0 of x, 9 elements, got 3 from 1 on with stride 4}}
  %0 = norm.slice %x offsets = [1] strides = [4] : (tensor<9xf32>) -> tensor<3xf32>
  return
}

// -----

// slice_c4: one element
func.func @f(%x: tensor<?x9xf32>) {
  // expected-error @below {{'norm.slice' op must lie within axis 1 of x, 9 elements, got 1 from 9 on with stride 1}}
  %0 = norm.slice %x offsets = [0, 9] strides = [1, 1] : (tensor<?x9xf32>) -> tensor<?x1xf32>
  return
}

// -----

// slice_c4: none
func.func @f(%x: tensor<9xf32>) {
  // expected-error @below {{'norm.slice' op must lie within axis 0 of x, 9 elements, got 0 from 10 on with stride 1}}
  %0 = norm.slice %x offsets = [10] strides = [1] : (tensor<9xf32>) -> tensor<0xf32>
  return
}

// -----

// slice_c4: beyond 64 bits
func.func @f(%x: tensor<9xf32>) {
  // expected-error @below {{'norm.slice' op must lie within axis 0 of x, 9 elements, got 4 from 1 on with stride 6148914691236517205}}
  %0 = norm.slice %x offsets = [1] strides = [6148914691236517205] : (tensor<9xf32>) -> tensor<4xf32>
  return
}

// -----

// slice_c4: whatever the dynamic axis
func.func @f(%x: tensor<?xf32>) {
  // expected-error @below {{'norm.slice' op must lie within axis 0 of x, less than 2^63 elements, got 2 from 9223372036854775807 on with stride 1}}
  %0 = norm.slice %x offsets = [9223372036854775807] strides = [1] : (tensor<?xf32>) -> tensor<2xf32>
  return
}

// -----

// concat_c1
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'norm.concat' op axis must be at least 0 and less than the rank 2, got 2}}
  %0 = norm.concat %x, %x axis = 2 : (tensor<4x64xf32>, tensor<4x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// concat_c1
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'norm.concat' op axis must be at least 0 and less than the rank 2, got -1}}
  %0 = norm.concat %x, %x axis = -1 : (tensor<4x64xf32>, tensor<4x64xf32>) -> tensor<4x128xf32>
  return
}

// -----

// concat_c1
func.func @f(%x: tensor<f32>) {
  // expected-error @below {{'norm.concat' op axis must be at least 0 and less than the rank 0, got 0}}
  %0 = norm.concat %x, %x axis = 0 : (tensor<f32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// concat_c2
func.func @f() {
  // expected-error @below {{'norm.concat' op expected 1 or more operands, but found 0}}
  %0 = norm.concat axis = 0 : () -> tensor<0xf32>
  return
}

// -----

// concat_c2
// expected-note @below {{the first operand is defined here}}
func.func @f(%x: tensor<4x64xf32>, %y: tensor<64xf32>) {
  // expected-error @below {{'norm.concat' op operand 1 must have the extents of the first except along axis 0, 'tensor<4x64xf32>', got 'tensor<64xf32>'}}
  %0 = norm.concat %x, %y axis = 0 : (tensor<4x64xf32>, tensor<64xf32>) -> tensor<5x64xf32>
  return
}

// -----

// concat_c2
// expected-note @below {{the first operand is defined here}}
func.func @f(%x: tensor<?x64xf32>, %y: tensor<4x64xf32>) {
  // expected-error @below {{'norm.concat' op operand 2 must have the extents of the first except along axis 1, 'tensor<?x64xf32>', got 'tensor<4x64xf32>'}}
  %0 = norm.concat %x, %x, %y axis = 1
      : (tensor<?x64xf32>, tensor<?x64xf32>, tensor<4x64xf32>) -> tensor<?x192xf32>
  return
}

// -----

// concat_c3
func.func @f(%x: tensor<?x64xf32>, %y: tensor<?x32xf32>) {
  // expected-error @below {{'norm.concat' op result must be 'tensor<?x96xf32>', got 'tensor<?x64xf32>'}}
  %0 = norm.concat %x, %y axis = 1 : (tensor<?x64xf32>, tensor<?x32xf32>) -> tensor<?x64xf32>
  return
}

// -----

// concat_c3
func.func @f(%x: tensor<?x64xf32>, %y: tensor<4x64xf32>) {
  // expected-error @below {{'norm.concat' op result must be 'tensor<?x64xf32>', got 'tensor<8x64xf32>'}}
  %0 = norm.concat %y, %x axis = 0 : (tensor<4x64xf32>, tensor<?x64xf32>) -> tensor<8x64xf32>
  return
}

// -----

// concat_c3
func.func @f(%x: tensor<6148914691236517205xf32>) {
  // expected-error @below {{'norm.concat' op needs a sum of extents less than 2^63 along axis 0, got more with operand 1}}
  %0 = norm.concat %x, %x axis = 0
      : (tensor<6148914691236517205xf32>, tensor<6148914691236517205xf32>) -> tensor<?xf32>
  return
}

// -----

// reshape_c1
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.reshape' op result must have as many dynamic axes as x, 1, got 2}}
  %0 = norm.reshape %x : (tensor<?x64xf32>) -> tensor<?x?x64xf32>
  return
}

// -----

// reshape_c1
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.reshape' op result must have as many dynamic axes as x, 1, got 0}}
  %0 = norm.reshape %x : (tensor<?x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// reshape_c2
func.func @f(%x: tensor<?x3072xbf16>) {
  // expected-error @below {{'norm.reshape' op static extents before, between and after the dynamic axes must multiply to [1, 3072] as those of x, got [1, 3200]}}
  %0 = norm.reshape %x : (tensor<?x3072xbf16>) -> tensor<?x25x128xbf16>
  return
}

// -----

// reshape_c2: the dynamic axis would have to be a multiple of 2
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.reshape' op static extents before, between and after the dynamic axes must multiply to [1, 64] as those of x, got [2, 32]}}
  %0 = norm.reshape %x : (tensor<?x64xf32>) -> tensor<2x?x32xf32>
  return
}

// -----

// reshape_c2: a static axis does not pass a dynamic one
func.func @f(%x: tensor<?x2x?x3xf32>) {
  // expected-error @below {{'norm.reshape' op static extents before, between and after the dynamic axes must multiply to [1, 2, 3] as those of x, got [1, 1, 6]}}
  %0 = norm.reshape %x : (tensor<?x2x?x3xf32>) -> tensor<?x?x6xf32>
  return
}

// -----

// reshape_c2
func.func @f(%x: tensor<4294967296x4294967296xf32>) {
  // expected-error @below {{'norm.reshape' op needs products of static extents less than 2^63, got 'tensor<4294967296x4294967296xf32>' and 'tensor<0xf32>'}}
  %0 = norm.reshape %x : (tensor<4294967296x4294967296xf32>) -> tensor<0xf32>
  return
}

// -----

// transpose_c1
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'norm.transpose' op permutation must name each of the 2 axes once, got [0, 0]}}
  %0 = norm.transpose %x permutation = [0, 0] : (tensor<4x64xf32>) -> tensor<4x4xf32>
  return
}

// -----

// transpose_c1
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'norm.transpose' op permutation must name each of the 2 axes once, got [1, 2]}}
  %0 = norm.transpose %x permutation = [1, 2] : (tensor<4x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// transpose_c1
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'norm.transpose' op permutation must name each of the 2 axes once, got [0]}}
  %0 = norm.transpose %x permutation = [0] : (tensor<4x64xf32>) -> tensor<4xf32>
  return
}

// -----

// transpose_c2: the permutation, not its inverse
func.func @f(%x: tensor<?x2x3xf32>) {
  // expected-error @below {{'norm.transpose' op result must be 'tensor<2x3x?xf32>', got 'tensor<3x?x2xf32>'}}
  %0 = norm.transpose %x permutation = [1, 2, 0] : (tensor<?x2x3xf32>) -> tensor<3x?x2xf32>
  return
}

// -----

// views keep the element type
func.func @f(%x: tensor<?x2xf32>) {
  // expected-error @below {{'norm.transpose' op requires the same element type for all operands and results}}
  %0 = norm.transpose %x permutation = [1, 0] : (tensor<?x2xf32>) -> tensor<2x?xbf16>
  return
}

// -----

// views keep the element type
func.func @f(%x: tensor<2xf32>, %y: tensor<2xf16>) {
  // expected-error @below {{'norm.concat' op requires the same element type for all operands and results}}
  %0 = norm.concat %x, %y axis = 0 : (tensor<2xf32>, tensor<2xf16>) -> tensor<4xf32>
  return
}
