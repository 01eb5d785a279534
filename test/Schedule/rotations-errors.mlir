// One fault a chunk: rotations that a config has no room for.
// RUN: %normc-opt %s --sched-verify-row-config --split-input-file --verify-diagnostics

// two rows of f32 for each row of the CTA
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x144xbf16>) {
    // expected-error @below {{rotations exchange 64 rows through 73728 bytes of shared memory, at most 49152 are}}
    %0 = sched.group rows[4] ins(%x : tensor<4x144xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 2, rows_per_cta = 64, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<144xbf16>):
      %1 = norm.rotate <half_split> %r {width = 72 : i64} : tensor<144xbf16>
      sched.yield %1 : tensor<144xbf16>
    } -> (tensor<4x144xbf16>)
    return
  }
}

// -----

// one row alone is too long
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x8000xbf16>) {
    // expected-error @below {{rotations exchange 1 row through 64000 bytes of shared memory, at most 49152 are}}
    %0 = sched.group rows[4] ins(%x : tensor<4x8000xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 256, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8000xbf16>):
      %1 = norm.rotate <half_split> %r {width = 40 : i64} : tensor<8000xbf16>
      sched.yield %1 : tensor<8000xbf16>
    } -> (tensor<4x8000xbf16>)
    return
  }
}

// -----

// a segment would end amid a head
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x19200xbf16>) {
    %0 = sched.group rows[4] ins(%x : tensor<4x19200xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 512, rows_per_cta = 1, vector_width = 8, residency = looped,
                operand_loads = late, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<19200xbf16>):
      // expected-error @below {{rows of 19200 elements are held in segments of 16384, which width must divide, got 96}}
      %1 = norm.select_columns %r, %r {width = 96 : i64, size = 64 : i64} : tensor<19200xbf16>
      sched.yield %1 : tensor<19200xbf16>
    } -> (tensor<4x19200xbf16>)
    return
  }
}
