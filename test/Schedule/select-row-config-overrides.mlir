// Given counts take the place of the heuristic's; a group with a config keeps it.
// RUN: %normc-opt %s --sched-select-row-config="config=threads_per_row=64" | FileCheck %s --check-prefixes=CHECK,THREADS
// RUN: %normc-opt %s --sched-select-row-config="config=rows_per_cta=4" | FileCheck %s --check-prefixes=CHECK,ROWS
// RUN: %normc-opt %s --sched-select-row-config="config=vector_width=16" | FileCheck %s --check-prefixes=CHECK,WIDTH
// RUN: %normc-opt %s --sched-select-row-config="config=threads_per_row=32,rows_per_cta=2,vector_width=16" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,ALL

module attributes {sched.target = #sched.target<"sm_90">} {
  // THREADS: config <threads_per_row = 64, rows_per_cta = 1, rows_per_thread = 2, vector_width = 8,
  // ROWS: config <threads_per_row = 64, rows_per_cta = 4, rows_per_thread = 2, vector_width = 8,
  // WIDTH: config <threads_per_row = 32, rows_per_cta = 4, rows_per_thread = 2, vector_width = 16,
  // WIDTH-SAME: access_bits = [128, 128]
  // ALL: config <threads_per_row = 32, rows_per_cta = 2, rows_per_thread = 2, vector_width = 16,
  func.func @none(%x: tensor<4x1024xbf16>) {
    %0 = sched.group rows[4] ins(%x : tensor<4x1024xbf16>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<1024xbf16>):
      sched.yield %r : tensor<1024xbf16>
    } -> (tensor<4x1024xbf16>)
    return
  }

  // CHECK: config <threads_per_row = 16, rows_per_cta = 1, vector_width = 8, residency = registers, operand_loads = late, access_bits = [64, 32], min_ctas_per_sm = 2>
  func.func @given(%x: tensor<4x1024xbf16>) {
    %0 = sched.group rows[4] ins(%x : tensor<4x1024xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 16, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = late, access_bits = [64, 32], min_ctas_per_sm = 2> {
    ^row(%r: tensor<1024xbf16>):
      sched.yield %r : tensor<1024xbf16>
    } -> (tensor<4x1024xbf16>)
    return
  }
}
