// RMSNorm of the heads of q and k, chunks of a packed qkv, then their interleaved rotary embedding by
// f32 tables of one column a pair, in one launch; the results are dense.
func.func @qk_norm_rope(%qkv: tensor<?x294912xbf16>, %wq: tensor<4096xbf16>, %wk: tensor<4096xbf16>,
                        %cos: tensor<?x2048xf32>, %sin: tensor<?x2048xf32>)
    -> (tensor<?x24x4096xbf16>, tensor<?x24x4096xbf16>) attributes {norm.dims = ["S", "S", "S"]} {
  %q = norm.slice %qkv offsets = [0, 0] strides = [1, 1]
      : (tensor<?x294912xbf16>) -> tensor<?x98304xbf16>
  %k = norm.slice %qkv offsets = [0, 98304] strides = [1, 1]
      : (tensor<?x294912xbf16>) -> tensor<?x98304xbf16>
  %qh = norm.reshape %q : (tensor<?x98304xbf16>) -> tensor<?x24x4096xbf16>
  %kh = norm.reshape %k : (tensor<?x98304xbf16>) -> tensor<?x24x4096xbf16>
  %qn = norm.rms_norm %qh weight %wq {eps = 1.0e-6 : f32}
      : (tensor<?x24x4096xbf16>, tensor<4096xbf16>) -> tensor<?x24x4096xbf16>
  %kn = norm.rms_norm %kh weight %wk {eps = 1.0e-6 : f32}
      : (tensor<?x24x4096xbf16>, tensor<4096xbf16>) -> tensor<?x24x4096xbf16>
  %yq = norm.rope <interleaved> %qn, %cos, %sin dims = [0, 2]
      : (tensor<?x24x4096xbf16>, tensor<?x2048xf32>, tensor<?x2048xf32>) -> tensor<?x24x4096xbf16>
  %yk = norm.rope <interleaved> %kn, %cos, %sin dims = [0, 2]
      : (tensor<?x24x4096xbf16>, tensor<?x2048xf32>, tensor<?x2048xf32>) -> tensor<?x24x4096xbf16>
  return %yq, %yk : tensor<?x24x4096xbf16>, tensor<?x24x4096xbf16>
}
