// Permissions that no kernel can keep, one a chunk.
// RUN: %normc-opt %s --normc-import-describe-arguments --normc-import-verify-in-place --norm-expand-sugar \
// RUN:   --norm-form-row-groups --norm-decompose --sched-clone-per-target=chips=sm_90 --sched-select-row-config \
// RUN:   --sched-expand-variants --convert-sched-to-gpu --split-input-file --verify-diagnostics

// through reductions only
func.func @f(%x: tensor<?x64xf32> {norm.name = "x"}, %z: tensor<?x64xf32>) -> (tensor<?x64xf32> {norm.in_place = "x"}) {
  %s = norm.reduce <add> %x : tensor<?x64xf32> -> tensor<?xf32>
  %b = norm.broadcast %s like %z dims = [0] : (tensor<?xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  // expected-note @below {{its launch is here}}
  %y = arith.mulf %z, %b : tensor<?x64xf32>
  // expected-error @below {{result 0 cannot be in place of 'x': no element of it is computed from the same element of the argument, only through reductions or not at all}}
  return %y : tensor<?x64xf32>
}

// -----

// not read at all
func.func @f(%x: tensor<4x64xf32> {norm.name = "x"}, %z: tensor<4x64xf32>) -> (tensor<4x64xf32> {norm.in_place = "x"}) {
  // expected-note @below {{its launch is here}}
  %y = norm.exp %z : tensor<4x64xf32>
  // expected-error @below {{result 0 cannot be in place of 'x': its kernel does not read the argument}}
  return %y : tensor<4x64xf32>
}

// -----

// another map
func.func @f(%x: tensor<4x4x64xf32> {norm.name = "x"}) -> (tensor<4x4x64xf32> {norm.in_place = "x"}) {
  %t = norm.transpose %x permutation = [1, 0, 2] : (tensor<4x4x64xf32>) -> tensor<4x4x64xf32>
  // expected-note @below {{its launch is here}}
  %y = norm.exp %t : tensor<4x4x64xf32>
  // expected-error @below {{result 0 cannot be in place of 'x': its kernel reads the argument by (d0, d1) -> (d1, d0) and stores the result by (d0, d1) -> (d0, d1)}}
  return %y : tensor<4x4x64xf32>
}

// -----

// several ways
func.func @f(%x: tensor<4x4x64xf32> {norm.name = "x"}) -> (tensor<4x4x64xf32> {norm.in_place = "x"}) {
  %t = norm.transpose %x permutation = [1, 0, 2] : (tensor<4x4x64xf32>) -> tensor<4x4x64xf32>
  // expected-note @below {{its launch is here}}
  %y = arith.addf %x, %t : tensor<4x4x64xf32>
  // expected-error @below {{result 0 cannot be in place of 'x': its kernel reads the argument in several ways}}
  return %y : tensor<4x4x64xf32>
}

// -----

// one number a row
func.func @f(%x: tensor<?xf32> {norm.name = "x"}) -> (tensor<?xf32> {norm.in_place = "x"}) {
  // expected-note @below {{its launch is here}}
  %y = norm.exp %x : tensor<?xf32>
  // expected-error @below {{result 0 cannot be in place of 'x': every thread of a row reads the argument's one number, which the first would overwrite}}
  return %y : tensor<?xf32>
}

// -----

// a later launch
func.func @f(%x: tensor<?x64xf32> {norm.name = "x"}, %z: tensor<?x?x64xf32>)
    -> (tensor<?x64xf32> {norm.in_place = "x"}, tensor<?x?x64xf32>) {
  // expected-note @below {{its launch is here}}
  %y = norm.exp %x : tensor<?x64xf32>
  %b = norm.broadcast %x like %z dims = [1, 2] : (tensor<?x64xf32>, tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
  // expected-note @below {{a later launch is here}}
  %s = arith.addf %z, %b : tensor<?x?x64xf32>
  // expected-error @below {{result 0 cannot be in place of 'x': a later launch reads the argument}}
  return %y, %s : tensor<?x64xf32>, tensor<?x?x64xf32>
}

// -----

module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @concat(%x: tensor<?x8xf32> {norm.name = "x", norm.sizes = affine_map<()[s0] -> (s0, 8)>})
      -> (tensor<?x8xf32> {norm.in_place = "x"}) {
    %y = norm.concat %x axis = 1 : (tensor<?x8xf32>) -> tensor<?x8xf32>
    // expected-error @below {{result 0 cannot be in place of 'x': it is a concat, whose parts several stores write}}
    return %y : tensor<?x8xf32>
  }
}
