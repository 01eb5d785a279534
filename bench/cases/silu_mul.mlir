// y = silu(a) * b, rounded after the activation and the product; a and b are the halves of the
// rows of one tensor, so their rows lie twice as far apart as they are long.
func.func @silu_mul(%a: tensor<?x4096xbf16>, %b: tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
    attributes {norm.dims = ["M"]} {
  %s = norm.silu %a : tensor<?x4096xbf16>
  %y = arith.mulf %s, %b : tensor<?x4096xbf16>
  return %y : tensor<?x4096xbf16>
}
