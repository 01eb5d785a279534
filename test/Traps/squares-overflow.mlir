// RMS of an f32 row of 1e20: the squares are inf and the row 0, as eager f32 has it.
// RUN: %python %S/Inputs/npy.py write %t.x.npy f32 2x1024 1e20
// RUN: %normc-run --device=emulator %s --check --input x=%t.x.npy --output result0=%t.y.npy
// RUN: %python %S/Inputs/npy.py check %t.y.npy 0
func.func @f(%x: tensor<?x1024xf32>) -> tensor<?x1024xf32> {
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x1024xf32>) -> tensor<?x1024xf32>
  return %y : tensor<?x1024xf32>
}
