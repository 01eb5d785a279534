// Rows divided by one number each: quotients of all sizes, masked and subnormal elements, divisors
// of both signs, of any size and constant ones, rows of 16 bits and of f32.
// RUN: %normc-run --device=emulator %s --function=spread --check --shape s0=5 | FileCheck %s --check-prefix=SPREAD
// RUN: %normc-run --device=emulator %s --function=spread --check --shape s0=5 --arch=sm_100 | FileCheck %s --check-prefix=SPREAD
// RUN: %normc-run --device=emulator %s --function=spread --check --shape s0=5 --layout=misaligned | FileCheck %s --check-prefix=EQUAL
// RUN: %normc-run --device=emulator %s --function=long --check --shape s0=2 | FileCheck %s --check-prefix=EQUAL
// RUN: %normc-run --device=emulator %s --function=by_least --check --shape s0=5 | FileCheck %s --check-prefix=EQUAL
// RUN: %normc-run --device=emulator %s --function=by_least --check --shape s0=5 --distribution=specials | FileCheck %s --check-prefix=EQUAL
// RUN: %normc-run --device=emulator %s --function=by_tiny --check --shape s0=5 | FileCheck %s --check-prefix=TINY
// RUN: %normc-run --device=emulator %s --function=by_tiny --check --shape s0=5 --distribution=specials | FileCheck %s --check-prefix=TINY
// RUN: %normc-run --device=emulator %s --function=by_constant --check --shape s0=5 | FileCheck %s --check-prefix=EQUAL
// RUN: %normc-run --device=emulator %s --function=by_constant --check --shape s0=5 --distribution=specials | FileCheck %s --check-prefix=EQUAL
// EQUAL: check result0: all {{[0-9]+}} elements equal

// SPREAD: spread_f32_n1000
// SPREAD: check result0: all 5000 elements equal
func.func @spread(%x: tensor<?x1000xbf16>) -> tensor<?x1000xf32> {
  %w = arith.extf %x : tensor<?x1000xbf16> to tensor<?x1000xf32>
  %c = arith.constant 40.0 : f32
  %f = norm.splat %c like %w : (f32, tensor<?x1000xf32>) -> tensor<?x1000xf32>
  %s = arith.mulf %w, %f : tensor<?x1000xf32>
  %y = norm.softmax %s : (tensor<?x1000xf32>) -> tensor<?x1000xf32>
  return %y : tensor<?x1000xf32>
}

// In segments.
func.func @long(%x: tensor<?x40000xf16>) -> tensor<?x40000xf16> {
  %y = norm.softmax %x : (tensor<?x40000xf16>) -> tensor<?x40000xf16>
  return %y : tensor<?x40000xf16>
}

// The divisor is below 0, the row of f16: quotients round twice.
func.func @by_least(%x: tensor<?x520xf16>) -> tensor<?x520xf16> {
  %m = norm.reduce <min> %x : tensor<?x520xf16> -> tensor<?xf32>
  %n = arith.truncf %m : tensor<?xf32> to tensor<?xf16>
  %b = norm.broadcast %n like %x dims = [0] : (tensor<?xf16>, tensor<?x520xf16>) -> tensor<?x520xf16>
  %y = arith.divf %x, %b : tensor<?x520xf16>
  return %y : tensor<?x520xf16>
}

// Subnormal dividends and divisors, then a divisor that is infinite.
// TINY: check result0: all 5120 elements equal
// TINY: check result1: all 5120 elements equal
func.func @by_tiny(%x: tensor<?x1024xf32>) -> (tensor<?x1024xf32>, tensor<?x1024xf32>) {
  %c = arith.constant 1.0e-38 : f32
  %f = norm.splat %c like %x : (f32, tensor<?x1024xf32>) -> tensor<?x1024xf32>
  %d = arith.constant 3.0e+38 : f32
  %g = norm.splat %d like %x : (f32, tensor<?x1024xf32>) -> tensor<?x1024xf32>
  %s = arith.mulf %x, %f : tensor<?x1024xf32>
  %m = norm.reduce <max> %s : tensor<?x1024xf32> -> tensor<?xf32>
  %b = norm.broadcast %m like %x dims = [0] : (tensor<?xf32>, tensor<?x1024xf32>) -> tensor<?x1024xf32>
  %y = arith.divf %s, %b : tensor<?x1024xf32>
  %t = arith.mulf %x, %g : tensor<?x1024xf32>
  %n = norm.reduce <max> %t : tensor<?x1024xf32> -> tensor<?xf32>
  %e = norm.broadcast %n like %x dims = [0] : (tensor<?xf32>, tensor<?x1024xf32>) -> tensor<?x1024xf32>
  %z = arith.divf %x, %e : tensor<?x1024xf32>
  return %y, %z : tensor<?x1024xf32>, tensor<?x1024xf32>
}

func.func @by_constant(%x: tensor<?x72xbf16>) -> tensor<?x72xbf16> {
  %c = arith.constant dense<3.0> : tensor<72xbf16>
  %b = norm.broadcast %c like %x dims = [1] : (tensor<72xbf16>, tensor<?x72xbf16>) -> tensor<?x72xbf16>
  %y = arith.divf %x, %b : tensor<?x72xbf16>
  return %y : tensor<?x72xbf16>
}
