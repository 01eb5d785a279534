// Packed rows that choose their modulation by an index each (MiniMax-H3): a table of 3 T rows, RMSNorm
// * w * (1 + scale[i]) + shift[i], and the gate of the row. One kernel; nothing of [N, D] is built.
// RUN: %normc-run --device=emulator %s --function=norm --check --shape N=7,R=6 | FileCheck %s --check-prefix=NORM
// RUN: %normc-run --device=emulator %s --function=norm --check --shape N=7,R=6 --arch=sm_100 --layout=misaligned | FileCheck %s --check-prefix=EQUAL
// RUN: %normc-run --device=emulator %s --function=gate --check --shape N=7,R=6 --layout=scale=strided,index=strided | FileCheck %s --check-prefix=GATE
// RUN: %normc-run --device=emulator %s --function=two_ways --check --shape B=2,S=5 | FileCheck %s --check-prefix=TWO
// NORM: kernel {{.*}}CTAs
// NORM-NEXT: norm_bf16_n3072_aligned
// NORM-NEXT: (predicted
// NORM-NEXT: check result0: all 21504 elements equal the reference bit for bit
// EQUAL: check result0: all 21504 elements equal
func.func @norm(%x: tensor<?x3072xbf16>, %w: tensor<3072xbf16>, %scale: tensor<?x3072xbf16>,
                %shift: tensor<?x3072xbf16>, %index: tensor<?xi32>) -> tensor<?x3072xbf16>
    attributes {norm.dims = ["N", "R", "R"]} {
  %n = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x3072xbf16>, tensor<3072xbf16>) -> tensor<?x3072xbf16>
  %s = norm.gather %scale, %index : (tensor<?x3072xbf16>, tensor<?xi32>) -> tensor<?x3072xbf16>
  %t = norm.gather %shift, %index : (tensor<?x3072xbf16>, tensor<?xi32>) -> tensor<?x3072xbf16>
  %y = norm.modulate %n, %s, %t dims = [0, 1]
      : (tensor<?x3072xbf16>, tensor<?x3072xbf16>, tensor<?x3072xbf16>) -> tensor<?x3072xbf16>
  return %y : tensor<?x3072xbf16>
}

// What is computed of the table before rows of it are chosen, is computed of the chosen rows.
// GATE: kernel {{.*}}CTAs
// GATE-NEXT: gate_bf16_n1000_{{aligned|strided}}
// GATE-NEXT: (predicted
// GATE-NEXT: check result0: all 7000 elements equal the reference bit for bit
// GATE-NEXT: check result1: all 7000 elements equal the reference bit for bit
func.func @gate(%residual: tensor<?x1000xbf16>, %x: tensor<?x1000xbf16>, %scale: tensor<?x1000xbf16>,
                %index: tensor<?xi64>) -> (tensor<?x1000xbf16>, tensor<?x1000xbf16>)
    attributes {norm.dims = ["N", "R"]} {
  %tanh = norm.tanh %scale : tensor<?x1000xbf16>
  %g = norm.gather %tanh, %index : (tensor<?x1000xbf16>, tensor<?xi64>) -> tensor<?x1000xbf16>
  %h = norm.gate %residual, %g, %x dims = [0, 1]
      : (tensor<?x1000xbf16>, tensor<?x1000xbf16>, tensor<?x1000xbf16>) -> tensor<?x1000xbf16>
  %n = norm.layer_norm %h {eps = 1.0e-6 : f32} : (tensor<?x1000xbf16>) -> tensor<?x1000xbf16>
  return %h, %n : tensor<?x1000xbf16>, tensor<?x1000xbf16>
}

// A choice of two modulations by token (Qwen-Image edit): index 0 is row b, 1 row B + b of [2, B, D], here
// B = 1.
// TWO: kernel {{.*}}CTAs
// TWO-NEXT: two_ways_bf16_n768_aligned
// TWO-NEXT: (predicted
// TWO-NEXT: check result0: all 7680 elements equal the reference bit for bit
func.func @two_ways(%x: tensor<?x?x768xbf16>, %mod: tensor<2x4608xbf16>, %index: tensor<?x?xi64>)
    -> tensor<?x?x768xbf16> attributes {norm.dims = ["B", "S"]} {
  %n = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x?x768xbf16>) -> tensor<?x?x768xbf16>
  %shift = norm.slice %mod offsets = [0, 0] strides = [1, 1] : (tensor<2x4608xbf16>) -> tensor<2x768xbf16>
  %scale = norm.slice %mod offsets = [0, 768] strides = [1, 1] : (tensor<2x4608xbf16>) -> tensor<2x768xbf16>
  %s = norm.gather %scale, %index : (tensor<2x768xbf16>, tensor<?x?xi64>) -> tensor<?x?x768xbf16>
  %t = norm.gather %shift, %index : (tensor<2x768xbf16>, tensor<?x?xi64>) -> tensor<?x?x768xbf16>
  %y = norm.modulate %n, %s, %t dims = [0, 1, 2]
      : (tensor<?x?x768xbf16>, tensor<?x?x768xbf16>, tensor<?x?x768xbf16>) -> tensor<?x?x768xbf16>
  return %y : tensor<?x?x768xbf16>
}
