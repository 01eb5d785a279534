// Latent attention (DeepSeek): of each row of 2112, the query's 1536 and the key's 512 normalised,
// the last 64 turned, and the key's two parts joined: parts of one kernel.
// RUN: %normc-run --device=emulator %s --check --shape T=5 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: mla_norm_rope_{{.*}}_3_parts_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 7680 elements equal the reference bit for bit
// CHECK-NEXT: check result1: all 2880 elements equal the reference bit for bit
func.func @mla_norm_rope(%x: tensor<?x2112xbf16>, %wq: tensor<1536xbf16>, %wk: tensor<512xbf16>,
                         %cos: tensor<?x32xf32>, %sin: tensor<?x32xf32>)
    -> (tensor<?x1536xbf16>, tensor<?x576xbf16>) attributes {norm.dims = ["T", "T"]} {
  %q = norm.slice %x offsets = [0, 0] strides = [1, 1] : (tensor<?x2112xbf16>) -> tensor<?x1536xbf16>
  %k = norm.slice %x offsets = [0, 1536] strides = [1, 1] : (tensor<?x2112xbf16>) -> tensor<?x512xbf16>
  %pe = norm.slice %x offsets = [0, 2048] strides = [1, 1] : (tensor<?x2112xbf16>) -> tensor<?x64xbf16>
  %qn = norm.rms_norm %q weight %wq {eps = 1.0e-6 : f32}
      : (tensor<?x1536xbf16>, tensor<1536xbf16>) -> tensor<?x1536xbf16>
  %kn = norm.rms_norm %k weight %wk {eps = 1.0e-6 : f32}
      : (tensor<?x512xbf16>, tensor<512xbf16>) -> tensor<?x512xbf16>
  %r = norm.rope <interleaved> %pe, %cos, %sin dims = [0, 1]
      : (tensor<?x64xbf16>, tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<?x64xbf16>
  %y = norm.concat %kn, %r axis = 1 : (tensor<?x512xbf16>, tensor<?x64xbf16>) -> tensor<?x576xbf16>
  return %qn, %y : tensor<?x1536xbf16>, tensor<?x576xbf16>
}
