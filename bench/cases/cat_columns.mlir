// a's row of 4096 before b's of 12288.
func.func @cat_columns(%a: tensor<?x4096xbf16>, %b: tensor<?x12288xbf16>) -> tensor<?x16384xbf16>
    attributes {norm.dims = ["M"]} {
  %y = norm.concat %a, %b axis = 1
      : (tensor<?x4096xbf16>, tensor<?x12288xbf16>) -> tensor<?x16384xbf16>
  return %y : tensor<?x16384xbf16>
}
