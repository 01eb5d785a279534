// LayerNorm of 40000, 40001, 40002, 40003: the variance of one f32 pass is -128, then NaN.
// RUN: %python %S/Inputs/npy.py write %t.x.npy f32 3x4 '40000 + i'
// RUN: %normc-run --device=emulator %s --check --input x=%t.x.npy --output result0=%t.y.npy
// RUN: %python %S/Inputs/npy.py check %t.y.npy '[-1.3416354, -0.4472118, 0.4472118, 1.3416354][i]' 2e-7
func.func @f(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = norm.layer_norm %x {eps = 1.0e-5 : f32} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
