// Query heads as language models spell them (HF): normalised, transposed, halves sliced, negated and
// joined, tables [S, 32] joined with themselves, products rounded to bf16; and as diffusion models
// do: pairs unbound and stacked in f32; and of part of each head, joined with its rest. One kernel each.
// RUN: %normc-run --device=emulator %s --function=halves --check --shape B=2,S=3 | FileCheck %s
// RUN: %normc-run --device=emulator %s --function=pairs --check --shape B=2,S=3 | FileCheck %s
// RUN: %normc-run --device=emulator %s --function=part --check --shape B=2,S=3 | FileCheck %s
// RUN: %normc-run --device=emulator %s --function=part --check --shape B=2,S=3 --layout=misaligned | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: {{halves|pairs|part}}_bf16_n64_{{aligned|misaligned}}
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 3072 elements equal the reference bit for bit
func.func @halves(%x: tensor<?x?x512xbf16>, %w: tensor<64xbf16>, %cos: tensor<?x32xbf16>, %sin: tensor<?x32xbf16>)
    -> tensor<?x8x?x64xbf16> attributes {norm.dims = ["B", "S"]} {
  %h = norm.reshape %x : (tensor<?x?x512xbf16>) -> tensor<?x?x8x64xbf16>
  %n = norm.rms_norm %h weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x?x8x64xbf16>, tensor<64xbf16>) -> tensor<?x?x8x64xbf16>
  %q = norm.transpose %n permutation = [0, 2, 1, 3] : (tensor<?x?x8x64xbf16>) -> tensor<?x8x?x64xbf16>
  %c2 = norm.concat %cos, %cos axis = 1 : (tensor<?x32xbf16>, tensor<?x32xbf16>) -> tensor<?x64xbf16>
  %s2 = norm.concat %sin, %sin axis = 1 : (tensor<?x32xbf16>, tensor<?x32xbf16>) -> tensor<?x64xbf16>
  %c = norm.broadcast %c2 like %q dims = [2, 3] : (tensor<?x64xbf16>, tensor<?x8x?x64xbf16>) -> tensor<?x8x?x64xbf16>
  %s = norm.broadcast %s2 like %q dims = [2, 3] : (tensor<?x64xbf16>, tensor<?x8x?x64xbf16>) -> tensor<?x8x?x64xbf16>
  %a = norm.slice %q offsets = [0, 0, 0, 0] strides = [1, 1, 1, 1] : (tensor<?x8x?x64xbf16>) -> tensor<?x8x?x32xbf16>
  %b = norm.slice %q offsets = [0, 0, 0, 32] strides = [1, 1, 1, 1] : (tensor<?x8x?x64xbf16>) -> tensor<?x8x?x32xbf16>
  %m = arith.negf %b : tensor<?x8x?x32xbf16>
  %r = norm.concat %m, %a axis = 3 : (tensor<?x8x?x32xbf16>, tensor<?x8x?x32xbf16>) -> tensor<?x8x?x64xbf16>
  %p0 = arith.mulf %q, %c : tensor<?x8x?x64xbf16>
  %p1 = arith.mulf %r, %s : tensor<?x8x?x64xbf16>
  %y = arith.addf %p0, %p1 : tensor<?x8x?x64xbf16>
  return %y : tensor<?x8x?x64xbf16>
}

func.func @pairs(%x: tensor<?x?x512xbf16>, %w: tensor<64xbf16>, %cos: tensor<?x64xf32>, %sin: tensor<?x64xf32>)
    -> tensor<?x?x8x64xbf16> attributes {norm.dims = ["B", "S"]} {
  %h = norm.reshape %x : (tensor<?x?x512xbf16>) -> tensor<?x?x8x64xbf16>
  %n = norm.rms_norm %h weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x?x8x64xbf16>, tensor<64xbf16>) -> tensor<?x?x8x64xbf16>
  %c = norm.broadcast %cos like %n dims = [1, 3] : (tensor<?x64xf32>, tensor<?x?x8x64xbf16>) -> tensor<?x?x8x64xf32>
  %s = norm.broadcast %sin like %n dims = [1, 3] : (tensor<?x64xf32>, tensor<?x?x8x64xbf16>) -> tensor<?x?x8x64xf32>
  %u = norm.reshape %n : (tensor<?x?x8x64xbf16>) -> tensor<?x?x8x32x2xbf16>
  %a = norm.slice %u offsets = [0, 0, 0, 0, 0] strides = [1, 1, 1, 1, 1] : (tensor<?x?x8x32x2xbf16>) -> tensor<?x?x8x32x1xbf16>
  %b = norm.slice %u offsets = [0, 0, 0, 0, 1] strides = [1, 1, 1, 1, 1] : (tensor<?x?x8x32x2xbf16>) -> tensor<?x?x8x32x1xbf16>
  %m = arith.negf %b : tensor<?x?x8x32x1xbf16>
  %j = norm.concat %m, %a axis = 4 : (tensor<?x?x8x32x1xbf16>, tensor<?x?x8x32x1xbf16>) -> tensor<?x?x8x32x2xbf16>
  %r = norm.reshape %j : (tensor<?x?x8x32x2xbf16>) -> tensor<?x?x8x64xbf16>
  %xf = arith.extf %n : tensor<?x?x8x64xbf16> to tensor<?x?x8x64xf32>
  %rf = arith.extf %r : tensor<?x?x8x64xbf16> to tensor<?x?x8x64xf32>
  %p0 = arith.mulf %xf, %c : tensor<?x?x8x64xf32>
  %p1 = arith.mulf %rf, %s : tensor<?x?x8x64xf32>
  %z = arith.addf %p0, %p1 : tensor<?x?x8x64xf32>
  %y = arith.truncf %z : tensor<?x?x8x64xf32> to tensor<?x?x8x64xbf16>
  return %y : tensor<?x?x8x64xbf16>
}

func.func @part(%x: tensor<?x?x512xbf16>, %w: tensor<64xbf16>, %cos: tensor<?x24xbf16>, %sin: tensor<?x24xbf16>)
    -> tensor<?x8x?x64xbf16> attributes {norm.dims = ["B", "S"]} {
  %h = norm.reshape %x : (tensor<?x?x512xbf16>) -> tensor<?x?x8x64xbf16>
  %n = norm.rms_norm %h weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x?x8x64xbf16>, tensor<64xbf16>) -> tensor<?x?x8x64xbf16>
  %t = norm.transpose %n permutation = [0, 2, 1, 3] : (tensor<?x?x8x64xbf16>) -> tensor<?x8x?x64xbf16>
  %q = norm.slice %t offsets = [0, 0, 0, 0] strides = [1, 1, 1, 1] : (tensor<?x8x?x64xbf16>) -> tensor<?x8x?x24xbf16>
  %rest = norm.slice %t offsets = [0, 0, 0, 24] strides = [1, 1, 1, 1] : (tensor<?x8x?x64xbf16>) -> tensor<?x8x?x40xbf16>
  %c = norm.broadcast %cos like %q dims = [2, 3] : (tensor<?x24xbf16>, tensor<?x8x?x24xbf16>) -> tensor<?x8x?x24xbf16>
  %s = norm.broadcast %sin like %q dims = [2, 3] : (tensor<?x24xbf16>, tensor<?x8x?x24xbf16>) -> tensor<?x8x?x24xbf16>
  %a = norm.slice %q offsets = [0, 0, 0, 0] strides = [1, 1, 1, 1] : (tensor<?x8x?x24xbf16>) -> tensor<?x8x?x12xbf16>
  %b = norm.slice %q offsets = [0, 0, 0, 12] strides = [1, 1, 1, 1] : (tensor<?x8x?x24xbf16>) -> tensor<?x8x?x12xbf16>
  %m = arith.negf %b : tensor<?x8x?x12xbf16>
  %r = norm.concat %m, %a axis = 3 : (tensor<?x8x?x12xbf16>, tensor<?x8x?x12xbf16>) -> tensor<?x8x?x24xbf16>
  %p0 = arith.mulf %q, %c : tensor<?x8x?x24xbf16>
  %p1 = arith.mulf %r, %s : tensor<?x8x?x24xbf16>
  %e = arith.addf %p0, %p1 : tensor<?x8x?x24xbf16>
  %y = norm.concat %e, %rest axis = 3 : (tensor<?x8x?x24xbf16>, tensor<?x8x?x40xbf16>) -> tensor<?x8x?x64xbf16>
  return %y : tensor<?x8x?x64xbf16>
}
