// Every thread count that the tree of 3072 elements has a place for: 32 lanes, and 12 = 3 * 4
// groups of them; with pieces of 16 each thread stands for two. At the edge of what the
// chip and a thread's registers hold.
// RUN: %normc-opt %s --sched-verify-row-config --verify-diagnostics

module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x3072xbf16>, %y: tensor<4x1024xbf16>) {
    sched.group rows[4] ins(%x : tensor<4x3072xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 32, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 16], min_ctas_per_sm = 32> {
    ^row(%r: tensor<3072xbf16>):
      sched.yield %r : tensor<3072xbf16>
    } -> (tensor<4x3072xbf16>)
    sched.group rows[4] ins(%x : tensor<4x3072xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 64, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 16], min_ctas_per_sm = 32> {
    ^row(%r: tensor<3072xbf16>):
      sched.yield %r : tensor<3072xbf16>
    } -> (tensor<4x3072xbf16>)
    sched.group rows[4] ins(%x : tensor<4x3072xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 96, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 16], min_ctas_per_sm = 21> {
    ^row(%r: tensor<3072xbf16>):
      sched.yield %r : tensor<3072xbf16>
    } -> (tensor<4x3072xbf16>)
    sched.group rows[4] ins(%x : tensor<4x3072xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 128, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 16], min_ctas_per_sm = 16> {
    ^row(%r: tensor<3072xbf16>):
      sched.yield %r : tensor<3072xbf16>
    } -> (tensor<4x3072xbf16>)
    sched.group rows[4] ins(%x : tensor<4x3072xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 192, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 16], min_ctas_per_sm = 10> {
    ^row(%r: tensor<3072xbf16>):
      sched.yield %r : tensor<3072xbf16>
    } -> (tensor<4x3072xbf16>)
    sched.group rows[4] ins(%x : tensor<4x3072xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 384, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 16], min_ctas_per_sm = 5> {
    ^row(%r: tensor<3072xbf16>):
      sched.yield %r : tensor<3072xbf16>
    } -> (tensor<4x3072xbf16>)
    sched.group rows[4] ins(%x : tensor<4x3072xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 32, rows_per_cta = 1, vector_width = 16, residency = registers,
                operand_loads = early, access_bits = [128, 16], min_ctas_per_sm = 32> {
    ^row(%r: tensor<3072xbf16>):
      sched.yield %r : tensor<3072xbf16>
    } -> (tensor<4x3072xbf16>)
    sched.group rows[4] ins(%x : tensor<4x3072xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 48, rows_per_cta = 2, vector_width = 16, residency = registers,
                operand_loads = early, access_bits = [128, 16], min_ctas_per_sm = 21> {
    ^row(%r: tensor<3072xbf16>):
      sched.yield %r : tensor<3072xbf16>
    } -> (tensor<4x3072xbf16>)
    sched.group rows[4] ins(%x : tensor<4x3072xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 64, rows_per_cta = 1, vector_width = 16, residency = registers,
                operand_loads = early, access_bits = [128, 16], min_ctas_per_sm = 32> {
    ^row(%r: tensor<3072xbf16>):
      sched.yield %r : tensor<3072xbf16>
    } -> (tensor<4x3072xbf16>)
    sched.group rows[4] ins(%x : tensor<4x3072xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 96, rows_per_cta = 1, vector_width = 16, residency = registers,
                operand_loads = early, access_bits = [128, 16], min_ctas_per_sm = 21> {
    ^row(%r: tensor<3072xbf16>):
      sched.yield %r : tensor<3072xbf16>
    } -> (tensor<4x3072xbf16>)
    sched.group rows[4] ins(%x : tensor<4x3072xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 192, rows_per_cta = 1, vector_width = 16, residency = registers,
                operand_loads = early, access_bits = [128, 16], min_ctas_per_sm = 10> {
    ^row(%r: tensor<3072xbf16>):
      sched.yield %r : tensor<3072xbf16>
    } -> (tensor<4x3072xbf16>)
    sched.group rows[4] ins(%y : tensor<4x1024xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 16], min_ctas_per_sm = 32> {
    ^row(%r: tensor<1024xbf16>):
      sched.yield %r : tensor<1024xbf16>
    } -> (tensor<4x1024xbf16>)
    return
  }
}
