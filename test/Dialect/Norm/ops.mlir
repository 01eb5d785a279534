// Each op prints what it parses, in the form its documentation shows.
// RUN: %normc-opt %s | FileCheck %s
// RUN: %normc-opt %s | %normc-opt | FileCheck %s
// RUN: %normc-opt %s --mlir-print-op-generic | %normc-opt | FileCheck %s

// CHECK-LABEL: func @norms
func.func @norms(%x: tensor<?x?x64xbf16>, %w: tensor<64xbf16>, %b: tensor<64xf32>) {
  // CHECK: norm.rms_norm %arg0 {eps = 9.99999997E-7 : f32} : (tensor<?x?x64xbf16>) -> tensor<?x?x64xbf16>
  %0 = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x?x64xbf16>) -> tensor<?x?x64xbf16>
  // CHECK: norm.rms_norm %arg0 weight %arg1 {eps = 0.000000e+00 : f32} : (tensor<?x?x64xbf16>, tensor<64xbf16>) -> tensor<?x?x64xf32>
  %1 = norm.rms_norm %x weight %w {eps = 0.0 : f32}
      : (tensor<?x?x64xbf16>, tensor<64xbf16>) -> tensor<?x?x64xf32>
  // CHECK: norm.rms_norm %arg0 bias %arg2 {eps = 1.000000e+00 : f32} : (tensor<?x?x64xbf16>, tensor<64xf32>) -> tensor<?x?x64xf16>
  %2 = norm.rms_norm %x bias %b {eps = 1.0 : f32}
      : (tensor<?x?x64xbf16>, tensor<64xf32>) -> tensor<?x?x64xf16>
  // CHECK: norm.layer_norm %arg0 weight %arg1 bias %arg2 {eps = 9.99999974E-6 : f32} : (tensor<?x?x64xbf16>, tensor<64xbf16>, tensor<64xf32>) -> tensor<?x?x64xbf16>
  %3 = norm.layer_norm %x weight %w bias %b {eps = 1.0e-5 : f32}
      : (tensor<?x?x64xbf16>, tensor<64xbf16>, tensor<64xf32>) -> tensor<?x?x64xbf16>
  // CHECK: norm.softmax %arg0 : (tensor<?x?x64xbf16>) -> tensor<?x?x64xf32>
  %4 = norm.softmax %x : (tensor<?x?x64xbf16>) -> tensor<?x?x64xf32>
  // CHECK: norm.l2_norm <add_eps> %arg0 {eps = 9.99999997E-7 : f32} : (tensor<?x?x64xbf16>) -> tensor<?x?x64xbf16>
  %5 = norm.l2_norm <add_eps> %x {eps = 1.0e-6 : f32} : (tensor<?x?x64xbf16>) -> tensor<?x?x64xbf16>
  // CHECK: norm.l2_norm <max_eps> %arg0 {eps = 9.99999996E-13 : f32} : (tensor<?x?x64xbf16>) -> tensor<?x?x64xf32>
  %6 = norm.l2_norm <max_eps> %x {eps = 1.0e-12 : f32} : (tensor<?x?x64xbf16>) -> tensor<?x?x64xf32>
  return
}

// CHECK-LABEL: func @reductions
func.func @reductions(%x: tensor<?x64xbf16>, %row: tensor<64xf16>) {
  // CHECK: norm.reduce <add> %arg0 : tensor<?x64xbf16> -> tensor<?xf32>
  %0 = norm.reduce <add> %x : tensor<?x64xbf16> -> tensor<?xf32>
  // CHECK: norm.reduce <mul> %arg1 : tensor<64xf16> -> f32
  %1 = norm.reduce <mul> %row : tensor<64xf16> -> f32
  // CHECK: norm.reduce <max> %arg1 : tensor<64xf16> -> tensor<f32>
  %2 = norm.reduce <max> %row : tensor<64xf16> -> tensor<f32>
  // CHECK: norm.reduce <min> %arg0
  %3 = norm.reduce <min> %x : tensor<?x64xbf16> -> tensor<?xf32>
  // CHECK: norm.sum_squares %arg1 : tensor<64xf16> -> f32
  %4 = norm.sum_squares %row : tensor<64xf16> -> f32
  // CHECK: %{{.*}}, %{{.*}}, %{{.*}} = norm.moments %arg0 : tensor<?x64xbf16> -> tensor<?xf32>
  %5, %6, %7 = norm.moments %x : tensor<?x64xbf16> -> tensor<?xf32>
  return
}

// CHECK-LABEL: func @broadcasts
func.func @broadcasts(%x: tensor<?x?x64xbf16>, %s: tensor<?x64xf32>, %n: f32, %one: tensor<?x1xf16>,
                      %number: tensor<f32>) {
  // CHECK: norm.splat %arg2 like %arg0 : (f32, tensor<?x?x64xbf16>) -> tensor<?x?x64xf32>
  %0 = norm.splat %n like %x : (f32, tensor<?x?x64xbf16>) -> tensor<?x?x64xf32>
  // CHECK: norm.broadcast %arg1 like %arg0 dims = [0, 2] : (tensor<?x64xf32>, tensor<?x?x64xbf16>) -> tensor<?x?x64xf32>
  %1 = norm.broadcast %s like %x dims = [0, 2]
      : (tensor<?x64xf32>, tensor<?x?x64xbf16>) -> tensor<?x?x64xf32>
  // CHECK: norm.broadcast %arg3 like %arg1 dims = [0, 1] : (tensor<?x1xf16>, tensor<?x64xf32>) -> tensor<?x64xf16>
  %2 = norm.broadcast %one like %s dims = [0, 1]
      : (tensor<?x1xf16>, tensor<?x64xf32>) -> tensor<?x64xf16>
  // CHECK: norm.broadcast %arg4 like %arg1 dims = [] : (tensor<f32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %3 = norm.broadcast %number like %s dims = []
      : (tensor<f32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  return
}

// CHECK-LABEL: func @views
func.func @views(%x: tensor<?x?x384xbf16>, %y: tensor<?x2x384xbf16>, %z: tensor<6xf32>) {
  // CHECK: norm.slice %arg0 offsets = [0, 3, 128] strides = [1, 2, 1] : (tensor<?x?x384xbf16>) -> tensor<?x4x128xbf16>
  %0 = norm.slice %x offsets = [0, 3, 128] strides = [1, 2, 1]
      : (tensor<?x?x384xbf16>) -> tensor<?x4x128xbf16>
  // The last element, and none.
  // CHECK: norm.slice %arg2 offsets = [1] strides = [4] : (tensor<6xf32>) -> tensor<2xf32>
  %1 = norm.slice %z offsets = [1] strides = [4] : (tensor<6xf32>) -> tensor<2xf32>
  // CHECK: norm.slice %arg2 offsets = [6] strides = [1] : (tensor<6xf32>) -> tensor<0xf32>
  %2 = norm.slice %z offsets = [6] strides = [1] : (tensor<6xf32>) -> tensor<0xf32>
  // CHECK: norm.concat %arg0, %arg1, %arg0 axis = 1 : (tensor<?x?x384xbf16>, tensor<?x2x384xbf16>, tensor<?x?x384xbf16>) -> tensor<?x?x384xbf16>
  %3 = norm.concat %x, %y, %x axis = 1
      : (tensor<?x?x384xbf16>, tensor<?x2x384xbf16>, tensor<?x?x384xbf16>) -> tensor<?x?x384xbf16>
  // CHECK: norm.concat %arg1, %arg1 axis = 2 : (tensor<?x2x384xbf16>, tensor<?x2x384xbf16>) -> tensor<?x2x768xbf16>
  %4 = norm.concat %y, %y axis = 2
      : (tensor<?x2x384xbf16>, tensor<?x2x384xbf16>) -> tensor<?x2x768xbf16>
  // CHECK: norm.reshape %arg0 : (tensor<?x?x384xbf16>) -> tensor<1x?x?x3x128xbf16>
  %5 = norm.reshape %x : (tensor<?x?x384xbf16>) -> tensor<1x?x?x3x128xbf16>
  // CHECK: norm.reshape %arg1 : (tensor<?x2x384xbf16>) -> tensor<?x768xbf16>
  %6 = norm.reshape %y : (tensor<?x2x384xbf16>) -> tensor<?x768xbf16>
  // CHECK: norm.transpose %arg1 permutation = [2, 0, 1] : (tensor<?x2x384xbf16>) -> tensor<384x?x2xbf16>
  %7 = norm.transpose %y permutation = [2, 0, 1] : (tensor<?x2x384xbf16>) -> tensor<384x?x2xbf16>
  return
}

// CHECK-LABEL: func @sugar
func.func @sugar(%x: tensor<?x?x64xbf16>, %s: tensor<?x64xbf16>, %t: tensor<64xf32>) {
  // CHECK: norm.scale %arg0, %arg1 dims = [0, 2] : (tensor<?x?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x?x64xbf16>
  %0 = norm.scale %x, %s dims = [0, 2]
      : (tensor<?x?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x?x64xbf16>
  // CHECK: norm.shift %arg0, %arg2 dims = [2] : (tensor<?x?x64xbf16>, tensor<64xf32>) -> tensor<?x?x64xf16>
  %1 = norm.shift %x, %t dims = [2] : (tensor<?x?x64xbf16>, tensor<64xf32>) -> tensor<?x?x64xf16>
  // CHECK: norm.modulate %arg0, %arg1, %arg1 dims = [0, 2] :
  %2 = norm.modulate %x, %s, %s dims = [0, 2]
      : (tensor<?x?x64xbf16>, tensor<?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x?x64xbf16>
  // CHECK: norm.gate %arg0, %arg1, %{{.*}} dims = [0, 2] :
  %3 = norm.gate %x, %s, %2 dims = [0, 2]
      : (tensor<?x?x64xbf16>, tensor<?x64xbf16>, tensor<?x?x64xbf16>) -> tensor<?x?x64xbf16>
  return
}

// CHECK-LABEL: func @functions
func.func @functions(%x: tensor<?x64xbf16>, %n: f32) {
  // CHECK: norm.sigmoid %arg0 : tensor<?x64xbf16>
  %0 = norm.sigmoid %x : tensor<?x64xbf16>
  // CHECK: norm.silu %arg0 : tensor<?x64xbf16>
  %1 = norm.silu %x : tensor<?x64xbf16>
  // CHECK: norm.gelu <erf> %arg0 : tensor<?x64xbf16>
  %2 = norm.gelu <erf> %x : tensor<?x64xbf16>
  // CHECK: norm.gelu <tanh> %arg0 : tensor<?x64xbf16>
  %3 = norm.gelu <tanh> %x : tensor<?x64xbf16>
  // CHECK: norm.exp %arg1 : f32
  %4 = norm.exp %n : f32
  // CHECK: norm.tanh %arg1 : f32
  %5 = norm.tanh %n : f32
  // CHECK: norm.erf %arg1 : f32
  %6 = norm.erf %n : f32
  // CHECK: norm.rsqrt %arg1 : f32
  %7 = norm.rsqrt %n : f32
  return
}
