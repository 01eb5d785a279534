// Query and key heads of a packed QKV, each normalised with its own weight, then the interleaved
// rotary embedding by f32 tables of one column a pair (Flux, Qwen-Image): one kernel for both, which
// reads the tables once.
// RUN: %normc-run --device=emulator %s --check --shape B=2,S=3 | FileCheck %s
// RUN: %normc-run --device=emulator %s --check --shape B=2,S=3 --layout=misaligned | FileCheck %s --check-prefix=ANY
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: qk_norm_rope_bf16_n128_aligned {{.*}} 149504 {{.*}}
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 18432 elements equal the reference bit for bit
// CHECK-NEXT: check result1: all 18432 elements equal the reference bit for bit
// ANY: kernel {{.*}}CTAs
// ANY-NEXT: qk_norm_rope_bf16_n128_misaligned
// ANY-NEXT: (predicted
// ANY-NEXT: check result0: all 18432 elements equal the reference bit for bit
// ANY-NEXT: check result1: all 18432 elements equal the reference bit for bit
func.func @qk_norm_rope(%qkv: tensor<?x?x9216xbf16>, %wq: tensor<128xbf16>, %wk: tensor<128xbf16>,
                        %cos: tensor<?x64xf32>, %sin: tensor<?x64xf32>)
    -> (tensor<?x?x24x128xbf16>, tensor<?x?x24x128xbf16>) attributes {norm.dims = ["B", "S"]} {
  %q = norm.slice %qkv offsets = [0, 0, 0] strides = [1, 1, 1]
      : (tensor<?x?x9216xbf16>) -> tensor<?x?x3072xbf16>
  %k = norm.slice %qkv offsets = [0, 0, 3072] strides = [1, 1, 1]
      : (tensor<?x?x9216xbf16>) -> tensor<?x?x3072xbf16>
  %qh = norm.reshape %q : (tensor<?x?x3072xbf16>) -> tensor<?x?x24x128xbf16>
  %kh = norm.reshape %k : (tensor<?x?x3072xbf16>) -> tensor<?x?x24x128xbf16>
  %qn = norm.rms_norm %qh weight %wq {eps = 1.0e-6 : f32}
      : (tensor<?x?x24x128xbf16>, tensor<128xbf16>) -> tensor<?x?x24x128xbf16>
  %kn = norm.rms_norm %kh weight %wk {eps = 1.0e-6 : f32}
      : (tensor<?x?x24x128xbf16>, tensor<128xbf16>) -> tensor<?x?x24x128xbf16>
  %qr = norm.rope <interleaved> %qn, %cos, %sin dims = [1, 3]
      : (tensor<?x?x24x128xbf16>, tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x?x24x128xbf16>
  %kr = norm.rope <interleaved> %kn, %cos, %sin dims = [1, 3]
      : (tensor<?x?x24x128xbf16>, tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x?x24x128xbf16>
  return %qr, %kr : tensor<?x?x24x128xbf16>, tensor<?x?x24x128xbf16>
}
