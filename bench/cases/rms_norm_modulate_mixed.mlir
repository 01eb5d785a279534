// The bf16 rows of rms_norm_modulate with weight, scale and shift in f32: one rounding, at the end.
func.func @rms_norm_modulate_mixed(%x: tensor<?x?x4096xbf16>, %w: tensor<4096xf32>,
                                   %scale: tensor<?x4096xf32>, %shift: tensor<?x4096xf32>)
    -> tensor<?x?x4096xbf16> attributes {norm.dims = ["B", "S"]} {
  %n = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x?x4096xbf16>, tensor<4096xf32>) -> tensor<?x?x4096xf32>
  %y = norm.modulate %n, %scale, %shift dims = [0, 2]
      : (tensor<?x?x4096xf32>, tensor<?x4096xf32>, tensor<?x4096xf32>) -> tensor<?x?x4096xbf16>
  return %y : tensor<?x?x4096xbf16>
}
