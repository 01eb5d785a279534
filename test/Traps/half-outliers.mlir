// LayerNorm of an f16 row with two outliers: finite, from statistics in f32.
// RUN: %python %S/Inputs/npy.py write %t.x.npy f16 2x1024 '{7: 60000, 900: -60000}.get(i, 0)'
// RUN: %normc-run --device=emulator %s --check --input x=%t.x.npy --output result0=%t.y.npy
// RUN: %python %S/Inputs/npy.py check %t.y.npy '{7: sqrt(512), 900: -sqrt(512)}.get(i, 0)' 5e-4
func.func @f(%x: tensor<?x1024xf16>) -> tensor<?x1024xf16> {
  %y = norm.layer_norm %x {eps = 1.0e-5 : f32} : (tensor<?x1024xf16>) -> tensor<?x1024xf16>
  return %y : tensor<?x1024xf16>
}
