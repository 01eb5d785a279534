// y = (1 + scale) * rms_norm(x, w) + shift: the published fused case, each step rounded to bf16.
func.func @rms_norm_modulate(%x: tensor<?x?x4096xbf16>, %w: tensor<4096xbf16>,
                             %scale: tensor<?x4096xbf16>, %shift: tensor<?x4096xbf16>)
    -> tensor<?x?x4096xbf16> attributes {norm.dims = ["B", "S"]} {
  %n = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x?x4096xbf16>, tensor<4096xbf16>) -> tensor<?x?x4096xbf16>
  %y = norm.modulate %n, %scale, %shift dims = [0, 2]
      : (tensor<?x?x4096xbf16>, tensor<?x4096xbf16>, tensor<?x4096xbf16>) -> tensor<?x?x4096xbf16>
  return %y : tensor<?x?x4096xbf16>
}
