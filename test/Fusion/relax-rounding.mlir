// Under the relaxed law values stay in f32 from load to store and a product goes into its one
// sum; under the strict law, which is the default, every rounding stays.
// RUN: %normc-opt %s --norm-relax-rounding | FileCheck %s

// CHECK-LABEL: func @relaxed
// CHECK: ^bb0(%[[X:.*]]: tensor<64xbf16>, %[[S:.*]]: tensor<64xbf16>, %[[T:.*]]: tensor<64xbf16>):
// CHECK-DAG: %[[XF:.*]] = arith.extf %[[X]]
// CHECK-DAG: %[[SF:.*]] = arith.extf %[[S]]
// CHECK-DAG: %[[TF:.*]] = arith.extf %[[T]]
// CHECK: %[[F:.*]] = math.fma %[[XF]], %[[SF]], %[[TF]] : tensor<64xf32>
// CHECK-NEXT: %[[Y:.*]] = arith.truncf %[[F]]
// CHECK-NEXT: sched.yield %[[Y]]
func.func @relaxed(%x: tensor<4x64xbf16>, %s: tensor<4x64xbf16>, %t: tensor<4x64xbf16>) -> tensor<4x64xbf16> attributes {norm.numerics = "relaxed"} {
  %0 = sched.launch @k -> (tensor<4x64xbf16>) {
    %g = sched.group rows[4] ins(%x, %s, %t : tensor<4x64xbf16>, tensor<4x64xbf16>, tensor<4x64xbf16>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>] {
    ^row(%xr: tensor<64xbf16>, %sr: tensor<64xbf16>, %tr: tensor<64xbf16>):
      %p = arith.mulf %xr, %sr : tensor<64xbf16>
      %y = arith.addf %p, %tr : tensor<64xbf16>
      sched.yield %y : tensor<64xbf16>
    } -> (tensor<4x64xbf16>)
    sched.yield %g : tensor<4x64xbf16>
  }
  return %0 : tensor<4x64xbf16>
}

// CHECK-LABEL: func @strict
// CHECK: %[[P:.*]] = arith.mulf %{{.*}} : tensor<64xbf16>
// CHECK-NEXT: arith.addf %[[P]], %{{.*}} : tensor<64xbf16>
// CHECK-NEXT: sched.yield
func.func @strict(%x: tensor<4x64xbf16>, %s: tensor<4x64xbf16>, %t: tensor<4x64xbf16>) -> tensor<4x64xbf16> attributes {norm.numerics = "strict"} {
  %0 = sched.launch @k -> (tensor<4x64xbf16>) {
    %g = sched.group rows[4] ins(%x, %s, %t : tensor<4x64xbf16>, tensor<4x64xbf16>, tensor<4x64xbf16>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>] {
    ^row(%xr: tensor<64xbf16>, %sr: tensor<64xbf16>, %tr: tensor<64xbf16>):
      %p = arith.mulf %xr, %sr : tensor<64xbf16>
      %y = arith.addf %p, %tr : tensor<64xbf16>
      sched.yield %y : tensor<64xbf16>
    } -> (tensor<4x64xbf16>)
    sched.yield %g : tensor<4x64xbf16>
  }
  return %0 : tensor<4x64xbf16>
}

// CHECK-LABEL: func @default
// CHECK: %[[P:.*]] = arith.mulf %{{.*}} : tensor<64xbf16>
// CHECK-NEXT: arith.addf %[[P]], %{{.*}} : tensor<64xbf16>
// CHECK-NEXT: sched.yield
func.func @default(%x: tensor<4x64xbf16>, %s: tensor<4x64xbf16>, %t: tensor<4x64xbf16>) -> tensor<4x64xbf16> {
  %0 = sched.launch @k -> (tensor<4x64xbf16>) {
    %g = sched.group rows[4] ins(%x, %s, %t : tensor<4x64xbf16>, tensor<4x64xbf16>, tensor<4x64xbf16>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>] {
    ^row(%xr: tensor<64xbf16>, %sr: tensor<64xbf16>, %tr: tensor<64xbf16>):
      %p = arith.mulf %xr, %sr : tensor<64xbf16>
      %y = arith.addf %p, %tr : tensor<64xbf16>
      sched.yield %y : tensor<64xbf16>
    } -> (tensor<4x64xbf16>)
    sched.yield %g : tensor<4x64xbf16>
  }
  return %0 : tensor<4x64xbf16>
}

// A product that something else reads too is not computed twice.
// CHECK-LABEL: func @product_of_two
// CHECK-NOT: math.fma
// CHECK: return
func.func @product_of_two(%x: tensor<4x64xf32>, %s: tensor<4x64xf32>) -> tensor<4x64xf32> attributes {norm.numerics = "relaxed"} {
  %0 = sched.launch @k -> (tensor<4x64xf32>) {
    %g = sched.group rows[4] ins(%x, %s : tensor<4x64xf32>, tensor<4x64xf32>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>] {
    ^row(%xr: tensor<64xf32>, %sr: tensor<64xf32>):
      %p = arith.mulf %xr, %sr : tensor<64xf32>
      %q = arith.addf %p, %xr : tensor<64xf32>
      %y = arith.divf %q, %p : tensor<64xf32>
      sched.yield %y : tensor<64xf32>
    } -> (tensor<4x64xf32>)
    sched.yield %g : tensor<4x64xf32>
  }
  return %0 : tensor<4x64xf32>
}

// A rounding that the graph spells goes too.
// CHECK-LABEL: func @spelt_rounding
// CHECK-NOT: arith.truncf
// CHECK: %[[E:.*]] = norm.exp %{{.*}} : tensor<64xf32>
// CHECK-NEXT: norm.silu %[[E]] : tensor<64xf32>
// CHECK-NEXT: sched.yield
func.func @spelt_rounding(%x: tensor<4x64xf32>) -> tensor<4x64xf32> attributes {norm.numerics = "relaxed"} {
  %0 = sched.launch @k -> (tensor<4x64xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x64xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%xr: tensor<64xf32>):
      %e = norm.exp %xr : tensor<64xf32>
      %h = arith.truncf %e : tensor<64xf32> to tensor<64xbf16>
      %w = arith.extf %h : tensor<64xbf16> to tensor<64xf32>
      %y = norm.silu %w : tensor<64xf32>
      sched.yield %y : tensor<64xf32>
    } -> (tensor<4x64xf32>)
    sched.yield %g : tensor<4x64xf32>
  }
  return %0 : tensor<4x64xf32>
}

// The kind of a function survives its widening.
// CHECK-LABEL: func @kind
// CHECK: norm.gelu <tanh> %{{.*}} : tensor<64xf32>
func.func @kind(%x: tensor<4x64xf16>) -> tensor<4x64xf16> attributes {norm.numerics = "relaxed"} {
  %0 = sched.launch @k -> (tensor<4x64xf16>) {
    %g = sched.group rows[4] ins(%x : tensor<4x64xf16>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%xr: tensor<64xf16>):
      %y = norm.gelu <tanh> %xr : tensor<64xf16>
      sched.yield %y : tensor<64xf16>
    } -> (tensor<4x64xf16>)
    sched.yield %g : tensor<4x64xf16>
  }
  return %0 : tensor<4x64xf16>
}
