// A norm across all heads, then the embedding of each: interleaved over the whole row, by tables as
// long (LTX); of heads of 128 that are split off after the norm, as the attention takes them, by
// tables of one column a pair for all of them (Wan); and of two halves.
// RUN: %normc-run --device=emulator %s --function=whole_row --check --shape B=2,S=3 | FileCheck %s
// RUN: %normc-run --device=emulator %s --function=split_off --check --shape B=2,S=3 | FileCheck %s
// RUN: %normc-run --device=emulator %s --function=split_off --check --shape B=2,S=3 --layout=misaligned | FileCheck %s
// RUN: %normc-run --device=emulator %s --function=split_off --check --shape B=2,S=3 --layout=strided | FileCheck %s
// RUN: %normc-run --device=emulator %s --function=split_off --check --shape B=1,S=3 --every-config | FileCheck %s
// RUN: %normc-run --device=emulator %s --function=transposed --check --shape B=2,S=3 | FileCheck %s
// RUN: %normc-run --device=emulator %s --function=transposed --check --shape B=2,S=3 --config=vector_width=16,rows_per_thread=2 --layout=expanded | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: {{whole_row|split_off|transposed}}_bf16_n2048_{{aligned|strided|misaligned}}
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all {{[0-9]+}} elements equal the reference bit for bit
func.func @whole_row(%x: tensor<?x?x2048xbf16>, %w: tensor<2048xbf16>, %cos: tensor<?x?x2048xf32>,
                     %sin: tensor<?x?x2048xf32>)
    -> tensor<?x?x2048xbf16> attributes {norm.dims = ["B", "S"]} {
  %n = norm.rms_norm %x weight %w {eps = 1.0e-5 : f32}
      : (tensor<?x?x2048xbf16>, tensor<2048xbf16>) -> tensor<?x?x2048xbf16>
  %y = norm.rope <interleaved> %n, %cos, %sin dims = [0, 1, 2]
      : (tensor<?x?x2048xbf16>, tensor<?x?x2048xf32>, tensor<?x?x2048xf32>) -> tensor<?x?x2048xbf16>
  return %y : tensor<?x?x2048xbf16>
}

func.func @split_off(%x: tensor<?x?x2048xbf16>, %w: tensor<2048xbf16>, %cos: tensor<1x?x1x64xf32>,
                     %sin: tensor<1x?x1x64xf32>)
    -> tensor<?x?x16x128xbf16> attributes {norm.dims = ["B", "S"]} {
  %n = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x?x2048xbf16>, tensor<2048xbf16>) -> tensor<?x?x2048xbf16>
  %h = norm.reshape %n : (tensor<?x?x2048xbf16>) -> tensor<?x?x16x128xbf16>
  %y = norm.rope <interleaved> %h, %cos, %sin dims = [0, 1, 2, 3]
      : (tensor<?x?x16x128xbf16>, tensor<1x?x1x64xf32>, tensor<1x?x1x64xf32>) -> tensor<?x?x16x128xbf16>
  return %y : tensor<?x?x16x128xbf16>
}

func.func @transposed(%x: tensor<?x?x2048xbf16>, %w: tensor<2048xbf16>, %cos: tensor<?x128xbf16>,
                      %sin: tensor<?x128xbf16>)
    -> tensor<?x16x?x128xbf16> attributes {norm.dims = ["B", "S"]} {
  %n = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x?x2048xbf16>, tensor<2048xbf16>) -> tensor<?x?x2048xbf16>
  %h = norm.reshape %n : (tensor<?x?x2048xbf16>) -> tensor<?x?x16x128xbf16>
  %r = norm.rope <half_split> %h, %cos, %sin dims = [1, 3]
      : (tensor<?x?x16x128xbf16>, tensor<?x128xbf16>, tensor<?x128xbf16>) -> tensor<?x?x16x128xbf16>
  %y = norm.transpose %r permutation = [0, 2, 1, 3]
      : (tensor<?x?x16x128xbf16>) -> tensor<?x16x?x128xbf16>
  return %y : tensor<?x16x?x128xbf16>
}
