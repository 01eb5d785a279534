// Configs with several CTAs a row, one fault a chunk.
// RUN: %normc-opt %s --sched-verify-row-config --split-input-file --verify-diagnostics

// clusters: of as many CTAs as the row has segments
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x40000xbf16>) {
    // expected-error @below {{ctas_per_row must be 1 or 3 where a row has 3 segments and a cluster of sm_90 at most 8 CTAs, got 4}}
    %0 = sched.group rows[4] ins(%x : tensor<4x40000xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 512, ctas_per_row = 4, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<40000xbf16>):
      sched.yield %r : tensor<40000xbf16>
    } -> (tensor<4x40000xbf16>)
    return
  }
}

// -----

// clusters: not for a row of one segment
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x16384xbf16>) {
    // expected-error @below {{ctas_per_row must be 1 where a row has 1 segment and a cluster of sm_90 at most 8 CTAs, got 2}}
    %0 = sched.group rows[4] ins(%x : tensor<4x16384xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 512, ctas_per_row = 2, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<16384xbf16>):
      sched.yield %r : tensor<16384xbf16>
    } -> (tensor<4x16384xbf16>)
    return
  }
}

// -----

// clusters: on chips that have them
module attributes {sched.target = #sched.target<"sm_89">} {
  func.func @f(%x: tensor<4x40000xbf16>) {
    // expected-error @below {{ctas_per_row must be 1 where a row has 3 segments and a cluster of sm_89 at most 1 CTA, got 3}}
    %0 = sched.group rows[4] ins(%x : tensor<4x40000xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 512, ctas_per_row = 3, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<40000xbf16>):
      sched.yield %r : tensor<40000xbf16>
    } -> (tensor<4x40000xbf16>)
    return
  }
}

// -----

// clusters: a row at a time
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x40000xbf16>) {
    // expected-error @below {{rows_per_cta and rows_per_thread must be 1 where 3 CTAs share a row, got 2 and 1}}
    %0 = sched.group rows[4] ins(%x : tensor<4x40000xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 512, ctas_per_row = 3, rows_per_cta = 2, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<40000xbf16>):
      sched.yield %r : tensor<40000xbf16>
    } -> (tensor<4x40000xbf16>)
    return
  }
}

// -----

// clusters: hold their segments
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x40000xbf16>) {
    // expected-error @below {{residency must not be looped where CTAs share a row of 40000 elements, got looped}}
    %0 = sched.group rows[4] ins(%x : tensor<4x40000xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 512, ctas_per_row = 3, rows_per_cta = 1, vector_width = 8, residency = looped,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<40000xbf16>):
      sched.yield %r : tensor<40000xbf16>
    } -> (tensor<4x40000xbf16>)
    return
  }
}

// -----

// clusters: of CTAs that hold a segment
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x40000xbf16>) {
    // expected-error @below {{a thread would hold 256 elements with 64 threads a row and 1 rows a thread, at most 128 fit its registers}}
    %0 = sched.group rows[4] ins(%x : tensor<4x40000xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 64, ctas_per_row = 3, rows_per_cta = 1, vector_width = 8, residency = reread,
                operand_loads = late, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<40000xbf16>):
      sched.yield %r : tensor<40000xbf16>
    } -> (tensor<4x40000xbf16>)
    return
  }
}
