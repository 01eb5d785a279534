// One fault a chunk: the norms and the row reductions.
// RUN: %normc-opt %s --split-input-file --verify-diagnostics

// rms_norm_c1
func.func @f(%x: tensor<f32>) {
  // expected-error @below {{'norm.rms_norm' op needs an operand with a last axis to reduce, got rank 0}}
  %0 = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// rms_norm_c1
func.func @f(%x: tensor<4x?xf32>) {
  // expected-error @below {{'norm.rms_norm' op needs a static last axis, got 'tensor<4x?xf32>'}}
  %0 = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<4x?xf32>) -> tensor<4x?xf32>
  return
}

// -----

// rms_norm_c1
func.func @f(%x: tensor<4x0xf32>) {
  // expected-error @below {{'norm.rms_norm' op needs a last axis of at least 1 element, got 'tensor<4x0xf32>'}}
  %0 = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<4x0xf32>) -> tensor<4x0xf32>
  return
}

// -----

// rms_norm_c2
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.rms_norm' op result must have the shape of the operand 'tensor<?x64xf32>', got 'tensor<4x64xf32>'}}
  %0 = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// rms_norm_c3
// expected-note @below {{the weight is defined here}}
func.func @f(%x: tensor<?x64xf32>, %w: tensor<32xf32>) {
  // expected-error @below {{'norm.rms_norm' op weight must be 1-D and as long as the last axis, 64, got 'tensor<32xf32>'}}
  %0 = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x64xf32>, tensor<32xf32>) -> tensor<?x64xf32>
  return
}

// -----

// rms_norm_c3
// expected-note @below {{the bias is defined here}}
func.func @f(%x: tensor<?x64xf32>, %w: tensor<1x64xf32>) {
  // expected-error @below {{'norm.rms_norm' op bias must be 1-D and as long as the last axis, 64, got 'tensor<1x64xf32>'}}
  %0 = norm.rms_norm %x bias %w {eps = 1.0e-6 : f32}
      : (tensor<?x64xf32>, tensor<1x64xf32>) -> tensor<?x64xf32>
  return
}

// -----

// rms_norm_c4
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.rms_norm' op eps must be finite and at least 0, got -1.000000e+00 : f32}}
  %0 = norm.rms_norm %x {eps = -1.0 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return
}

// -----

// rms_norm_c4
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.rms_norm' op eps must be finite and at least 0, got 0x7F800000 : f32}}
  %0 = norm.rms_norm %x {eps = 0x7F800000 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return
}

// -----

// rms_norm_c4
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.rms_norm' op eps must be finite and at least 0, got 0x7FC00000 : f32}}
  %0 = norm.rms_norm %x {eps = 0x7FC00000 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return
}

// -----

// layer_norm_c1
func.func @f(%x: tensor<f32>) {
  // expected-error @below {{'norm.layer_norm' op needs an operand with a last axis to reduce, got rank 0}}
  %0 = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// layer_norm_c1
func.func @f(%x: tensor<4x?xf32>) {
  // expected-error @below {{'norm.layer_norm' op needs a static last axis, got 'tensor<4x?xf32>'}}
  %0 = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<4x?xf32>) -> tensor<4x?xf32>
  return
}

// -----

// layer_norm_c1
func.func @f(%x: tensor<4x0xf32>) {
  // expected-error @below {{'norm.layer_norm' op needs a last axis of at least 1 element, got 'tensor<4x0xf32>'}}
  %0 = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<4x0xf32>) -> tensor<4x0xf32>
  return
}

// -----

// layer_norm_c2
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.layer_norm' op result must have the shape of the operand 'tensor<?x64xf32>', got 'tensor<4x64xf32>'}}
  %0 = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// layer_norm_c3
// expected-note @below {{the weight is defined here}}
func.func @f(%x: tensor<?x64xf32>, %w: tensor<32xf32>) {
  // expected-error @below {{'norm.layer_norm' op weight must be 1-D and as long as the last axis, 64, got 'tensor<32xf32>'}}
  %0 = norm.layer_norm %x weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x64xf32>, tensor<32xf32>) -> tensor<?x64xf32>
  return
}

// -----

// layer_norm_c3
// expected-note @below {{the bias is defined here}}
func.func @f(%x: tensor<?x64xf32>, %w: tensor<1x64xf32>) {
  // expected-error @below {{'norm.layer_norm' op bias must be 1-D and as long as the last axis, 64, got 'tensor<1x64xf32>'}}
  %0 = norm.layer_norm %x bias %w {eps = 1.0e-6 : f32}
      : (tensor<?x64xf32>, tensor<1x64xf32>) -> tensor<?x64xf32>
  return
}

// -----

// layer_norm_c4
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.layer_norm' op eps must be finite and at least 0, got -1.000000e+00 : f32}}
  %0 = norm.layer_norm %x {eps = -1.0 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return
}

// -----

// layer_norm_c4
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.layer_norm' op eps must be finite and at least 0, got 0x7F800000 : f32}}
  %0 = norm.layer_norm %x {eps = 0x7F800000 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return
}

// -----

// layer_norm_c4
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.layer_norm' op eps must be finite and at least 0, got 0x7FC00000 : f32}}
  %0 = norm.layer_norm %x {eps = 0x7FC00000 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return
}

// -----

// l2_norm_c1
func.func @f(%x: tensor<f32>) {
  // expected-error @below {{'norm.l2_norm' op needs an operand with a last axis to reduce, got rank 0}}
  %0 = norm.l2_norm <add_eps> %x {eps = 0.0 : f32} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// l2_norm_c1
func.func @f(%x: tensor<4x?xf32>) {
  // expected-error @below {{'norm.l2_norm' op needs a static last axis, got 'tensor<4x?xf32>'}}
  %0 = norm.l2_norm <add_eps> %x {eps = 0.0 : f32} : (tensor<4x?xf32>) -> tensor<4x?xf32>
  return
}

// -----

// l2_norm_c1
func.func @f(%x: tensor<4x0xf32>) {
  // expected-error @below {{'norm.l2_norm' op needs a last axis of at least 1 element, got 'tensor<4x0xf32>'}}
  %0 = norm.l2_norm <max_eps> %x {eps = 0.0 : f32} : (tensor<4x0xf32>) -> tensor<4x0xf32>
  return
}

// -----

// l2_norm_c2
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.l2_norm' op result must have the shape of the operand 'tensor<?x64xf32>', got 'tensor<4x64xf32>'}}
  %0 = norm.l2_norm <max_eps> %x {eps = 0.0 : f32} : (tensor<?x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// l2_norm_c3
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.l2_norm' op eps must be finite and at least 0, got -1.000000e+00 : f32}}
  %0 = norm.l2_norm <add_eps> %x {eps = -1.0 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return
}

// -----

// l2_norm_c3
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.l2_norm' op eps must be finite and at least 0, got 0x7F800000 : f32}}
  %0 = norm.l2_norm <max_eps> %x {eps = 0x7F800000 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return
}

// -----

// l2_norm_c3
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.l2_norm' op eps must be finite and at least 0, got 0x7FC00000 : f32}}
  %0 = norm.l2_norm <max_eps> %x {eps = 0x7FC00000 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return
}

// -----

// softmax_c1
func.func @f(%x: tensor<f32>) {
  // expected-error @below {{'norm.softmax' op needs an operand with a last axis to reduce, got rank 0}}
  %0 = norm.softmax %x : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// softmax_c1
func.func @f(%x: tensor<4x?xf32>) {
  // expected-error @below {{'norm.softmax' op needs a static last axis, got 'tensor<4x?xf32>'}}
  %0 = norm.softmax %x : (tensor<4x?xf32>) -> tensor<4x?xf32>
  return
}

// -----

// softmax_c1
func.func @f(%x: tensor<4x0xf32>) {
  // expected-error @below {{'norm.softmax' op needs a last axis of at least 1 element, got 'tensor<4x0xf32>'}}
  %0 = norm.softmax %x : (tensor<4x0xf32>) -> tensor<4x0xf32>
  return
}

// -----

// softmax_c2
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.softmax' op result must have the shape of the operand 'tensor<?x64xf32>', got 'tensor<4x64xf32>'}}
  %0 = norm.softmax %x : (tensor<?x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// reduce_c1
func.func @f(%x: tensor<f32>) {
  // expected-error @below {{'norm.reduce' op needs an operand with a last axis to reduce, got rank 0}}
  %0 = norm.reduce <add> %x : tensor<f32> -> f32
  return
}

// -----

// reduce_c1
func.func @f(%x: tensor<4x?xf32>) {
  // expected-error @below {{'norm.reduce' op needs a static last axis, got 'tensor<4x?xf32>'}}
  %0 = norm.reduce <add> %x : tensor<4x?xf32> -> tensor<4xf32>
  return
}

// -----

// reduce_c2
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.reduce' op result must have the shape of the operand without its last axis, 'tensor<?xf32>', got 'tensor<64xf32>'}}
  %0 = norm.reduce <add> %x : tensor<?x64xf32> -> tensor<64xf32>
  return
}

// -----

// reduce_c2
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.reduce' op result must have the shape of the operand without its last axis, 'tensor<?xf32>', got 'f32'}}
  %0 = norm.reduce <add> %x : tensor<?x64xf32> -> f32
  return
}

// -----

// sum_squares_c1
func.func @f(%x: tensor<f32>) {
  // expected-error @below {{'norm.sum_squares' op needs an operand with a last axis to reduce, got rank 0}}
  %0 = norm.sum_squares %x : tensor<f32> -> f32
  return
}

// -----

// sum_squares_c1
func.func @f(%x: tensor<4x?xf32>) {
  // expected-error @below {{'norm.sum_squares' op needs a static last axis, got 'tensor<4x?xf32>'}}
  %0 = norm.sum_squares %x : tensor<4x?xf32> -> tensor<4xf32>
  return
}

// -----

// sum_squares_c2
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.sum_squares' op result must have the shape of the operand without its last axis, 'tensor<?xf32>', got 'tensor<64xf32>'}}
  %0 = norm.sum_squares %x : tensor<?x64xf32> -> tensor<64xf32>
  return
}

// -----

// sum_squares_c2
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.sum_squares' op result must have the shape of the operand without its last axis, 'tensor<?xf32>', got 'f32'}}
  %0 = norm.sum_squares %x : tensor<?x64xf32> -> f32
  return
}

// -----

// moments_c1
func.func @f(%x: tensor<f32>) {
  // expected-error @below {{'norm.moments' op needs an operand with a last axis to reduce, got rank 0}}
  %0:3 = norm.moments %x : tensor<f32> -> f32
  return
}

// -----

// moments_c1
func.func @f(%x: tensor<4x?xf32>) {
  // expected-error @below {{'norm.moments' op needs a static last axis, got 'tensor<4x?xf32>'}}
  %0:3 = norm.moments %x : tensor<4x?xf32> -> tensor<4xf32>
  return
}

// -----

// moments_c2
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.moments' op result must have the shape of the operand without its last axis, 'tensor<?xf32>', got 'tensor<64xf32>'}}
  %0:3 = norm.moments %x : tensor<?x64xf32> -> tensor<64xf32>
  return
}

// -----

// moments_c2
func.func @f(%x: tensor<?x64xf32>) {
  // expected-error @below {{'norm.moments' op result must have the shape of the operand without its last axis, 'tensor<?xf32>', got 'f32'}}
  %0:3 = norm.moments %x : tensor<?x64xf32> -> f32
  return
}

// -----

// reduce: the result is f32, whatever the operand
func.func @f(%x: tensor<?x64xbf16>) {
  // expected-error @below {{'norm.reduce' op result #0 must be a tensor or scalar of f32, but got 'tensor<?xbf16>'}}
  %0 = norm.reduce <add> %x : tensor<?x64xbf16> -> tensor<?xbf16>
  return
}

// -----

