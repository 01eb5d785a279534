// Heads of a language model (Qwen3): 32 of q and 8 of k in a packed QKV, normalised, then the half
// split rotary embedding by the bf16 tables [B, S, 128] of HF, each product rounded, or by those of
// one f32 column a pair; results [B, H, S, 128]. q and k are parts of one kernel.
// RUN: %normc-run --device=emulator %s --function=tables_bf16 --check --shape B=2,S=3 | FileCheck %s
// RUN: %normc-run --device=emulator %s --function=tables_f32 --check --shape B=2,S=3 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: {{tables_b?f[0-9]+}}_0_bf16_n128_2_parts_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 24576 elements equal the reference bit for bit
// CHECK-NEXT: check result1: all 6144 elements equal the reference bit for bit
func.func @tables_bf16(%qkv: tensor<?x?x6144xbf16>, %wq: tensor<128xbf16>, %wk: tensor<128xbf16>,
                       %cos: tensor<?x?x128xbf16>, %sin: tensor<?x?x128xbf16>)
    -> (tensor<?x32x?x128xbf16>, tensor<?x8x?x128xbf16>) attributes {norm.dims = ["B", "S"]} {
  %q = norm.slice %qkv offsets = [0, 0, 0] strides = [1, 1, 1]
      : (tensor<?x?x6144xbf16>) -> tensor<?x?x4096xbf16>
  %qh = norm.reshape %q : (tensor<?x?x4096xbf16>) -> tensor<?x?x32x128xbf16>
  %qn = norm.rms_norm %qh weight %wq {eps = 1.0e-6 : f32}
      : (tensor<?x?x32x128xbf16>, tensor<128xbf16>) -> tensor<?x?x32x128xbf16>
  %qt = norm.transpose %qn permutation = [0, 2, 1, 3]
      : (tensor<?x?x32x128xbf16>) -> tensor<?x32x?x128xbf16>
  %qr = norm.rope <half_split> %qt, %cos, %sin dims = [0, 2, 3]
      : (tensor<?x32x?x128xbf16>, tensor<?x?x128xbf16>, tensor<?x?x128xbf16>) -> tensor<?x32x?x128xbf16>
  %k = norm.slice %qkv offsets = [0, 0, 4096] strides = [1, 1, 1]
      : (tensor<?x?x6144xbf16>) -> tensor<?x?x1024xbf16>
  %kh = norm.reshape %k : (tensor<?x?x1024xbf16>) -> tensor<?x?x8x128xbf16>
  %kn = norm.rms_norm %kh weight %wk {eps = 1.0e-6 : f32}
      : (tensor<?x?x8x128xbf16>, tensor<128xbf16>) -> tensor<?x?x8x128xbf16>
  %kt = norm.transpose %kn permutation = [0, 2, 1, 3]
      : (tensor<?x?x8x128xbf16>) -> tensor<?x8x?x128xbf16>
  %kr = norm.rope <half_split> %kt, %cos, %sin dims = [0, 2, 3]
      : (tensor<?x8x?x128xbf16>, tensor<?x?x128xbf16>, tensor<?x?x128xbf16>) -> tensor<?x8x?x128xbf16>
  return %qr, %kr : tensor<?x32x?x128xbf16>, tensor<?x8x?x128xbf16>
}
func.func @tables_f32(%qkv: tensor<?x?x6144xbf16>, %wq: tensor<128xbf16>, %wk: tensor<128xbf16>,
                       %cos: tensor<?x64xf32>, %sin: tensor<?x64xf32>)
    -> (tensor<?x32x?x128xbf16>, tensor<?x8x?x128xbf16>) attributes {norm.dims = ["B", "S"]} {
  %q = norm.slice %qkv offsets = [0, 0, 0] strides = [1, 1, 1]
      : (tensor<?x?x6144xbf16>) -> tensor<?x?x4096xbf16>
  %qh = norm.reshape %q : (tensor<?x?x4096xbf16>) -> tensor<?x?x32x128xbf16>
  %qn = norm.rms_norm %qh weight %wq {eps = 1.0e-6 : f32}
      : (tensor<?x?x32x128xbf16>, tensor<128xbf16>) -> tensor<?x?x32x128xbf16>
  %qt = norm.transpose %qn permutation = [0, 2, 1, 3]
      : (tensor<?x?x32x128xbf16>) -> tensor<?x32x?x128xbf16>
  %qr = norm.rope <half_split> %qt, %cos, %sin dims = [2, 3]
      : (tensor<?x32x?x128xbf16>, tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x32x?x128xbf16>
  %k = norm.slice %qkv offsets = [0, 0, 4096] strides = [1, 1, 1]
      : (tensor<?x?x6144xbf16>) -> tensor<?x?x1024xbf16>
  %kh = norm.reshape %k : (tensor<?x?x1024xbf16>) -> tensor<?x?x8x128xbf16>
  %kn = norm.rms_norm %kh weight %wk {eps = 1.0e-6 : f32}
      : (tensor<?x?x8x128xbf16>, tensor<128xbf16>) -> tensor<?x?x8x128xbf16>
  %kt = norm.transpose %kn permutation = [0, 2, 1, 3]
      : (tensor<?x?x8x128xbf16>) -> tensor<?x8x?x128xbf16>
  %kr = norm.rope <half_split> %kt, %cos, %sin dims = [2, 3]
      : (tensor<?x8x?x128xbf16>, tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x8x?x128xbf16>
  return %qr, %kr : tensor<?x32x?x128xbf16>, tensor<?x8x?x128xbf16>
}
