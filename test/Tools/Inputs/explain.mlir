// Two functions. In the first a row of the quotient reads the sums of all rows: two launches.
func.func @apart(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = norm.exp %x : tensor<8x8xf32>
  %r = norm.reduce <add> %e : tensor<8x8xf32> -> tensor<8xf32>
  %b = norm.broadcast %r like %x dims = [1] : (tensor<8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = arith.divf %e, %b : tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}
func.func @fused(%x: tensor<?x?x4096xbf16>, %scale: tensor<?x4096xbf16>) -> tensor<?x?x4096xbf16>
    attributes {norm.dims = ["B", "S"]} {
  %n = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x?x4096xbf16>) -> tensor<?x?x4096xbf16>
  %y = norm.scale %n, %scale dims = [0, 2]
      : (tensor<?x?x4096xbf16>, tensor<?x4096xbf16>) -> tensor<?x?x4096xbf16>
  return %y : tensor<?x?x4096xbf16>
}
