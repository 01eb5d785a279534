// L2 norm with eps under the root, rows of 4096.
func.func @l2_norm(%x: tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
    attributes {norm.dims = ["M"]} {
  %y = norm.l2_norm <add_eps> %x {eps = 1.0e-6 : f32}
      : (tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  return %y : tensor<?x4096xbf16>
}
