// RMSNorm of the heads of q and k, chunks of a packed qkv, in one launch; the results are dense.
func.func @qk_norm_packed(%qkv: tensor<?x294912xbf16>, %wq: tensor<4096xbf16>,
                          %wk: tensor<4096xbf16>)
    -> (tensor<?x24x4096xbf16>, tensor<?x24x4096xbf16>) attributes {norm.dims = ["B"]} {
  %q = norm.slice %qkv offsets = [0, 0] strides = [1, 1]
      : (tensor<?x294912xbf16>) -> tensor<?x98304xbf16>
  %k = norm.slice %qkv offsets = [0, 98304] strides = [1, 1]
      : (tensor<?x294912xbf16>) -> tensor<?x98304xbf16>
  %qh = norm.reshape %q : (tensor<?x98304xbf16>) -> tensor<?x24x4096xbf16>
  %kh = norm.reshape %k : (tensor<?x98304xbf16>) -> tensor<?x24x4096xbf16>
  %yq = norm.rms_norm %qh weight %wq {eps = 1.0e-6 : f32}
      : (tensor<?x24x4096xbf16>, tensor<4096xbf16>) -> tensor<?x24x4096xbf16>
  %yk = norm.rms_norm %kh weight %wk {eps = 1.0e-6 : f32}
      : (tensor<?x24x4096xbf16>, tensor<4096xbf16>) -> tensor<?x24x4096xbf16>
  return %yq, %yk : tensor<?x24x4096xbf16>, tensor<?x24x4096xbf16>
}
