// gelu(a) before b * c.
func.func @cat_gelu_mul(%a: tensor<?x4096xbf16>, %b: tensor<?x4096xbf16>, %c: tensor<?x4096xbf16>)
    -> tensor<?x8192xbf16> attributes {norm.dims = ["M"]} {
  %g = norm.gelu <tanh> %a : tensor<?x4096xbf16>
  %m = arith.mulf %b, %c : tensor<?x4096xbf16>
  %y = norm.concat %g, %m axis = 1
      : (tensor<?x4096xbf16>, tensor<?x4096xbf16>) -> tensor<?x8192xbf16>
  return %y : tensor<?x8192xbf16>
}
