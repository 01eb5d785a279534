// RUN: %normc-opt %s --split-input-file --verify-diagnostics

#rows = affine_map<(d0)[s0] -> (d0)>
#chosen = affine_map<(d0)[s0] -> (s0)>
// group_c7: an input that is no integer of the row
func.func @float(%x: tensor<8x64xf32>, %i: tensor<8xf32>) -> tensor<8x64xf32> {
  %y = sched.launch @k -> (tensor<8x64xf32>) {
    // expected-error @below {{gathers must be inputs of one i32 or i64 a row, got 1}}
    %g = sched.group rows [8] ins(%x, %i : tensor<8x64xf32>, tensor<8xf32>) maps [#chosen, #rows] gathers [1] {
    ^row(%xr: tensor<64xf32>, %ir: f32):
      sched.yield %xr : tensor<64xf32>
    } -> (tensor<8x64xf32>)
    sched.yield %g : tensor<8x64xf32>
  }
  return %y : tensor<8x64xf32>
}

// -----

#rows = affine_map<(d0)[s0] -> (d0)>
#chosen = affine_map<(d0)[s0] -> (s0)>
// group_c7: an index by an index
func.func @nested(%x: tensor<8x64xf32>, %i: tensor<8xi32>) -> tensor<8x64xf32> {
  %y = sched.launch @k -> (tensor<8x64xf32>) {
    // expected-error @below {{map 1 must have no symbols: it is an index itself}}
    %g = sched.group rows [8] ins(%x, %i : tensor<8x64xf32>, tensor<8xi32>) maps [#chosen, #chosen] gathers [1] {
    ^row(%xr: tensor<64xf32>, %ir: i32):
      sched.yield %xr : tensor<64xf32>
    } -> (tensor<8x64xf32>)
    sched.yield %g : tensor<8x64xf32>
  }
  return %y : tensor<8x64xf32>
}

// -----

#rows = affine_map<(d0) -> (d0)>
#chosen = affine_map<(d0)[s0] -> (s0)>
// group_c7: symbols are gathers
func.func @symbols(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %y = sched.launch @k -> (tensor<8x64xf32>) {
    // expected-error @below {{map 0 must be over the 1 row axes and 0 gathers, got affine_map<(d0)[s0] -> (s0)>}}
    %g = sched.group rows [8] ins(%x : tensor<8x64xf32>) maps [#chosen] {
    ^row(%xr: tensor<64xf32>):
      sched.yield %xr : tensor<64xf32>
    } -> (tensor<8x64xf32>)
    sched.yield %g : tensor<8x64xf32>
  }
  return %y : tensor<8x64xf32>
}
