// Functions are instructions, whatever the type: nothing is left for a device library. Only the
// seed of the reciprocal square root is approximate, which what follows rounds correctly, and the
// estimates for results of bf16, whose bits do not depend on how they miss.
// RUN: %normc %s --arch=sm_80 | FileCheck %s
// RUN: %normc %s --arch=sm_90 | FileCheck %s
// RUN: %normc %s --arch=sm_100 | FileCheck %s
// RUN: %normc %s --arch=sm_120 | FileCheck %s
// RUN: %normc %s --arch=sm_90 | FileCheck %s --check-prefix=NONE

// NONE-NOT: .extern .func
// NONE-NOT: call
// NONE-NOT: ex2.approx.f32
// NONE-NOT: tanh.approx
// NONE-NOT: sin.approx

// CHECK-NOT: .extern .func
// CHECK-NOT: .approx
// CHECK: .entry functions_f16_n64_aligned
// CHECK-NOT: .approx
// CHECK: .entry rounded_bf16_n64_aligned
// CHECK: ex2.approx.ftz.f32
// CHECK: rcp.approx.ftz.f32
// CHECK: .entry rsqrt_f32_n64_aligned
// CHECK: rsqrt.approx.f32
// CHECK: fma.rn.f32
func.func @functions(%x: tensor<?x64xf16>, %y: tensor<?x64xf32>) -> (tensor<?x64xf16>, tensor<?x64xf32>) {
  %0 = norm.sigmoid %x : tensor<?x64xf16>
  %1 = norm.silu %0 : tensor<?x64xf16>
  %2 = norm.gelu <erf> %1 : tensor<?x64xf16>
  %3 = norm.gelu <tanh> %2 : tensor<?x64xf16>
  %4 = math.tanh %3 : tensor<?x64xf16>
  %5 = math.absf %4 : tensor<?x64xf16>
  %6 = math.exp %y : tensor<?x64xf32>
  %7 = math.erf %6 : tensor<?x64xf32>
  %8 = arith.extf %5 : tensor<?x64xf16> to tensor<?x64xf32>
  %9 = arith.addf %8, %7 : tensor<?x64xf32>
  return %5, %9 : tensor<?x64xf16>, tensor<?x64xf32>
}
func.func @rounded(%x: tensor<?x64xbf16>) -> tensor<?x64xbf16> {
  %0 = norm.silu %x : tensor<?x64xbf16>
  return %0 : tensor<?x64xbf16>
}
func.func @rsqrt(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %0 = math.rsqrt %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}
