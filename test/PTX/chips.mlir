// What each chip gets: the lowest PTX version that knows it (and, from sm_100 on, 256-bit
// accesses), its widest accesses, the wait for the launch before, and 16-bit arithmetic in pairs,
// rounded once.
// RUN: %normc %s --arch=sm_80 | FileCheck %s -DCHIP=sm_80 -DVERSION=7.0 --check-prefixes=CHECK,NARROW,FMA
// RUN: %normc %s --arch=sm_86 | FileCheck %s -DCHIP=sm_86 -DVERSION=7.1 --check-prefixes=CHECK,NARROW,FMA
// RUN: %normc %s --arch=sm_87 | FileCheck %s -DCHIP=sm_87 -DVERSION=7.4 --check-prefixes=CHECK,NARROW,FMA
// RUN: %normc %s --arch=sm_88 | FileCheck %s -DCHIP=sm_88 -DVERSION=9.0 --check-prefixes=CHECK,NARROW,FMA
// RUN: %normc %s --arch=sm_89 | FileCheck %s -DCHIP=sm_89 -DVERSION=7.8 --check-prefixes=CHECK,NARROW,FMA
// RUN: %normc %s --arch=sm_90 | FileCheck %s -DCHIP=sm_90 -DVERSION=7.8 --check-prefixes=CHECK,NARROW,PAIRS
// RUN: %normc %s --arch=sm_100 | FileCheck %s -DCHIP=sm_100 -DVERSION=8.8 --check-prefixes=CHECK,WIDE,PAIRS
// RUN: %normc %s --arch=sm_103 | FileCheck %s -DCHIP=sm_103 -DVERSION=8.8 --check-prefixes=CHECK,WIDE,PAIRS
// RUN: %normc %s --arch=sm_110 | FileCheck %s -DCHIP=sm_110 -DVERSION=9.0 --check-prefixes=CHECK,WIDE,PAIRS
// RUN: %normc %s --arch=sm_120 | FileCheck %s -DCHIP=sm_120 -DVERSION=8.8 --check-prefixes=CHECK,WIDE,PAIRS
// RUN: %normc %s --arch=sm_121 | FileCheck %s -DCHIP=sm_121 -DVERSION=8.8 --check-prefixes=CHECK,WIDE,PAIRS
// RUN: %normc %s --arch=sm_80 | FileCheck %s --check-prefixes=NONE,NOWAIT
// RUN: %normc %s --arch=sm_86 | FileCheck %s --check-prefixes=NONE,NOWAIT
// RUN: %normc %s --arch=sm_87 | FileCheck %s --check-prefixes=NONE,NOWAIT
// RUN: %normc %s --arch=sm_88 | FileCheck %s --check-prefixes=NONE,NOWAIT
// RUN: %normc %s --arch=sm_89 | FileCheck %s --check-prefixes=NONE,NOWAIT
// RUN: %normc %s --arch=sm_90 | FileCheck %s --check-prefixes=NONE
// RUN: %normc %s --arch=sm_100 | FileCheck %s --check-prefixes=NONE
// RUN: %normc %s --arch=sm_103 | FileCheck %s --check-prefixes=NONE
// RUN: %normc %s --arch=sm_110 | FileCheck %s --check-prefixes=NONE
// RUN: %normc %s --arch=sm_120 | FileCheck %s --check-prefixes=NONE
// RUN: %normc %s --arch=sm_121 | FileCheck %s --check-prefixes=NONE

// NONE-NOT: .extern .func
// NONE-NOT: .maxntid
// NONE-NOT: .ftz
// NONE-NOT: .local
// NOWAIT-NOT: griddepcontrol

// CHECK: .version [[VERSION]]{{$}}
// CHECK-NEXT: .target [[CHIP]]{{$}}

// CHECK: .visible .entry f_bf16_n4096_aligned(
// The block is exact.
// CHECK: .reqntid {{[0-9]+, [0-9]+, 1$}}
// PAIRS: griddepcontrol.wait
// NARROW: ld.global.nc.v4.b32
// WIDE: ld.global.nc.v8.b32
// CHECK: bar.sync 0
// CHECK: shfl.sync.bfly
// Before sm_90 a product is an fma with -0, a sum one with 1: the same bits.
// FMA: fma.rn.bf16x2
// PAIRS: mul.rn.bf16x2
// PAIRS: add.rn.bf16x2
// NARROW: st.global.v4.b32
// WIDE: st.global.v8.b32

// CHECK: .visible .entry f_bf16_n4096_misaligned(
func.func @f(%x: tensor<?x4096xbf16>, %w: tensor<4096xbf16>, %s: tensor<4096xbf16>) -> tensor<?x4096xbf16> {
  %n = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x4096xbf16>, tensor<4096xbf16>) -> tensor<?x4096xbf16>
  %y = norm.modulate %n, %s, %s dims = [1]
      : (tensor<?x4096xbf16>, tensor<4096xbf16>, tensor<4096xbf16>) -> tensor<?x4096xbf16>
  return %y : tensor<?x4096xbf16>
}
