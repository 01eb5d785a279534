// A width that no piece has, named as it was given.
// RUN: %normc-opt %s --sched-select-row-config="config=vector_width=7" --verify-diagnostics

module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @f(%x: tensor<4x64xf32>) {
    // expected-error @below {{vector_width must be 8 or 16, got 7}}
    %0 = sched.group rows[4] ins(%x : tensor<4x64xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<4x64xf32>)
    return
  }
}
