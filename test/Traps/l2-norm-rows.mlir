// L2 norm: a zero row divides by eps, never by 0; a length below eps is eps; squares that overflow
// give 0, as in torch, and NaN stays in its row.
// RUN: %python %S/Inputs/npy.py write %t.x.npy f32 5x64 '[0, 2**-50, 2 if i % 16 else -2, 1e20, nan if i == 9 else 1][r]'
// RUN: %normc-run --device=emulator %s --check --input x=%t.x.npy --output result0=%t.max.npy --output result1=%t.add.npy
// RUN: %python %S/Inputs/npy.py check %t.max.npy '[0, 2**-10, 1 / 8 if i % 16 else -1 / 8, 0, nan][r]'
// RUN: %python %S/Inputs/npy.py check %t.add.npy '[0, 2**-30, 1 / 8 if i % 16 else -1 / 8, 0, nan][r]'
func.func @f(%x: tensor<?x64xf32>) -> (tensor<?x64xf32>, tensor<?x64xf32>) {
  %m = norm.l2_norm <max_eps> %x {eps = 9.094947017729282e-13 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  %a = norm.l2_norm <add_eps> %x {eps = 9.094947017729282e-13 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return %m, %a : tensor<?x64xf32>, tensor<?x64xf32>
}
