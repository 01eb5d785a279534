// RUN: %normc-opt %s --split-input-file --verify-diagnostics

// gather_c1
func.func @number(%t: tensor<f32>, %i: tensor<4xi32>) {
  // expected-error @below {{needs a table with an axis to choose from, got 'tensor<f32>'}}
  %y = norm.gather %t, %i : (tensor<f32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

// gather_c2: the axes of index, then the table's
func.func @shape(%t: tensor<?x64xf32>, %i: tensor<?x4xi32>) {
  // expected-error @below {{result must be 'tensor<?x4x64xf32>', got 'tensor<?x64xf32>'}}
  %y = norm.gather %t, %i : (tensor<?x64xf32>, tensor<?x4xi32>) -> tensor<?x64xf32>
  return
}

// -----

// gather_c2: the element type of the table
func.func @element(%t: tensor<?x64xf32>, %i: tensor<?xi32>) {
  // expected-error @below {{result must be 'tensor<?x64xf32>', got 'tensor<?x64xbf16>'}}
  %y = norm.gather %t, %i : (tensor<?x64xf32>, tensor<?xi32>) -> tensor<?x64xbf16>
  return
}

// -----

func.func @floats(%t: tensor<?x64xf32>, %i: tensor<?xf32>) {
  // expected-error @below {{operand #1 must be ranked tensor of i32 or i64 values, but got 'tensor<?xf32>'}}
  %y = norm.gather %t, %i : (tensor<?x64xf32>, tensor<?xf32>) -> tensor<?x64xf32>
  return
}
