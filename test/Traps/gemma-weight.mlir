// Gemma's 1 + w with w = 2^-8 in bf16: the sum and the product are f32 (3 * 1.00390625), then one
// rounding gives 3.015625. A bf16 sum is 1, and the row 3.
// RUN: %python %S/Inputs/npy.py write %t.x.npy bf16 2x9 'i == 4'
// RUN: %python %S/Inputs/npy.py write %t.w.npy bf16 9 '2 ** -8'
// RUN: %normc-run --device=emulator %s --check --input x=%t.x.npy --input w=%t.w.npy --output result0=%t.y.npy
// RUN: %python %S/Inputs/npy.py check %t.y.npy '3.015625 * (i == 4)'
func.func @f(%x: tensor<?x9xbf16>, %w: tensor<9xbf16>) -> tensor<?x9xbf16> {
  %n = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x9xbf16>) -> tensor<?x9xf32>
  %wf = arith.extf %w : tensor<9xbf16> to tensor<9xf32>
  %one = arith.constant dense<1.0> : tensor<9xf32>
  %w1 = arith.addf %wf, %one : tensor<9xf32>
  %y = norm.scale %n, %w1 dims = [1] : (tensor<?x9xf32>, tensor<9xf32>) -> tensor<?x9xbf16>
  return %y : tensor<?x9xbf16>
}
