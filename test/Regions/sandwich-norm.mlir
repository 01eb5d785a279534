// A sandwich (Z-Image, Lumina): x + tanh(gate) * norm(attn), kept, then the norm of that, scaled:
// two reductions, the second of what the first made.
// RUN: %normc-run --device=emulator %s --check --shape B=2,S=3 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: sandwich_norm_bf16_n3840_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 23040 elements equal the reference bit for bit
// CHECK-NEXT: check result1: all 23040 elements equal the reference bit for bit
func.func @sandwich_norm(%x: tensor<?x?x3840xbf16>, %attn: tensor<?x?x3840xbf16>,
                         %w2: tensor<3840xbf16>, %w3: tensor<3840xbf16>,
                         %gate: tensor<?x3840xbf16>, %scale: tensor<?x3840xbf16>)
    -> (tensor<?x?x3840xbf16>, tensor<?x?x3840xbf16>) attributes {norm.dims = ["B", "S"]} {
  %n2 = norm.rms_norm %attn weight %w2 {eps = 1.0e-5 : f32}
      : (tensor<?x?x3840xbf16>, tensor<3840xbf16>) -> tensor<?x?x3840xbf16>
  %g = norm.tanh %gate : tensor<?x3840xbf16>
  %h = norm.gate %x, %g, %n2 dims = [0, 2]
      : (tensor<?x?x3840xbf16>, tensor<?x3840xbf16>, tensor<?x?x3840xbf16>) -> tensor<?x?x3840xbf16>
  %n3 = norm.rms_norm %h weight %w3 {eps = 1.0e-5 : f32}
      : (tensor<?x?x3840xbf16>, tensor<3840xbf16>) -> tensor<?x?x3840xbf16>
  %one = arith.constant dense<1.0> : tensor<3840xbf16>
  %ones = norm.broadcast %one like %scale dims = [1]
      : (tensor<3840xbf16>, tensor<?x3840xbf16>) -> tensor<?x3840xbf16>
  %factor = arith.addf %ones, %scale : tensor<?x3840xbf16>
  %y = norm.scale %n3, %factor dims = [0, 2]
      : (tensor<?x?x3840xbf16>, tensor<?x3840xbf16>) -> tensor<?x?x3840xbf16>
  return %h, %y : tensor<?x?x3840xbf16>, tensor<?x?x3840xbf16>
}
