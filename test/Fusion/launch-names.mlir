// A launch is called by its function, its number where there are several, the type of its
// first result and the length of its rows; only in characters that PTX takes.
// RUN: %normc-opt %s --norm-form-row-groups | FileCheck %s

// CHECK: sched.launch @f_f16_n8 ->
func.func @f(%x: tensor<?x8xf16>) -> tensor<?x8xf16> {
  %0 = norm.exp %x : tensor<?x8xf16>
  return %0 : tensor<?x8xf16>
}

// CHECK: sched.launch @a_b_c_f32 ->
func.func @"a-b c"(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %b = norm.broadcast %x like %y dims = [0] : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = arith.addf %b, %y : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK: sched.launch @_8_f32_n4 ->
func.func @"8"(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = norm.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
