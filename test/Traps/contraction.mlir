// w * x + b as two operations rounds twice: an fma, or f32 in between, would show.
// RUN: %python %S/Inputs/npy.py write %t.x.npy f32 2x64 '1 + 2 ** -12'
// RUN: %python %S/Inputs/npy.py write %t.b.npy f32 2x64 '-(1 + 2 ** -11)'
// RUN: %normc-run --device=emulator %s --check --input x=%t.x.npy --input w=%t.x.npy --input b=%t.b.npy --output result0=%t.y.npy
// RUN: %python %S/Inputs/npy.py check %t.y.npy 0
//
// RUN: sed 's/xf32/xbf16/g' %s > %t.bf16.mlir
// RUN: %python %S/Inputs/npy.py write %t.x.npy bf16 2x64 1.0234375
// RUN: %python %S/Inputs/npy.py write %t.w.npy bf16 2x64 1.0078125
// RUN: %python %S/Inputs/npy.py write %t.b.npy bf16 2x64 -1
// RUN: %normc-run --device=emulator %t.bf16.mlir --check --input x=%t.x.npy --input w=%t.w.npy --input b=%t.b.npy --output result0=%t.y.npy
// RUN: %python %S/Inputs/npy.py check %t.y.npy 0.03125
func.func @f(%x: tensor<?x64xf32>, %w: tensor<?x64xf32>, %b: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %p = arith.mulf %x, %w : tensor<?x64xf32>
  %y = arith.addf %p, %b : tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}
