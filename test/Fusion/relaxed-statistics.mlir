// Under the relaxed law the statistics are those of the elements that they are used with: neither
// reads the rounded row.
// RUN: %normc-opt %s --norm-form-row-groups --norm-decompose --norm-relax-rounding | FileCheck %s

// CHECK: %[[STATS:.*]], %{{.*}}, %{{.*}} = norm.moments %[[ROW:.*]] : tensor<64xf32> -> f32
// CHECK: %[[MEAN:.*]] = norm.splat %[[STATS]]
// CHECK: arith.subf %[[ROW]], %[[MEAN]]
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xf16> attributes {norm.numerics = "relaxed"} {
  %t = arith.truncf %x : tensor<?x64xf32> to tensor<?x64xf16>
  %y = norm.layer_norm %t {eps = 1.0e-6 : f32} : (tensor<?x64xf16>) -> tensor<?x64xf16>
  return %y : tensor<?x64xf16>
}
