// LayerNorm with weight and bias, rows of 4096.
func.func @layer_norm(%x: tensor<?x4096xbf16>, %w: tensor<4096xbf16>, %b: tensor<4096xbf16>)
    -> tensor<?x4096xbf16> attributes {norm.dims = ["M"]} {
  %y = norm.layer_norm %x weight %w bias %b {eps = 1.0e-5 : f32}
      : (tensor<?x4096xbf16>, tensor<4096xbf16>, tensor<4096xbf16>) -> tensor<?x4096xbf16>
  return %y : tensor<?x4096xbf16>
}
