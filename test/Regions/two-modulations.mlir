// One norm, two modulated results for two attentions (SD3.5).
// RUN: %normc-run --device=emulator %s --check --shape B=2,S=3 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: two_modulations_bf16_n2432_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 14592 elements equal the reference bit for bit
// CHECK-NEXT: check result1: all 14592 elements equal the reference bit for bit
func.func @two_modulations(%x: tensor<?x?x2432xbf16>, %scale: tensor<?x2432xbf16>,
                           %shift: tensor<?x2432xbf16>, %scale2: tensor<?x2432xbf16>,
                           %shift2: tensor<?x2432xbf16>)
    -> (tensor<?x?x2432xbf16>, tensor<?x?x2432xbf16>) attributes {norm.dims = ["B", "S"]} {
  %n = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x?x2432xbf16>) -> tensor<?x?x2432xbf16>
  %y = norm.modulate %n, %scale, %shift dims = [0, 2]
      : (tensor<?x?x2432xbf16>, tensor<?x2432xbf16>, tensor<?x2432xbf16>) -> tensor<?x?x2432xbf16>
  %z = norm.modulate %n, %scale2, %shift2 dims = [0, 2]
      : (tensor<?x?x2432xbf16>, tensor<?x2432xbf16>, tensor<?x2432xbf16>) -> tensor<?x?x2432xbf16>
  return %y, %z : tensor<?x?x2432xbf16>, tensor<?x?x2432xbf16>
}
