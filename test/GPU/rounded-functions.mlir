// A function rounded to bf16 is a short formula, and the exact one for what is next to a midpoint or
// beyond the formula's limits; one that is rounded to f16, or not at all, is the exact one.
// RUN: %normc-opt %s --convert-sched-to-gpu --cse | FileCheck %s

// CHECK-LABEL: gpu.func @silu_v
// CHECK: %[[X:.*]] = arith.extf %{{.*}} : vector<8xbf16> to vector<8xf32>
// CHECK: sched.exp2_estimate
// CHECK: sched.reciprocal_estimate
// CHECK: %[[Y:.*]] = arith.mulf %[[X]], %{{.*}} : vector<8xf32>
// CHECK: arith.minui
// CHECK: %[[FAR:.*]] = arith.cmpi ugt
// CHECK: %[[WITHIN:.*]] = arith.cmpf ole
// CHECK: %[[ALIKE:.*]] = arith.andi %[[FAR]], %[[WITHIN]]
// CHECK: scf.if %[[ALIKE]] -> (vector<8xbf16>)
// CHECK-NEXT: arith.truncf %[[Y]]
// CHECK: } else {
// CHECK-NOT: _estimate
// CHECK: arith.divf
// CHECK: arith.truncf
// CHECK-NOT: _estimate
// CHECK: vector<8xf16>
// CHECK-NOT: _estimate
func.func @silu(%x: tensor<4x8xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}, %z: tensor<4x8xf16> {norm.name = "z", norm.sizes = affine_map<() -> (4, 8)>})
    -> (tensor<4x8xbf16>, tensor<4x8xf16>) {
  %0:2 = sched.launch @silu variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x8xbf16>, tensor<4x8xf16>) {
    %g:2 = sched.group rows[4] ins(%x, %z : tensor<4x8xbf16>, tensor<4x8xf16>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128, 128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xbf16>, %z_: tensor<8xf16>):
      %s = norm.silu %r : tensor<8xbf16>
      %t = norm.silu %z_ : tensor<8xf16>
      sched.yield %s, %t : tensor<8xbf16>, tensor<8xf16>
    } -> (tensor<4x8xbf16>, tensor<4x8xf16>)
    sched.yield %g#0, %g#1 : tensor<4x8xbf16>, tensor<4x8xf16>
  }
  return %0#0, %0#1 : tensor<4x8xbf16>, tensor<4x8xf16>
}
