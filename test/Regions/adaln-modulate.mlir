// The norm of an AdaLN-Zero block (Flux, SD3): scale and shift are views of one projection, and
// every step rounds: 1 + scale, the product, the sum.
// RUN: %normc-run --device=emulator %s --check --shape B=2,S=3 --layout=scale=strided,shift=strided | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: adaln_modulate_bf16_n3072_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 18432 elements equal the reference bit for bit
func.func @adaln_modulate(%x: tensor<?x?x3072xbf16>, %scale: tensor<?x3072xbf16>,
                          %shift: tensor<?x3072xbf16>)
    -> tensor<?x?x3072xbf16> attributes {norm.dims = ["B", "S"]} {
  %n = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x?x3072xbf16>) -> tensor<?x?x3072xbf16>
  %one = arith.constant dense<1.0> : tensor<3072xbf16>
  %ones = norm.broadcast %one like %scale dims = [1]
      : (tensor<3072xbf16>, tensor<?x3072xbf16>) -> tensor<?x3072xbf16>
  %factor = arith.addf %ones, %scale : tensor<?x3072xbf16>
  %s = norm.scale %n, %factor dims = [0, 2]
      : (tensor<?x?x3072xbf16>, tensor<?x3072xbf16>) -> tensor<?x?x3072xbf16>
  %y = norm.shift %s, %shift dims = [0, 2]
      : (tensor<?x?x3072xbf16>, tensor<?x3072xbf16>) -> tensor<?x?x3072xbf16>
  return %y : tensor<?x?x3072xbf16>
}
