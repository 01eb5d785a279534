// RUN: %normc-opt %s --sched-expand-variants --verify-diagnostics

func.func @no_config(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sched.launch @k -> (tensor<4x8xf32>) {
    // expected-error @below {{needs a config before it is cloned for variants}}
    %g = sched.group rows[4] ins(%x : tensor<4x8xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<8xf32>):
      sched.yield %r : tensor<8xf32>
    } -> (tensor<4x8xf32>)
    sched.yield %g : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}
