// Image and text rows with chunks of one projection [B, 12 D] (CogView4, GLM-Image): their rows are
// not the same, so each stream is a part of one launch. Query and key as LayerNorm of heads, transposed.
// RUN: %normc-run --device=emulator %s --function=two_streams --check --shape B=2,S=3,T=2 \
// RUN:   | FileCheck %s --check-prefix=STREAMS
// RUN: %normc-run --device=emulator %s --function=heads --check --shape B=2,S=3 \
// RUN:   | FileCheck %s --check-prefix=HEADS
// STREAMS: kernel {{.*}}CTAs
// STREAMS-NEXT: two_streams_0_bf16_n4096_2_parts_aligned
// STREAMS-NEXT: (predicted
// STREAMS-NEXT: check result0: all 24576 elements equal the reference bit for bit
// STREAMS-NEXT: check result1: all 16384 elements equal the reference bit for bit
func.func @two_streams(%x: tensor<?x?x4096xbf16>, %text: tensor<?x?x4096xbf16>,
                       %mod: tensor<?x49152xbf16>)
    -> (tensor<?x?x4096xbf16>, tensor<?x?x4096xbf16>) attributes {norm.dims = ["B", "S", "T"]} {
  %shift = norm.slice %mod offsets = [0, 0] strides = [1, 1]
      : (tensor<?x49152xbf16>) -> tensor<?x4096xbf16>
  %shift_text = norm.slice %mod offsets = [0, 4096] strides = [1, 1]
      : (tensor<?x49152xbf16>) -> tensor<?x4096xbf16>
  %scale = norm.slice %mod offsets = [0, 8192] strides = [1, 1]
      : (tensor<?x49152xbf16>) -> tensor<?x4096xbf16>
  %scale_text = norm.slice %mod offsets = [0, 12288] strides = [1, 1]
      : (tensor<?x49152xbf16>) -> tensor<?x4096xbf16>
  %n = norm.layer_norm %x {eps = 1.0e-5 : f32} : (tensor<?x?x4096xbf16>) -> tensor<?x?x4096xbf16>
  %y = norm.modulate %n, %scale, %shift dims = [0, 2]
      : (tensor<?x?x4096xbf16>, tensor<?x4096xbf16>, tensor<?x4096xbf16>) -> tensor<?x?x4096xbf16>
  %m = norm.layer_norm %text {eps = 1.0e-5 : f32}
      : (tensor<?x?x4096xbf16>) -> tensor<?x?x4096xbf16>
  %z = norm.modulate %m, %scale_text, %shift_text dims = [0, 2]
      : (tensor<?x?x4096xbf16>, tensor<?x4096xbf16>, tensor<?x4096xbf16>) -> tensor<?x?x4096xbf16>
  return %y, %z : tensor<?x?x4096xbf16>, tensor<?x?x4096xbf16>
}

// HEADS: kernel {{.*}}CTAs
// HEADS-NEXT: heads_bf16_n40_aligned
// HEADS-NEXT: (predicted
// HEADS-NEXT: check result0: all 15360 elements equal the reference bit for bit
// HEADS-NEXT: check result1: all 15360 elements equal the reference bit for bit
func.func @heads(%qkv: tensor<?x?x7680xbf16>)
    -> (tensor<?x64x?x40xbf16>, tensor<?x64x?x40xbf16>) attributes {norm.dims = ["B", "S"]} {
  %q = norm.slice %qkv offsets = [0, 0, 0] strides = [1, 1, 1]
      : (tensor<?x?x7680xbf16>) -> tensor<?x?x2560xbf16>
  %k = norm.slice %qkv offsets = [0, 0, 2560] strides = [1, 1, 1]
      : (tensor<?x?x7680xbf16>) -> tensor<?x?x2560xbf16>
  %qh = norm.reshape %q : (tensor<?x?x2560xbf16>) -> tensor<?x?x64x40xbf16>
  %kh = norm.reshape %k : (tensor<?x?x2560xbf16>) -> tensor<?x?x64x40xbf16>
  %qt = norm.transpose %qh permutation = [0, 2, 1, 3]
      : (tensor<?x?x64x40xbf16>) -> tensor<?x64x?x40xbf16>
  %kt = norm.transpose %kh permutation = [0, 2, 1, 3]
      : (tensor<?x?x64x40xbf16>) -> tensor<?x64x?x40xbf16>
  %qn = norm.layer_norm %qt {eps = 1.0e-5 : f32}
      : (tensor<?x64x?x40xbf16>) -> tensor<?x64x?x40xbf16>
  %kn = norm.layer_norm %kt {eps = 1.0e-5 : f32}
      : (tensor<?x64x?x40xbf16>) -> tensor<?x64x?x40xbf16>
  return %qn, %kn : tensor<?x64x?x40xbf16>, tensor<?x64x?x40xbf16>
}
