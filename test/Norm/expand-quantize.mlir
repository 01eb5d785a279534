// RUN: %normc-opt %s --norm-expand-sugar | FileCheck %s

// A scale is repeated as it is; the division stays with the conversion, and one that stands before
// a conversion goes there too.
// CHECK-LABEL: @static
// CHECK: %[[S:.*]] = norm.broadcast %arg1 like %arg0 dims = [] : (tensor<f32>, tensor<?x64xbf16>) -> tensor<?x64xf32>
// CHECK: norm.quantize %arg0 scale %[[S]] : (tensor<?x64xbf16>, tensor<?x64xf32>) -> tensor<?x64xi8>
// CHECK: norm.quantize %arg2 scale %arg3 : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf8E5M2>
func.func @static(%x: tensor<?x64xbf16>, %s: tensor<f32>, %a: tensor<?x64xf32>, %b: tensor<?x64xf32>)
    -> (tensor<?x64xi8>, tensor<?x64xf8E5M2>) {
  %q = norm.quantize %x scale %s dims = [] : (tensor<?x64xbf16>, tensor<f32>) -> tensor<?x64xi8>
  %d = arith.divf %a, %b : tensor<?x64xf32>
  %r = norm.quantize %d : (tensor<?x64xf32>) -> tensor<?x64xf8E5M2>
  return %q, %r : tensor<?x64xi8>, tensor<?x64xf8E5M2>
}

// A quotient that something else reads, or of another type, stays.
// CHECK-LABEL: @kept
// CHECK: %[[D:.*]] = arith.divf
// CHECK: norm.quantize %[[D]] : (tensor<4xf32>)
// CHECK: %[[E:.*]] = arith.divf
// CHECK: norm.quantize %[[E]] : (tensor<4xbf16>)
func.func @kept(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xbf16>) -> (tensor<4xf32>, tensor<4xi8>, tensor<4xi8>) {
  %d = arith.divf %a, %b : tensor<4xf32>
  %q = norm.quantize %d : (tensor<4xf32>) -> tensor<4xi8>
  %e = arith.divf %c, %c : tensor<4xbf16>
  %r = norm.quantize %e : (tensor<4xbf16>) -> tensor<4xi8>
  return %d, %q, %r : tensor<4xf32>, tensor<4xi8>, tensor<4xi8>
}

// CHECK-LABEL: @row
// CHECK: %[[A:.*]] = math.absf %arg0 : tensor<?x64xbf16>
// CHECK: %[[M:.*]] = norm.reduce <max> %[[A]] : tensor<?x64xbf16> -> tensor<?xf32>
// CHECK: %[[F:.*]] = arith.maximumf %[[M]]
// CHECK: %[[S:.*]] = arith.divf %[[F]]
// CHECK: %[[R:.*]] = norm.broadcast %[[S]] like %arg0 dims = [0]
// CHECK: norm.quantize %arg0 scale %[[R]]
func.func @row(%x: tensor<?x64xbf16>) -> (tensor<?x64xf8E4M3FN>, tensor<?xf32>) {
  %q, %s = norm.dynamic_quantize %x {floor = 1.0e-10 : f32} : (tensor<?x64xbf16>) -> (tensor<?x64xf8E4M3FN>, tensor<?xf32>)
  return %q, %s : tensor<?x64xf8E4M3FN>, tensor<?xf32>
}

// A block of all the row is the row.
// CHECK-LABEL: @blocks
// CHECK: %[[S:.*]] = norm.block_scale %arg0 {block = 32 : i64, floor = 1.000000e-10 : f32, largest = 1.270000e+02 : f32}
// CHECK: %[[R:.*]] = norm.repeat %[[S]] : (tensor<?x2xf32>) -> tensor<?x64xf32>
// CHECK: norm.quantize %arg0 scale %[[R]]
// CHECK: norm.reduce <max>
// CHECK: norm.reshape %{{.*}} : (tensor<?xf32>) -> tensor<?x1xf32>
func.func @blocks(%x: tensor<?x64xbf16>) -> (tensor<?x64xi8>, tensor<?x2xf32>, tensor<?x64xi8>, tensor<?x1xf32>) {
  %q, %s = norm.dynamic_quantize %x {block = 32 : i64, floor = 1.0e-10 : f32} : (tensor<?x64xbf16>) -> (tensor<?x64xi8>, tensor<?x2xf32>)
  %r, %t = norm.dynamic_quantize %x {block = 64 : i64, floor = 1.0e-10 : f32} : (tensor<?x64xbf16>) -> (tensor<?x64xi8>, tensor<?x1xf32>)
  return %q, %s, %r, %t : tensor<?x64xi8>, tensor<?x2xf32>, tensor<?x64xi8>, tensor<?x1xf32>
}
