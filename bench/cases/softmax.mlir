// Softmax, rows of 4096.
func.func @softmax(%x: tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
    attributes {norm.dims = ["M"]} {
  %y = norm.softmax %x : (tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  return %y : tensor<?x4096xbf16>
}
