// Every rounding of the graph is in the PTX: arithmetic says .rn, a product and a sum stay
// two, an fma is one only where the graph has one.
// RUN: %normc %s --arch=sm_80 | FileCheck %s --check-prefixes=CHECK,SCALAR
// RUN: %normc %s --arch=sm_90 | FileCheck %s --check-prefixes=CHECK,SCALAR
// RUN: %normc %s --arch=sm_100 | FileCheck %s --check-prefixes=CHECK,PAIRS
// RUN: %normc %s --arch=sm_120 | FileCheck %s --check-prefixes=CHECK,PAIRS
// RUN: %normc %s --arch=sm_90 | FileCheck %s --check-prefix=EXACT
// RUN: %normc %s --arch=sm_100 | FileCheck %s --check-prefix=EXACT

// No arithmetic without its rounding, none that is approximate or flushes.
// EXACT-NOT: {{(add|sub|mul|fma|div|sqrt)(\.ftz|\.approx|\.full)*\.f32}}
// EXACT-NOT: .approx
// EXACT-NOT: .ftz
// EXACT-NOT: .extern .func

// CHECK: .entry mul_add_f32_n64_aligned
// CHECK-NOT: fma
// SCALAR: mul.rn.f32
// SCALAR: add.rn.f32
// PAIRS: mul.rn.f32x2
// PAIRS: add.rn.f32x2
// CHECK-NOT: fma
// CHECK: .entry mul_add_f32_n64_misaligned
func.func @mul_add(%x: tensor<?x64xf32>, %y: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %p = arith.mulf %x, %y : tensor<?x64xf32>
  %s = arith.addf %p, %y : tensor<?x64xf32>
  return %s : tensor<?x64xf32>
}

// CHECK: .entry fma_f32_n64_aligned
// SCALAR: fma.rn.f32
// PAIRS: fma.rn.f32x2
// CHECK: .entry fma_f32_n64_misaligned
func.func @fma(%x: tensor<?x64xf32>, %y: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %s = math.fma %x, %y, %y : tensor<?x64xf32>
  return %s : tensor<?x64xf32>
}

// CHECK: .entry div_sqrt_f32_n64_aligned
// CHECK: div.rn.f32
// CHECK: sqrt.rn.f32
// CHECK: .entry div_sqrt_f32_n64_misaligned
func.func @div_sqrt(%x: tensor<?x64xf32>, %y: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %d = arith.divf %x, %y : tensor<?x64xf32>
  %s = math.sqrt %d : tensor<?x64xf32>
  return %s : tensor<?x64xf32>
}

// NaN wins over any number, and -0 is below +0.
// CHECK: .entry max_f32_n64_aligned
// CHECK: max.NaN.f32
// CHECK: min.NaN.f32
// CHECK: .entry max_f32_n64_misaligned
func.func @max(%x: tensor<?x64xf32>, %y: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %a = arith.maximumf %x, %y : tensor<?x64xf32>
  %i = arith.minimumf %a, %y : tensor<?x64xf32>
  return %i : tensor<?x64xf32>
}
