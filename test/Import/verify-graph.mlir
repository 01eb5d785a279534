// What a graph may hold, and the names that arguments get.
// RUN: %normc-opt %s --normc-import-verify-graph --normc-import-describe-arguments | FileCheck %s

// CHECK-LABEL: func @names
// CHECK-SAME: %arg0: tensor<?x64xf32> {norm.name = "arg0"
// CHECK-SAME: %arg1: f32 {norm.name = "eps"
// CHECK-SAME: %arg2: tensor<f16> {norm.name = "arg2"
func.func @names(%x: tensor<?x64xf32>, %e: f32 {norm.name = "eps"}, %z: tensor<f16>) -> tensor<?x64xf32> {
  %0 = norm.silu %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// CHECK-LABEL: func @more_names
// CHECK-SAME: norm.name = "result0_"
// CHECK-SAME: norm.name = "_8"
func.func @more_names(%x: tensor<4xf32> {norm.name = "result0_"}, %y: tensor<4xf32> {norm.name = "_8"}) -> tensor<4xf32> {
  %0 = arith.addf %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Both laws are names of laws.
// CHECK-LABEL: func @strict
func.func @strict(%x: tensor<4xf32>) -> tensor<4xf32> attributes {norm.numerics = "strict"} {
  %0 = norm.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-LABEL: func @relaxed
func.func @relaxed(%x: tensor<4xf32>) -> tensor<4xf32> attributes {norm.numerics = "relaxed"} {
  %0 = norm.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @operations
func.func @operations(%x: tensor<?x16384xbf16>, %n: f32) -> (tensor<?x16384xbf16>, tensor<?x16384xf32>) {
  %half = arith.constant dense<0.5> : tensor<4xbf16>
  %two = arith.constant 2.0 : f32
  %s = arith.addf %n, %two : f32
  %wide = arith.extf %x : tensor<?x16384xbf16> to tensor<?x16384xf32>
  %t = norm.splat %s like %wide : (f32, tensor<?x16384xf32>) -> tensor<?x16384xf32>
  %fma = math.fma %wide, %t, %t : tensor<?x16384xf32>
  %less = arith.cmpf olt, %fma, %t : tensor<?x16384xf32>
  %chosen = arith.select %less, %fma, %t : tensor<?x16384xi1>, tensor<?x16384xf32>
  %above = arith.cmpf ogt, %s, %two : f32
  %either = arith.select %above, %chosen, %t : tensor<?x16384xf32>
  %a = math.absf %either : tensor<?x16384xf32>
  %r = math.sqrt %a : tensor<?x16384xf32>
  %e = math.exp %r : tensor<?x16384xf32>
  %d = arith.divf %e, %a : tensor<?x16384xf32>
  %m = arith.maximumf %d, %a : tensor<?x16384xf32>
  %o = arith.minimumf %m, %a : tensor<?x16384xf32>
  %g = arith.negf %o : tensor<?x16384xf32>
  %u = arith.subf %g, %o : tensor<?x16384xf32>
  %narrow = arith.truncf %u to_nearest_even : tensor<?x16384xf32> to tensor<?x16384xbf16>
  // The longest row that the reduction tree takes.
  %y = norm.rms_norm %narrow {eps = 0.0 : f32} : (tensor<?x16384xbf16>) -> tensor<?x16384xbf16>
  return %y, %u : tensor<?x16384xbf16>, tensor<?x16384xf32>
}

// Only reductions bound the length of a row.
// CHECK-LABEL: func @long_elementwise
func.func @long_elementwise(%x: tensor<?x20000xf32>) -> tensor<?x20000xf32> {
  %0 = norm.exp %x : tensor<?x20000xf32>
  return %0 : tensor<?x20000xf32>
}
