// One fault a chunk: every message of the pass.
// RUN: %normc-opt %s --normc-import-describe-arguments --normc-import-verify-in-place --split-input-file --verify-diagnostics

// a string
func.func @f(%x: tensor<?x64xf32> {norm.name = "x"}) -> (tensor<?x64xf32> {norm.in_place = 0}) {
  %0 = norm.exp %x : tensor<?x64xf32>
  // expected-error @below {{norm.in_place of result 0 must be the name of an argument, got 0 : i64}}
  return %0 : tensor<?x64xf32>
}

// -----

// a name
func.func @f(%x: tensor<?x64xf32> {norm.name = "x"}) -> (tensor<?x64xf32>, tensor<?x64xf32> {norm.in_place = "y"}) {
  %0 = norm.exp %x : tensor<?x64xf32>
  %1 = norm.exp %0 : tensor<?x64xf32>
  // expected-error @below {{result 1 cannot be in place of 'y': no argument has that name}}
  return %0, %1 : tensor<?x64xf32>, tensor<?x64xf32>
}

// -----

// element type
// expected-note @below {{the argument is here}}
func.func @f(%x: tensor<?x64xf32> {norm.name = "x"}) -> (tensor<?x64xbf16> {norm.in_place = "x"}) {
  %0 = arith.truncf %x : tensor<?x64xf32> to tensor<?x64xbf16>
  // expected-error @below {{result 0 cannot be in place of 'x': it is 'tensor<?x64xbf16>', the argument 'tensor<?x64xf32>'}}
  return %0 : tensor<?x64xbf16>
}

// -----

// a number
// expected-note @below {{the argument is here}}
func.func @f(%x: tensor<?x64xf32> {norm.name = "x"}, %a: f32 {norm.name = "a"}) -> (tensor<?x64xf32> {norm.in_place = "a"}) {
  %0 = norm.exp %x : tensor<?x64xf32>
  // expected-error @below {{result 0 cannot be in place of 'a': it is 'tensor<?x64xf32>', the argument 'f32'}}
  return %0 : tensor<?x64xf32>
}

// -----

// shape
// expected-note @below {{the argument is here}}
func.func @f(%x: tensor<?x64xf32> {norm.name = "x"}, %w: tensor<64xf32> {norm.name = "w"}) -> (tensor<?x64xf32> {norm.in_place = "w"}) {
  %0 = norm.scale %x, %w dims = [1] : (tensor<?x64xf32>, tensor<64xf32>) -> tensor<?x64xf32>
  // expected-error @below {{result 0 cannot be in place of 'w': it is 'tensor<?x64xf32>', the argument 'tensor<64xf32>'}}
  return %0 : tensor<?x64xf32>
}

// -----

// sizes
// expected-note @below {{the argument is here}}
func.func @f(%x: tensor<4x?x64xf32> {norm.name = "x"}, %y: tensor<4x?x64xf32> {norm.name = "y"}) -> (tensor<4x?x64xf32> {norm.in_place = "y"}, tensor<4x?x64xf32>) {
  %0 = norm.exp %x : tensor<4x?x64xf32>
  %1 = norm.exp %y : tensor<4x?x64xf32>
  // expected-error @below {{result 0 cannot be in place of 'y': axis 1 need not be as long as the argument's}}
  return %0, %1 : tensor<4x?x64xf32>, tensor<4x?x64xf32>
}

// -----

// one argument, two results
// expected-note @below {{the argument is here}}
func.func @f(%x: tensor<?x64xf32> {norm.name = "x"}) -> (tensor<?x64xf32> {norm.in_place = "x"}, tensor<?x64xf32> {norm.in_place = "x"}) {
  %0 = norm.exp %x : tensor<?x64xf32>
  %1 = norm.exp %0 : tensor<?x64xf32>
  // expected-error @below {{result 1 cannot be in place of 'x': result 0 is}}
  return %0, %1 : tensor<?x64xf32>, tensor<?x64xf32>
}
