// RMS of an f16 row of 200s: the squares add up to 8.2e7, past the largest f16.
// RUN: %python %S/Inputs/npy.py write %t.x.npy f16 3x2048 200
// RUN: %normc-run --device=emulator %s --check --input x=%t.x.npy --output result0=%t.y.npy
// RUN: %python %S/Inputs/npy.py check %t.y.npy 1
func.func @f(%x: tensor<?x2048xf16>) -> tensor<?x2048xf16> {
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x2048xf16>) -> tensor<?x2048xf16>
  return %y : tensor<?x2048xf16>
}
