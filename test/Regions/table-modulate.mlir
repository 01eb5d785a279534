// Modulation from a table (Wan, PixArt): table + embedding in f32 inside the norm, one rounding.
// RUN: %normc-run --device=emulator %s --check --shape B=2,S=3 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: table_modulate_bf16_n1536_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 9216 elements equal the reference bit for bit
func.func @table_modulate(%x: tensor<?x?x1536xbf16>, %scale_table: tensor<1536xf32>,
                          %shift_table: tensor<1536xf32>, %scale: tensor<?x1536xf32>,
                          %shift: tensor<?x1536xf32>)
    -> tensor<?x?x1536xbf16> attributes {norm.dims = ["B", "S"]} {
  %n = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x?x1536xbf16>) -> tensor<?x?x1536xf32>
  %s0 = norm.shift %scale, %scale_table dims = [1]
      : (tensor<?x1536xf32>, tensor<1536xf32>) -> tensor<?x1536xf32>
  %s1 = norm.shift %shift, %shift_table dims = [1]
      : (tensor<?x1536xf32>, tensor<1536xf32>) -> tensor<?x1536xf32>
  %m = norm.modulate %n, %s0, %s1 dims = [0, 2]
      : (tensor<?x?x1536xf32>, tensor<?x1536xf32>, tensor<?x1536xf32>) -> tensor<?x?x1536xf32>
  %y = arith.truncf %m : tensor<?x?x1536xf32> to tensor<?x?x1536xbf16>
  return %y : tensor<?x?x1536xbf16>
}
