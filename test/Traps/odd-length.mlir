// LayerNorm of 257 numbers about 1000: padding that took part in the mean would show.
// RUN: %python %S/Inputs/npy.py write %t.x.npy f32 2x257 '1000 + i % 2 / 16'
// RUN: %normc-run --device=emulator %s --check --input x=%t.x.npy --output result0=%t.y.npy
// RUN: %python %S/Inputs/npy.py check %t.y.npy '0.99880 if i % 2 else -0.99106' 6e-6
func.func @f(%x: tensor<?x257xf32>) -> tensor<?x257xf32> {
  %y = norm.layer_norm %x {eps = 1.0e-5 : f32} : (tensor<?x257xf32>) -> tensor<?x257xf32>
  return %y : tensor<?x257xf32>
}
