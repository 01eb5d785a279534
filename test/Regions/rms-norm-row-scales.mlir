// Dynamic quantisation of each token after a norm (vLLM's per-token scales, int8 of SmoothQuant): two
// reductions one after the other, a row and its scale as results.
// RUN: %normc-run --device=emulator %s --function=fp8 --check --shape T=5 | FileCheck %s --check-prefix=FP8
// RUN: %normc-run --device=emulator %s --function=int8 --check --shape T=5 | FileCheck %s --check-prefix=INT8
// FP8: kernel {{.*}}CTAs
// FP8-NEXT: fp8_f8E4M3FN_n4096_aligned
// FP8-NEXT: (predicted
// FP8-NEXT: check result0: all 20480 elements equal the reference bit for bit
// FP8-NEXT: check result1: all 5 elements equal the reference bit for bit
func.func @fp8(%x: tensor<?x4096xbf16>, %w: tensor<4096xbf16>)
    -> (tensor<?x4096xf8E4M3FN>, tensor<?x1xf32>) attributes {norm.dims = ["T"]} {
  %n = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x4096xbf16>, tensor<4096xbf16>) -> tensor<?x4096xbf16>
  %q, %s = norm.dynamic_quantize %n {floor = 1.953125e-3 : f32}
      : (tensor<?x4096xbf16>) -> (tensor<?x4096xf8E4M3FN>, tensor<?xf32>)
  %column = norm.reshape %s : (tensor<?xf32>) -> tensor<?x1xf32>
  return %q, %column : tensor<?x4096xf8E4M3FN>, tensor<?x1xf32>
}

// INT8: kernel {{.*}}CTAs
// INT8-NEXT: int8_bf16_n3072_aligned
// INT8-NEXT: (predicted
// INT8-NEXT: check result0: all 15360 elements equal the reference bit for bit
// INT8-NEXT: check result1: all 15360 elements equal the reference bit for bit
// INT8-NEXT: check result2: all 5 elements equal the reference bit for bit
func.func @int8(%x: tensor<?x3072xbf16>) -> (tensor<?x3072xbf16>, tensor<?x3072xi8>, tensor<?xf32>)
    attributes {norm.dims = ["T"]} {
  %n = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x3072xbf16>) -> tensor<?x3072xbf16>
  %q, %s = norm.dynamic_quantize %n {floor = 1.0e-10 : f32}
      : (tensor<?x3072xbf16>) -> (tensor<?x3072xi8>, tensor<?xf32>)
  return %n, %q, %s : tensor<?x3072xbf16>, tensor<?x3072xi8>, tensor<?xf32>
}
