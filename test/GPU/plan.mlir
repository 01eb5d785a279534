// The plan of two launches: results by their place in the return, what only the second
// launch reads as a temporary, numbers as numbers; strides and grids as expressions.
// RUN: %normc-opt %s --convert-sched-to-gpu | FileCheck %s

// CHECK: sched.plan @f dims 1
// CHECK-SAME: arguments [#sched.tensor<"x" : f32, ()[s0] -> (s0, 8)>, #sched.scalar<"n" : f32>]
// CHECK-SAME: results [#sched.tensor<"result0" : f32, ()[s0] -> (s0)>, #sched.tensor<"result1" : f32, ()[s0] -> (s0, 8)>]
// CHECK-SAME: temporaries [#sched.tensor<"temporary0" : f32, ()[s0] -> (s0, 8)>]
// CHECK-SAME: launches [#sched.launch<rows = ()[s0] -> (s0), tensors = ["x", "temporary0", "result0"], collapsible = [0, 0, 0], bytes = ()[s0] -> (s0 * 68),
// CHECK-SAME: <@kernels::@first_v, <"v", align = 1, collapse = false>, grid = ()[s0] -> (s0 ceildiv 32), block = [1, 32], alignments = [4, 4, 4], arguments = ["x", "x.stride0", "temporary0", "temporary0.stride0", "result0", "result0.stride0", "size:s0"]>]>,
// CHECK-SAME: #sched.launch<rows = ()[s0] -> (s0), tensors = ["temporary0", "result1"], collapsible = [0, 0], bytes = ()[s0] -> (s0 * 64),
// CHECK-SAME: <@kernels::@second_v, {{.*}} grid = ()[s0] -> (s0 ceildiv 64), block = [1, 64], alignments = [4, 4], arguments = ["temporary0", "temporary0.stride0", "n", "result1", "result1.stride0", "size:s0"]>]>]
func.func @f(%x: tensor<?x8xf32> {norm.name = "x", norm.sizes = affine_map<()[s0] -> (s0, 8)>},
             %n: f32 {norm.name = "n", norm.sizes = affine_map<()[s0] -> ()>})
    -> (tensor<?xf32>, tensor<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x8xf32>
  %0:2 = sched.launch @first variants [#sched.variant<"v", align = 1, collapse = false>]
      -> (tensor<?x8xf32>, tensor<?xf32>) {
    %g:2 = sched.group rows[%d] ins(%x : tensor<?x8xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [32, 32, 0], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf32>):
      %y = arith.negf %r : tensor<8xf32>
      %q = norm.reduce <max> %y : tensor<8xf32> -> f32
      sched.yield %y, %q : tensor<8xf32>, f32
    } -> (tensor<?x8xf32>, tensor<?xf32>)
    sched.yield %g#0, %g#1 : tensor<?x8xf32>, tensor<?xf32>
  }
  %1 = sched.launch @second variants [#sched.variant<"v", align = 1, collapse = false>] -> (tensor<?x8xf32>) {
    %g = sched.group rows[%d] ins(%0#0, %n : tensor<?x8xf32>, f32)
        maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>]
        config <threads_per_row = 1, rows_per_cta = 64, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [32, 0, 32], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf32>, %nr: f32):
      %b = norm.splat %nr like %r : (f32, tensor<8xf32>) -> tensor<8xf32>
      %y = arith.addf %r, %b : tensor<8xf32>
      sched.yield %y : tensor<8xf32>
    } -> (tensor<?x8xf32>)
    sched.yield %g : tensor<?x8xf32>
  }
  return %0#1, %1 : tensor<?xf32>, tensor<?x8xf32>
}
