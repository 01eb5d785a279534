// The ops that tell columns apart parse and print; columns fold as other views do.
// RUN: %normc-opt %s | %normc-opt --mlir-print-local-scope | FileCheck %s
// RUN: %normc-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// CHECK-LABEL: func @ops
func.func @ops(%x: tensor<?x?x96xbf16>, %t: tensor<?x32xf32>) {
  // CHECK: norm.rotate <half_split> %arg0 {width = 48 : i64} : tensor<?x?x96xbf16>
  %0 = norm.rotate <half_split> %x {width = 48 : i64} : tensor<?x?x96xbf16>
  // CHECK: norm.rotate <interleaved> %arg0 {rotary_dim = 64 : i64, width = 96 : i64} : tensor<?x?x96xbf16>
  %1 = norm.rotate <interleaved> %x {width = 96 : i64, rotary_dim = 64 : i64} : tensor<?x?x96xbf16>
  // CHECK: norm.select_columns %{{.*}}, %arg0 {size = 64 : i64, width = 96 : i64} : tensor<?x?x96xbf16>
  %2 = norm.select_columns %1, %x {width = 96 : i64, size = 64 : i64} : tensor<?x?x96xbf16>
  // CHECK: norm.columns %arg1 map = affine_map<(d0) -> ((d0 mod 64) floordiv 2)> : (tensor<?x32xf32>) -> tensor<?x96xf32>
  %3 = norm.columns %t map = affine_map<(d0) -> (d0 mod 64 floordiv 2)>
      : (tensor<?x32xf32>) -> tensor<?x96xf32>
  // CHECK: norm.rope <half_split> %arg0, %arg1, %arg1 dims = [1, 2] {rotary_dim = 64 : i64} :
  %4 = norm.rope <half_split> %x, %t, %t dims = [1, 2] {rotary_dim = 64 : i64}
      : (tensor<?x?x96xbf16>, tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<?x?x96xbf16>
  // CHECK: norm.rope <interleaved> %arg0, %arg1, %arg1 dims = [0, 2] {width = 32 : i64} : {{.*}} -> tensor<?x?x96xf16>
  %5 = norm.rope <interleaved> %x, %t, %t dims = [0, 2] {width = 32 : i64}
      : (tensor<?x?x96xbf16>, tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<?x?x96xf16>
  return
}

// FOLD-LABEL: func @same_columns
// FOLD-NEXT: return %arg0
func.func @same_columns(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %0 = norm.columns %x map = affine_map<(d0) -> (d0)> : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// As many, but others.
// FOLD-LABEL: func @other_columns
// FOLD-NEXT: norm.columns
func.func @other_columns(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %0 = norm.columns %x map = affine_map<(d0) -> (d0 mod 32)> : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// FOLD-LABEL: func @constant
// FOLD-NEXT: arith.constant dense<2.000000e+00> : tensor<4x64xf32>
// FOLD-NEXT: return
func.func @constant() -> tensor<4x64xf32> {
  %c = arith.constant dense<2.0> : tensor<4x32xf32>
  %0 = norm.columns %c map = affine_map<(d0) -> (d0 mod 32)> : (tensor<4x32xf32>) -> tensor<4x64xf32>
  return %0 : tensor<4x64xf32>
}
