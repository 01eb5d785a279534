// LayerNorm without affine, then (1 + scale) * n + shift, each step rounded to bf16.
func.func @layer_norm_modulate(%x: tensor<?x?x4096xbf16>, %scale: tensor<?x4096xbf16>,
                               %shift: tensor<?x4096xbf16>)
    -> tensor<?x?x4096xbf16> attributes {norm.dims = ["B", "S"]} {
  %n = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x?x4096xbf16>) -> tensor<?x?x4096xbf16>
  %y = norm.modulate %n, %scale, %shift dims = [0, 2]
      : (tensor<?x?x4096xbf16>, tensor<?x4096xbf16>, tensor<?x4096xbf16>) -> tensor<?x?x4096xbf16>
  return %y : tensor<?x?x4096xbf16>
}
