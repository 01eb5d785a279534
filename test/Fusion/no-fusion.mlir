// fuse=false: each op that computes has a launch of its own, in program order, and the
// values between are in memory. Constants, broadcasts and conditions are not.
// RUN: %normc-opt %s --norm-form-row-groups=fuse=false --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @chain
func.func @chain(%x: tensor<?x8xbf16>, %t: tensor<8xbf16>) -> tensor<?x8xbf16> {
  // CHECK: %[[N:.*]] = sched.launch @chain_0_bf16_n8 -> (tensor<?x8xbf16>)
  // CHECK: norm.rms_norm
  // CHECK: %[[E:.*]] = sched.launch @chain_1_bf16_n8 -> (tensor<8xbf16>)
  // CHECK: norm.silu
  // CHECK: %[[M:.*]] = sched.launch @chain_2_bf16_n8
  // CHECK: ins(%[[N]], %[[E]] : tensor<?x8xbf16>, tensor<8xbf16>)
  // CHECK: arith.mulf
  // CHECK: return %[[M]]
  %n = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x8xbf16>) -> tensor<?x8xbf16>
  %e = norm.silu %t : tensor<8xbf16>
  %b = norm.broadcast %e like %n dims = [1] : (tensor<8xbf16>, tensor<?x8xbf16>) -> tensor<?x8xbf16>
  %m = arith.mulf %n, %b : tensor<?x8xbf16>
  return %m : tensor<?x8xbf16>
}

// CHECK-LABEL: func @condition
func.func @condition(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // CHECK: sched.launch @condition_f32_n8 -> (tensor<?x8xf32>)
  // CHECK: arith.cmpf
  // CHECK-NEXT: arith.select
  %c = arith.cmpf olt, %x, %y : tensor<?x8xf32>
  %z = arith.select %c, %x, %y : tensor<?x8xi1>, tensor<?x8xf32>
  return %z : tensor<?x8xf32>
}

// CHECK-LABEL: func @dead
func.func @dead(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // CHECK: sched.launch @dead_f32_n8
  // CHECK-NOT: norm.reduce
  // CHECK-NOT: sched.launch
  // CHECK: return
  %r = norm.reduce <add> %x : tensor<?x8xf32> -> tensor<?xf32>
  %e = norm.exp %r : tensor<?xf32>
  %y = norm.exp %x : tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}
