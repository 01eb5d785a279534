// RUN: %normc-opt %s --split-input-file --norm-form-row-groups --verify-diagnostics

// Each element of a row would be of another row of the table.
func.func @elements(%t: tensor<?xf32>, %i: tensor<?x64xi32>) -> tensor<?x64xf32> {
  // expected-error @below {{rows must run along the last axis of 'tensor<?xf32>', do not through this view}}
  %g = norm.gather %t, %i : (tensor<?xf32>, tensor<?x64xi32>) -> tensor<?x64xf32>
  // expected-note @below {{these are the rows}}
  %y = norm.silu %g : tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}

// -----

// An index that an index chooses.
func.func @nested(%t: tensor<?x64xf32>, %i: tensor<?xi32>, %j: tensor<?xi32>) -> tensor<?x64xf32> {
  // expected-error @below {{rows must run along the last axis of 'tensor<?x64xf32>', do not through this view}}
  %g = norm.gather %t, %i : (tensor<?x64xf32>, tensor<?xi32>) -> tensor<?x64xf32>
  %h = norm.gather %g, %j : (tensor<?x64xf32>, tensor<?xi32>) -> tensor<?x64xf32>
  // expected-note @below {{these are the rows}}
  %y = norm.silu %h : tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}
