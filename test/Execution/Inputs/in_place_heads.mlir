func.func @heads(%q: tensor<?x6x128xbf16>, %k: tensor<?x6x128xbf16>, %w: tensor<128xbf16>)
    -> (tensor<?x6x128xbf16> {norm.in_place = "q"},
        tensor<?x6x128xbf16> {norm.in_place = "k"}) attributes {norm.dims = ["B", "B"]} {
  %yq = norm.rms_norm %q weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x6x128xbf16>, tensor<128xbf16>) -> tensor<?x6x128xbf16>
  %yk = norm.rms_norm %k weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x6x128xbf16>, tensor<128xbf16>) -> tensor<?x6x128xbf16>
  return %yq, %yk : tensor<?x6x128xbf16>, tensor<?x6x128xbf16>
}
