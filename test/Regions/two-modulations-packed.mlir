// One norm, two modulated results for two attentions (SD3.5), from chunks of [B, 9 D].
// RUN: %normc-run --device=emulator %s --check --shape B=2,S=3 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: two_modulations_packed_bf16_n2432_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 14592 elements equal the reference bit for bit
// CHECK-NEXT: check result1: all 14592 elements equal the reference bit for bit
func.func @two_modulations_packed(%x: tensor<?x?x2432xbf16>, %mod: tensor<?x21888xbf16>)
    -> (tensor<?x?x2432xbf16>, tensor<?x?x2432xbf16>) attributes {norm.dims = ["B", "S"]} {
  %shift = norm.slice %mod offsets = [0, 0] strides = [1, 1]
      : (tensor<?x21888xbf16>) -> tensor<?x2432xbf16>
  %scale = norm.slice %mod offsets = [0, 2432] strides = [1, 1]
      : (tensor<?x21888xbf16>) -> tensor<?x2432xbf16>
  %shift2 = norm.slice %mod offsets = [0, 14592] strides = [1, 1]
      : (tensor<?x21888xbf16>) -> tensor<?x2432xbf16>
  %scale2 = norm.slice %mod offsets = [0, 17024] strides = [1, 1]
      : (tensor<?x21888xbf16>) -> tensor<?x2432xbf16>
  %n = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x?x2432xbf16>) -> tensor<?x?x2432xbf16>
  %y = norm.modulate %n, %scale, %shift dims = [0, 2]
      : (tensor<?x?x2432xbf16>, tensor<?x2432xbf16>, tensor<?x2432xbf16>) -> tensor<?x?x2432xbf16>
  %z = norm.modulate %n, %scale2, %shift2 dims = [0, 2]
      : (tensor<?x?x2432xbf16>, tensor<?x2432xbf16>, tensor<?x2432xbf16>) -> tensor<?x?x2432xbf16>
  return %y, %z : tensor<?x?x2432xbf16>, tensor<?x?x2432xbf16>
}
