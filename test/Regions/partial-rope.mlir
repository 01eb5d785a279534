// Rotary embedding of part of a head after its norm: the first 64 of 128 columns of q and k
// (MiniMax), by bf16 tables; the tail is the norm's, as it is. And the last 64 of 192 without a norm
// (DeepSeek), the others copied: parts of one kernel.
// RUN: %normc-run --device=emulator %s --function=norm_rope --check --shape S=3 | FileCheck %s
// RUN: %normc-run --device=emulator %s --function=tail --check --shape T=3 | FileCheck %s --check-prefix=TAIL
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: norm_rope_bf16_n128_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 6144 elements equal the reference bit for bit
// CHECK-NEXT: check result1: all 6144 elements equal the reference bit for bit
func.func @norm_rope(%q: tensor<?x16x128xbf16>, %k: tensor<?x16x128xbf16>, %wq: tensor<128xf32>,
                     %wk: tensor<128xf32>, %cos: tensor<?x64xbf16>, %sin: tensor<?x64xbf16>)
    -> (tensor<?x16x128xbf16>, tensor<?x16x128xbf16>) attributes {norm.dims = ["S", "S", "S", "S"]} {
  %qn = norm.rms_norm %q weight %wq {eps = 1.0e-6 : f32}
      : (tensor<?x16x128xbf16>, tensor<128xf32>) -> tensor<?x16x128xbf16>
  %kn = norm.rms_norm %k weight %wk {eps = 1.0e-6 : f32}
      : (tensor<?x16x128xbf16>, tensor<128xf32>) -> tensor<?x16x128xbf16>
  %qr = norm.rope <half_split> %qn, %cos, %sin dims = [0, 2] {rotary_dim = 64 : i64}
      : (tensor<?x16x128xbf16>, tensor<?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x16x128xbf16>
  %kr = norm.rope <half_split> %kn, %cos, %sin dims = [0, 2] {rotary_dim = 64 : i64}
      : (tensor<?x16x128xbf16>, tensor<?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x16x128xbf16>
  return %qr, %kr : tensor<?x16x128xbf16>, tensor<?x16x128xbf16>
}

// TAIL: kernel {{.*}}CTAs
// TAIL-NEXT: tail_{{.*}}_2_parts_aligned
// TAIL-NEXT: (predicted
// TAIL-NEXT: check result0: all 9216 elements equal the reference bit for bit
func.func @tail(%q: tensor<?x16x192xbf16>, %cos: tensor<?x32xf32>, %sin: tensor<?x32xf32>)
    -> tensor<?x16x192xbf16> attributes {norm.dims = ["T", "T"]} {
  %nope = norm.slice %q offsets = [0, 0, 0] strides = [1, 1, 1]
      : (tensor<?x16x192xbf16>) -> tensor<?x16x128xbf16>
  %pe = norm.slice %q offsets = [0, 0, 128] strides = [1, 1, 1]
      : (tensor<?x16x192xbf16>) -> tensor<?x16x64xbf16>
  %r = norm.rope <interleaved> %pe, %cos, %sin dims = [0, 2]
      : (tensor<?x16x64xbf16>, tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<?x16x64xbf16>
  %y = norm.concat %nope, %r axis = 2
      : (tensor<?x16x128xbf16>, tensor<?x16x64xbf16>) -> tensor<?x16x192xbf16>
  return %y : tensor<?x16x192xbf16>
}
