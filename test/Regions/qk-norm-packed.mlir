// Query and key heads of a packed QKV (Flux): chunks of rows of 9216, split into 24 heads, each
// normalised with its own weight; dense results in one launch. Two thirds of qkv are read: of
// 110592 bytes 73728, the results are as many, the weights 512.
// RUN: %normc-run --device=emulator %s --check --shape B=2,S=3 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: qk_norm_packed_bf16_n128_aligned {{.*}} 147968 {{.*}}
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 18432 elements equal the reference bit for bit
// CHECK-NEXT: check result1: all 18432 elements equal the reference bit for bit
func.func @qk_norm_packed(%qkv: tensor<?x?x9216xbf16>, %wq: tensor<128xbf16>, %wk: tensor<128xbf16>)
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
  return %qn, %kn : tensor<?x?x24x128xbf16>, tensor<?x?x24x128xbf16>
}
