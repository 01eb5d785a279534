// Heads normalised as [B, H, S, 128] (Cosmos): read from a packed [B, S, 3 H 128], and read
// transposed and returned as [B, S, H 128].
// RUN: %normc-run --device=emulator %s --function=in --check --shape B=2,S=3 | FileCheck %s --check-prefix=IN
// RUN: %normc-run --device=emulator %s --function=in_and_out --check --shape B=2,S=3 | FileCheck %s --check-prefix=BOTH
// IN: kernel {{.*}}CTAs
// IN-NEXT: in_bf16_n128_aligned
// IN-NEXT: (predicted
// IN-NEXT: check result0: all 12288 elements equal the reference bit for bit
// IN-NEXT: check result1: all 12288 elements equal the reference bit for bit
func.func @in(%qkv: tensor<?x?x6144xbf16>, %wq: tensor<128xbf16>, %wk: tensor<128xbf16>)
    -> (tensor<?x16x?x128xbf16>, tensor<?x16x?x128xbf16>) attributes {norm.dims = ["B", "S"]} {
  %q = norm.slice %qkv offsets = [0, 0, 0] strides = [1, 1, 1]
      : (tensor<?x?x6144xbf16>) -> tensor<?x?x2048xbf16>
  %k = norm.slice %qkv offsets = [0, 0, 2048] strides = [1, 1, 1]
      : (tensor<?x?x6144xbf16>) -> tensor<?x?x2048xbf16>
  %qh = norm.reshape %q : (tensor<?x?x2048xbf16>) -> tensor<?x?x16x128xbf16>
  %kh = norm.reshape %k : (tensor<?x?x2048xbf16>) -> tensor<?x?x16x128xbf16>
  %qt = norm.transpose %qh permutation = [0, 2, 1, 3]
      : (tensor<?x?x16x128xbf16>) -> tensor<?x16x?x128xbf16>
  %kt = norm.transpose %kh permutation = [0, 2, 1, 3]
      : (tensor<?x?x16x128xbf16>) -> tensor<?x16x?x128xbf16>
  %qn = norm.rms_norm %qt weight %wq {eps = 1.0e-6 : f32}
      : (tensor<?x16x?x128xbf16>, tensor<128xbf16>) -> tensor<?x16x?x128xbf16>
  %kn = norm.rms_norm %kt weight %wk {eps = 1.0e-6 : f32}
      : (tensor<?x16x?x128xbf16>, tensor<128xbf16>) -> tensor<?x16x?x128xbf16>
  return %qn, %kn : tensor<?x16x?x128xbf16>, tensor<?x16x?x128xbf16>
}

// BOTH: kernel {{.*}}CTAs
// BOTH-NEXT: in_and_out_bf16_n128_aligned
// BOTH-NEXT: (predicted
// BOTH-NEXT: check result0: all 12288 elements equal the reference bit for bit
func.func @in_and_out(%q: tensor<?x16x?x128xbf16>, %w: tensor<128xbf16>)
    -> tensor<?x?x2048xbf16> attributes {norm.dims = ["B", "S"]} {
  %n = norm.rms_norm %q weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x16x?x128xbf16>, tensor<128xbf16>) -> tensor<?x16x?x128xbf16>
  %t = norm.transpose %n permutation = [0, 2, 1, 3]
      : (tensor<?x16x?x128xbf16>) -> tensor<?x?x16x128xbf16>
  %y = norm.reshape %t : (tensor<?x?x16x128xbf16>) -> tensor<?x?x2048xbf16>
  return %y : tensor<?x?x2048xbf16>
}
