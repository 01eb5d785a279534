// One fault a chunk: every message of the pass.
// RUN: %normc-opt %s --normc-import-describe-arguments --split-input-file --verify-diagnostics


// names: twice
// expected-error @below {{two arguments are named 'x'}}
func.func @f(%x: tensor<?x64xf32> {norm.name = "x"}, %y: tensor<?x64xf32> {norm.name = "x"}) -> tensor<?x64xf32> {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// names: a stride of another argument
// expected-error @below {{an argument's name must be letters, digits and _, and not that of a result, got 'x.stride0'}}
func.func @f(%x: tensor<?x64xf32> {norm.name = "x.stride0"}) -> tensor<?x64xf32> {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// names: a result
// expected-error @below {{an argument's name must be letters, digits and _, and not that of a result, got 'result0'}}
func.func @f(%x: tensor<?x64xf32> {norm.name = "result0"}) -> tensor<?x64xf32> {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// names: a temporary
// expected-error @below {{an argument's name must be letters, digits and _, and not that of a result, got 'temporary12'}}
func.func @f(%x: tensor<?x64xf32> {norm.name = "temporary12"}) -> tensor<?x64xf32> {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// names: no digit first
// expected-error @below {{an argument's name must be letters, digits and _, and not that of a result, got '8x'}}
func.func @f(%x: tensor<?x64xf32> {norm.name = "8x"}) -> tensor<?x64xf32> {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// names: none
// expected-error @below {{an argument's name must be letters, digits and _, and not that of a result, got ''}}
func.func @f(%x: tensor<?x64xf32> {norm.name = ""}) -> tensor<?x64xf32> {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// names: what would end a comment
// expected-error @below {{an argument's name must be letters, digits and _, and not that of a result, got 'x y'}}
func.func @f(%x: tensor<?x64xf32> {norm.name = "x y"}) -> tensor<?x64xf32> {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// sizes: two of one axis
// expected-error @below {{one size is used as 4 and as 8}}
func.func @f(%x: tensor<?x64xf32>, %a: tensor<4xf32>, %b: tensor<8xf32>) -> tensor<?x64xf32> {
  %0 = norm.broadcast %a like %x dims = [0] : (tensor<4xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %1 = norm.broadcast %b like %x dims = [0] : (tensor<8xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %2 = arith.addf %0, %1 : tensor<?x64xf32>
  return %2 : tensor<?x64xf32>
}

// -----

// dims: more names than dimensions, of which two axes can be one
// expected-error @below {{norm.dims has more names than the function has dimensions: 2 and 1}}
func.func @f(%x: tensor<?x64xf32>, %y: tensor<?x64xf32>) -> tensor<?x64xf32> attributes {norm.dims = ["M", "N"]} {
  %0 = arith.addf %x, %y : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// -----

// dims: names where every size is known
// expected-error @below {{norm.dims has more names than the function has dimensions: 1 and 0}}
func.func @f(%x: tensor<4x64xf32>) -> tensor<4x64xf32> attributes {norm.dims = ["M"]} {
  %0 = norm.exp %x : tensor<4x64xf32>
  return %0 : tensor<4x64xf32>
}
