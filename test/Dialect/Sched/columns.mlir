// Inputs whose maps name each column of a row.
// RUN: %normc-opt %s --mlir-print-local-scope | %normc-opt --mlir-print-local-scope | FileCheck %s

// CHECK: maps [affine_map<(d0, d1) -> (d1 floordiv 32, d0, d1 mod 32)>, affine_map<(d0, d1) -> (d0, d1 * 2 + 1)>]
func.func @columns(%heads: tensor<2x?x32xf32>, %x: tensor<?x128xf32>, %n: index) {
  %0 = sched.group rows[%n] ins(%heads, %x : tensor<2x?x32xf32>, tensor<?x128xf32>)
      maps [affine_map<(d0, d1) -> (d1 floordiv 32, d0, d1 mod 32)>, affine_map<(d0, d1) -> (d0, d1 * 2 + 1)>] {
  ^row(%a: tensor<64xf32>, %b: tensor<64xf32>):
    %y = arith.addf %a, %b : tensor<64xf32>
    sched.yield %y : tensor<64xf32>
  } -> (tensor<?x64xf32>)
  return
}
