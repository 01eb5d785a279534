// One fault a chunk: windows and result maps of groups.
// RUN: %normc-opt %s --split-input-file --verify-diagnostics

// group_c1: no index is negative, a factor
func.func @f(%x: tensor<4x8x64xf32>) {
  // expected-error @below {{'sched.group' op map 0 must be sums, products, floordiv and mod of row axes and constants from 0 on, got affine_map<(d0, d1) -> (-d0 + 3, d1)>}}
  %0 = sched.group rows[4, 8] ins(%x : tensor<4x8x64xf32>) maps [affine_map<(d0, d1) -> (3 - d0, d1)>] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<4x8x64xf32>)
  return
}

// -----

// group_c1: not even a constant
func.func @f(%x: tensor<4x8x64xf32>) {
  // expected-error @below {{'sched.group' op map 0 must be sums, products, floordiv and mod of row axes and constants from 0 on, got affine_map<(d0, d1) -> (d0, d1, -1)>}}
  %0 = sched.group rows[4, 8] ins(%x : tensor<4x8x64xf32>) maps [affine_map<(d0, d1) -> (d0, d1, -1)>] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<4x8x64xf32>)
  return
}

// -----

// group_c1: ceildiv inside
func.func @f(%x: tensor<4x8x64xf32>) {
  // expected-error @below {{'sched.group' op map 0 must be sums, products, floordiv and mod of row axes and constants from 0 on, got affine_map<(d0, d1) -> (d0, (d1 + 1) ceildiv 2 + 1)>}}
  %0 = sched.group rows[4, 8] ins(%x : tensor<4x8x64xf32>) maps [affine_map<(d0, d1) -> (d0, (d1 + 1) ceildiv 2 + 1)>] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<4x8x64xf32>)
  return
}

// -----

// group_c1: a divisor is at least 1
func.func @f(%x: tensor<4x8x64xf32>) {
  // expected-error @below {{'sched.group' op map 0 must be sums, products, floordiv and mod of row axes and constants from 0 on, got affine_map<(d0, d1) -> (d0, d1 floordiv 0)>}}
  %0 = sched.group rows[4, 8] ins(%x : tensor<4x8x64xf32>) maps [affine_map<(d0, d1) -> (d0, d1 floordiv 0)>] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<4x8x64xf32>)
  return
}

// -----

// group_c2: more indices than axes
func.func @f(%x: tensor<4x8x64xf32>) {
  // expected-error @below {{'sched.group' op map 0 must leave none or one axis of 'tensor<4x8x64xf32>', got affine_map<(d0, d1) -> (d0, d1, 0, 0)>}}
  %0 = sched.group rows[4, 8] ins(%x : tensor<4x8x64xf32>) maps [affine_map<(d0, d1) -> (d0, d1, 0, 0)>] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<4x8x64xf32>)
  return
}

// -----

// group_c2: a window no longer than its axis
func.func @f(%x: tensor<4x8x32xf32>) {
  // expected-error @below {{'sched.group' op block argument 0 must be within the last axis of 'tensor<4x8x32xf32>', got 'tensor<64xf32>'}}
  %0 = sched.group rows[4, 8] ins(%x : tensor<4x8x32xf32>) maps [affine_map<(d0, d1) -> (d0, d1, 0)>] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<4x8x64xf32>)
  return
}

// -----

// group_c2: a window of a tensor with an axis
func.func @f(%x: tensor<f32>) {
  // expected-error @below {{'sched.group' op block argument 0 must be within the last axis of 'tensor<f32>', got 'tensor<64xf32>'}}
  %0 = sched.group rows[4, 8] ins(%x : tensor<f32>) maps [affine_map<(d0, d1) -> ()>] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<4x8x64xf32>)
  return
}

// -----

// group_c2: a row that is not named is the whole axis
func.func @f(%x: tensor<4x8x64xf32>) {
  // expected-error @below {{'sched.group' op block argument 0 must be the last axis of 'tensor<4x8x64xf32>', got 'tensor<32xf32>'}}
  %0 = sched.group rows[4, 8] ins(%x : tensor<4x8x64xf32>) maps [affine_map<(d0, d1) -> (d0, d1)>] {
  ^row(%r: tensor<32xf32>):
    sched.yield %r : tensor<32xf32>
  } -> (tensor<4x8x32xf32>)
  return
}

// -----

// group_c2: of one axis
func.func @f(%x: tensor<4x8x64xf32>) {
  // expected-error @below {{'sched.group' op block argument 0 must be a row of 'tensor<4x8x64xf32>', got 'tensor<1x64xf32>'}}
  %0 = sched.group rows[4, 8] ins(%x : tensor<4x8x64xf32>) maps [affine_map<(d0, d1) -> (d0, d1, 0)>] {
  ^row(%r: tensor<1x64xf32>):
    sched.yield %r : tensor<1x64xf32>
  } -> (tensor<4x8x1x64xf32>)
  return
}

// -----

// group_c2: of the tensor's elements
func.func @f(%x: tensor<4x8x64xf32>) {
  // expected-error @below {{'sched.group' op block argument 0 must be a row of 'tensor<4x8x64xf32>', got 'tensor<64xbf16>'}}
  %0 = sched.group rows[4, 8] ins(%x : tensor<4x8x64xf32>) maps [affine_map<(d0, d1) -> (d0, d1)>] {
  ^row(%r: tensor<64xbf16>):
    sched.yield %r : tensor<64xbf16>
  } -> (tensor<4x8x64xbf16>)
  return
}

// -----

// group_c2: a number is passed on as it is
func.func @f(%n: f32) {
  // expected-error @below {{'sched.group' op block argument 0 must be the number 'f32', got 'bf16'}}
  %0 = sched.group rows[4] ins(%n : f32) maps [affine_map<(d0) -> ()>] {
  ^row(%r: bf16):
    sched.yield %r : bf16
  } -> (tensor<4xbf16>)
  return
}

// -----

// group_c3: one result map for each result
func.func @f(%x: tensor<4x8x64xf32>) {
  // expected-error @below {{'sched.group' op needs one map for each result, 1, got 2}}
  %0 = sched.group rows[4, 8] ins(%x : tensor<4x8x64xf32>) maps [affine_map<(d0, d1) -> (d0, d1)>]
        result_maps [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<4x8x64xf32>)
  return
}

// -----

// group_c3: one result map for each result
func.func @f(%x: tensor<4x8x64xf32>) {
  // expected-error @below {{'sched.group' op needs one map for each result, 1, got 0}}
  %0 = sched.group rows[4, 8] ins(%x : tensor<4x8x64xf32>) maps [affine_map<(d0, d1) -> (d0, d1)>]
        result_maps [] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<4x8x64xf32>)
  return
}

// -----

// group_c3: a result map is over the row space
func.func @f(%x: tensor<4x8x64xf32>) {
  // expected-error @below {{'sched.group' op result map 0 must be over the 2 row axes, got affine_map<(d0) -> (d0)>}}
  %0 = sched.group rows[4, 8] ins(%x : tensor<4x8x64xf32>) maps [affine_map<(d0, d1) -> (d0, d1)>]
        result_maps [affine_map<(d0) -> (d0)>] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<4x8x64xf32>)
  return
}

// -----

// group_c3: a result map without symbols
func.func @f(%x: tensor<4x8x64xf32>) {
  // expected-error @below {{'sched.group' op result map 0 must be over the 2 row axes and 0 gathers, got affine_map<(d0, d1)[s0] -> (d0, d1)>}}
  %0 = sched.group rows[4, 8] ins(%x : tensor<4x8x64xf32>) maps [affine_map<(d0, d1) -> (d0, d1)>]
        result_maps [affine_map<(d0, d1)[s0] -> (d0, d1)>] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<4x8x64xf32>)
  return
}

// -----

// group_c3: arithmetic of a result map
func.func @f(%x: tensor<4x8x64xf32>) {
  // expected-error @below {{'sched.group' op result map 0 must be sums, products, floordiv and mod of row axes and constants from 0 on, got affine_map<(d0, d1) -> (d0, d1 ceildiv 2)>}}
  %0 = sched.group rows[4, 8] ins(%x : tensor<4x8x64xf32>) maps [affine_map<(d0, d1) -> (d0, d1)>]
        result_maps [affine_map<(d0, d1) -> (d0, d1 ceildiv 2)>] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<4x8x64xf32>)
  return
}

// -----

// group_c3: a result map leaves none or one axis
func.func @f(%x: tensor<4x8x64xf32>) {
  // expected-error @below {{'sched.group' op result map 0 must leave none or one axis of 'tensor<4x8x64xf32>', got affine_map<(d0, d1) -> (d0)>}}
  %0 = sched.group rows[4, 8] ins(%x : tensor<4x8x64xf32>) maps [affine_map<(d0, d1) -> (d0, d1)>]
        result_maps [affine_map<(d0, d1) -> (d0)>] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<4x8x64xf32>)
  return
}

// -----

// group_c3: a yielded row within its result
func.func @f(%x: tensor<4x8x64xf32>) {
  // expected-error @below {{'sched.group' op yielded row 0 must be within the last axis of 'tensor<4x32xf32>', got 'tensor<64xf32>'}}
  %0 = sched.group rows[4, 8] ins(%x : tensor<4x8x64xf32>) maps [affine_map<(d0, d1) -> (d0, d1)>]
        result_maps [affine_map<(d0, d1) -> (d0, d1 * 64)>] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<4x32xf32>)
  return
}

// -----

// group_c3: a yielded row of its result's elements
func.func @f(%x: tensor<4x8x64xf32>) {
  // expected-error @below {{'sched.group' op yielded row 0 must be a row of 'tensor<4x512xbf16>', got 'tensor<64xf32>'}}
  %0 = sched.group rows[4, 8] ins(%x : tensor<4x8x64xf32>) maps [affine_map<(d0, d1) -> (d0, d1)>]
        result_maps [affine_map<(d0, d1) -> (d0, d1 * 64)>] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<4x512xbf16>)
  return
}

// -----

// group_c3: a yielded row is the axis that its map leaves
func.func @f(%x: tensor<4x8x64xf32>) {
  // expected-error @below {{'sched.group' op yielded row 0 must be the last axis of 'tensor<8x4x32xf32>', got 'tensor<64xf32>'}}
  %0 = sched.group rows[4, 8] ins(%x : tensor<4x8x64xf32>) maps [affine_map<(d0, d1) -> (d0, d1)>]
        result_maps [affine_map<(d0, d1) -> (d1, d0)>] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<8x4x32xf32>)
  return
}

// -----

// group_c1: what the row and what the column adds are mixed
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'sched.group' op map 0 must have a sum of one index of the row and one of the column, d1, for each axis, the last not without the column, got affine_map<(d0, d1) -> (d0, (d0 + d1) floordiv 2)>}}
  %0 = sched.group rows[4] ins(%x : tensor<4x64xf32>) maps [affine_map<(d0, d1) -> (d0, (d0 + d1) floordiv 2)>] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<4x64xf32>)
  return
}

// -----

// group_c1: a column of another axis than the last
func.func @f(%x: tensor<64x4xf32>) {
  // expected-error @below {{'sched.group' op map 0 must have a sum of one index of the row and one of the column, d1, for each axis, the last not without the column, got affine_map<(d0, d1) -> (d1, d0)>}}
  %0 = sched.group rows[4] ins(%x : tensor<64x4xf32>) maps [affine_map<(d0, d1) -> (d1, d0)>] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<4x64xf32>)
  return
}

// -----

// group_c1: columns that no axis has
func.func @f(%x: tensor<4x8x64xf32>) {
  // expected-error @below {{'sched.group' op map 0 must name all axes of 'tensor<4x8x64xf32>', got affine_map<(d0, d1) -> (d0, d1 floordiv 8)>}}
  %0 = sched.group rows[4] ins(%x : tensor<4x8x64xf32>) maps [affine_map<(d0, d1) -> (d0, d1 floordiv 8)>] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<4x64xf32>)
  return
}

// -----

// group_c3: two columns of a result in one place
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'sched.group' op result map 0 must store each column elsewhere, 64 columns in as many places, got 32}}
  %0 = sched.group rows[4] ins(%x : tensor<4x64xf32>) maps [affine_map<(d0) -> (d0)>]
      result_maps [affine_map<(d0, d1) -> (d0, d1 floordiv 2)>] {
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  } -> (tensor<4x64xf32>)
  return
}
