// The assembler of each chip takes every kernel and spills nothing.
// REQUIRES: ptxas
// RUN: %normc %s --arch=sm_80 -o %t.80.ptx && %ptxas -arch=sm_80 -v %t.80.ptx -o %t.80.cubin 2>&1 | FileCheck %s
// RUN: %normc %s --arch=sm_90 -o %t.90.ptx && %ptxas -arch=sm_90 -v %t.90.ptx -o %t.90.cubin 2>&1 | FileCheck %s
// RUN: %normc %s --arch=sm_100 -o %t.100.ptx && %ptxas -arch=sm_100 -v %t.100.ptx -o %t.100.cubin 2>&1 | FileCheck %s
// RUN: %normc %s --arch=sm_120 -o %t.120.ptx && %ptxas -arch=sm_120 -v %t.120.ptx -o %t.120.cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=PTX < %t.100.ptx
// PTX-NOT: .extern .func

// 7 kernels: three of n4096, one of n769, three of n128.
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK-COUNT-7: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
func.func @long(%x: tensor<?x?x4096xbf16>, %h: tensor<?x?x4096xf32>, %w: tensor<4096xf32>,
                %s: tensor<?x4096xbf16>) -> (tensor<?x?x4096xf32>, tensor<?x?x4096xbf16>) {
  %xf = arith.extf %x : tensor<?x?x4096xbf16> to tensor<?x?x4096xf32>
  %r = arith.addf %h, %xf : tensor<?x?x4096xf32>
  %n = norm.layer_norm %r weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x?x4096xf32>, tensor<4096xf32>) -> tensor<?x?x4096xbf16>
  %y = norm.modulate %n, %s, %s dims = [0, 2]
      : (tensor<?x?x4096xbf16>, tensor<?x4096xbf16>, tensor<?x4096xbf16>) -> tensor<?x?x4096xbf16>
  return %r, %y : tensor<?x?x4096xf32>, tensor<?x?x4096xbf16>
}
func.func @odd(%x: tensor<?x769xf16>) -> (tensor<?x769xf16>, tensor<?xf32>) {
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x769xf16>) -> tensor<?x769xf16>
  %m = norm.reduce <max> %y : tensor<?x769xf16> -> tensor<?xf32>
  return %y, %m : tensor<?x769xf16>, tensor<?xf32>
}
func.func @short(%x: tensor<?x?x128xbf16>, %w: tensor<128xbf16>) -> tensor<?x?x128xbf16> {
  %n = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x?x128xbf16>, tensor<128xbf16>) -> tensor<?x?x128xbf16>
  %y = norm.gelu <erf> %n : tensor<?x?x128xbf16>
  return %y : tensor<?x?x128xbf16>
}
