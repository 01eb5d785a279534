// Rotary embedding as other graphs spell it: halves, pairs by a reshape or by strides, part of a
// head, heads in a row, tables that are joined with themselves.
// RUN: %normc-opt %s --norm-find-rotations --cse --mlir-print-local-scope | FileCheck %s

// rotate_half of HF.
// CHECK-LABEL: func @halves
// CHECK-NEXT: norm.rotate <half_split> %arg0 {width = 64 : i64} : tensor<?x8x64xbf16>
// CHECK-NEXT: return
func.func @halves(%x: tensor<?x8x64xbf16>) -> tensor<?x8x64xbf16> {
  %a = norm.slice %x offsets = [0, 0, 0] strides = [1, 1, 1] : (tensor<?x8x64xbf16>) -> tensor<?x8x32xbf16>
  %b = norm.slice %x offsets = [0, 0, 32] strides = [1, 1, 1] : (tensor<?x8x64xbf16>) -> tensor<?x8x32xbf16>
  %n = arith.negf %b : tensor<?x8x32xbf16>
  %r = norm.concat %n, %a axis = 2 : (tensor<?x8x32xbf16>, tensor<?x8x32xbf16>) -> tensor<?x8x64xbf16>
  return %r : tensor<?x8x64xbf16>
}

// The real and imaginary halves of diffusers, unbound from [2, 32].
// CHECK-LABEL: func @unbound_halves
// CHECK-NEXT: norm.rotate <half_split> %arg0 {width = 64 : i64} : tensor<?x64xf32>
// CHECK-NEXT: return
func.func @unbound_halves(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %p = norm.reshape %x : (tensor<?x64xf32>) -> tensor<?x2x32xf32>
  %a = norm.slice %p offsets = [0, 0, 0] strides = [1, 1, 1] : (tensor<?x2x32xf32>) -> tensor<?x1x32xf32>
  %b = norm.slice %p offsets = [0, 1, 0] strides = [1, 1, 1] : (tensor<?x2x32xf32>) -> tensor<?x1x32xf32>
  %ar = norm.reshape %a : (tensor<?x1x32xf32>) -> tensor<?x32xf32>
  %br = norm.reshape %b : (tensor<?x1x32xf32>) -> tensor<?x32xf32>
  %n = arith.negf %br : tensor<?x32xf32>
  %r = norm.concat %n, %ar axis = 1 : (tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<?x64xf32>
  return %r : tensor<?x64xf32>
}

// stack([-x_imag, x_real], -1).flatten of diffusers.
// CHECK-LABEL: func @stacked
// CHECK-NEXT: norm.rotate <interleaved> %arg0 {width = 64 : i64} : tensor<?x8x64xf32>
// CHECK-NEXT: return
func.func @stacked(%x: tensor<?x8x64xf32>) -> tensor<?x8x64xf32> {
  %p = norm.reshape %x : (tensor<?x8x64xf32>) -> tensor<?x8x32x2xf32>
  %a = norm.slice %p offsets = [0, 0, 0, 0] strides = [1, 1, 1, 1] : (tensor<?x8x32x2xf32>) -> tensor<?x8x32x1xf32>
  %b = norm.slice %p offsets = [0, 0, 0, 1] strides = [1, 1, 1, 1] : (tensor<?x8x32x2xf32>) -> tensor<?x8x32x1xf32>
  %n = arith.negf %b : tensor<?x8x32x1xf32>
  %s = norm.concat %n, %a axis = 3 : (tensor<?x8x32x1xf32>, tensor<?x8x32x1xf32>) -> tensor<?x8x32x2xf32>
  %r = norm.reshape %s : (tensor<?x8x32x2xf32>) -> tensor<?x8x64xf32>
  return %r : tensor<?x8x64xf32>
}

// The same by strides.
// CHECK-LABEL: func @every_other
// CHECK-NEXT: norm.rotate <interleaved> %arg0 {width = 64 : i64} : tensor<?x64xf32>
// CHECK-NEXT: return
func.func @every_other(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %a = norm.slice %x offsets = [0, 0] strides = [1, 2] : (tensor<?x64xf32>) -> tensor<?x32xf32>
  %b = norm.slice %x offsets = [0, 1] strides = [1, 2] : (tensor<?x64xf32>) -> tensor<?x32xf32>
  %n = arith.negf %b : tensor<?x32xf32>
  %np = norm.reshape %n : (tensor<?x32xf32>) -> tensor<?x32x1xf32>
  %ap = norm.reshape %a : (tensor<?x32xf32>) -> tensor<?x32x1xf32>
  %s = norm.concat %np, %ap axis = 2 : (tensor<?x32x1xf32>, tensor<?x32x1xf32>) -> tensor<?x32x2xf32>
  %r = norm.reshape %s : (tensor<?x32x2xf32>) -> tensor<?x64xf32>
  return %r : tensor<?x64xf32>
}

// Part of a head, the others as they are; heads in a row.
// CHECK-LABEL: func @part
// CHECK-NEXT: norm.rotate <half_split> %arg0 {rotary_dim = 32 : i64, width = 48 : i64} : tensor<?x48xf32>
// CHECK-NEXT: return
func.func @part(%x: tensor<?x48xf32>) -> tensor<?x48xf32> {
  %a = norm.slice %x offsets = [0, 0] strides = [1, 1] : (tensor<?x48xf32>) -> tensor<?x16xf32>
  %b = norm.slice %x offsets = [0, 16] strides = [1, 1] : (tensor<?x48xf32>) -> tensor<?x16xf32>
  %c = norm.slice %x offsets = [0, 32] strides = [1, 1] : (tensor<?x48xf32>) -> tensor<?x16xf32>
  %n = arith.negf %b : tensor<?x16xf32>
  %r = norm.concat %n, %a, %c axis = 1 : (tensor<?x16xf32>, tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x48xf32>
  return %r : tensor<?x48xf32>
}

// CHECK-LABEL: func @part_of_pairs
// CHECK-NEXT: norm.rotate <interleaved> %arg0 {rotary_dim = 4 : i64, width = 6 : i64} : tensor<?x6xf32>
// CHECK-NEXT: return
func.func @part_of_pairs(%x: tensor<?x6xf32>) -> tensor<?x6xf32> {
  %0 = norm.slice %x offsets = [0, 0] strides = [1, 1] : (tensor<?x6xf32>) -> tensor<?x1xf32>
  %1 = norm.slice %x offsets = [0, 1] strides = [1, 1] : (tensor<?x6xf32>) -> tensor<?x1xf32>
  %2 = norm.slice %x offsets = [0, 2] strides = [1, 1] : (tensor<?x6xf32>) -> tensor<?x1xf32>
  %3 = norm.slice %x offsets = [0, 3] strides = [1, 1] : (tensor<?x6xf32>) -> tensor<?x1xf32>
  %4 = norm.slice %x offsets = [0, 4] strides = [1, 1] : (tensor<?x6xf32>) -> tensor<?x2xf32>
  %n1 = arith.negf %1 : tensor<?x1xf32>
  %n3 = arith.negf %3 : tensor<?x1xf32>
  %r = norm.concat %n1, %0, %n3, %2, %4 axis = 1
      : (tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x2xf32>) -> tensor<?x6xf32>
  return %r : tensor<?x6xf32>
}

// CHECK-LABEL: func @heads_of_row
// CHECK-NEXT: norm.rotate <half_split> %arg0 {width = 16 : i64} : tensor<?x64xf32>
// CHECK-NEXT: return
func.func @heads_of_row(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %p = norm.reshape %x : (tensor<?x64xf32>) -> tensor<?x4x16xf32>
  %a = norm.slice %p offsets = [0, 0, 0] strides = [1, 1, 1] : (tensor<?x4x16xf32>) -> tensor<?x4x8xf32>
  %b = norm.slice %p offsets = [0, 0, 8] strides = [1, 1, 1] : (tensor<?x4x16xf32>) -> tensor<?x4x8xf32>
  %n = arith.negf %b : tensor<?x4x8xf32>
  %s = norm.concat %n, %a axis = 2 : (tensor<?x4x8xf32>, tensor<?x4x8xf32>) -> tensor<?x4x16xf32>
  %r = norm.reshape %s : (tensor<?x4x16xf32>) -> tensor<?x64xf32>
  return %r : tensor<?x64xf32>
}

// Of a part the halves are the part's.
// CHECK-LABEL: func @halves_of_part
// CHECK-NEXT: %[[P:.*]] = norm.slice %arg0
// CHECK-NEXT: norm.rotate <half_split> %[[P]] {width = 32 : i64} : tensor<?x32xf32>
// CHECK-NEXT: return
func.func @halves_of_part(%x: tensor<?x48xf32>) -> tensor<?x32xf32> {
  %p = norm.slice %x offsets = [0, 0] strides = [1, 1] : (tensor<?x48xf32>) -> tensor<?x32xf32>
  %a = norm.slice %p offsets = [0, 0] strides = [1, 1] : (tensor<?x32xf32>) -> tensor<?x16xf32>
  %b = norm.slice %p offsets = [0, 16] strides = [1, 1] : (tensor<?x32xf32>) -> tensor<?x16xf32>
  %n = arith.negf %b : tensor<?x16xf32>
  %r = norm.concat %n, %a axis = 1 : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x32xf32>
  return %r : tensor<?x32xf32>
}

// What is not turned: the other sign, no sign, other halves, a half of another value.
// CHECK-LABEL: func @others
// CHECK-NOT: norm.rotate
// CHECK: return
func.func @others(%x: tensor<?x64xf32>, %y: tensor<?x64xf32>)
    -> (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x64xf32>) {
  %a = norm.slice %x offsets = [0, 0] strides = [1, 1] : (tensor<?x64xf32>) -> tensor<?x32xf32>
  %b = norm.slice %x offsets = [0, 32] strides = [1, 1] : (tensor<?x64xf32>) -> tensor<?x32xf32>
  %d = norm.slice %y offsets = [0, 0] strides = [1, 1] : (tensor<?x64xf32>) -> tensor<?x32xf32>
  %na = arith.negf %a : tensor<?x32xf32>
  %nb = arith.negf %b : tensor<?x32xf32>
  %0 = norm.concat %b, %na axis = 1 : (tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<?x64xf32>
  %1 = norm.concat %b, %a axis = 1 : (tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<?x64xf32>
  %2 = norm.concat %na, %b axis = 1 : (tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<?x64xf32>
  %3 = norm.concat %nb, %d axis = 1 : (tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<?x64xf32>
  return %0, %1, %2, %3 : tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x64xf32>
}

// Tables: cat((freqs, freqs)), and stack((freqs, freqs), -1).flatten. What is returned is stored.
// CHECK-LABEL: func @tables
// CHECK-DAG: norm.columns %arg1 map = affine_map<(d0) -> (d0 mod 32)> : (tensor<?x32xf32>) -> tensor<?x64xf32>
// CHECK-DAG: norm.columns %arg1 map = affine_map<(d0) -> (d0 floordiv 2)> : (tensor<?x32xf32>) -> tensor<?x64xf32>
// CHECK: norm.concat %arg1, %arg1 axis = 0
func.func @tables(%x: tensor<?x64xf32>, %t: tensor<?x32xf32>) -> (tensor<?x64xf32>, tensor<?x32xf32>) {
  %c = norm.concat %t, %t axis = 1 : (tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<?x64xf32>
  %tp = norm.reshape %t : (tensor<?x32xf32>) -> tensor<?x32x1xf32>
  %s = norm.concat %tp, %tp axis = 2 : (tensor<?x32x1xf32>, tensor<?x32x1xf32>) -> tensor<?x32x2xf32>
  %d = norm.reshape %s : (tensor<?x32x2xf32>) -> tensor<?x64xf32>
  %p = arith.mulf %x, %c : tensor<?x64xf32>
  %q = arith.mulf %p, %d : tensor<?x64xf32>
  %e = norm.concat %t, %t axis = 0 : (tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<?x32xf32>
  return %q, %e : tensor<?x64xf32>, tensor<?x32xf32>
}
