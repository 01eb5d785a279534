// LayerNorm of an f16 row of 60000 and -60000: its squares are past the largest f16.
// RUN: %python %S/Inputs/npy.py write %t.x.npy f16 3x2048 '60000 if i % 2 else -60000'
// RUN: %normc-run --device=emulator %s --check --input x=%t.x.npy --output result0=%t.y.npy
// RUN: %python %S/Inputs/npy.py check %t.y.npy '1 if i % 2 else -1'
func.func @f(%x: tensor<?x2048xf16>) -> tensor<?x2048xf16> {
  %y = norm.layer_norm %x {eps = 1.0e-5 : f32} : (tensor<?x2048xf16>) -> tensor<?x2048xf16>
  return %y : tensor<?x2048xf16>
}
