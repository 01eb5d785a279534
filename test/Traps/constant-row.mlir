// LayerNorm of a constant row is the bias exactly, whatever rounds; never NaN, not even with a
// tiny eps. A serial f32 mean of 1000 times 0.1 is so far off that 0.69 comes out.
// RUN: %python %S/Inputs/npy.py write %t.b.npy f32 1000 'i / 8'
// RUN: %python %S/Inputs/npy.py write %t.x.npy f32 4x1000 '[0.1, 1234, -1e-20, 0][r]'
// RUN: %normc-run --device=emulator %s --check --input x=%t.x.npy --input b=%t.b.npy --output result0=%t.y.npy
// RUN: %python %S/Inputs/npy.py check %t.y.npy 'i / 8'
//
// RUN: sed 's/x1000xf32/x1000xf16/g' %s > %t.f16.mlir
// RUN: %python %S/Inputs/npy.py write %t.x.npy f16 4x1000 '[0.1, 1234, -1e-7, 0][r]'
// RUN: %normc-run --device=emulator %t.f16.mlir --check --input x=%t.x.npy --input b=%t.b.npy --output result0=%t.y.npy
// RUN: %python %S/Inputs/npy.py check %t.y.npy 'i / 8'
//
// RUN: sed 's/x1000xf32/x1000xbf16/g' %s > %t.bf16.mlir
// RUN: %python %S/Inputs/npy.py write %t.b.npy f32 1000 'i % 64'
// RUN: %python %S/Inputs/npy.py write %t.x.npy bf16 4x1000 '[0.1, 1234, -1e-20, 0][r]'
// RUN: %normc-run --device=emulator %t.bf16.mlir --check --input x=%t.x.npy --input b=%t.b.npy --output result0=%t.y.npy
// RUN: %python %S/Inputs/npy.py check %t.y.npy 'i % 64'
func.func @f(%x: tensor<?x1000xf32>, %b: tensor<1000xf32>) -> tensor<?x1000xf32> {
  %y = norm.layer_norm %x bias %b {eps = 1.0e-12 : f32}
      : (tensor<?x1000xf32>, tensor<1000xf32>) -> tensor<?x1000xf32>
  return %y : tensor<?x1000xf32>
}
