// A plan describes tensors of up to 8 axes.
// RUN: %exits 1 %normc %s --arch=sm_90 2>&1 | FileCheck %s

func.func @f(%x: tensor<2x1x2x1x2x1x2x1x2x64xf32>) -> tensor<2x1x2x1x2x1x2x1x2x64xf32> {
  // CHECK: many-axes.mlir:[[#@LINE+1]]:8: error: rows over at most 8 axes are supported, got 9
  %y = norm.exp %x : tensor<2x1x2x1x2x1x2x1x2x64xf32>
  return %y : tensor<2x1x2x1x2x1x2x1x2x64xf32>
}
