// One fault a chunk: what the phases before must have left.
// RUN: %normc-opt %s --convert-sched-to-gpu --split-input-file --verify-diagnostics

// names and sizes
// expected-error @below {{argument 0 needs norm.name and norm.sizes, which the phases before give it}}
func.func @f(%x: tensor<4x8xf32> {norm.name = "x"}) -> tensor<4x8xf32> {
  %0 = sched.launch @k variants [#sched.variant<"v", align = 1, collapse = false>]
      -> (tensor<4x8xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x8xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf32>):
      sched.yield %r : tensor<8xf32>
    } -> (tensor<4x8xf32>)
    sched.yield %g : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// -----

// variants
func.func @f(%x: tensor<4x8xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}) -> tensor<4x8xf32> {
  // expected-error @below {{needs variants before it becomes kernels}}
  %0 = sched.launch @k -> (tensor<4x8xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x8xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf32>):
      sched.yield %r : tensor<8xf32>
    } -> (tensor<4x8xf32>)
    sched.yield %g : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// -----

// config
func.func @f(%x: tensor<4x8xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}) -> tensor<4x8xf32> {
  %0 = sched.launch @k variants [#sched.variant<"v", align = 1, collapse = false>]
      -> (tensor<4x8xf32>) {
    // expected-error @below {{needs a config before it becomes a kernel}}
    %g = sched.group rows[4] ins(%x : tensor<4x8xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<8xf32>):
      sched.yield %r : tensor<8xf32>
    } -> (tensor<4x8xf32>)
    sched.yield %g : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// -----

// an op without a meaning in rows
func.func @f(%x: tensor<4x8xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}) -> tensor<4x8xf32> {
  %0 = sched.launch @k variants [#sched.variant<"v", align = 1, collapse = false>]
      -> (tensor<4x8xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x8xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf32>):
      // expected-error @below {{'arith.remf' has no lowering in a row program}}
      %y = arith.remf %r, %r : tensor<8xf32>
      sched.yield %y : tensor<8xf32>
    } -> (tensor<4x8xf32>)
    sched.yield %g : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// -----

// a norm that was not decomposed
func.func @f(%x: tensor<4x8xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}) -> tensor<4x8xf32> {
  %0 = sched.launch @k variants [#sched.variant<"v", align = 1, collapse = false>]
      -> (tensor<4x8xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x8xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf32>):
      // expected-error @below {{'norm.rms_norm' has no lowering in a row program}}
      %y = norm.rms_norm %r {eps = 0.0 : f32} : (tensor<8xf32>) -> tensor<8xf32>
      sched.yield %y : tensor<8xf32>
    } -> (tensor<4x8xf32>)
    sched.yield %g : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// -----

// an input from nowhere
func.func @f(%x: tensor<4x8xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}) -> tensor<4x8xf32> {
  %y = arith.addf %x, %x : tensor<4x8xf32>
  // expected-error @below {{an input must be an argument or the result of a launch}}
  %0 = sched.launch @k variants [#sched.variant<"v", align = 1, collapse = false>]
      -> (tensor<4x8xf32>) {
    %g = sched.group rows[4] ins(%y : tensor<4x8xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf32>):
      sched.yield %r : tensor<8xf32>
    } -> (tensor<4x8xf32>)
    sched.yield %g : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// -----

// a result from nowhere
func.func @f(%x: tensor<4x8xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = sched.launch @k variants [#sched.variant<"v", align = 1, collapse = false>]
      -> (tensor<4x8xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x8xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf32>):
      sched.yield %r : tensor<8xf32>
    } -> (tensor<4x8xf32>)
    sched.yield %g : tensor<4x8xf32>
  }
  // expected-error @below {{result 1 must be the result of a launch}}
  return %0, %x : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// a result twice
func.func @f(%x: tensor<4x8xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = sched.launch @k variants [#sched.variant<"v", align = 1, collapse = false>]
      -> (tensor<4x8xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x8xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf32>):
      sched.yield %r : tensor<8xf32>
    } -> (tensor<4x8xf32>)
    sched.yield %g : tensor<4x8xf32>
  }
  // expected-error @below {{result 1 is handed out twice by one launch}}
  return %0, %0 : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// a row size from nowhere
func.func @f(%x: tensor<?x8xf32> {norm.name = "x", norm.sizes = affine_map<()[s0] -> (s0, 8)>}) -> tensor<?x8xf32> {
  // expected-error @below {{a row size must be the tensor.dim of an argument}}
  %n = arith.constant 4 : index
  %0 = sched.launch @k variants [#sched.variant<"v", align = 1, collapse = false>]
      -> (tensor<?x8xf32>) {
    %g = sched.group rows[%n] ins(%x : tensor<?x8xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf32>):
      sched.yield %r : tensor<8xf32>
    } -> (tensor<?x8xf32>)
    sched.yield %g : tensor<?x8xf32>
  }
  return %0 : tensor<?x8xf32>
}

// -----

// what a dynamic axis of a result is
func.func @f(%x: tensor<?x8xf32> {norm.name = "x", norm.sizes = affine_map<()[s0] -> (s0, 8)>}) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x8xf32>
  %0 = sched.launch @k variants [#sched.variant<"v", align = 1, collapse = false>] -> (tensor<?x8xf32>) {
    // expected-error @below {{dynamic axis 0 of result 0 must be an axis of the row space, got affine_map<(d0) -> (d0 * 2)>}}
    %g = sched.group rows[%d] ins(%x : tensor<?x8xf32>) maps [affine_map<(d0) -> (d0)>]
        result_maps [affine_map<(d0) -> (d0 * 2)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf32>):
      sched.yield %r : tensor<8xf32>
    } -> (tensor<?x8xf32>)
    sched.yield %g : tensor<?x8xf32>
  }
  return %0 : tensor<?x8xf32>
}

// -----

// config, where a result is in place
func.func @f(%x: tensor<4x8xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}) -> (tensor<4x8xf32> {norm.in_place = "x"}) {
  %0 = sched.launch @k variants [#sched.variant<"v", align = 1, collapse = false, in_place = true>]
      -> (tensor<4x8xf32>) {
    // expected-error @below {{needs a config before it becomes a kernel}}
    %g = sched.group rows[4] ins(%x : tensor<4x8xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<8xf32>):
      %q = norm.sum_squares %r : tensor<8xf32> -> f32
      %b = norm.splat %q like %r : (f32, tensor<8xf32>) -> tensor<8xf32>
      %y = arith.mulf %r, %b : tensor<8xf32>
      sched.yield %y : tensor<8xf32>
    } -> (tensor<4x8xf32>)
    sched.yield %g : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}
