// Where eps goes: 1e-3 / sqrt(1e-6 + 1e-6), neither inside the sum nor after the root.
// RUN: %python %S/Inputs/npy.py write %t.x.npy f32 2x1024 1e-3
// RUN: %normc-run --device=emulator %s --check --input x=%t.x.npy --output result0=%t.y.npy
// RUN: %python %S/Inputs/npy.py check %t.y.npy 'sqrt(0.5)' 3e-7
func.func @f(%x: tensor<?x1024xf32>) -> tensor<?x1024xf32> {
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x1024xf32>) -> tensor<?x1024xf32>
  return %y : tensor<?x1024xf32>
}
