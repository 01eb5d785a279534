// Maps of a group beyond dimensions: windows of the last axis, index arithmetic, result maps.
// RUN: %normc-opt %s | FileCheck %s
// RUN: %normc-opt %s | %normc-opt | FileCheck %s
// RUN: %normc-opt %s --mlir-print-op-generic | %normc-opt | FileCheck %s

// CHECK-DAG: #[[HEADS:.*]] = affine_map<(d0, d1) -> (d0, d1 * 64 + 128)>
// CHECK-DAG: #[[STEPS:.*]] = affine_map<(d0, d1) -> (d0 * 2 + 1, d1)>
// CHECK-DAG: #[[SPLIT:.*]] = affine_map<(d0, d1) -> (d1 floordiv 2, d1 mod 2)>
// CHECK-DAG: #[[FIRST:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-DAG: #[[TRANSPOSED:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[MERGED:.*]] = affine_map<(d0, d1) -> (d0, d1 * 64)>
// CHECK-DAG: #[[NUMBERS:.*]] = affine_map<(d0, d1) -> (d0 * 4 + d1)>

// CHECK-LABEL: func @windows
func.func @windows(%x: tensor<8x512xbf16>, %y: tensor<17x4x64xbf16>, %z: tensor<2x2x64xbf16>,
                   %w: tensor<8x100xbf16>)
    -> (tensor<4x8x64xbf16>, tensor<8x256xbf16>, tensor<32xf32>) {
  %0:3 = sched.launch @k -> (tensor<4x8x64xbf16>, tensor<8x256xbf16>, tensor<32xf32>) {
    // CHECK: sched.group rows [8, 4]
    // CHECK-SAME: maps [#[[HEADS]], #[[STEPS]], #[[SPLIT]], #[[FIRST]]] result_maps [#[[TRANSPOSED]], #[[MERGED]], #[[NUMBERS]]] {
    // CHECK: } -> (tensor<4x8x64xbf16>, tensor<8x256xbf16>, tensor<32xf32>)
    %g:3 = sched.group rows[8, 4]
        ins(%x, %y, %z, %w : tensor<8x512xbf16>, tensor<17x4x64xbf16>, tensor<2x2x64xbf16>, tensor<8x100xbf16>)
        maps [affine_map<(d0, d1) -> (d0, d1 * 64 + 128)>, affine_map<(d0, d1) -> (d0 * 2 + 1, d1)>,
              affine_map<(d0, d1) -> (d1 floordiv 2, d1 mod 2)>, affine_map<(d0, d1) -> (d0, 0)>]
        result_maps [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1 * 64)>,
                     affine_map<(d0, d1) -> (d0 * 4 + d1)>] {
    ^row(%xr: tensor<64xbf16>, %yr: tensor<64xbf16>, %zr: tensor<64xbf16>, %wr: tensor<64xbf16>):
      %s = arith.addf %xr, %yr : tensor<64xbf16>
      %t = arith.addf %zr, %wr : tensor<64xbf16>
      %m = norm.reduce <max> %s : tensor<64xbf16> -> f32
      sched.yield %s, %t, %m : tensor<64xbf16>, tensor<64xbf16>, f32
    } -> (tensor<4x8x64xbf16>, tensor<8x256xbf16>, tensor<32xf32>)
    sched.yield %g#0, %g#1, %g#2 : tensor<4x8x64xbf16>, tensor<8x256xbf16>, tensor<32xf32>
  }
  return %0#0, %0#1, %0#2 : tensor<4x8x64xbf16>, tensor<8x256xbf16>, tensor<32xf32>
}

// A window of a dynamic axis.
// CHECK-LABEL: func @dynamic
func.func @dynamic(%x: tensor<?x?xf32>, %b: index) -> tensor<?x64xf32> {
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // CHECK: maps [#{{.*}}] {
    %g = sched.group rows[%b] ins(%x : tensor<?x?xf32>) maps [affine_map<(d0) -> (d0, 8)>] {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return %0 : tensor<?x64xf32>
}
