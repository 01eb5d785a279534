// What a norm computes is turned before it is transposed or its heads are split off: in the rows of
// the norm. The tables follow.
// RUN: %normc-opt %s --norm-expand-sugar --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func @transposed
// CHECK: %[[N:.*]] = norm.rms_norm
// CHECK: %[[T:.*]] = norm.transpose %arg1 permutation = [1, 0, 2] : (tensor<8x?x64xbf16>) -> tensor<?x8x64xbf16>
// CHECK: norm.rotate <half_split> %[[N]] {width = 64 : i64} : tensor<?x?x8x64xbf16>
// CHECK: norm.broadcast %[[T]] like %[[N]] dims = [1, 2, 3]
// CHECK: %[[Y:.*]] = arith.addf %{{.*}} : tensor<?x?x8x64xbf16>
// CHECK: norm.transpose %[[Y]] permutation = [0, 2, 1, 3]
func.func @transposed(%x: tensor<?x?x8x64xbf16>, %t: tensor<8x?x64xbf16>) -> tensor<?x8x?x64xbf16> {
  %n = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x?x8x64xbf16>) -> tensor<?x?x8x64xbf16>
  %h = norm.transpose %n permutation = [0, 2, 1, 3]
      : (tensor<?x?x8x64xbf16>) -> tensor<?x8x?x64xbf16>
  %y = norm.rope <half_split> %h, %t, %t dims = [1, 2, 3]
      : (tensor<?x8x?x64xbf16>, tensor<8x?x64xbf16>, tensor<8x?x64xbf16>) -> tensor<?x8x?x64xbf16>
  return %y : tensor<?x8x?x64xbf16>
}

// Through both, and a rounding.
// CHECK-LABEL: func @split_off
// CHECK: %[[N:.*]] = norm.rms_norm
// CHECK: %[[W:.*]] = arith.truncf %[[N]]
// CHECK: %[[Q:.*]] = norm.transpose %{{.*}} permutation = [0, 2, 1, 3] : (tensor<1x1x?x32xbf16>) -> tensor<1x?x1x32xbf16>
// CHECK: %[[T:.*]] = norm.reshape %[[Q]] : (tensor<1x?x1x32xbf16>) -> tensor<1x?x32xbf16>
// CHECK: norm.rotate <half_split> %[[W]] {width = 64 : i64} : tensor<?x?x512xbf16>
// CHECK: %[[C:.*]] = norm.columns %[[T]] map = affine_map<(d0) -> (d0 mod 32)> : (tensor<1x?x32xbf16>) -> tensor<1x?x512xbf16>
// CHECK: %[[Y:.*]] = arith.addf %{{.*}} : tensor<?x?x512xbf16>
// CHECK: %[[H:.*]] = norm.reshape %[[Y]]
// CHECK: norm.transpose %[[H]]
func.func @split_off(%x: tensor<?x?x512xf32>, %t: tensor<1x?x1x32xbf16>) -> tensor<?x8x?x64xbf16> {
  %n = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x?x512xf32>) -> tensor<?x?x512xf32>
  %w = arith.truncf %n : tensor<?x?x512xf32> to tensor<?x?x512xbf16>
  %h = norm.reshape %w : (tensor<?x?x512xbf16>) -> tensor<?x?x8x64xbf16>
  %p = norm.transpose %h permutation = [0, 2, 1, 3]
      : (tensor<?x?x8x64xbf16>) -> tensor<?x8x?x64xbf16>
  %q = norm.transpose %t permutation = [0, 2, 1, 3] : (tensor<1x?x1x32xbf16>) -> tensor<1x1x?x32xbf16>
  %y = norm.rope <half_split> %p, %q, %q dims = [0, 1, 2, 3]
      : (tensor<?x8x?x64xbf16>, tensor<1x1x?x32xbf16>, tensor<1x1x?x32xbf16>) -> tensor<?x8x?x64xbf16>
  return %y : tensor<?x8x?x64xbf16>
}

// Each head by its own table, or nothing normalised: as it is.
// CHECK-LABEL: func @own_tables
// CHECK: norm.rotate <half_split> %{{.*}} : tensor<?x8x64xbf16>
func.func @own_tables(%x: tensor<?x512xbf16>, %t: tensor<?x8x64xbf16>) -> tensor<?x8x64xbf16> {
  %n = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x512xbf16>) -> tensor<?x512xbf16>
  %h = norm.reshape %n : (tensor<?x512xbf16>) -> tensor<?x8x64xbf16>
  %y = norm.rope <half_split> %h, %t, %t dims = [0, 1, 2]
      : (tensor<?x8x64xbf16>, tensor<?x8x64xbf16>, tensor<?x8x64xbf16>) -> tensor<?x8x64xbf16>
  return %y : tensor<?x8x64xbf16>
}

// CHECK-LABEL: func @no_norm
// CHECK: norm.rotate <half_split> %{{.*}} : tensor<?x8x64xbf16>
func.func @no_norm(%x: tensor<?x512xbf16>, %t: tensor<?x64xbf16>) -> tensor<?x8x64xbf16> {
  %h = norm.reshape %x : (tensor<?x512xbf16>) -> tensor<?x8x64xbf16>
  %y = norm.rope <half_split> %h, %t, %t dims = [0, 2]
      : (tensor<?x8x64xbf16>, tensor<?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x8x64xbf16>
  return %y : tensor<?x8x64xbf16>
}
