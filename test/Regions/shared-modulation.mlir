// One projection for all blocks (Flux.2): chunks of [B, 1, 6 D], broadcast over the sequence.
// RUN: %normc-run --device=emulator %s --check --shape B=2,S=3 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: shared_modulation_bf16_n6144_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 36864 elements equal the reference bit for bit
func.func @shared_modulation(%x: tensor<?x?x6144xbf16>, %mod: tensor<?x1x36864xbf16>)
    -> tensor<?x?x6144xbf16> attributes {norm.dims = ["B", "S"]} {
  %shift = norm.slice %mod offsets = [0, 0, 18432] strides = [1, 1, 1]
      : (tensor<?x1x36864xbf16>) -> tensor<?x1x6144xbf16>
  %scale = norm.slice %mod offsets = [0, 0, 24576] strides = [1, 1, 1]
      : (tensor<?x1x36864xbf16>) -> tensor<?x1x6144xbf16>
  %n = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x?x6144xbf16>) -> tensor<?x?x6144xbf16>
  %y = norm.modulate %n, %scale, %shift dims = [0, 1, 2]
      : (tensor<?x?x6144xbf16>, tensor<?x1x6144xbf16>, tensor<?x1x6144xbf16>)
        -> tensor<?x?x6144xbf16>
  return %y : tensor<?x?x6144xbf16>
}
