// A row of two segments and a rest: a loop over the whole ones and then the rest, once for the
// reduction and once for the results; the barrier at the end of a segment keeps the next from
// overwriting what it exchanged.
// RUN: %normc-opt %s --convert-sched-to-gpu | FileCheck %s

// CHECK-LABEL: gpu.func @sum_v(
// CHECK: %[[NONE:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: %[[ALL:.*]] = scf.for %[[AT:.*]] = %c0_i64{{.*}} to %c32768_i64{{.*}} step %c16384_i64{{.*}} iter_args(%[[SOFAR:.*]] = %[[NONE]]) -> (f32)  : i64 {
// CHECK: arith.addi %{{.*}}, %[[AT]] : i64
// CHECK: sched.load
// CHECK: gpu.barrier
// CHECK: gpu.shuffle
// CHECK: %[[SUM:.*]] = arith.addf %[[SOFAR]],
// CHECK: gpu.barrier
// CHECK: scf.yield %[[SUM]] : f32
// The rest, masked.
// CHECK: arith.constant 32768 : i64
// CHECK: arith.select
// CHECK: %[[TOTAL:.*]] = arith.addf %[[ALL]],
// CHECK: scf.for
// CHECK: sched.load
// CHECK: vector.broadcast %[[TOTAL]]
// CHECK: sched.store
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
func.func @sum(%x: tensor<4x40000xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 40000)>}) -> tensor<4x40000xf32> {
  %0 = sched.launch @sum variants [#sched.variant<"v", align = 16, collapse = false>] -> (tensor<4x40000xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x40000xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 512, rows_per_cta = 1, vector_width = 8, residency = looped,
                operand_loads = late, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<40000xf32>):
      %q = norm.reduce <add> %r : tensor<40000xf32> -> f32
      %b = norm.splat %q like %r : (f32, tensor<40000xf32>) -> tensor<40000xf32>
      %y = arith.mulf %r, %b : tensor<40000xf32>
      sched.yield %y : tensor<40000xf32>
    } -> (tensor<4x40000xf32>)
    sched.yield %g : tensor<4x40000xf32>
  }
  return %0 : tensor<4x40000xf32>
}
