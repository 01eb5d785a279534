// Functions that the host's libm could fold become norm ops; operations that IEEE 754
// defines stay.
// RUN: %normc-opt %s --norm-convert-math | FileCheck %s
// RUN: %normc-opt %s --norm-convert-math --canonicalize | FileCheck %s --check-prefix=KEPT

// CHECK-LABEL: func @functions
func.func @functions(%x: tensor<?x64xf32>, %h: tensor<?x64xbf16>, %n: f32)
    -> (tensor<?x64xf32>, tensor<?x64xbf16>, tensor<?x64xf32>, f32) {
  // CHECK-NEXT: norm.tanh %arg0 : tensor<?x64xf32>
  %0 = math.tanh %x : tensor<?x64xf32>
  // CHECK-NEXT: norm.exp %arg1 : tensor<?x64xbf16>
  %1 = math.exp %h : tensor<?x64xbf16>
  // CHECK-NEXT: norm.erf %arg0 : tensor<?x64xf32>
  %2 = math.erf %x : tensor<?x64xf32>
  // CHECK-NEXT: norm.rsqrt %arg2 : f32
  %3 = math.rsqrt %n : f32
  return %0, %1, %2, %3 : tensor<?x64xf32>, tensor<?x64xbf16>, tensor<?x64xf32>, f32
}

// CHECK-LABEL: func @operations
func.func @operations(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // CHECK-NEXT: math.sqrt
  %0 = math.sqrt %x : tensor<?x64xf32>
  // CHECK-NEXT: math.absf
  %1 = math.absf %0 : tensor<?x64xf32>
  // CHECK-NEXT: math.fma
  %2 = math.fma %0, %1, %x : tensor<?x64xf32>
  return %2 : tensor<?x64xf32>
}

// KEPT-LABEL: func @constants
func.func @constants() -> (f32, f32, f32, f32) {
  %c = arith.constant 1.0 : f32
  // KEPT: norm.exp
  %0 = math.exp %c : f32
  // KEPT: norm.tanh
  %1 = math.tanh %c : f32
  // KEPT: norm.erf
  %2 = math.erf %c : f32
  // KEPT: norm.rsqrt
  %3 = math.rsqrt %c : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
