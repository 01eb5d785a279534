// RMS of an f16 row of zeros with eps 1e-12, which is 0 in f16: eps stays in f32, no NaN.
// RUN: %python %S/Inputs/npy.py write %t.x.npy f16 2x1024 0
// RUN: %normc-run --device=emulator %s --check --input x=%t.x.npy --output result0=%t.y.npy
// RUN: %python %S/Inputs/npy.py check %t.y.npy 0
func.func @f(%x: tensor<?x1024xf16>) -> tensor<?x1024xf16> {
  %y = norm.rms_norm %x {eps = 1.0e-12 : f32} : (tensor<?x1024xf16>) -> tensor<?x1024xf16>
  return %y : tensor<?x1024xf16>
}
