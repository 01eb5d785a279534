// LayerNorm of 2^121 alone, whose f32 sum is finite, is 0; of 2^126 alone, whose sum is not, NaN.
// RUN: %python %S/Inputs/npy.py write %t.x.npy f32 2x64 '2.0 ** [121, 126][r]'
// RUN: %normc-run --device=emulator %s --check --input x=%t.x.npy --output result0=%t.y.npy
// RUN: %python %S/Inputs/npy.py check %t.y.npy 'nan if r else 0'
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %y = norm.layer_norm %x {eps = 1.0e-5 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}
