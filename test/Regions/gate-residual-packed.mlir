// The middle of a Flux block: gate and residual, kept, then norm and modulation, with gate, shift
// and scale as chunks 2 to 4 of one projection [B, 6 D].
// RUN: %normc-run --device=emulator %s --check --shape B=2,S=3 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: gate_residual_packed_bf16_n3072_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 18432 elements equal the reference bit for bit
// CHECK-NEXT: check result1: all 18432 elements equal the reference bit for bit
func.func @gate_residual_packed(%x: tensor<?x?x3072xbf16>, %attn: tensor<?x?x3072xbf16>,
                                %mod: tensor<?x18432xbf16>)
    -> (tensor<?x?x3072xbf16>, tensor<?x?x3072xbf16>) attributes {norm.dims = ["B", "S"]} {
  %gate = norm.slice %mod offsets = [0, 6144] strides = [1, 1]
      : (tensor<?x18432xbf16>) -> tensor<?x3072xbf16>
  %shift = norm.slice %mod offsets = [0, 9216] strides = [1, 1]
      : (tensor<?x18432xbf16>) -> tensor<?x3072xbf16>
  %scale = norm.slice %mod offsets = [0, 12288] strides = [1, 1]
      : (tensor<?x18432xbf16>) -> tensor<?x3072xbf16>
  %h = norm.gate %x, %gate, %attn dims = [0, 2]
      : (tensor<?x?x3072xbf16>, tensor<?x3072xbf16>, tensor<?x?x3072xbf16>) -> tensor<?x?x3072xbf16>
  %n = norm.layer_norm %h {eps = 1.0e-6 : f32} : (tensor<?x?x3072xbf16>) -> tensor<?x?x3072xbf16>
  %y = norm.modulate %n, %scale, %shift dims = [0, 2]
      : (tensor<?x?x3072xbf16>, tensor<?x3072xbf16>, tensor<?x3072xbf16>) -> tensor<?x?x3072xbf16>
  return %h, %y : tensor<?x?x3072xbf16>, tensor<?x?x3072xbf16>
}
