// Variants that a file brought along, one fault a chunk.
// RUN: %normc-opt %s --convert-sched-to-gpu --split-input-file --verify-diagnostics

#map = affine_map<(d0) -> (d0)>
#sizes = affine_map<() -> (4, 64)>

// overwritten, then read again
func.func @f(%x: tensor<4x64xf32> {norm.name = "x", norm.sizes = #sizes})
    -> (tensor<4x64xf32> {norm.in_place = "x"}, tensor<4x64xf32>) {
  // expected-note @below {{its launch is here}}
  %0:2 = sched.launch @k variants [#sched.variant<"v", align = 1, collapse = false, in_place = true>]
      -> (tensor<4x64xf32>, tensor<4x64xf32>) {
    %g:2 = sched.group rows[4] ins(%x : tensor<4x64xf32>) maps [#map]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = reread,
                operand_loads = early, access_bits = [32, 32, 32], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xf32>):
      %h = norm.exp %r : tensor<64xf32>
      %q = norm.sum_squares %h : tensor<64xf32> -> f32
      %b = norm.splat %q like %r : (f32, tensor<64xf32>) -> tensor<64xf32>
      %y = arith.mulf %h, %b : tensor<64xf32>
      sched.yield %h, %y : tensor<64xf32>, tensor<64xf32>
    } -> (tensor<4x64xf32>, tensor<4x64xf32>)
    sched.yield %g#0, %g#1 : tensor<4x64xf32>, tensor<4x64xf32>
  }
  // expected-error @below {{result 0 cannot be in place of 'x': it is stored before the last reduction, after which a kernel of residency reread reads the argument again}}
  return %0#0, %0#1 : tensor<4x64xf32>, tensor<4x64xf32>
}

// -----

#map = affine_map<(d0) -> (d0)>
#sizes = affine_map<() -> (4, 64)>

// no variant for it
func.func @f(%x: tensor<4x64xf32> {norm.name = "x", norm.sizes = #sizes}) -> (tensor<4x64xf32> {norm.in_place = "x"}) {
  // expected-note @below {{its launch is here}}
  %0 = sched.launch @k variants [#sched.variant<"v", align = 1, collapse = false>] -> (tensor<4x64xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x64xf32>) maps [#map]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [32, 32], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<4x64xf32>)
    sched.yield %g : tensor<4x64xf32>
  }
  // expected-error @below {{result 0 cannot be in place of 'x': its launch has no variant that is in_place}}
  return %0 : tensor<4x64xf32>
}

// -----

#map = affine_map<(d0) -> (d0)>
#sizes = affine_map<() -> (4, 64)>

// no permission for it
func.func @f(%x: tensor<4x64xf32> {norm.name = "x", norm.sizes = #sizes}) -> tensor<4x64xf32> {
  // expected-error @below {{has a variant that is in_place, but no result of it says so by norm.in_place}}
  %0 = sched.launch @k variants [#sched.variant<"v", align = 1, collapse = false, in_place = true>] -> (tensor<4x64xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x64xf32>) maps [#map]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [32, 32], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<4x64xf32>)
    sched.yield %g : tensor<4x64xf32>
  }
  return %0 : tensor<4x64xf32>
}

// -----

#map = affine_map<(d0) -> (d0)>

// the types, where no one looked at them before
func.func @f(%x: tensor<4x64xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 64)>}) -> (tensor<4x64xbf16> {norm.in_place = "x"}) {
  // expected-note @below {{its launch is here}}
  %0 = sched.launch @k variants [#sched.variant<"v", align = 1, collapse = false, in_place = true>] -> (tensor<4x64xbf16>) {
    %g = sched.group rows[4] ins(%x : tensor<4x64xf32>) maps [#map]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [32, 16], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xf32>):
      %t = arith.truncf %r : tensor<64xf32> to tensor<64xbf16>
      sched.yield %t : tensor<64xbf16>
    } -> (tensor<4x64xbf16>)
    sched.yield %g : tensor<4x64xbf16>
  }
  // expected-error @below {{result 0 cannot be in place of 'x': it is 'tensor<4x64xbf16>', the argument 'tensor<4x64xf32>'}}
  return %0 : tensor<4x64xbf16>
}

// -----

// another map
func.func @f(%x: tensor<4x4x64xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 4, 64)>}) -> (tensor<4x4x64xf32> {norm.in_place = "x"}) {
  // expected-note @below {{its launch is here}}
  %0 = sched.launch @k variants [#sched.variant<"v", align = 1, collapse = false, in_place = true>] -> (tensor<4x4x64xf32>) {
    %g = sched.group rows[4, 4] ins(%x : tensor<4x4x64xf32>) maps [affine_map<(d0, d1) -> (d1, d0)>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [32, 32], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<4x4x64xf32>)
    sched.yield %g : tensor<4x4x64xf32>
  }
  // expected-error @below {{result 0 cannot be in place of 'x': its kernel reads the argument by (d0, d1) -> (d1, d0) and stores the result by (d0, d1) -> (d0, d1)}}
  return %0 : tensor<4x4x64xf32>
}

// -----

// another part of the row: a window that wraps is no window of the result
func.func @f(%x: tensor<4x128xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 128)>}) -> (tensor<4x128xf32> {norm.in_place = "x"}) {
  // expected-note @below {{its launch is here}}
  %0 = sched.launch @k variants [#sched.variant<"v", align = 1, collapse = false, in_place = true>] -> (tensor<4x128xf32>) {
    %g = sched.group rows[4, 2] ins(%x : tensor<4x128xf32>) maps [affine_map<(d0, d1) -> (d0, (d1 * 64 + 64) mod 128)>]
        result_maps [affine_map<(d0, d1) -> (d0, d1 * 64)>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [32, 32], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<4x128xf32>)
    sched.yield %g : tensor<4x128xf32>
  }
  // expected-error @below {{result 0 cannot be in place of 'x': its kernel reads the argument by (d0, d1) -> (d0, (d1 * 64 + 64) mod 128) and stores the result by (d0, d1) -> (d0, d1 * 64)}}
  return %0 : tensor<4x128xf32>
}
