// What each chip gets: the lowest PTX version that knows it (and, on sm_100, 256-bit accesses),
// its widest accesses, and 16-bit arithmetic in pairs, rounded once.
// RUN: %normc %s --arch=sm_80 | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: %normc %s --arch=sm_90 | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: %normc %s --arch=sm_100 | FileCheck %s --check-prefixes=CHECK,SM100
// RUN: %normc %s --arch=sm_120 | FileCheck %s --check-prefixes=CHECK,SM120
// RUN: %normc %s --arch=sm_80 | FileCheck %s --check-prefix=NONE
// RUN: %normc %s --arch=sm_90 | FileCheck %s --check-prefix=NONE
// RUN: %normc %s --arch=sm_100 | FileCheck %s --check-prefix=NONE
// RUN: %normc %s --arch=sm_120 | FileCheck %s --check-prefix=NONE

// NONE-NOT: .extern .func
// NONE-NOT: .maxntid
// NONE-NOT: .ftz
// NONE-NOT: .local

// SM80: .version 7.0
// SM90: .version 7.8
// SM100: .version 8.8
// SM120: .version 8.7
// SM80-NEXT: .target sm_80{{$}}
// SM90-NEXT: .target sm_90{{$}}
// SM100-NEXT: .target sm_100{{$}}
// SM120-NEXT: .target sm_120{{$}}

// CHECK: .visible .entry f_bf16_n4096_aligned(
// The block is exact.
// CHECK: .reqntid {{[0-9]+, [0-9]+, 1$}}
// SM80: ld.global.nc.v4.b32
// SM90: ld.global.nc.v4.b32
// SM100: ld.global.nc.v8.b32
// SM120: ld.global.nc.v4.b32
// CHECK: bar.sync 0
// CHECK: shfl.sync.bfly
// Before sm_90 a product is an fma with -0, a sum one with 1: the same bits.
// SM80: fma.rn.bf16x2
// SM90: mul.rn.bf16x2
// SM90: add.rn.bf16x2
// SM100: mul.rn.bf16x2
// SM100: add.rn.bf16x2
// SM120: mul.rn.bf16x2
// SM120: add.rn.bf16x2
// SM80: st.global.v4.b32
// SM90: st.global.v4.b32
// SM100: st.global.v8.b32
// SM120: st.global.v4.b32

// CHECK: .visible .entry f_bf16_n4096_misaligned(
func.func @f(%x: tensor<?x4096xbf16>, %w: tensor<4096xbf16>, %s: tensor<4096xbf16>) -> tensor<?x4096xbf16> {
  %n = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x4096xbf16>, tensor<4096xbf16>) -> tensor<?x4096xbf16>
  %y = norm.modulate %n, %s, %s dims = [1]
      : (tensor<?x4096xbf16>, tensor<4096xbf16>, tensor<4096xbf16>) -> tensor<?x4096xbf16>
  return %y : tensor<?x4096xbf16>
}
