// An infinity stays in its row: RMS gives NaN there and 0 beside it, LayerNorm NaN all along.
// RUN: %python %S/Inputs/npy.py write %t.x.npy f32 3x64 'inf if r == 1 and i == 0 else 1'
// RUN: %normc-run --device=emulator %s --check --input x=%t.x.npy --output result0=%t.rms.npy --output result1=%t.ln.npy
// RUN: %python %S/Inputs/npy.py check %t.rms.npy '1 if r != 1 else 0 if i else nan'
// RUN: %python %S/Inputs/npy.py check %t.ln.npy 'nan if r == 1 else 0'
func.func @f(%x: tensor<?x64xf32>) -> (tensor<?x64xf32>, tensor<?x64xf32>) {
  %r = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  %l = norm.layer_norm %x {eps = 1.0e-5 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return %r, %l : tensor<?x64xf32>, tensor<?x64xf32>
}
