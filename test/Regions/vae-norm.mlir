// The norm of a video VAE, channels last: torch's normalize in f32, rounded, then times sqrt(C) and
// gamma, rounded each, and silu.
// RUN: %normc-run --device=emulator %s --check --shape P=5 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: vae_norm_bf16_n384_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 1920 elements equal the reference bit for bit
func.func @vae_norm(%x: tensor<?x384xbf16>, %gamma: tensor<384xbf16>)
    -> tensor<?x384xbf16> attributes {norm.dims = ["P"]} {
  %n = norm.l2_norm <max_eps> %x {eps = 1.0e-12 : f32} : (tensor<?x384xbf16>) -> tensor<?x384xbf16>
  %c = arith.constant 19.625 : bf16
  %cs = norm.splat %c like %n : (bf16, tensor<?x384xbf16>) -> tensor<?x384xbf16>
  %p = arith.mulf %n, %cs : tensor<?x384xbf16>
  %g = norm.scale %p, %gamma dims = [1] : (tensor<?x384xbf16>, tensor<384xbf16>) -> tensor<?x384xbf16>
  %y = norm.silu %g : tensor<?x384xbf16>
  return %y : tensor<?x384xbf16>
}
