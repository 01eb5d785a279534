func.func @gathered_rows(%x: tensor<?x?x4096xbf16>, %table: tensor<?x4096xf32>, %index: tensor<?x?xi64>)
    -> tensor<?x?x4096xbf16> attributes {norm.dims = ["B", "S", "R"]} {
  %g = norm.gather %table, %index : (tensor<?x4096xf32>, tensor<?x?xi64>) -> tensor<?x?x4096xf32>
  %n = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x?x4096xbf16>) -> tensor<?x?x4096xf32>
  %p = arith.mulf %n, %g : tensor<?x?x4096xf32>
  %y = arith.truncf %p : tensor<?x?x4096xf32> to tensor<?x?x4096xbf16>
  return %y : tensor<?x?x4096xbf16>
}
