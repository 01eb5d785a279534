// softmax of each row in f32, rounded once.
func.func @softmax(%x: tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
    attributes {norm.dims = ["M"]} {
  %xf = arith.extf %x : tensor<?x4096xbf16> to tensor<?x4096xf32>
  %max = norm.reduce <max> %xf : tensor<?x4096xf32> -> tensor<?xf32>
  %maxes = norm.broadcast %max like %xf dims = [0]
      : (tensor<?xf32>, tensor<?x4096xf32>) -> tensor<?x4096xf32>
  %d = arith.subf %xf, %maxes : tensor<?x4096xf32>
  %e = norm.exp %d : tensor<?x4096xf32>
  %sum = norm.reduce <add> %e : tensor<?x4096xf32> -> tensor<?xf32>
  %sums = norm.broadcast %sum like %xf dims = [0]
      : (tensor<?xf32>, tensor<?x4096xf32>) -> tensor<?x4096xf32>
  %q = arith.divf %e, %sums : tensor<?x4096xf32>
  %y = arith.truncf %q : tensor<?x4096xf32> to tensor<?x4096xbf16>
  return %y : tensor<?x4096xbf16>
}
