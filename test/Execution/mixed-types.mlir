// Each operand at its own width: f32 weight, scale and shift beside a bf16 row; used in f32.
// RUN: %normc-run --device=emulator %s --function=f32_operands --shape s0=2,s1=3 --check | FileCheck %s
// RUN: %normc-run --device=emulator %s --function=f32_operands --shape s0=2,s1=3 --check --arch=sm_100 --layout=strided | FileCheck %s
// RUN: %normc-run --device=emulator %s --function=f32_operands --shape s0=2,s1=3 --check --layout=w=misaligned | FileCheck %s
// RUN: %normc-run --device=emulator %s --function=unrounded_norm --check | FileCheck %s
// CHECK: check result0: all {{[0-9]+}} elements equal the reference bit for bit
func.func @f32_operands(%x: tensor<?x?x1000xbf16>, %w: tensor<1000xf32>, %scale: tensor<?x1000xf32>,
                        %shift: tensor<?x1x1000xf32>) -> tensor<?x?x1000xbf16> {
  %n = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x?x1000xbf16>, tensor<1000xf32>) -> tensor<?x?x1000xf32>
  %s = norm.scale %n, %scale dims = [0, 2]
      : (tensor<?x?x1000xf32>, tensor<?x1000xf32>) -> tensor<?x?x1000xf32>
  %y = norm.shift %s, %shift dims = [0, 1, 2]
      : (tensor<?x?x1000xf32>, tensor<?x1x1000xf32>) -> tensor<?x?x1000xbf16>
  return %y : tensor<?x?x1000xbf16>
}

// The convention that rounds before the weight, and the one that adds 1 to it in f32.
func.func @unrounded_norm(%x: tensor<?x768xf16>, %w: tensor<768xf16>) -> (tensor<?x768xf16>, tensor<?x768xf16>) {
  %n = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x768xf16>) -> tensor<?x768xf32>
  %r = arith.truncf %n : tensor<?x768xf32> to tensor<?x768xf16>
  %a = norm.scale %r, %w dims = [1] : (tensor<?x768xf16>, tensor<768xf16>) -> tensor<?x768xf16>
  %one = arith.constant dense<1.0> : tensor<768xf32>
  %wf = arith.extf %w : tensor<768xf16> to tensor<768xf32>
  %w1 = arith.addf %wf, %one : tensor<768xf32>
  %b = norm.scale %n, %w1 dims = [1] : (tensor<?x768xf32>, tensor<768xf32>) -> tensor<?x768xf16>
  return %a, %b : tensor<?x768xf16>, tensor<?x768xf16>
}
