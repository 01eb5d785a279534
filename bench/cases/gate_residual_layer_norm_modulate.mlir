// h = residual + gate * x, kept; y = (1 + scale) * layer_norm(h) + shift: one kernel, two results.
func.func @gate_residual_layer_norm_modulate(
    %x: tensor<?x?x4096xbf16>, %residual: tensor<?x?x4096xbf16>, %gate: tensor<?x4096xbf16>,
    %scale: tensor<?x4096xbf16>, %shift: tensor<?x4096xbf16>)
    -> (tensor<?x?x4096xbf16>, tensor<?x?x4096xbf16>) attributes {norm.dims = ["B", "S"]} {
  %h = norm.gate %residual, %gate, %x dims = [0, 2]
      : (tensor<?x?x4096xbf16>, tensor<?x4096xbf16>, tensor<?x?x4096xbf16>) -> tensor<?x?x4096xbf16>
  %n = norm.layer_norm %h {eps = 1.0e-6 : f32} : (tensor<?x?x4096xbf16>) -> tensor<?x?x4096xbf16>
  %y = norm.modulate %n, %scale, %shift dims = [0, 2]
      : (tensor<?x?x4096xbf16>, tensor<?x4096xbf16>, tensor<?x4096xbf16>) -> tensor<?x?x4096xbf16>
  return %h, %y : tensor<?x?x4096xbf16>, tensor<?x?x4096xbf16>
}
