// One fault a chunk.
// RUN: %normc-opt %s --sched-verify-row-config --split-input-file --verify-diagnostics

// threads: no power of two
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x1024xbf16>) {
    // expected-error @below {{threads_per_row 96 has no place in the reduction tree of 1024 elements with vector_width 8, which takes 1, 2, 4, 8, 16, 32, 64, 128}}
    %0 = sched.group rows[4] ins(%x : tensor<4x1024xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 96, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<1024xbf16>):
      sched.yield %r : tensor<1024xbf16>
    } -> (tensor<4x1024xbf16>)
    return
  }
}

// -----

// threads: more than the row has chunks
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x1024xbf16>) {
    // expected-error @below {{threads_per_row 256 has no place in the reduction tree of 1024 elements with vector_width 8, which takes 1, 2, 4, 8, 16, 32, 64, 128}}
    %0 = sched.group rows[4] ins(%x : tensor<4x1024xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 256, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<1024xbf16>):
      sched.yield %r : tensor<1024xbf16>
    } -> (tensor<4x1024xbf16>)
    return
  }
}

// -----

// threads: an odd factor of the groups is one more choice
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x3072xbf16>) {
    // expected-error @below {{threads_per_row 160 has no place in the reduction tree of 3072 elements with vector_width 8, which takes 1, 2, 4, 8, 16, 32, 64, 96, 128, 192, 384}}
    %0 = sched.group rows[4] ins(%x : tensor<4x3072xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 160, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<3072xbf16>):
      sched.yield %r : tensor<3072xbf16>
    } -> (tensor<4x3072xbf16>)
    return
  }
}

// -----

// threads: wider pieces take half as many
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x1024xbf16>) {
    // expected-error @below {{threads_per_row 128 has no place in the reduction tree of 1024 elements with vector_width 16, which takes 1, 2, 4, 8, 16, 32, 64}}
    %0 = sched.group rows[4] ins(%x : tensor<4x1024xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 128, rows_per_cta = 1, vector_width = 16, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<1024xbf16>):
      sched.yield %r : tensor<1024xbf16>
    } -> (tensor<4x1024xbf16>)
    return
  }
}

// -----

// threads: up to 16 chunks only powers of two
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x40xbf16>) {
    // expected-error @below {{threads_per_row 16 has no place in the reduction tree of 40 elements with vector_width 8, which takes 1, 2, 4, 8}}
    %0 = sched.group rows[4] ins(%x : tensor<4x40xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 16, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<40xbf16>):
      sched.yield %r : tensor<40xbf16>
    } -> (tensor<4x40xbf16>)
    return
  }
}

// -----

// threads: one number a row
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4xbf16>) {
    // expected-error @below {{threads_per_row must be 1 where a row is one number, got 2}}
    %0 = sched.group rows[4] ins(%x : tensor<4xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 2, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [0, 0], min_ctas_per_sm = 0> {
    ^row(%r: bf16):
      sched.yield %r : bf16
    } -> (tensor<4xbf16>)
    return
  }
}

// -----

// threads: whole warps
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x1024xbf16>) {
    // expected-error @below {{threads_per_row * rows_per_cta must be a multiple of 32, got 16 * 3}}
    %0 = sched.group rows[4] ins(%x : tensor<4x1024xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 16, rows_per_cta = 3, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<1024xbf16>):
      sched.yield %r : tensor<1024xbf16>
    } -> (tensor<4x1024xbf16>)
    return
  }
}

// -----

// threads: registers
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x1024xbf16>) {
    // expected-error @below {{a thread would hold 256 elements with 4 threads a row and 1 rows a thread, at most 128 fit its registers}}
    %0 = sched.group rows[4] ins(%x : tensor<4x1024xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 4, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<1024xbf16>):
      sched.yield %r : tensor<1024xbf16>
    } -> (tensor<4x1024xbf16>)
    return
  }
}

// -----

// row length
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x1048577xbf16>) {
    // expected-error @below {{row length 1048577 is not supported, 1 to 1048576 are}}
    %0 = sched.group rows[4] ins(%x : tensor<4x1048577xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 128, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<1048577xbf16>):
      sched.yield %r : tensor<1048577xbf16>
    } -> (tensor<4x1048577xbf16>)
    return
  }
}

// -----

// residency: a row longer than a segment
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x16385xbf16>) {
    // expected-error @below {{residency must be looped where a row has 16385 elements, got registers}}
    %0 = sched.group rows[4] ins(%x : tensor<4x16385xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 128, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<16385xbf16>):
      sched.yield %r : tensor<16385xbf16>
    } -> (tensor<4x16385xbf16>)
    return
  }
}

// -----

// residency: a row within a segment
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x16384xbf16>) {
    // expected-error @below {{residency must not be looped where a row has 16384 elements, got looped}}
    %0 = sched.group rows[4] ins(%x : tensor<4x16384xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 128, rows_per_cta = 1, vector_width = 8, residency = looped,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<16384xbf16>):
      sched.yield %r : tensor<16384xbf16>
    } -> (tensor<4x16384xbf16>)
    return
  }
}

// -----

// access: narrower than an element
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x1024xf32>) {
    // expected-error @below {{access_bits 0 must be from 32 to 128 on sm_90, got 16}}
    %0 = sched.group rows[4] ins(%x : tensor<4x1024xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 128, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [16, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<1024xf32>):
      sched.yield %r : tensor<1024xf32>
    } -> (tensor<4x1024xf32>)
    return
  }
}

// -----

// access: wider than the chip's
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x1024xbf16>) {
    // expected-error @below {{access_bits 1 must be from 16 to 128 on sm_90, got 256}}
    %0 = sched.group rows[4] ins(%x : tensor<4x1024xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 64, rows_per_cta = 1, vector_width = 16, residency = registers,
                operand_loads = early, access_bits = [128, 256], min_ctas_per_sm = 0> {
    ^row(%r: tensor<1024xbf16>):
      sched.yield %r : tensor<1024xbf16>
    } -> (tensor<4x1024xbf16>)
    return
  }
}

// -----

// access: wider than a piece
module attributes {sched.target = #sched.target<"sm_100">} {
  func.func @f(%x: tensor<4x1024xbf16>) {
    // expected-error @below {{access_bits 1 must be from 16 to 128 on sm_100, got 256}}
    %0 = sched.group rows[4] ins(%x : tensor<4x1024xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 128, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 256], min_ctas_per_sm = 0> {
    ^row(%r: tensor<1024xbf16>):
      sched.yield %r : tensor<1024xbf16>
    } -> (tensor<4x1024xbf16>)
    return
  }
}

// -----

// access: none for a row
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x1024xbf16>) {
    // expected-error @below {{access_bits 0 must be from 16 to 128 on sm_90, got 0}}
    %0 = sched.group rows[4] ins(%x : tensor<4x1024xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 128, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [0, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<1024xbf16>):
      sched.yield %r : tensor<1024xbf16>
    } -> (tensor<4x1024xbf16>)
    return
  }
}

// -----

// access: some for a number
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4xbf16>) {
    // expected-error @below {{access_bits 0 must be 0 where a row is one number, got 16}}
    %0 = sched.group rows[4] ins(%x : tensor<4xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [16, 0], min_ctas_per_sm = 0> {
    ^row(%r: bf16):
      sched.yield %r : bf16
    } -> (tensor<4xbf16>)
    return
  }
}

// -----

// occupancy: threads
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x1024xbf16>) {
    // expected-error @below {{min_ctas_per_sm 5 of 512 threads is more than an SM of sm_90 holds, 2048 threads and 32 CTAs}}
    %0 = sched.group rows[4] ins(%x : tensor<4x1024xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 128, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 5> {
    ^row(%r: tensor<1024xbf16>):
      sched.yield %r : tensor<1024xbf16>
    } -> (tensor<4x1024xbf16>)
    return
  }
}

// -----

// occupancy: a chip with smaller SMs
module attributes {sched.target = #sched.target<"sm_120">} {
  func.func @f(%x: tensor<4x1024xbf16>) {
    // expected-error @below {{min_ctas_per_sm 4 of 512 threads is more than an SM of sm_120 holds, 1536 threads and 24 CTAs}}
    %0 = sched.group rows[4] ins(%x : tensor<4x1024xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 128, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 4> {
    ^row(%r: tensor<1024xbf16>):
      sched.yield %r : tensor<1024xbf16>
    } -> (tensor<4x1024xbf16>)
    return
  }
}

// -----

// occupancy: CTAs
module attributes {sched.target = #sched.target<"sm_120">} {
  func.func @f(%x: tensor<4x1024xbf16>) {
    // expected-error @below {{min_ctas_per_sm 25 of 32 threads is more than an SM of sm_120 holds, 1536 threads and 24 CTAs}}
    %0 = sched.group rows[4] ins(%x : tensor<4x1024xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 25> {
    ^row(%r: tensor<1024xbf16>):
      sched.yield %r : tensor<1024xbf16>
    } -> (tensor<4x1024xbf16>)
    return
  }
}

// -----

// no config
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x1024xbf16>) {
    // expected-error @below {{needs a config}}
    %0 = sched.group rows[4] ins(%x : tensor<4x1024xbf16>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<1024xbf16>):
      sched.yield %r : tensor<1024xbf16>
    } -> (tensor<4x1024xbf16>)
    return
  }
}

// -----

// no target
module {
  func.func @f(%x: tensor<4x1024xbf16>) {
    // expected-error @below {{needs a module with a target around it, such as sched.target = #sched.target<"sm_90">}}
    %0 = sched.group rows[4] ins(%x : tensor<4x1024xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 128, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<1024xbf16>):
      sched.yield %r : tensor<1024xbf16>
    } -> (tensor<4x1024xbf16>)
    return
  }
}

// -----

// unknown chip
// expected-error @below {{unknown chip 'sm_70', did you mean 'sm_80'?}}
module attributes {sched.target = #sched.target<"sm_70">} {
  func.func @f(%x: tensor<4x1024xbf16>) {
    %0 = sched.group rows[4] ins(%x : tensor<4x1024xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 128, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<1024xbf16>):
      sched.yield %r : tensor<1024xbf16>
    } -> (tensor<4x1024xbf16>)
    return
  }
}

// -----

// shared memory: 3 rows of 12288 elements by 96 threads exchange all 48 groups of lanes, and what comes out
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x12288xbf16>) {
    // expected-error @below {{the config may need 75264 bytes of shared memory, at most 49152 are}}
    %0 = sched.group rows[4] ins(%x : tensor<4x12288xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 96, rows_per_cta = 3, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<12288xbf16>):
      sched.yield %r : tensor<12288xbf16>
    } -> (tensor<4x12288xbf16>)
    return
  }
}

// -----

// access: a window that does not start on its boundary
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x512xbf16>) {
    // expected-error @below {{access_bits 0 must divide where its rows start, multiples of 64 bits, got 128}}
    %0 = sched.group rows[4] ins(%x : tensor<4x512xbf16>) maps [affine_map<(d0) -> (d0, 4)>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xbf16>):
      sched.yield %r : tensor<64xbf16>
    } -> (tensor<4x64xbf16>)
    return
  }
}

// -----

// access: the same of a result
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x2x20xbf16>) {
    // expected-error @below {{access_bits 1 must divide where its rows start, multiples of 320 bits, got 128}}
    %0 = sched.group rows[4, 2] ins(%x : tensor<4x2x20xbf16>) maps [affine_map<(d0, d1) -> (d0, d1)>]
        result_maps [affine_map<(d0, d1) -> (d0, d1 * 20)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<20xbf16>):
      sched.yield %r : tensor<20xbf16>
    } -> (tensor<4x40xbf16>)
    return
  }
}
