// x and r are parts of longer rows, so that their rows, those of the results and w start at other
// bytes of a 16-byte word each time. Where 4096 becomes N, 40963 becomes 10 N + 3.
func.func @shifted_rows(%packed: tensor<?x40963xbf16>, %other: tensor<?x40963xbf16>,
                        %w: tensor<4096xbf16>) -> (tensor<?x4096xbf16>, tensor<?x4096xbf16>)
    attributes {norm.dims = ["M"]} {
  %x = norm.slice %packed offsets = [0, 2] strides = [1, 1] : (tensor<?x40963xbf16>) -> tensor<?x4096xbf16>
  %r = norm.slice %other offsets = [0, 5] strides = [1, 1] : (tensor<?x40963xbf16>) -> tensor<?x4096xbf16>
  %h = arith.addf %x, %r : tensor<?x4096xbf16>
  %y = norm.rms_norm %h weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x4096xbf16>, tensor<4096xbf16>) -> tensor<?x4096xbf16>
  return %h, %y : tensor<?x4096xbf16>, tensor<?x4096xbf16>
}
