// Modulation from a table (PixArt, Sana): table [6, D] + embedding [B, 6 D] as [B, 6, D], chunks
// along axis 1. The additions are part of the launch.
// RUN: %normc-run --device=emulator %s --check --shape B=2,S=3 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: table_chunks_bf16_n1152_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 6912 elements equal the reference bit for bit
func.func @table_chunks(%x: tensor<?x?x1152xbf16>, %table: tensor<6x1152xbf16>,
                        %t: tensor<?x6912xbf16>)
    -> tensor<?x?x1152xbf16> attributes {norm.dims = ["B", "S"]} {
  %t6 = norm.reshape %t : (tensor<?x6912xbf16>) -> tensor<?x6x1152xbf16>
  %mod = norm.shift %t6, %table dims = [1, 2]
      : (tensor<?x6x1152xbf16>, tensor<6x1152xbf16>) -> tensor<?x6x1152xbf16>
  %shift = norm.slice %mod offsets = [0, 3, 0] strides = [1, 1, 1]
      : (tensor<?x6x1152xbf16>) -> tensor<?x1x1152xbf16>
  %scale = norm.slice %mod offsets = [0, 4, 0] strides = [1, 1, 1]
      : (tensor<?x6x1152xbf16>) -> tensor<?x1x1152xbf16>
  %n = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x?x1152xbf16>) -> tensor<?x?x1152xbf16>
  %y = norm.modulate %n, %scale, %shift dims = [0, 1, 2]
      : (tensor<?x?x1152xbf16>, tensor<?x1x1152xbf16>, tensor<?x1x1152xbf16>)
        -> tensor<?x?x1152xbf16>
  return %y : tensor<?x?x1152xbf16>
}
