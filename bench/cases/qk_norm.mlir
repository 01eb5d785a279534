// RMSNorm of the heads of q and k, each a tensor: one launch, since B is one size.
func.func @qk_norm(%q: tensor<?x24x4096xbf16>, %k: tensor<?x24x4096xbf16>,
                   %wq: tensor<4096xbf16>, %wk: tensor<4096xbf16>)
    -> (tensor<?x24x4096xbf16>, tensor<?x24x4096xbf16>) attributes {norm.dims = ["B", "B"]} {
  %yq = norm.rms_norm %q weight %wq {eps = 1.0e-6 : f32}
      : (tensor<?x24x4096xbf16>, tensor<4096xbf16>) -> tensor<?x24x4096xbf16>
  %yk = norm.rms_norm %k weight %wk {eps = 1.0e-6 : f32}
      : (tensor<?x24x4096xbf16>, tensor<4096xbf16>) -> tensor<?x24x4096xbf16>
  return %yq, %yk : tensor<?x24x4096xbf16>, tensor<?x24x4096xbf16>
}
