// Rows of one element: RMS is the sign, LayerNorm 0.
// RUN: %python %S/Inputs/npy.py write %t.x.npy f32 3x1 '[-3, 0.5, 7][r]'
// RUN: %normc-run --device=emulator %s --check --input x=%t.x.npy --output result0=%t.rms.npy --output result1=%t.ln.npy
// RUN: %python %S/Inputs/npy.py check %t.rms.npy 'copysign(1, r - 0.5)' 1e-7
// RUN: %python %S/Inputs/npy.py check %t.ln.npy 0
func.func @f(%x: tensor<?x1xf32>) -> (tensor<?x1xf32>, tensor<?x1xf32>) {
  %r = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x1xf32>) -> tensor<?x1xf32>
  %l = norm.layer_norm %x {eps = 1.0e-5 : f32} : (tensor<?x1xf32>) -> tensor<?x1xf32>
  return %r, %l : tensor<?x1xf32>, tensor<?x1xf32>
}
