// Views between launches: stored as a returned view and read as that, parts of what another launch
// computed, temporaries; rows longer than a launch takes; no element at all.
// RUN: %normc-run --device=emulator %s --function=read_again --check --shape B=3 | FileCheck %s --check-prefix=READ-AGAIN
// RUN: %normc-run --device=emulator %s --function=read_again --check --shape B=3 --no-fusion --layout=strided | FileCheck %s --check-prefix=READ-AGAIN
// RUN: %normc-run --device=emulator %s --function=part --check --shape B=3 | FileCheck %s --check-prefix=PART
// RUN: %normc-run --device=emulator %s --function=part --check --shape B=3 --layout=misaligned | FileCheck %s --check-prefix=PART
// RUN: %normc-run --device=emulator %s --function=temporary --check --shape B=3 | FileCheck %s --check-prefix=TEMPORARY
// RUN: %normc-run --device=emulator %s --function=long_halves --check --shape B=2 | FileCheck %s --check-prefix=LONG
// RUN: %normc-run --device=emulator %s --function=no_elements --check --shape B=2 | FileCheck %s --check-prefix=NONE
// RUN: %normc-run --device=emulator %s --function=one_element --check | FileCheck %s --check-prefix=ONE

// READ-AGAIN: read_again_0_bf16_n40
// READ-AGAIN-NEXT: read_again_1_bf16_n160
// READ-AGAIN-NEXT: (predicted
// READ-AGAIN: check result0: all 480 elements equal
// READ-AGAIN: check result1: all 480 elements equal
func.func @read_again(%x: tensor<?x4x40xbf16>) -> (tensor<?x160xbf16>, tensor<?x160xbf16>)
    attributes {norm.dims = ["B"]} {
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x4x40xbf16>) -> tensor<?x4x40xbf16>
  %s = norm.reshape %y : (tensor<?x4x40xbf16>) -> tensor<?x160xbf16>
  %z = norm.layer_norm %s {eps = 1.0e-6 : f32} : (tensor<?x160xbf16>) -> tensor<?x160xbf16>
  return %s, %z : tensor<?x160xbf16>, tensor<?x160xbf16>
}

// PART: part_0_bf16_n160
// PART-NEXT: part_1_bf16_n40
// PART-NEXT: (predicted
// PART: check result0: all 480 elements equal
// PART: check result1: all 120 elements equal
func.func @part(%x: tensor<?x160xbf16>) -> (tensor<?x160xbf16>, tensor<?x40xbf16>)
    attributes {norm.dims = ["B"]} {
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x160xbf16>) -> tensor<?x160xbf16>
  %s = norm.slice %y offsets = [0, 41] strides = [1, 1] : (tensor<?x160xbf16>) -> tensor<?x40xbf16>
  return %y, %s : tensor<?x160xbf16>, tensor<?x40xbf16>
}

// The norm of all, then of each head: through memory.
// TEMPORARY: temporary_0_bf16_n120
// TEMPORARY-NEXT: temporary_1_bf16_n40
// TEMPORARY-NEXT: (predicted
// TEMPORARY: check result0: all 360 elements equal
func.func @temporary(%x: tensor<?x120xbf16>) -> tensor<3x?x40xbf16> attributes {norm.dims = ["B"]} {
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x120xbf16>) -> tensor<?x120xbf16>
  %h = norm.reshape %y : (tensor<?x120xbf16>) -> tensor<?x3x40xbf16>
  %t = norm.transpose %h permutation = [1, 0, 2] : (tensor<?x3x40xbf16>) -> tensor<3x?x40xbf16>
  %z = norm.layer_norm %t {eps = 1.0e-6 : f32} : (tensor<3x?x40xbf16>) -> tensor<3x?x40xbf16>
  return %z : tensor<3x?x40xbf16>
}

// The first half alone does not walk the axis as one with the batch.
// LONG: check result0: all 36864 elements equal
func.func @long_halves(%x: tensor<?x36864xbf16>) -> tensor<?x18432xbf16>
    attributes {norm.dims = ["B"]} {
  %a = norm.slice %x offsets = [0, 0] strides = [1, 1]
      : (tensor<?x36864xbf16>) -> tensor<?x18432xbf16>
  %b = norm.slice %x offsets = [0, 18432] strides = [1, 1]
      : (tensor<?x36864xbf16>) -> tensor<?x18432xbf16>
  %s = norm.silu %a : tensor<?x18432xbf16>
  %y = arith.mulf %s, %b : tensor<?x18432xbf16>
  return %y : tensor<?x18432xbf16>
}

// NONE: check result0: all 0 elements equal
func.func @no_elements(%x: tensor<?x0x4xf32>) -> tensor<?x0xf32> attributes {norm.dims = ["B"]} {
  %e = norm.exp %x : tensor<?x0x4xf32>
  %s = norm.reshape %e : (tensor<?x0x4xf32>) -> tensor<?x0xf32>
  return %s : tensor<?x0xf32>
}

// ONE: check result0: all 1 elements equal
// ONE: check result1: all 1 elements equal
func.func @one_element(%x: tensor<f32>, %y: tensor<1x1xf32>) -> (tensor<1xf32>, tensor<f32>) {
  %s = norm.reshape %x : (tensor<f32>) -> tensor<1xf32>
  %t = norm.reshape %y : (tensor<1x1xf32>) -> tensor<f32>
  %a = norm.exp %s : tensor<1xf32>
  %b = norm.exp %t : tensor<f32>
  return %a, %b : tensor<1xf32>, tensor<f32>
}
