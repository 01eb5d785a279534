// L2 norm whose divisor is at least eps, rows of 4096.
func.func @l2_norm_max_eps(%x: tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
    attributes {norm.dims = ["M"]} {
  %y = norm.l2_norm <max_eps> %x {eps = 1.0e-12 : f32}
      : (tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  return %y : tensor<?x4096xbf16>
}
