// The last norm of a diffusion transformer: scale first, then shift, halves of [B, 2 D].
// RUN: %normc-run --device=emulator %s --check --shape B=2,S=3 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: final_adaln_bf16_n3072_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 18432 elements equal the reference bit for bit
func.func @final_adaln(%x: tensor<?x?x3072xbf16>, %mod: tensor<?x6144xbf16>)
    -> tensor<?x?x3072xbf16> attributes {norm.dims = ["B", "S"]} {
  %scale = norm.slice %mod offsets = [0, 0] strides = [1, 1]
      : (tensor<?x6144xbf16>) -> tensor<?x3072xbf16>
  %shift = norm.slice %mod offsets = [0, 3072] strides = [1, 1]
      : (tensor<?x6144xbf16>) -> tensor<?x3072xbf16>
  %n = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x?x3072xbf16>) -> tensor<?x?x3072xbf16>
  %y = norm.modulate %n, %scale, %shift dims = [0, 2]
      : (tensor<?x?x3072xbf16>, tensor<?x3072xbf16>, tensor<?x3072xbf16>) -> tensor<?x?x3072xbf16>
  return %y : tensor<?x?x3072xbf16>
}
