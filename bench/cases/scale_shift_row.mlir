// y = w * x + b with one row of w and b for each batch, each step rounded to bf16.
func.func @scale_shift_row(%x: tensor<?x?x4096xbf16>, %w: tensor<?x4096xbf16>,
                           %b: tensor<?x4096xbf16>)
    -> tensor<?x?x4096xbf16> attributes {norm.dims = ["B", "S"]} {
  %p = norm.scale %x, %w dims = [0, 2]
      : (tensor<?x?x4096xbf16>, tensor<?x4096xbf16>) -> tensor<?x?x4096xbf16>
  %y = norm.shift %p, %b dims = [0, 2]
      : (tensor<?x?x4096xbf16>, tensor<?x4096xbf16>) -> tensor<?x?x4096xbf16>
  return %y : tensor<?x?x4096xbf16>
}
