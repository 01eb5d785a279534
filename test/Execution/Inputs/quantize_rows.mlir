func.func @quantize_rows(%x: tensor<?x4096xbf16>, %w: tensor<4096xbf16>)
    -> (tensor<?x4096xf8E4M3FN>, tensor<?xf32>, tensor<?x4096xi8>, tensor<?xf32>) {
  %n = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x4096xbf16>, tensor<4096xbf16>) -> tensor<?x4096xbf16>
  %q, %s = norm.dynamic_quantize %n {floor = 1.0e-10 : f32}
      : (tensor<?x4096xbf16>) -> (tensor<?x4096xf8E4M3FN>, tensor<?xf32>)
  %i, %t = norm.dynamic_quantize %x {floor = 1.0e-10 : f32}
      : (tensor<?x4096xbf16>) -> (tensor<?x4096xi8>, tensor<?xf32>)
  return %q, %s, %i, %t : tensor<?x4096xf8E4M3FN>, tensor<?xf32>, tensor<?x4096xi8>, tensor<?xf32>
}
