// One fault a chunk: every message of the pass.
// RUN: %normc-opt %s --normc-import-verify-graph --split-input-file --verify-diagnostics

// no meaning
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // expected-error @below {{'arith.remf' has no meaning here: a graph holds norm ops, arith on floats, and math exp, tanh, erf, rsqrt, sqrt, absf, fma}}
  %0 = arith.remf %x, %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// no meaning: other NaN rules than norm's
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // expected-error @below {{'arith.maxnumf' has no meaning here}}
  %0 = arith.maxnumf %x, %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// integers
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // expected-error @below {{'arith.constant' works on f32, f16 and bf16, got 'tensor<4xi32>'}}
  %c = arith.constant dense<1> : tensor<4xi32>
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// f64
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xf64> {
  // expected-error @below {{'arith.extf' works on f32, f16, bf16, f8E4M3FN, f8E5M2 and i8, got 'tensor<?x64xf64>'}}
  %0 = arith.extf %x : tensor<?x64xf32> to tensor<?x64xf64>
  return %0 : tensor<?x64xf64>
}

// -----

// a condition that is no cmpf
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // expected-error @below {{'arith.constant' works on f32, f16 and bf16, got 'i1'}}
  %c = arith.constant true
  %0 = arith.select %c, %x, %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// a condition as a result
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xi1> {
  %0 = arith.cmpf olt, %x, %x : tensor<?x64xf32>
  // expected-error @below {{'func.return' works on f32, f16, bf16, f8E4M3FN, f8E5M2 and i8, got 'tensor<?x64xi1>'}}
  return %0 : tensor<?x64xi1>
}

// -----

// vectors
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // expected-error @below {{'arith.constant' works on f32, f16 and bf16, got 'vector<4xf32>'}}
  %c = arith.constant dense<1.0> : vector<4xf32>
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// encodings
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // expected-error @below {{tensors take no encoding, got 'tensor<4xf32, 1 : i64>'}}
  %c = arith.constant dense<1.0> : tensor<4xf32, 1>
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// fast math
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // expected-error @below {{fast-math flags are not taken, got reassoc: set attributes {norm.numerics = "relaxed"} on the function instead}}
  %0 = arith.addf %x, %x fastmath<reassoc> : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// fast math on math
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // expected-error @below {{fast-math flags are not taken, got fast}}
  %0 = math.exp %x fastmath<fast> : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// rounding
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xbf16> {
  // expected-error @below {{truncf rounds to nearest even, got toward_zero}}
  %0 = arith.truncf %x toward_zero : tensor<?x64xf32> to tensor<?x64xbf16>
  return %0 : tensor<?x64xbf16>
}

// -----

// 16-bit fma
func.func @f(%x: tensor<?x64xbf16>) -> tensor<?x64xbf16> {
  // expected-error @below {{math.fma works on f32, got 'tensor<?x64xbf16>': a 16-bit fma rounds once on the GPU and twice on the host}}
  %0 = math.fma %x, %x, %x : tensor<?x64xbf16>
  return %0 : tensor<?x64xbf16>
}

// -----

// constants
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // expected-error @below {{a constant must repeat one number, got different elements: pass the tensor as an argument}}
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// row length
func.func @f(%x: tensor<?x1048577xf32>) -> tensor<?x1048577xf32> {
  // expected-error @below {{row length 1048577 is not supported, at most 1048576}}
  %0 = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x1048577xf32>) -> tensor<?x1048577xf32>
  return %0 : tensor<?x1048577xf32>
}

// -----

// row length
func.func @f(%x: tensor<?x1048577xf32>) -> tensor<?x1048577xf32> {
  // expected-error @below {{row length 1048577 is not supported, at most 1048576}}
  %0 = norm.layer_norm %x {eps = 0.0 : f32} : (tensor<?x1048577xf32>) -> tensor<?x1048577xf32>
  return %0 : tensor<?x1048577xf32>
}

// -----

// row length
func.func @f(%x: tensor<?x1048577xf32>) -> tensor<?xf32> {
  // expected-error @below {{row length 1048577 is not supported, at most 1048576}}
  %0 = norm.reduce <add> %x : tensor<?x1048577xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// row length
func.func @f(%x: tensor<?x1048577xf32>) -> tensor<?xf32> {
  // expected-error @below {{row length 1048577 is not supported, at most 1048576}}
  %0 = norm.sum_squares %x : tensor<?x1048577xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// row length
func.func @f(%x: tensor<?x1048577xf32>) -> tensor<?xf32> {
  // expected-error @below {{row length 1048577 is not supported, at most 1048576}}
  %0, %1, %2 = norm.moments %x : tensor<?x1048577xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// one shape, as written
func.func @f(%x: tensor<?x64xf32>, %y: tensor<4x64xf32>) -> tensor<?x64xf32> {
  // expected-error @below {{'arith.addf' needs one shape for operands and results, got 'tensor<?x64xf32>' and 'tensor<4x64xf32>'}}
  %0 = "arith.addf"(%x, %y) : (tensor<?x64xf32>, tensor<4x64xf32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// reduction to a number
func.func @f(%x: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error @below {{a reduction in a function results in a tensor, got f32: write tensor<f32> and broadcast it with dims = []}}
  %q = norm.sum_squares %x : tensor<64xf32> -> f32
  %0 = norm.splat %q like %x : (f32, tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// arguments
// expected-error @below {{argument 1 must be a ranked tensor of f32, f16, bf16, f8E4M3FN, f8E5M2, i8, i32 or i64, or an f32, got 'tensor<4xi16>'}}
func.func @f(%x: tensor<?x64xf32>, %y: tensor<4xi16>) -> tensor<?x64xf32> {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// arguments
// expected-error @below {{argument 1 must be a ranked tensor of f32, f16, bf16, f8E4M3FN, f8E5M2, i8, i32 or i64, or an f32, got 'tensor<*xf32>'}}
func.func @f(%x: tensor<?x64xf32>, %y: tensor<*xf32>) -> tensor<?x64xf32> {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// arguments
// expected-error @below {{argument 1 must be a ranked tensor of f32, f16, bf16, f8E4M3FN, f8E5M2, i8, i32 or i64, or an f32, got 'bf16'}}
func.func @f(%x: tensor<?x64xf32>, %y: bf16) -> tensor<?x64xf32> {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// arguments
// expected-error @below {{argument 1 must be a ranked tensor of f32, f16, bf16, f8E4M3FN, f8E5M2, i8, i32 or i64, or an f32, got 'index'}}
func.func @f(%x: tensor<?x64xf32>, %y: index) -> tensor<?x64xf32> {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// arguments
// expected-error @below {{argument 1 must be a ranked tensor of f32, f16, bf16, f8E4M3FN, f8E5M2, i8, i32 or i64, or an f32, got 'memref<4xf32>'}}
func.func @f(%x: tensor<?x64xf32>, %y: memref<4xf32>) -> tensor<?x64xf32> {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// arguments
// expected-error @below {{argument 1 must be a ranked tensor of f32, f16, bf16, f8E4M3FN, f8E5M2, i8, i32 or i64, or an f32, got 'tensor<4xf64>'}}
func.func @f(%x: tensor<?x64xf32>, %y: tensor<4xf64>) -> tensor<?x64xf32> {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// arguments: encodings
// expected-error @below {{argument 0 must be a ranked tensor of f32, f16, bf16, f8E4M3FN, f8E5M2, i8, i32 or i64, or an f32, got 'tensor<4xf32, 1 : i64>'}}
func.func @f(%x: tensor<4xf32, 1>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = norm.exp %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// results: a number
func.func @f(%x: f32) -> f32 {
  %0 = norm.exp %x : f32
  // expected-error @below {{result 0 must be a ranked tensor, got 'f32'}}
  return %0 : f32
}

// -----

// results: an argument
// expected-note @below {{the argument is here}}
func.func @f(%x: tensor<?x64xf32>) -> (tensor<?x64xf32>, tensor<?x64xf32>) {
  %0 = norm.exp %x : tensor<?x64xf32>
  // expected-error @below {{result 1 is an argument, but results must be computed}}
  return %0, %x : tensor<?x64xf32>, tensor<?x64xf32>
}

// -----

// results: none
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{a function must return at least one tensor}}
  return
}

// -----

// numerics
// expected-error @below {{norm.numerics must be "strict" or "relaxed", got "fast"}}
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xf32> attributes {norm.numerics = "fast"} {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// numerics: no string
// expected-error @below {{norm.numerics must be "strict" or "relaxed", got true}}
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xf32> attributes {norm.numerics = true} {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// external
// expected-error @below {{function 'f' needs a body}}
func.func private @f(tensor<?x64xf32>) -> tensor<?x64xf32>

// -----

// several blocks
// expected-error @below {{function 'f' must be one block, got 2}}
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %0 = norm.exp %x : tensor<?x64xf32>
  cf.br ^end
^end:
  return %0 : tensor<?x64xf32>
}

// -----

// no function
module {
  // expected-error @below {{a module holds functions, got 'gpu.module'}}
  gpu.module @kernels {
  }
}

// -----

// empty
// expected-error @below {{a module must hold a function, got none}}
module {
}

// -----

// name: none
// expected-error @below {{a function needs a name}}
func.func @""(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// dims: no array
// expected-error @below {{norm.dims must be an array of strings, got "B"}}
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xf32> attributes {norm.dims = "B"} {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// dims: no strings
// expected-error @below {{norm.dims must be an array of strings, got ["B", 4]}}
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xf32> attributes {norm.dims = ["B", 4]} {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// bytes
func.func @f(%x: tensor<4294967296x4294967296x64xf32>) -> tensor<4294967296x4294967296x64xf32> {
  // expected-error @below {{a tensor must have less than 2^63 bytes, got 'tensor<4294967296x4294967296x64xf32>'}}
  %0 = norm.exp %x : tensor<4294967296x4294967296x64xf32>
  return %0 : tensor<4294967296x4294967296x64xf32>
}
