// A gate and a residual in f32, kept, and the affine norm before cross attention (Wan).
// RUN: %normc-run --device=emulator %s --check --shape B=2,S=3 | FileCheck %s
// CHECK: kernel {{.*}}CTAs
// CHECK-NEXT: gate_residual_norm_bf16_n1536_aligned
// CHECK-NEXT: (predicted
// CHECK-NEXT: check result0: all 9216 elements equal the reference bit for bit
// CHECK-NEXT: check result1: all 9216 elements equal the reference bit for bit
func.func @gate_residual_norm(%x: tensor<?x?x1536xbf16>, %attn: tensor<?x?x1536xbf16>,
                              %gate: tensor<?x1536xf32>, %w: tensor<1536xf32>, %b: tensor<1536xf32>)
    -> (tensor<?x?x1536xbf16>, tensor<?x?x1536xbf16>) attributes {norm.dims = ["B", "S"]} {
  %xf = arith.extf %x : tensor<?x?x1536xbf16> to tensor<?x?x1536xf32>
  %af = arith.extf %attn : tensor<?x?x1536xbf16> to tensor<?x?x1536xf32>
  %hf = norm.gate %xf, %gate, %af dims = [0, 2]
      : (tensor<?x?x1536xf32>, tensor<?x1536xf32>, tensor<?x?x1536xf32>) -> tensor<?x?x1536xf32>
  %h = arith.truncf %hf : tensor<?x?x1536xf32> to tensor<?x?x1536xbf16>
  %y = norm.layer_norm %h weight %w bias %b {eps = 1.0e-6 : f32}
      : (tensor<?x?x1536xbf16>, tensor<1536xf32>, tensor<1536xf32>) -> tensor<?x?x1536xbf16>
  return %h, %y : tensor<?x?x1536xbf16>, tensor<?x?x1536xbf16>
}
