// The second half of a Qwen-Image block: [B, 6 D] in two halves, each in three chunks.
// RUN: %normc-run --device=emulator %s --check --shape B=2,S=3 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: chunk_of_chunk_bf16_n3072_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 18432 elements equal the reference bit for bit
// CHECK-NEXT: check result1: all 18432 elements equal the reference bit for bit
func.func @chunk_of_chunk(%x: tensor<?x?x3072xbf16>, %attn: tensor<?x?x3072xbf16>,
                          %mod: tensor<?x18432xbf16>)
    -> (tensor<?x?x3072xbf16>, tensor<?x?x3072xbf16>) attributes {norm.dims = ["B", "S"]} {
  %first = norm.slice %mod offsets = [0, 0] strides = [1, 1]
      : (tensor<?x18432xbf16>) -> tensor<?x9216xbf16>
  %second = norm.slice %mod offsets = [0, 9216] strides = [1, 1]
      : (tensor<?x18432xbf16>) -> tensor<?x9216xbf16>
  %gate = norm.slice %first offsets = [0, 6144] strides = [1, 1]
      : (tensor<?x9216xbf16>) -> tensor<?x3072xbf16>
  %shift = norm.slice %second offsets = [0, 0] strides = [1, 1]
      : (tensor<?x9216xbf16>) -> tensor<?x3072xbf16>
  %scale = norm.slice %second offsets = [0, 3072] strides = [1, 1]
      : (tensor<?x9216xbf16>) -> tensor<?x3072xbf16>
  %h = norm.gate %x, %gate, %attn dims = [0, 2]
      : (tensor<?x?x3072xbf16>, tensor<?x3072xbf16>, tensor<?x?x3072xbf16>) -> tensor<?x?x3072xbf16>
  %n = norm.layer_norm %h {eps = 1.0e-6 : f32} : (tensor<?x?x3072xbf16>) -> tensor<?x?x3072xbf16>
  %y = norm.modulate %n, %scale, %shift dims = [0, 2]
      : (tensor<?x?x3072xbf16>, tensor<?x3072xbf16>, tensor<?x3072xbf16>) -> tensor<?x?x3072xbf16>
  return %h, %y : tensor<?x?x3072xbf16>, tensor<?x?x3072xbf16>
}
