// RUN: %normc-opt %s --norm-form-row-groups --verify-diagnostics

// Both broadcasts say what the rows of x are.
// expected-error @below {{one size is used as 4 and as 8}}
func.func @f(%x: tensor<?x64xf32>, %a: tensor<4xf32>, %b: tensor<8xf32>) -> tensor<?x64xf32> {
  %p = norm.broadcast %a like %x dims = [0] : (tensor<4xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %q = norm.broadcast %b like %x dims = [0] : (tensor<8xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %z = arith.addf %p, %q : tensor<?x64xf32>
  return %z : tensor<?x64xf32>
}
