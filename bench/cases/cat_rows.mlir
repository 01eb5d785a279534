// a's rows, then b's.
func.func @cat_rows(%a: tensor<?x4096xbf16>, %b: tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
    attributes {norm.dims = ["A", "B"]} {
  %y = norm.concat %a, %b axis = 0
      : (tensor<?x4096xbf16>, tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  return %y : tensor<?x4096xbf16>
}
