// Each step of the sugar keeps its rounding: it is computed in the widest element type of
// the operands, and a narrower result rounds once at the end.
// RUN: %normc-opt %s --norm-expand-sugar | FileCheck %s

// CHECK-LABEL: func @scale
// CHECK-SAME: %[[X:.*]]: tensor<?x?x64xbf16>, %[[S:.*]]: tensor<?x64xbf16>
func.func @scale(%x: tensor<?x?x64xbf16>, %s: tensor<?x64xbf16>) -> tensor<?x?x64xbf16> {
  // CHECK-NEXT: %[[B:.*]] = norm.broadcast %[[S]] like %[[X]] dims = [0, 2] : (tensor<?x64xbf16>, tensor<?x?x64xbf16>) -> tensor<?x?x64xbf16>
  // CHECK-NEXT: %[[Y:.*]] = arith.mulf %[[X]], %[[B]] : tensor<?x?x64xbf16>
  // CHECK-NEXT: return %[[Y]]
  %y = norm.scale %x, %s dims = [0, 2]
      : (tensor<?x?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x?x64xbf16>
  return %y : tensor<?x?x64xbf16>
}

// CHECK-LABEL: func @shift
// CHECK-SAME: %[[X:.*]]: tensor<?x64xf16>, %[[T:.*]]: tensor<64xf16>
func.func @shift(%x: tensor<?x64xf16>, %t: tensor<64xf16>) -> tensor<?x64xf16> {
  // CHECK-NEXT: %[[B:.*]] = norm.broadcast %[[T]] like %[[X]] dims = [1]
  // CHECK-NEXT: arith.addf %[[X]], %[[B]] : tensor<?x64xf16>
  %y = norm.shift %x, %t dims = [1] : (tensor<?x64xf16>, tensor<64xf16>) -> tensor<?x64xf16>
  return %y : tensor<?x64xf16>
}

// 1 + scale is rounded before it is broadcast: the same number, computed less often.
// CHECK-LABEL: func @modulate
// CHECK-SAME: %[[X:.*]]: tensor<?x?x64xbf16>, %[[S:.*]]: tensor<?x64xbf16>, %[[T:.*]]: tensor<?x64xbf16>
func.func @modulate(%x: tensor<?x?x64xbf16>, %s: tensor<?x64xbf16>, %t: tensor<?x64xbf16>)
    -> tensor<?x?x64xbf16> {
  // CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.000000e+00 : bf16
  // CHECK-NEXT: %[[ONES:.*]] = norm.splat %[[ONE]] like %[[S]]
  // CHECK-NEXT: %[[F:.*]] = arith.addf %[[ONES]], %[[S]] : tensor<?x64xbf16>
  // CHECK-NEXT: %[[FB:.*]] = norm.broadcast %[[F]] like %[[X]] dims = [0, 2]
  // CHECK-NEXT: %[[TB:.*]] = norm.broadcast %[[T]] like %[[X]] dims = [0, 2]
  // CHECK-NEXT: %[[P:.*]] = arith.mulf %[[X]], %[[FB]] : tensor<?x?x64xbf16>
  // CHECK-NEXT: arith.addf %[[P]], %[[TB]] : tensor<?x?x64xbf16>
  %y = norm.modulate %x, %s, %t dims = [0, 2]
      : (tensor<?x?x64xbf16>, tensor<?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x?x64xbf16>
  return %y : tensor<?x?x64xbf16>
}

// CHECK-LABEL: func @gate
// CHECK-SAME: %[[R:.*]]: tensor<?x64xbf16>, %[[G:.*]]: tensor<64xbf16>, %[[X:.*]]: tensor<?x64xbf16>
func.func @gate(%r: tensor<?x64xbf16>, %g: tensor<64xbf16>, %x: tensor<?x64xbf16>) -> tensor<?x64xbf16> {
  // CHECK-NEXT: %[[B:.*]] = norm.broadcast %[[G]] like %[[X]] dims = [1]
  // CHECK-NEXT: %[[P:.*]] = arith.mulf %[[B]], %[[X]] : tensor<?x64xbf16>
  // CHECK-NEXT: arith.addf %[[R]], %[[P]] : tensor<?x64xbf16>
  %y = norm.gate %r, %g, %x dims = [1]
      : (tensor<?x64xbf16>, tensor<64xbf16>, tensor<?x64xbf16>) -> tensor<?x64xbf16>
  return %y : tensor<?x64xbf16>
}

// A wider operand widens the step; no rounding between.
// CHECK-LABEL: func @wider_operand
// CHECK-SAME: %[[X:.*]]: tensor<?x64xbf16>, %[[S:.*]]: tensor<64xf32>
func.func @wider_operand(%x: tensor<?x64xbf16>, %s: tensor<64xf32>) -> tensor<?x64xbf16> {
  // CHECK-NEXT: %[[W:.*]] = arith.extf %[[X]] : tensor<?x64xbf16> to tensor<?x64xf32>
  // CHECK-NEXT: %[[B:.*]] = norm.broadcast %[[S]] like %[[W]] dims = [1]
  // CHECK-NEXT: %[[P:.*]] = arith.mulf %[[W]], %[[B]] : tensor<?x64xf32>
  // CHECK-NEXT: %[[Y:.*]] = arith.truncf %[[P]] : tensor<?x64xf32> to tensor<?x64xbf16>
  // CHECK-NEXT: return %[[Y]]
  %y = norm.scale %x, %s dims = [1] : (tensor<?x64xbf16>, tensor<64xf32>) -> tensor<?x64xbf16>
  return %y : tensor<?x64xbf16>
}

// f16 beside bf16: f32 holds both. One rounding, after the last step.
// CHECK-LABEL: func @f16_and_bf16
func.func @f16_and_bf16(%x: tensor<?x64xf16>, %s: tensor<64xbf16>) -> tensor<?x64xf16> {
  // CHECK-COUNT-3: arith.extf {{.*}} to tensor<{{.*}}xf32>
  // CHECK: arith.mulf {{.*}}xf32>
  // CHECK-NEXT: %[[SUM:.*]] = arith.addf {{.*}} : tensor<?x64xf32>
  // CHECK-NEXT: arith.truncf %[[SUM]] : tensor<?x64xf32> to tensor<?x64xf16>
  // CHECK-NOT: arith.truncf
  %y = norm.modulate %x, %s, %s dims = [1]
      : (tensor<?x64xf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<?x64xf16>
  return %y : tensor<?x64xf16>
}

// The residual is an operand too: an f32 residual keeps the product in f32.
// CHECK-LABEL: func @wide_residual
func.func @wide_residual(%r: tensor<?x64xf32>, %g: tensor<64xbf16>, %x: tensor<?x64xbf16>) -> tensor<?x64xf32> {
  // CHECK: %[[P:.*]] = arith.mulf {{.*}} : tensor<?x64xf32>
  // CHECK-NEXT: %[[Y:.*]] = arith.addf %{{.*}}, %[[P]] : tensor<?x64xf32>
  // CHECK-NEXT: return %[[Y]]
  %y = norm.gate %r, %g, %x dims = [1]
      : (tensor<?x64xf32>, tensor<64xbf16>, tensor<?x64xbf16>) -> tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}

// Nothing to repeat: no broadcast.
// CHECK-LABEL: func @same_shape
func.func @same_shape(%x: tensor<?x64xf32>, %s: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // CHECK-NEXT: arith.mulf %arg0, %arg1
  %y = norm.scale %x, %s dims = [0, 1] : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}

// Interleaved pairs are turned once widened, those of two halves before: threads exchange less.
// CHECK-LABEL: func @rope_interleaved
// CHECK-SAME: %[[X:.*]]: tensor<?x8x64xbf16>, %[[C:.*]]: tensor<?x32xf32>, %[[S:.*]]: tensor<?x32xf32>
func.func @rope_interleaved(%x: tensor<?x8x64xbf16>, %c: tensor<?x32xf32>, %s: tensor<?x32xf32>)
    -> tensor<?x8x64xbf16> {
  // CHECK-NEXT: %[[W:.*]] = arith.extf %[[X]]
  // CHECK-NEXT: %[[R:.*]] = norm.rotate <interleaved> %[[W]] {width = 64 : i64} : tensor<?x8x64xf32>
  // CHECK-NEXT: %[[C2:.*]] = norm.columns %[[C]] map = #[[TWICE:.*]] : (tensor<?x32xf32>) -> tensor<?x64xf32>
  // CHECK-NEXT: %[[CB:.*]] = norm.broadcast %[[C2]] like %[[W]] dims = [0, 2]
  // CHECK-NEXT: %[[P:.*]] = arith.mulf %[[W]], %[[CB]] : tensor<?x8x64xf32>
  // CHECK-NEXT: %[[S2:.*]] = norm.columns %[[S]] map = #[[TWICE]]
  // CHECK-NEXT: %[[SB:.*]] = norm.broadcast %[[S2]] like %[[W]] dims = [0, 2]
  // CHECK-NEXT: %[[Q:.*]] = arith.mulf %[[R]], %[[SB]] : tensor<?x8x64xf32>
  // CHECK-NEXT: %[[Y:.*]] = arith.addf %[[P]], %[[Q]] : tensor<?x8x64xf32>
  // CHECK-NEXT: arith.truncf %[[Y]]
  %y = norm.rope <interleaved> %x, %c, %s dims = [0, 2]
      : (tensor<?x8x64xbf16>, tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<?x8x64xbf16>
  return %y : tensor<?x8x64xbf16>
}

// Part of a head: what is not turned stays as it is, rounded by nothing.
// CHECK-LABEL: func @rope_partial
// CHECK-SAME: %[[X:.*]]: tensor<?x96xbf16>, %[[T:.*]]: tensor<64xf32>
func.func @rope_partial(%x: tensor<?x96xbf16>, %t: tensor<64xf32>) -> tensor<?x96xbf16> {
  // CHECK-NEXT: %[[W:.*]] = arith.extf %[[X]]
  // CHECK-NEXT: %[[R:.*]] = norm.rotate <half_split> %[[X]] {rotary_dim = 64 : i64, width = 96 : i64} : tensor<?x96xbf16>
  // CHECK-NEXT: %[[RW:.*]] = arith.extf %[[R]]
  // CHECK-NEXT: norm.columns %[[T]] map = #{{.*}} : (tensor<64xf32>) -> tensor<96xf32>
  // CHECK: %[[Y:.*]] = arith.addf
  // CHECK-NEXT: %[[N:.*]] = arith.truncf %[[Y]]
  // CHECK-NEXT: norm.select_columns %[[N]], %[[X]] {size = 64 : i64, width = 96 : i64} : tensor<?x96xbf16>
  %y = norm.rope <half_split> %x, %t, %t dims = [1] {rotary_dim = 64 : i64}
      : (tensor<?x96xbf16>, tensor<64xf32>, tensor<64xf32>) -> tensor<?x96xbf16>
  return %y : tensor<?x96xbf16>
}
