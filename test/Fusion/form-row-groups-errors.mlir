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

func.func @f(%x: tensor<?x64xf32>) -> tensor<?x32xf32> {
  %e = norm.exp %x : tensor<?x64xf32>
  // expected-error @below {{'norm.slice' is not supported as a view of a launch's operands yet: pass the function what it results in}}
  %y = norm.slice %e offsets = [0, 32] strides = [1, 1] : (tensor<?x64xf32>) -> tensor<?x32xf32>
  return %y : tensor<?x32xf32>
}

// -----

func.func @f(%x: tensor<?x64xf32>) -> tensor<?x128xf32> {
  // expected-error @below {{'norm.concat' is not supported as a view of a launch's operands yet: pass the function what it results in}}
  %y = norm.concat %x, %x axis = 1 : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x128xf32>
  %e = norm.exp %y : tensor<?x128xf32>
  return %e : tensor<?x128xf32>
}

// -----

func.func @f(%x: tensor<?x64xf32>) -> tensor<?x2x32xf32> {
  // expected-error @below {{'norm.reshape' is not supported as a view of a launch's operands yet: pass the function what it results in}}
  %y = norm.reshape %x : (tensor<?x64xf32>) -> tensor<?x2x32xf32>
  return %y : tensor<?x2x32xf32>
}

// -----

func.func @f(%x: tensor<?x64xf32>) -> tensor<64x?xf32> {
  // expected-error @below {{'norm.transpose' is not supported as a view of a launch's operands yet: pass the function what it results in}}
  %y = norm.transpose %x permutation = [1, 0] : (tensor<?x64xf32>) -> tensor<64x?xf32>
  return %y : tensor<64x?xf32>
}
