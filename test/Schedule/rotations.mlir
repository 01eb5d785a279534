// Rotations that go through shared memory take it for each row of the CTA: there are no more rows
// than fit. Others need none.
// RUN: %normc-opt %s --sched-select-row-config --sched-verify-row-config | FileCheck %s
// RUN: %normc-opt %s --sched-select-row-config='config=threads_per_row=2' --sched-verify-row-config | FileCheck %s --check-prefix=TWO

module attributes {sched.target = #sched.target<"sm_90">} {
  // Half a head is no multiple of 8.
  // CHECK-LABEL: func @amid_pieces
  // CHECK: threads_per_row = 16, rows_per_cta = 8
  // TWO-LABEL: func @amid_pieces
  // TWO: threads_per_row = 2, rows_per_cta = 32
  func.func @amid_pieces(%x: tensor<4x144xbf16>) {
    %0 = sched.group rows[4] ins(%x : tensor<4x144xbf16>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<144xbf16>):
      %1 = norm.rotate <half_split> %r {width = 72 : i64} : tensor<144xbf16>
      sched.yield %1 : tensor<144xbf16>
    } -> (tensor<4x144xbf16>)
    return
  }

  // TWO-LABEL: func @by_pieces
  // TWO: threads_per_row = 2, rows_per_cta = 64
  func.func @by_pieces(%x: tensor<4x144xbf16>) {
    %0 = sched.group rows[4] ins(%x : tensor<4x144xbf16>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<144xbf16>):
      %1 = norm.rotate <half_split> %r {width = 144 : i64, rotary_dim = 32 : i64} : tensor<144xbf16>
      sched.yield %1 : tensor<144xbf16>
    } -> (tensor<4x144xbf16>)
    return
  }
}
