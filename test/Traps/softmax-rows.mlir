// Softmax where exp of the number itself, a product with the reciprocal of the sum, or a maximum
// that drops NaN would go wrong: equal numbers of any size, one far above the rest, -inf beside
// numbers and all along, +inf, NaN.
// RUN: %python %S/Inputs/npy.py write %t.x.npy f32 8x1000 '[3e38, -3e38, 200 if i == 7 else 0, -inf if i < 500 else 5, -inf, inf if i == 3 else 0, nan if i == 999 else 0, 1][r]'
// RUN: %normc-run --device=emulator %s --check --input x=%t.x.npy --output result0=%t.y.npy | FileCheck %s
// RUN: %python %S/Inputs/npy.py check %t.y.npy '[0.0010000000474974513, 0.0010000000474974513, 1 if i == 7 else 0, 0 if i < 500 else 0.0020000000949949026, nan, nan, nan, 0.0010000000474974513][r]'
// CHECK: f_f32_n1000
// CHECK-NOT: f_{{[0-9]}}
func.func @f(%x: tensor<?x1000xf32>) -> tensor<?x1000xf32> {
  %y = norm.softmax %x : (tensor<?x1000xf32>) -> tensor<?x1000xf32>
  return %y : tensor<?x1000xf32>
}
