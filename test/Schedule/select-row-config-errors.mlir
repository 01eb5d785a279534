// RUN: %normc-opt %s --sched-select-row-config="config=rows_per_cta=100" --split-input-file --verify-diagnostics

func.func @no_target(%x: tensor<4x8xf32>) {
  // expected-error @below {{needs a module with a target around it, such as sched.target = #sched.target<"sm_90">}}
  %0 = sched.group rows[4] ins(%x : tensor<4x8xf32>) maps [affine_map<(d0) -> (d0)>] {
  ^row(%r: tensor<8xf32>):
    sched.yield %r : tensor<8xf32>
  } -> (tensor<4x8xf32>)
  return
}

// -----

// expected-error @below {{unknown chip 'sm_91', did you mean 'sm_90'?}}
module attributes {sched.target = #sched.target<"sm_91">} {
  func.func @unknown_chip(%x: tensor<4x8xf32>) {
    %0 = sched.group rows[4] ins(%x : tensor<4x8xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<8xf32>):
      sched.yield %r : tensor<8xf32>
    } -> (tensor<4x8xf32>)
    return
  }
}

// -----

module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @too_many_threads(%x: tensor<4x8192xf32>) {
    // expected-error @below {{threads_per_row * rows_per_cta must be at most 1024, got 256 * 100}}
    %0 = sched.group rows[4] ins(%x : tensor<4x8192xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<8192xf32>):
      sched.yield %r : tensor<8192xf32>
    } -> (tensor<4x8192xf32>)
    return
  }
}

// -----

module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @row_too_long(%x: tensor<4x1048577xf32>) {
    // expected-error @below {{row length 1048577 is not supported, 1 to 1048576 are}}
    %0 = sched.group rows[4] ins(%x : tensor<4x1048577xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<1048577xf32>):
      sched.yield %r : tensor<1048577xf32>
    } -> (tensor<4x1048577xf32>)
    return
  }
}

// -----

module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @row_of_none(%x: tensor<4x0xf32>) {
    // expected-error @below {{row length 0 is not supported, 1 to 1048576 are}}
    %0 = sched.group rows[4] ins(%x : tensor<4x0xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<0xf32>):
      sched.yield %r : tensor<0xf32>
    } -> (tensor<4x0xf32>)
    return
  }
}
