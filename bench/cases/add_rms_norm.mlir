// h = x + residual in bf16, kept; y = rms_norm(h, w): one kernel, two results, which a call may put
// in place of residual and x.
func.func @add_rms_norm(%x: tensor<?x4096xbf16>, %residual: tensor<?x4096xbf16>,
                        %w: tensor<4096xbf16>)
    -> (tensor<?x4096xbf16> {norm.in_place = "residual"},
        tensor<?x4096xbf16> {norm.in_place = "x"}) attributes {norm.dims = ["M"]} {
  %h = arith.addf %x, %residual : tensor<?x4096xbf16>
  %y = norm.rms_norm %h weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x4096xbf16>, tensor<4096xbf16>) -> tensor<?x4096xbf16>
  return %h, %y : tensor<?x4096xbf16>, tensor<?x4096xbf16>
}
