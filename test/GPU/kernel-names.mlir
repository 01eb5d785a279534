// Kernels of one name, of several functions or launches, stay apart: the second gets a number,
// also in its plan. Each nested module has kernels of its own.
// RUN: %normc-opt %s --convert-sched-to-gpu | FileCheck %s

// CHECK: module @sm_90
// CHECK: gpu.module @kernels
// CHECK: gpu.func @k_v(
// CHECK: gpu.func @k_v_0(
// CHECK: sched.plan @f
// CHECK-SAME: <@kernels::@k_v,
// CHECK: sched.plan @g
// CHECK-SAME: <@kernels::@k_v_0,
// CHECK: module @sm_100
// CHECK: gpu.module @kernels
// CHECK: gpu.func @k_v(
// CHECK: sched.plan @f
// CHECK-SAME: <@kernels::@k_v,
module @sm_90 attributes {sched.target = #sched.target<"sm_90">} {
func.func @f(%x: tensor<4x8xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}) -> tensor<4x8xf32> {
  %0 = sched.launch @k variants [#sched.variant<"v", align = 1, collapse = false>]
      -> (tensor<4x8xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x8xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf32>):
      sched.yield %r : tensor<8xf32>
    } -> (tensor<4x8xf32>)
    sched.yield %g : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}
func.func @g(%x: tensor<4x8xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}) -> tensor<4x8xf32> {
  %0 = sched.launch @k variants [#sched.variant<"v", align = 1, collapse = false>]
      -> (tensor<4x8xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x8xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf32>):
      sched.yield %r : tensor<8xf32>
    } -> (tensor<4x8xf32>)
    sched.yield %g : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}
}
module @sm_100 attributes {sched.target = #sched.target<"sm_100">} {
func.func @f(%x: tensor<4x8xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}) -> tensor<4x8xf32> {
  %0 = sched.launch @k variants [#sched.variant<"v", align = 1, collapse = false>]
      -> (tensor<4x8xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x8xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf32>):
      sched.yield %r : tensor<8xf32>
    } -> (tensor<4x8xf32>)
    sched.yield %g : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}
}
