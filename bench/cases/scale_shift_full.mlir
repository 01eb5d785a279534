// y = w * x + b with w and b as large as x, each step rounded to bf16: three reads, one write.
func.func @scale_shift_full(%x: tensor<?x?x4096xbf16>, %w: tensor<?x?x4096xbf16>,
                            %b: tensor<?x?x4096xbf16>)
    -> tensor<?x?x4096xbf16> attributes {norm.dims = ["B", "S"]} {
  %p = arith.mulf %w, %x : tensor<?x?x4096xbf16>
  %y = arith.addf %p, %b : tensor<?x?x4096xbf16>
  return %y : tensor<?x?x4096xbf16>
}
