func.func @rsqrt(%x: tensor<?x8192xf32>) -> tensor<?x8192xf32> {
  %y = math.rsqrt %x : tensor<?x8192xf32>
  return %y : tensor<?x8192xf32>
}
