// The bf16 rows of layer_norm_modulate with scale and shift in f32: one rounding, at the end.
func.func @layer_norm_modulate_mixed(%x: tensor<?x?x4096xbf16>, %scale: tensor<?x4096xf32>,
                                     %shift: tensor<?x4096xf32>)
    -> tensor<?x?x4096xbf16> attributes {norm.dims = ["B", "S"]} {
  %n = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x?x4096xbf16>) -> tensor<?x?x4096xf32>
  %y = norm.modulate %n, %scale, %shift dims = [0, 2]
      : (tensor<?x?x4096xf32>, tensor<?x4096xf32>, tensor<?x4096xf32>) -> tensor<?x?x4096xbf16>
  return %y : tensor<?x?x4096xbf16>
}
