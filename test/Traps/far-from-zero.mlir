// LayerNorm of 1e7 + (i mod 7), variance 4.0012: one pass loses it all, two uncorrected passes 20 %.
// RUN: %python %S/Inputs/npy.py write %t.x.npy f32 2x4096 '1e7 + i % 7'
// RUN: %normc-run --device=emulator %s --check --input x=%t.x.npy --output result0=%t.y.npy
// RUN: %python %S/Inputs/npy.py check %t.y.npy \
// RUN:   '(i % 7 - 12285 / 4096) / sqrt(53235 / 4096 - (12285 / 4096) ** 2 + 1e-5)' 3e-7
func.func @f(%x: tensor<?x4096xf32>) -> tensor<?x4096xf32> {
  %y = norm.layer_norm %x {eps = 1.0e-5 : f32} : (tensor<?x4096xf32>) -> tensor<?x4096xf32>
  return %y : tensor<?x4096xf32>
}
