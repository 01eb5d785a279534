func.func @gate(%x: tensor<?x?x4096xbf16>, %residual: tensor<?x?x4096xbf16>,
                %gate: tensor<?x4096xbf16>, %shift: tensor<?x4096xbf16>)
    -> (tensor<?x?x4096xbf16> {norm.in_place = "residual"},
        tensor<?x?x4096xbf16> {norm.in_place = "x"}) attributes {norm.dims = ["B", "S"]} {
  %h = norm.gate %residual, %gate, %x dims = [0, 2]
      : (tensor<?x?x4096xbf16>, tensor<?x4096xbf16>, tensor<?x?x4096xbf16>) -> tensor<?x?x4096xbf16>
  %n = norm.layer_norm %h {eps = 1.0e-6 : f32} : (tensor<?x?x4096xbf16>) -> tensor<?x?x4096xbf16>
  %y = norm.shift %n, %shift dims = [0, 2]
      : (tensor<?x?x4096xbf16>, tensor<?x4096xbf16>) -> tensor<?x?x4096xbf16>
  return %h, %y : tensor<?x?x4096xbf16>, tensor<?x?x4096xbf16>
}
