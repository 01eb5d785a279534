// Widening bf16 to f32 moves bits: a shift or a mask an element. Chips whose arithmetic takes bf16
// beside f32 get conversions, which they need no instruction for.
// RUN: %normc %s --arch=sm_80 | FileCheck %s --check-prefix=MOVES
// RUN: %normc %s --arch=sm_90 | FileCheck %s --check-prefix=MOVES
// RUN: %normc %s --arch=sm_100 | FileCheck %s --check-prefix=MIXED
// RUN: %normc %s --arch=sm_120 | FileCheck %s --check-prefix=MIXED

// MOVES: .entry widen_f32_n64_aligned
// MOVES-NOT: cvt.f32.bf16
// MOVES-DAG: shl.b32 %r{{[0-9]+}}, %[[W:r[0-9]+]], 16;
// MOVES-DAG: and.b32 %r{{[0-9]+}}, %[[W]], -65536;
// MOVES-NOT: cvt.f32.bf16
// MOVES: .entry widen_f32_n64_misaligned
// MOVES-NOT: .extern .func

// MIXED: .entry widen_f32_n64_aligned
// MIXED: cvt.f32.bf16
// MIXED: .entry widen_f32_n64_misaligned
// MIXED-NOT: .extern .func
func.func @widen(%x: tensor<?x64xbf16>) -> tensor<?x64xf32> {
  %w = arith.extf %x : tensor<?x64xbf16> to tensor<?x64xf32>
  %y = arith.mulf %w, %w : tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}
