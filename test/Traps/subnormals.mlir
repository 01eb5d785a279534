// Subnormal numbers are kept: no flush to zero.
// RUN: %python %S/Inputs/npy.py write %t.x.npy f32 2x64 '(i - 32) * 2.0 ** -149'
// RUN: %normc-run --device=emulator %s --check --input x=%t.x.npy --output result0=%t.y.npy
// RUN: %python %S/Inputs/npy.py check %t.y.npy '(i - 32) * 2.0 ** -149 * 3'
//
// RUN: sed 's/xf32/xbf16/g' %s > %t.bf16.mlir
// RUN: %python %S/Inputs/npy.py write %t.x.npy bf16 2x64 '(i - 32) * 2.0 ** -133'
// RUN: %normc-run --device=emulator %t.bf16.mlir --check --input x=%t.x.npy --output result0=%t.y.npy
// RUN: %python %S/Inputs/npy.py check %t.y.npy '(i - 32) * 2.0 ** -133 * 3'
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %c = arith.constant dense<3.0> : tensor<64xf32>
  %b = norm.broadcast %c like %x dims = [1] : (tensor<64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %y = arith.mulf %x, %b : tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}
