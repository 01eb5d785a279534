// One fault a chunk: groups.
// RUN: %normc-opt %s --split-input-file --verify-diagnostics

// group_c1: one map for each input
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-error @below {{'sched.group' op needs one map for each input, 1, got 0}}
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [] {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// group_c1: over the row space
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-error @below {{'sched.group' op map 0 must be over the 1 row axes, got affine_map<(d0, d1, d2) -> (d0)>}}
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0, d1, d2) -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// group_c1: over the row space alone
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-error @below {{'sched.group' op map 0 must be over the 1 row axes and 0 gathers, got affine_map<(d0)[s0] -> (d0)>}}
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0)[s0] -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// group_c1: no index is negative
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-error @below {{'sched.group' op map 0 must be sums, products, floordiv and mod of row axes and constants from 0 on, got affine_map<(d0) -> (d0 - 1)>}}
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0 - 1)>] {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// group_c1: no other arithmetic
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-error @below {{'sched.group' op map 0 must be sums, products, floordiv and mod of row axes and constants from 0 on, got affine_map<(d0) -> (d0 ceildiv 2)>}}
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0 ceildiv 2)>] {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// group_c1: a divisor is at least 1
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-error @below {{'sched.group' op map 0 must be sums, products, floordiv and mod of row axes and constants from 0 on, got affine_map<(d0) -> (d0 mod 0)>}}
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0 mod 0)>] {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// group_c1: a number is an f32
func.func @f(%n: bf16, %b: index) {
  %0 = sched.launch @k -> (tensor<?xbf16>) {
    // expected-error @below {{'sched.group' op input 0 must be a tensor or an f32, got 'bf16'}}
    %g = sched.group rows[%b] ins(%n : bf16) maps [affine_map<(d0) -> ()>] {
    ^row(%r: bf16):
      sched.yield %r : bf16
    } -> (tensor<?xbf16>)
    sched.yield %g : tensor<?xbf16>
  }
  return
}

// -----

// group_c2: one block argument for each input
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-error @below {{'sched.group' op needs one block argument for each input, 1, got 2}}
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<64xf32>, %s: f32):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// group_c2: the row is static
func.func @f(%x: tensor<?x?xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-error @below {{'sched.group' op block argument 0 must be the last axis of 'tensor<?x?xf32>', got 'tensor<64xf32>'}}
    %g = sched.group rows[%b] ins(%x : tensor<?x?xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// group_c2: the row is one axis
func.func @f(%x: tensor<?x2x64xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-error @below {{'sched.group' op map 0 must leave none or one axis of 'tensor<?x2x64xf32>', got affine_map<(d0) -> (d0)>}}
    %g = sched.group rows[%b] ins(%x : tensor<?x2x64xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// group_c2: a number has no axes
func.func @f(%n: f32, %b: index) {
  %0 = sched.launch @k -> (tensor<?xf32>) {
    // expected-error @below {{'sched.group' op map 0 must be empty for a number, got affine_map<(d0) -> (d0)>}}
    %g = sched.group rows[%b] ins(%n : f32) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: f32):
      sched.yield %r : f32
    } -> (tensor<?xf32>)
    sched.yield %g : tensor<?xf32>
  }
  return
}

// -----

// group_c2: the block argument is the row
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-error @below {{'sched.group' op block argument 0 must be the last axis of 'tensor<?x64xf32>', got 'tensor<32xf32>'}}
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<32xf32>):
      sched.yield %r : tensor<32xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// group_c2: a window no longer than its axis
func.func @f(%x: tensor<32xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-error @below {{'sched.group' op block argument 0 must be within the last axis of 'tensor<32xf32>', got 'tensor<64xf32>'}}
    %g = sched.group rows[%b] ins(%x : tensor<32xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// group_c3: as many rows as results
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-error @below {{'sched.group' op must yield one row for each result, 1}}
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      sched.yield %r, %r : tensor<64xf32>, tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// group_c3: the row space before the row
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-error @below {{'sched.group' op result 0 must be 'tensor<4x64xf32>', got 'tensor<?x64xf32>'}}
    %g = sched.group rows[4] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      // expected-note @below {{its row is yielded here}}
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// group_c4
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-error @below {{'sched.group' op config needs one access width for each input and result, 2, got 1}}
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 8, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// group_c5: inputs
func.func @f(%x: tensor<?x64xf32>, %w: tensor<32xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-error @below {{'sched.group' op rows must have one axis of the same length, 64, got 'tensor<32xf32>'}}
    // expected-note @below {{this has the other length}}
    %g = sched.group rows[%b] ins(%x, %w : tensor<?x64xf32>, tensor<32xf32>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>] {
    ^row(%r: tensor<64xf32>, %s: tensor<32xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// group_c5: inside the body
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-error @below {{'sched.group' op rows must have one axis of the same length, 64, got 'tensor<32xf32>'}}
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      // expected-note @below {{this has the other length}}
      %c = arith.constant dense<0.0> : tensor<32xf32>
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// group_c5: a row has an axis
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?xf32>) {
    // expected-error @below {{'sched.group' op rows must have one axis of the same length, 64, got 'tensor<f32>'}}
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      // expected-note @below {{this has the other length}}
      %c = arith.constant dense<0.0> : tensor<f32>
      sched.yield %c : tensor<f32>
    } -> (tensor<?xf32>)
    sched.yield %g : tensor<?xf32>
  }
  return
}

// -----

// group_c6: an op without results
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-error @below {{'sched.group' op body must hold norm, arith and math operations, got 'gpu.barrier'}}
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      // expected-note @below {{it is here}}
      gpu.barrier
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// group_c6: an op of another dialect
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-error @below {{'sched.group' op body must hold norm, arith and math operations, got 'tensor.cast'}}
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      // expected-note @below {{it is here}}
      %c = tensor.cast %r : tensor<64xf32> to tensor<64xf32>
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// rows: one index for each dynamic axis
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'sched.group' op needs one index for each dynamic row axis, 1, got 0}}
  %0 = "sched.group"(%x) <{maps = [affine_map<(d0) -> (d0)>], operandSegmentSizes = array<i32: 0, 1>,
                          static_row_sizes = array<i64: -9223372036854775808>}> ({
  ^row(%r: tensor<64xf32>):
    sched.yield %r : tensor<64xf32>
  }) : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return
}

// -----

// group_c6: an element type that graphs do not have
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      // expected-error @below {{a row program works on f32, f16, bf16, f8E4M3FN, f8E5M2 and i8, got 'tensor<64xf64>'}}
      %d = arith.extf %r : tensor<64xf32> to tensor<64xf64>
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// group_c6: a rounding that the types do not say
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  %0 = sched.launch @k -> (tensor<?x64xbf16>) {
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      // expected-error @below {{truncf rounds to nearest even, got downward}}
      %d = arith.truncf %r downward : tensor<64xf32> to tensor<64xbf16>
      sched.yield %d : tensor<64xbf16>
    } -> (tensor<?x64xbf16>)
    sched.yield %g : tensor<?x64xbf16>
  }
  return
}
