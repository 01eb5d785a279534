// A SwiGLU of the MLP's part of one projection [q, k, v, mlp] (Flux.2): halves of 12288 from rows
// of 36864.
// RUN: %normc-run --device=emulator %s --check --shape T=3 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: packed_swiglu_bf16_n12288_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 36864 elements equal the reference bit for bit
func.func @packed_swiglu(%x: tensor<?x36864xbf16>) -> tensor<?x12288xbf16>
    attributes {norm.dims = ["T"]} {
  %mlp = norm.slice %x offsets = [0, 12288] strides = [1, 1]
      : (tensor<?x36864xbf16>) -> tensor<?x24576xbf16>
  %a = norm.slice %mlp offsets = [0, 0] strides = [1, 1]
      : (tensor<?x24576xbf16>) -> tensor<?x12288xbf16>
  %b = norm.slice %mlp offsets = [0, 12288] strides = [1, 1]
      : (tensor<?x24576xbf16>) -> tensor<?x12288xbf16>
  %s = norm.silu %a : tensor<?x12288xbf16>
  %y = arith.mulf %s, %b : tensor<?x12288xbf16>
  return %y : tensor<?x12288xbf16>
}
