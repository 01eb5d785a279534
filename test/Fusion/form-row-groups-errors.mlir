// RUN: %normc-opt %s --norm-form-row-groups --split-input-file --verify-diagnostics

// Both broadcasts say what the rows of x are.
// expected-error @below {{one size is used as 4 and as 8}}
func.func @f(%x: tensor<?x64xf32>, %a: tensor<4xf32>, %b: tensor<8xf32>) -> tensor<?x64xf32> {
  %p = norm.broadcast %a like %x dims = [0] : (tensor<4xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %q = norm.broadcast %b like %x dims = [0] : (tensor<8xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %z = arith.addf %p, %q : tensor<?x64xf32>
  return %z : tensor<?x64xf32>
}

// -----

// No argument is as long as the two together.
func.func @f(%x: tensor<?x64xf32>, %z: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // expected-error @below {{a concat along dynamic axis 0 can be returned, not read by other operations yet}}
  %y = norm.concat %x, %z axis = 0 : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %e = norm.exp %y : tensor<?x64xf32>
  return %e : tensor<?x64xf32>
}

// -----

// How long the axis is would have to be checked at the launch.
func.func @f(%x: tensor<4x?x64xf32>) -> tensor<4x8x64xf32> {
  // expected-error @below {{a slice must take all of dynamic axis 1, got 8 elements}}
  %y = norm.slice %x offsets = [0, 2, 0] strides = [1, 1, 1] : (tensor<4x?x64xf32>) -> tensor<4x8x64xf32>
  %e = norm.exp %y : tensor<4x8x64xf32>
  return %e : tensor<4x8x64xf32>
}

// -----

// A row of a column: returned, the transposed value is a launch of its own.
func.func @f(%x: tensor<32x64xf32>) -> tensor<64x32xf32> {
  // expected-note @below {{this is computed by another launch}}
  %e = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<32x64xf32>) -> tensor<32x64xf32>
  // expected-remark @below {{not fused with what it reads: the row spaces differ}}
  // expected-error @below {{rows must run along the last axis of 'tensor<32x64xf32>', do not through this view}}
  // expected-note @below {{these are the rows}}
  %y = norm.transpose %e permutation = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}

// -----

// A view of a view: the one next to memory is named.
func.func @f(%x: tensor<64x4xf32>) -> tensor<4x64xf32> {
  // expected-error @below {{rows must run along the last axis of 'tensor<64x4xf32>', do not through this view}}
  %t = norm.transpose %x permutation = [1, 0] : (tensor<64x4xf32>) -> tensor<4x64xf32>
  %y = norm.slice %t offsets = [0, 0] strides = [1, 1] : (tensor<4x64xf32>) -> tensor<4x64xf32>
  // expected-note @below {{these are the rows}}
  %e = norm.exp %y : tensor<4x64xf32>
  return %e : tensor<4x64xf32>
}

// -----

// The sum is also the size of an argument,
func.func @f(%x: tensor<?x64xf32>, %z: tensor<?x64xf32>, %w: tensor<?x64xf32>) -> (tensor<?x64xf32>, tensor<?x128xf32>) {
  // expected-error @below {{the size along dynamic axis 0 of a concat must be no other size, nothing checks that they are equal yet}}
  %y = norm.concat %x, %z axis = 0 : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %v = norm.concat %y, %w axis = 1 : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x128xf32>
  return %y, %v : tensor<?x64xf32>, tensor<?x128xf32>
}

// -----

// or another sum.
func.func @f(%x: tensor<?x64xf32>, %z: tensor<?x64xf32>, %w: tensor<?x64xf32>) -> tensor<?x128xf32> {
  %y = norm.concat %x, %z axis = 0 : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  // expected-error @below {{the size along dynamic axis 0 of a concat must be no other size, nothing checks that they are equal yet}}
  %u = norm.concat %x, %w axis = 0 : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %v = norm.concat %y, %u axis = 1 : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x128xf32>
  return %v : tensor<?x128xf32>
}

// -----

func.func @f(%x: tensor<1x8xf32>) -> tensor<128x8xf32> {
  %a = norm.concat %x, %x axis = 0 : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<2x8xf32>
  %b = norm.concat %a, %a axis = 0 : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<4x8xf32>
  %c = norm.concat %b, %b axis = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %d = norm.concat %c, %c axis = 0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  %e = norm.concat %d, %d axis = 0 : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<32x8xf32>
  %f = norm.concat %e, %e axis = 0 : (tensor<32x8xf32>, tensor<32x8xf32>) -> tensor<64x8xf32>
  // expected-error @below {{a concat of at most 64 parts is supported, got 128}}
  %g = norm.concat %f, %f axis = 0 : (tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<128x8xf32>
  return %g : tensor<128x8xf32>
}
