// A part of a row, computed from its first columns one by one and joined with its rest, is computed on
// the whole row and chosen from it.
// RUN: %normc-opt %s --norm-widen-parts --cse --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func @embedded
// CHECK: %[[N:.*]] = norm.rms_norm %arg0
// CHECK: %[[R:.*]] = norm.rotate <half_split> %[[N]] {rotary_dim = 64 : i64, width = 96 : i64} : tensor<?x96xbf16>
// CHECK: %[[W:.*]] = arith.extf %[[R]] : tensor<?x96xbf16> to tensor<?x96xf32>
// CHECK: %[[C:.*]] = norm.columns %arg1 map = affine_map<(d0) -> (d0 mod 64)> : (tensor<64xf32>) -> tensor<96xf32>
// CHECK: %[[T:.*]] = norm.broadcast %[[C]] like %[[N]] dims = [1] : (tensor<96xf32>, tensor<?x96xbf16>) -> tensor<?x96xf32>
// CHECK: %[[M:.*]] = arith.mulf %[[W]], %[[T]] : tensor<?x96xf32>
// CHECK: %[[E:.*]] = arith.truncf %[[M]]
// CHECK: norm.select_columns %[[E]], %[[N]] {size = 64 : i64, width = 96 : i64} : tensor<?x96xbf16>
func.func @embedded(%x: tensor<?x96xbf16>, %t: tensor<64xf32>) -> tensor<?x96xbf16> {
  %n = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x96xbf16>) -> tensor<?x96xbf16>
  %a = norm.slice %n offsets = [0, 0] strides = [1, 1] : (tensor<?x96xbf16>) -> tensor<?x64xbf16>
  %b = norm.slice %n offsets = [0, 64] strides = [1, 1] : (tensor<?x96xbf16>) -> tensor<?x32xbf16>
  %r = norm.rotate <half_split> %a {width = 64 : i64} : tensor<?x64xbf16>
  %w = arith.extf %r : tensor<?x64xbf16> to tensor<?x64xf32>
  %c = norm.broadcast %t like %w dims = [1] : (tensor<64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %m = arith.mulf %w, %c : tensor<?x64xf32>
  %e = arith.truncf %m : tensor<?x64xf32> to tensor<?x64xbf16>
  %y = norm.concat %e, %b axis = 1 : (tensor<?x64xbf16>, tensor<?x32xbf16>) -> tensor<?x96xbf16>
  return %y : tensor<?x96xbf16>
}

// Other columns, the rest of another value, a norm of the part, an argument's rows: as they are.
// CHECK-LABEL: func @others
// CHECK-NOT: norm.select_columns
// CHECK-COUNT-4: norm.concat
func.func @others(%x: tensor<?x96xf32>, %y: tensor<?x96xf32>)
    -> (tensor<?x96xf32>, tensor<?x96xf32>, tensor<?x96xf32>, tensor<?x96xf32>) {
  %n = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x96xf32>) -> tensor<?x96xf32>
  %a = norm.slice %n offsets = [0, 0] strides = [1, 1] : (tensor<?x96xf32>) -> tensor<?x64xf32>
  %b = norm.slice %n offsets = [0, 64] strides = [1, 1] : (tensor<?x96xf32>) -> tensor<?x32xf32>
  %c = norm.slice %n offsets = [0, 32] strides = [1, 1] : (tensor<?x96xf32>) -> tensor<?x64xf32>
  %d = norm.slice %y offsets = [0, 64] strides = [1, 1] : (tensor<?x96xf32>) -> tensor<?x32xf32>
  %f = norm.slice %y offsets = [0, 0] strides = [1, 1] : (tensor<?x96xf32>) -> tensor<?x64xf32>
  %sc = norm.silu %c : tensor<?x64xf32>
  %0 = norm.concat %sc, %b axis = 1 : (tensor<?x64xf32>, tensor<?x32xf32>) -> tensor<?x96xf32>
  %sa = norm.silu %a : tensor<?x64xf32>
  %1 = norm.concat %sa, %d axis = 1 : (tensor<?x64xf32>, tensor<?x32xf32>) -> tensor<?x96xf32>
  %na = norm.rms_norm %a {eps = 0.0 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  %2 = norm.concat %na, %b axis = 1 : (tensor<?x64xf32>, tensor<?x32xf32>) -> tensor<?x96xf32>
  %sf = norm.silu %f : tensor<?x64xf32>
  %3 = norm.concat %sf, %d axis = 1 : (tensor<?x64xf32>, tensor<?x32xf32>) -> tensor<?x96xf32>
  return %0, %1, %2, %3 : tensor<?x96xf32>, tensor<?x96xf32>, tensor<?x96xf32>, tensor<?x96xf32>
}
