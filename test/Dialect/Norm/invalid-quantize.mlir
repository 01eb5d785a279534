// RUN: %normc-opt %s --split-input-file --verify-diagnostics

// quantize_c1: the shape of x
func.func @shape(%x: tensor<?x64xf32>) {
  // expected-error @below {{result must have the shape of the operand 'tensor<?x64xf32>', got 'tensor<?x32xi8>'}}
  %q = norm.quantize %x : (tensor<?x64xf32>) -> tensor<?x32xi8>
  return
}

// -----

// quantize_c1: a number of a number
func.func @number(%x: f32) {
  // expected-error @below {{result must be a number as the operand, got 'tensor<4xi8>'}}
  %q = norm.quantize %x : (f32) -> tensor<4xi8>
  return
}

// -----

func.func @wide(%x: tensor<?x64xf32>) {
  // expected-error @below {{result #0 must be a tensor or scalar of f8E4M3FN, f8E5M2 or i8, but got 'tensor<?x64xbf16>'}}
  %q = norm.quantize %x : (tensor<?x64xf32>) -> tensor<?x64xbf16>
  return
}

// -----

// quantize_c2: dims without a scale
func.func @dims_alone(%x: tensor<?x64xf32>) {
  // expected-error @below {{dims are the axes of a scale that is a tensor, got no scale}}
  %q = norm.quantize %x dims = [0] : (tensor<?x64xf32>) -> tensor<?x64xi8>
  return
}

// -----

// quantize_c2: a tensor of another shape needs dims
func.func @no_dims(%x: tensor<?x64xf32>, %s: tensor<64xf32>) {
  // expected-error @below {{needs dims, the axes of x that those of the scale 'tensor<64xf32>' are}}
  %q = norm.quantize %x scale %s : (tensor<?x64xf32>, tensor<64xf32>) -> tensor<?x64xi8>
  return
}

// -----

// quantize_c2: broadcasts by them
func.func @extent(%x: tensor<?x64xf32>, %s: tensor<32xf32>) {
  // expected-error @below {{extent 32 of axis 0 of the scale must be 1 or that of axis 1 of the result, 64}}
  %q = norm.quantize %x scale %s dims = [1] : (tensor<?x64xf32>, tensor<32xf32>) -> tensor<?x64xi8>
  return
}

// -----

// dynamic_quantize_c1
func.func @dynamic_row(%x: tensor<4x?xf32>) {
  // expected-error @below {{needs a static last axis, got 'tensor<4x?xf32>'}}
  %q, %s = norm.dynamic_quantize %x {floor = 1.0e-10 : f32} : (tensor<4x?xf32>) -> (tensor<4x?xi8>, tensor<4xf32>)
  return
}

// -----

// dynamic_quantize_c2
func.func @dynamic_shape(%x: tensor<4x64xf32>) {
  // expected-error @below {{result must have the shape of the operand 'tensor<4x64xf32>', got 'tensor<64x4xi8>'}}
  %q, %s = norm.dynamic_quantize %x {floor = 1.0e-10 : f32} : (tensor<4x64xf32>) -> (tensor<64x4xi8>, tensor<4xf32>)
  return
}

// -----

// dynamic_quantize_c3: a power of two
func.func @block(%x: tensor<4x96xf32>) {
  // expected-error @below {{block must be 16, 32, 64, 128 or 256, got 48}}
  %q, %s = norm.dynamic_quantize %x {block = 48 : i64, floor = 1.0e-10 : f32} : (tensor<4x96xf32>) -> (tensor<4x96xi8>, tensor<4x2xf32>)
  return
}

// -----

// dynamic_quantize_c3: divides the row
func.func @block_rest(%x: tensor<4x96xf32>) {
  // expected-error @below {{block must divide the last axis of 'tensor<4x96xf32>', got 64}}
  %q, %s = norm.dynamic_quantize %x {block = 64 : i64, floor = 1.0e-10 : f32} : (tensor<4x96xf32>) -> (tensor<4x96xi8>, tensor<4x2xf32>)
  return
}

// -----

// dynamic_quantize_c4: one a row
func.func @scale_of_row(%x: tensor<4x64xf32>) {
  // expected-error @below {{scale must be 'tensor<4xf32>', got 'tensor<4x1xf32>'}}
  %q, %s = norm.dynamic_quantize %x {floor = 1.0e-10 : f32} : (tensor<4x64xf32>) -> (tensor<4x64xi8>, tensor<4x1xf32>)
  return
}

// -----

// dynamic_quantize_c4: one a block
func.func @scale_of_block(%x: tensor<4x64xf32>) {
  // expected-error @below {{scale must be 'tensor<4x4xf32>', got 'tensor<4xf32>'}}
  %q, %s = norm.dynamic_quantize %x {block = 16 : i64, floor = 1.0e-10 : f32} : (tensor<4x64xf32>) -> (tensor<4x64xi8>, tensor<4xf32>)
  return
}

// -----

// dynamic_quantize_c5: no scale of 0
func.func @floor(%x: tensor<4x64xf32>) {
  // expected-error @below {{floor must be finite, and floor / 127 a normal number above 0, got 0.000000e+00 : f32}}
  %q, %s = norm.dynamic_quantize %x {floor = 0.0 : f32} : (tensor<4x64xf32>) -> (tensor<4x64xi8>, tensor<4xf32>)
  return
}

// -----

// dynamic_quantize_c5: a normal one
func.func @subnormal(%x: tensor<4x64xf32>) {
  // expected-error @below {{floor must be finite, and floor / 448 a normal number above 0}}
  %q, %s = norm.dynamic_quantize %x {floor = 1.0e-37 : f32} : (tensor<4x64xf32>) -> (tensor<4x64xf8E4M3FN>, tensor<4xf32>)
  return
}

// -----

// block_scale_c1
func.func @no_row(%x: tensor<f32>) {
  // expected-error @below {{needs an operand with a last axis to reduce, got rank 0}}
  %s = norm.block_scale %x {block = 16 : i64, floor = 1.0 : f32, largest = 1.0 : f32} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// block_scale_c2
func.func @long_block(%x: tensor<4x512xf32>) {
  // expected-error @below {{block must be 16, 32, 64, 128 or 256, got 512}}
  %s = norm.block_scale %x {block = 512 : i64, floor = 1.0 : f32, largest = 1.0 : f32} : (tensor<4x512xf32>) -> tensor<4x1xf32>
  return
}

// -----

// block_scale_c3
func.func @scales(%x: tensor<4x512xf32>) {
  // expected-error @below {{scale must be 'tensor<4x32xf32>', got 'tensor<4x16xf32>'}}
  %s = norm.block_scale %x {block = 16 : i64, floor = 1.0 : f32, largest = 1.0 : f32} : (tensor<4x512xf32>) -> tensor<4x16xf32>
  return
}

// -----

// repeat_c1
func.func @repeat(%x: tensor<4x6xf32>) {
  // expected-error @below {{result must be 'tensor<4x6xf32>' with a multiple of 6 elements in the last axis, got 'tensor<4x64xf32>'}}
  %s = norm.repeat %x : (tensor<4x6xf32>) -> tensor<4x64xf32>
  return
}
