// The assembler of each chip takes every kernel and spills nothing.
// REQUIRES: ptxas
// RUN: %normc %s --arch=sm_80,sm_86,sm_87,sm_88,sm_89,sm_90,sm_100,sm_103,sm_110,sm_120,sm_121 -o %t.ptx
// RUN: %ptxas -arch=sm_80 -v %t.sm_80.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -arch=sm_86 -v %t.sm_86.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -arch=sm_87 -v %t.sm_87.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -arch=sm_88 -v %t.sm_88.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -arch=sm_89 -v %t.sm_89.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -arch=sm_90 -v %t.sm_90.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -arch=sm_100 -v %t.sm_100.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -arch=sm_103 -v %t.sm_103.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -arch=sm_110 -v %t.sm_110.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -arch=sm_120 -v %t.sm_120.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: %ptxas -arch=sm_121 -v %t.sm_121.ptx -o %t.cubin 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=PTX < %t.sm_100.ptx
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
