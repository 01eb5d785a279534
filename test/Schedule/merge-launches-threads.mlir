// CTAs of 96 and 160 threads become ones of 480, where five and three rows are; a third, of 224, would
// make them larger than 512.
// RUN: %normc-opt %s --pass-pipeline='builtin.module(func.func(sched-merge-launches))' | FileCheck %s

// CHECK: sched.launch @a_2_parts
// CHECK: threads_per_row = 96, rows_per_cta = 5,
// CHECK: threads_per_row = 160, rows_per_cta = 3,
// CHECK: sched.launch @c variants
// CHECK: threads_per_row = 224, rows_per_cta = 1,
func.func @f(%x: tensor<4x768xf32>, %y: tensor<4x1280xf32>, %z: tensor<4x1792xf32>)
    -> (tensor<4x768xf32>, tensor<4x1280xf32>, tensor<4x1792xf32>) {
  %p = sched.launch @a variants [#sched.variant<"misaligned", align = 1, collapse = false>] -> (tensor<4x768xf32>) {
    %g = sched.group rows [4] ins(%x : tensor<4x768xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 96, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [32, 32], min_ctas_per_sm = 0> {
    ^row(%r: tensor<768xf32>):
      %n = arith.negf %r : tensor<768xf32>
      sched.yield %n : tensor<768xf32>
    } -> (tensor<4x768xf32>)
    sched.yield %g : tensor<4x768xf32>
  }
  %q = sched.launch @b variants [#sched.variant<"misaligned", align = 1, collapse = false>] -> (tensor<4x1280xf32>) {
    %g = sched.group rows [4] ins(%y : tensor<4x1280xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 160, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [32, 32], min_ctas_per_sm = 0> {
    ^row(%r: tensor<1280xf32>):
      %n = arith.negf %r : tensor<1280xf32>
      sched.yield %n : tensor<1280xf32>
    } -> (tensor<4x1280xf32>)
    sched.yield %g : tensor<4x1280xf32>
  }
  %r = sched.launch @c variants [#sched.variant<"misaligned", align = 1, collapse = false>] -> (tensor<4x1792xf32>) {
    %g = sched.group rows [4] ins(%z : tensor<4x1792xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 224, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [32, 32], min_ctas_per_sm = 0> {
    ^row(%r: tensor<1792xf32>):
      %n = arith.negf %r : tensor<1792xf32>
      sched.yield %n : tensor<1792xf32>
    } -> (tensor<4x1792xf32>)
    sched.yield %g : tensor<4x1792xf32>
  }
  return %p, %q, %r : tensor<4x768xf32>, tensor<4x1280xf32>, tensor<4x1792xf32>
}
