func.func @quantize_blocks(%x: tensor<?x4096xbf16>, %y: tensor<?x4096xbf16>)
    -> (tensor<?x4096xf8E5M2>, tensor<?x32xf32>, tensor<?x4096xi8>, tensor<?x32xf32>) {
  %h = arith.addf %x, %y : tensor<?x4096xbf16>
  %n = norm.layer_norm %h {eps = 1.0e-6 : f32} : (tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  %q, %s = norm.dynamic_quantize %n {block = 128 : i64, floor = 1.0e-10 : f32}
      : (tensor<?x4096xbf16>) -> (tensor<?x4096xf8E5M2>, tensor<?x32xf32>)
  %i, %t = norm.dynamic_quantize %h {block = 128 : i64, floor = 1.0e-10 : f32}
      : (tensor<?x4096xbf16>) -> (tensor<?x4096xi8>, tensor<?x32xf32>)
  return %q, %s, %i, %t : tensor<?x4096xf8E5M2>, tensor<?x32xf32>, tensor<?x4096xi8>, tensor<?x32xf32>
}
