// LayerNorm of m + i / 1024, the same row at each m but for cancellation: m = 0, 100, 1000, 8000.
// RUN: %python %S/Inputs/npy.py write %t.x.npy f32 4x16 '[0, 100, 1000, 8000][r] + i / 1024'
// RUN: %normc-run --device=emulator %s --check --input x=%t.x.npy --output result0=%t.y.npy
// RUN: %python %S/Inputs/npy.py check %t.y.npy '(i - 7.5) / 1024 / sqrt(21.25 / 1024 ** 2 + 1e-5)' 3e-7
func.func @f(%x: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %y = norm.layer_norm %x {eps = 1.0e-5 : f32} : (tensor<?x16xf32>) -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}
