// The named norms step by step, as their documentation spells them: the bits depend on
// which step is a mul, an add or an fma.
// RUN: %normc-opt %s --norm-decompose | FileCheck %s

// CHECK-LABEL: func @rms_norm
// CHECK-SAME: %[[X:.*]]: tensor<64xf32>
func.func @rms_norm(%x: tensor<64xf32>) -> tensor<64xf32> {
  // CHECK-NEXT: %[[Q:.*]] = norm.sum_squares %[[X]] : tensor<64xf32> -> f32
  // CHECK-NEXT: %[[INV:.*]] = arith.constant 1.562500e-02 : f32
  // CHECK-NEXT: %[[M:.*]] = arith.mulf %[[Q]], %[[INV]] : f32
  // CHECK-NEXT: %[[EPS:.*]] = arith.constant 9.99999997E-7 : f32
  // CHECK-NEXT: %[[V:.*]] = arith.addf %[[M]], %[[EPS]] : f32
  // CHECK-NEXT: %[[R:.*]] = norm.rsqrt %[[V]] : f32
  // CHECK-NEXT: %[[S:.*]] = norm.splat %[[R]] like %[[X]]
  // CHECK-NEXT: %[[Y:.*]] = arith.mulf %[[X]], %[[S]] : tensor<64xf32>
  // CHECK-NEXT: return %[[Y]]
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<64xf32>) -> tensor<64xf32>
  return %y : tensor<64xf32>
}

// One rounding, at the end; the reduction reads the row as it is.
// CHECK-LABEL: func @rms_norm_weight
// CHECK-SAME: %[[X:.*]]: tensor<64xbf16>, %[[W:.*]]: tensor<64xbf16>
func.func @rms_norm_weight(%x: tensor<64xbf16>, %w: tensor<64xbf16>) -> tensor<64xbf16> {
  // CHECK: norm.sum_squares %[[X]] : tensor<64xbf16> -> f32
  // CHECK: %[[XF:.*]] = arith.extf %[[X]]
  // CHECK: %[[N:.*]] = arith.mulf %[[XF]], %{{.*}} : tensor<64xf32>
  // CHECK-NEXT: %[[WF:.*]] = arith.extf %[[W]]
  // CHECK-NEXT: %[[NW:.*]] = arith.mulf %[[N]], %[[WF]] : tensor<64xf32>
  // CHECK-NEXT: %[[Y:.*]] = arith.truncf %[[NW]] : tensor<64xf32> to tensor<64xbf16>
  // CHECK-NEXT: return %[[Y]]
  %y = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32} : (tensor<64xbf16>, tensor<64xbf16>) -> tensor<64xbf16>
  return %y : tensor<64xbf16>
}

// Weight and bias: one fma.
// CHECK-LABEL: func @rms_norm_affine
func.func @rms_norm_affine(%x: tensor<64xbf16>, %w: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  // CHECK: %[[N:.*]] = arith.mulf %{{.*}} : tensor<64xf32>
  // CHECK-NEXT: %[[Y:.*]] = math.fma %[[N]], %arg1, %arg2 : tensor<64xf32>
  // CHECK-NEXT: return %[[Y]]
  %y = norm.rms_norm %x weight %w bias %b {eps = 1.0e-6 : f32}
      : (tensor<64xbf16>, tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %y : tensor<64xf32>
}

// CHECK-LABEL: func @rms_norm_bias
func.func @rms_norm_bias(%x: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf16> {
  // CHECK: %[[N:.*]] = arith.mulf %{{.*}} : tensor<64xf32>
  // CHECK-NEXT: %[[NB:.*]] = arith.addf %[[N]], %arg1
  // CHECK-NEXT: arith.truncf %[[NB]] : tensor<64xf32> to tensor<64xf16>
  %y = norm.rms_norm %x bias %b {eps = 1.0e-6 : f32} : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf16>
  return %y : tensor<64xf16>
}

// The mean and its correction are subtracted one after the other.
// CHECK-LABEL: func @layer_norm
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>, %[[W:.*]]: tensor<3xf32>, %[[B:.*]]: tensor<3xf32>
func.func @layer_norm(%x: tensor<3xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK-NEXT: %[[MEAN:.*]], %[[CORR:.*]], %[[M2:.*]] = norm.moments %[[X]] : tensor<3xf32> -> f32
  // 1/3 rounded to f32.
  // CHECK-NEXT: %[[INV:.*]] = arith.constant 0.333333343 : f32
  // CHECK-NEXT: %[[VAR:.*]] = arith.mulf %[[M2]], %[[INV]] : f32
  // CHECK-NEXT: %[[EPS:.*]] = arith.constant 9.99999974E-6 : f32
  // CHECK-NEXT: %[[V:.*]] = arith.addf %[[VAR]], %[[EPS]] : f32
  // CHECK-NEXT: %[[R:.*]] = norm.rsqrt %[[V]] : f32
  // CHECK-NEXT: %[[MEANS:.*]] = norm.splat %[[MEAN]] like %[[X]]
  // CHECK-NEXT: %[[D:.*]] = arith.subf %[[X]], %[[MEANS]]
  // CHECK-NEXT: %[[CORRS:.*]] = norm.splat %[[CORR]] like %[[X]]
  // CHECK-NEXT: %[[C:.*]] = arith.subf %[[D]], %[[CORRS]]
  // CHECK-NEXT: %[[RS:.*]] = norm.splat %[[R]] like %[[X]]
  // CHECK-NEXT: %[[N:.*]] = arith.mulf %[[C]], %[[RS]]
  // CHECK-NEXT: %[[Y:.*]] = math.fma %[[N]], %[[W]], %[[B]]
  // CHECK-NEXT: return %[[Y]]
  %y = norm.layer_norm %x weight %w bias %b {eps = 1.0e-5 : f32}
      : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// CHECK-LABEL: func @l2_norm_add_eps
// CHECK-SAME: %[[X:.*]]: tensor<64xbf16>
func.func @l2_norm_add_eps(%x: tensor<64xbf16>) -> tensor<64xbf16> {
  // CHECK-NEXT: %[[Q:.*]] = norm.sum_squares %[[X]] : tensor<64xbf16> -> f32
  // CHECK-NEXT: %[[XF:.*]] = arith.extf %[[X]]
  // CHECK-NEXT: %[[EPS:.*]] = arith.constant 9.99999997E-7 : f32
  // CHECK-NEXT: %[[V:.*]] = arith.addf %[[Q]], %[[EPS]] : f32
  // CHECK-NEXT: %[[R:.*]] = norm.rsqrt %[[V]] : f32
  // CHECK-NEXT: %[[S:.*]] = norm.splat %[[R]] like %[[XF]]
  // CHECK-NEXT: %[[P:.*]] = arith.mulf %[[XF]], %[[S]] : tensor<64xf32>
  // CHECK-NEXT: %[[Y:.*]] = arith.truncf %[[P]] : tensor<64xf32> to tensor<64xbf16>
  // CHECK-NEXT: return %[[Y]]
  %y = norm.l2_norm <add_eps> %x {eps = 1.0e-6 : f32} : (tensor<64xbf16>) -> tensor<64xbf16>
  return %y : tensor<64xbf16>
}

// CHECK-LABEL: func @l2_norm_max_eps
// CHECK-SAME: %[[X:.*]]: tensor<64xf32>
func.func @l2_norm_max_eps(%x: tensor<64xf32>) -> tensor<64xf32> {
  // CHECK-NEXT: %[[Q:.*]] = norm.sum_squares %[[X]] : tensor<64xf32> -> f32
  // CHECK-NEXT: %[[L:.*]] = math.sqrt %[[Q]] : f32
  // CHECK-NEXT: %[[EPS:.*]] = arith.constant 9.99999996E-13 : f32
  // CHECK-NEXT: %[[D:.*]] = arith.maximumf %[[L]], %[[EPS]] : f32
  // CHECK-NEXT: %[[S:.*]] = norm.splat %[[D]] like %[[X]]
  // CHECK-NEXT: %[[Y:.*]] = arith.divf %[[X]], %[[S]] : tensor<64xf32>
  // CHECK-NEXT: return %[[Y]]
  %y = norm.l2_norm <max_eps> %x {eps = 1.0e-12 : f32} : (tensor<64xf32>) -> tensor<64xf32>
  return %y : tensor<64xf32>
}

// The maximum is exact in any type; from there on f32 up to the one rounding, by a division.
// CHECK-LABEL: func @softmax
// CHECK-SAME: %[[X:.*]]: tensor<64xbf16>
func.func @softmax(%x: tensor<64xbf16>) -> tensor<64xbf16> {
  // CHECK-NEXT: %[[M:.*]] = norm.reduce <max> %[[X]] : tensor<64xbf16> -> f32
  // CHECK-NEXT: %[[XF:.*]] = arith.extf %[[X]]
  // CHECK-NEXT: %[[MS:.*]] = norm.splat %[[M]] like %[[XF]]
  // CHECK-NEXT: %[[D:.*]] = arith.subf %[[XF]], %[[MS]] : tensor<64xf32>
  // CHECK-NEXT: %[[E:.*]] = norm.exp %[[D]] : tensor<64xf32>
  // CHECK-NEXT: %[[S:.*]] = norm.reduce <add> %[[E]] : tensor<64xf32> -> f32
  // CHECK-NEXT: %[[SS:.*]] = norm.splat %[[S]] like %[[E]]
  // CHECK-NEXT: %[[Q:.*]] = arith.divf %[[E]], %[[SS]] : tensor<64xf32>
  // CHECK-NEXT: %[[Y:.*]] = arith.truncf %[[Q]] : tensor<64xf32> to tensor<64xbf16>
  // CHECK-NEXT: return %[[Y]]
  %y = norm.softmax %x : (tensor<64xbf16>) -> tensor<64xbf16>
  return %y : tensor<64xbf16>
}

// Outside a row program a norm stays what it is: fusion decides on whole norms.
// CHECK-LABEL: func @graph
func.func @graph(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // CHECK-NEXT: norm.rms_norm
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}
