func.func @chain(%x: tensor<?x4096xbf16>, %w: tensor<4096xbf16>)
    -> (tensor<?xf32>, tensor<?x4096xbf16>, tensor<?xf32>) attributes {norm.dims = ["M"]} {
  %m = norm.reduce <max> %x : tensor<?x4096xbf16> -> tensor<?xf32>
  %n = norm.layer_norm %x weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x4096xbf16>, tensor<4096xbf16>) -> tensor<?x4096xbf16>
  %r = norm.rms_norm %n {eps = 1.0e-6 : f32} : (tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  %s = norm.reduce <add> %r : tensor<?x4096xbf16> -> tensor<?xf32>
  return %m, %r, %s : tensor<?xf32>, tensor<?x4096xbf16>, tensor<?xf32>
}
func.func @streams(%x: tensor<?x4096xbf16>, %y: tensor<?x4096xbf16>)
    -> (tensor<?x4096xbf16>, tensor<?x4096xbf16>) attributes {norm.dims = ["M", "K"]} {
  %a = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  %b = norm.layer_norm %y {eps = 1.0e-6 : f32} : (tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  return %a, %b : tensor<?x4096xbf16>, tensor<?x4096xbf16>
}
