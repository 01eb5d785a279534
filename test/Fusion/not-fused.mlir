// What stays apart says why, at the op that reads and at the op that it reads.
// RUN: %normc-opt %s --norm-form-row-groups --split-input-file --verify-diagnostics | FileCheck %s

// Rows of 8 numbers of a column each: the transposed use of a reduction.
// CHECK-LABEL: func @row_spaces_differ
// CHECK: %[[R:.*]] = sched.launch @row_spaces_differ_0_f32_n8 -> (tensor<4xf32>)
// CHECK: norm.reduce <add>
// CHECK: sched.launch @row_spaces_differ_1_f32_n4 -> (tensor<16x4xf32>)
// CHECK: ins(%{{.*}}, %[[R]] : tensor<16x4xf32>, tensor<4xf32>) maps [#{{.*}}, #{{.*}}] {
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xf32>):
func.func @row_spaces_differ(%x: tensor<4x8xf32>, %z: tensor<16x4xf32>) -> tensor<16x4xf32> {
  // expected-note @below {{this is computed by another launch}}
  %r = norm.reduce <add> %x : tensor<4x8xf32> -> tensor<4xf32>
  %b = norm.broadcast %r like %z dims = [1] : (tensor<4xf32>, tensor<16x4xf32>) -> tensor<16x4xf32>
  // expected-remark @below {{not fused with what it reads: the row spaces differ}}
  %y = arith.mulf %z, %b : tensor<16x4xf32>
  return %y : tensor<16x4xf32>
}

// -----

// The reduction fits one row space, the norm another: joining both would mix them.
// CHECK-LABEL: func @number_and_row
// CHECK: %[[E:.*]] = sched.launch @number_and_row_0_f32_n128 -> (tensor<?x128xf32>)
// CHECK: norm.layer_norm
// CHECK: sched.launch @number_and_row_1_f32_n64 -> (tensor<?x128xf32>)
// CHECK: ins(%arg0, %[[E]] : tensor<?x128x64xf32>, tensor<?x128xf32>)
// CHECK-NEXT: ^bb0(%[[ROW:.*]]: tensor<64xf32>, %[[N:.*]]: f32):
// CHECK-NEXT: %[[Q:.*]] = norm.sum_squares %[[ROW]]
// CHECK-NEXT: arith.addf %[[Q]], %[[N]] : f32
func.func @number_and_row(%x: tensor<?x128x64xf32>, %y: tensor<?x128xf32>) -> tensor<?x128xf32> {
  %q = norm.sum_squares %x : tensor<?x128x64xf32> -> tensor<?x128xf32>
  // expected-note @below {{this is computed by another launch}}
  %e = norm.layer_norm %y {eps = 1.0e-6 : f32} : (tensor<?x128xf32>) -> tensor<?x128xf32>
  // expected-remark @below {{not fused with what it reads: the row spaces differ}}
  %z = arith.addf %q, %e : tensor<?x128xf32>
  return %z : tensor<?x128xf32>
}

// -----

// Each row reads the reductions of all rows.
// CHECK-LABEL: func @whole_results
// CHECK: sched.launch @whole_results_0_f32_n8 -> (tensor<8x8xf32>, tensor<8xf32>)
// CHECK: sched.launch @whole_results_1_f32_n8 -> (tensor<8x8xf32>)
func.func @whole_results(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-note @below {{this is computed by another launch}}
  %e = norm.exp %x : tensor<8x8xf32>
  %r = norm.reduce <add> %e : tensor<8x8xf32> -> tensor<8xf32>
  %b = norm.broadcast %r like %x dims = [1] : (tensor<8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{not fused with what it reads: it reads whole results of the other launch in each row}}
  %y = arith.divf %e, %b : tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// -----

// The weight of a norm is a row that another launch computes one number at a time.
// CHECK-LABEL: func @weight
// CHECK: %[[W:.*]] = sched.launch @weight_0_f32_n8 -> (tensor<8xf32>)
// CHECK: sched.launch @weight_1_f32_n8
// CHECK: ins(%arg0, %[[W]] : tensor<8x8xf32>, tensor<8xf32>)
// CHECK: norm.rms_norm %{{.*}} weight %{{.*}}
func.func @weight(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-note @below {{this is computed by another launch}}
  %w = norm.reduce <max> %x : tensor<8x8xf32> -> tensor<8xf32>
  // expected-remark @below {{not fused with what it reads: it reads whole results of the other launch in each row}}
  %y = norm.rms_norm %x weight %w {eps = 0.0 : f32} : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// -----

// The last op reads the first launch, and the second, which reads the first: joining the
// first would make it wait for itself. The condition is computed again, not stored.
// CHECK-LABEL: func @cycle
// CHECK: %[[A:.*]]:2 = sched.launch @cycle_0_f32_n64 -> (tensor<4xf32>, tensor<4x64xf32>)
// CHECK: %[[B:.*]] = sched.launch @cycle_1_f32_n4 -> (tensor<64xf32>)
// CHECK: sched.launch @cycle_2_f32_n64 -> (tensor<4x64xf32>)
// CHECK: ins(%[[A]]#1, %arg0, %[[B]] :
// CHECK: arith.cmpf
// CHECK: arith.select
func.func @cycle(%x: tensor<4x64xf32>, %w: tensor<64x4xf32>) -> tensor<4x64xf32> {
  // expected-note @below {{this is computed by another launch}}
  %a = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<4x64xf32>) -> tensor<4x64xf32>
  %c = arith.cmpf olt, %a, %x : tensor<4x64xf32>
  // expected-note @below {{this is computed by another launch}}
  %r = norm.reduce <add> %a : tensor<4x64xf32> -> tensor<4xf32>
  %rb = norm.broadcast %r like %w dims = [1] : (tensor<4xf32>, tensor<64x4xf32>) -> tensor<64x4xf32>
  // expected-remark @below {{not fused with what it reads: the row spaces differ}}
  %v = norm.rms_norm %rb {eps = 0.0 : f32} : (tensor<64x4xf32>) -> tensor<64x4xf32>
  // expected-note @below {{this is computed by another launch}}
  %s = norm.reduce <add> %v : tensor<64x4xf32> -> tensor<64xf32>
  %sb = norm.broadcast %s like %x dims = [1] : (tensor<64xf32>, tensor<4x64xf32>) -> tensor<4x64xf32>
  // expected-remark @below {{not fused with what it reads: the launches would wait for each other}}
  // expected-remark @below {{not fused with what it reads: the row spaces differ}}
  %z = arith.select %c, %sb, %a : tensor<4x64xi1>, tensor<4x64xf32>
  return %z : tensor<4x64xf32>
}

// -----

// Two launches become one where an op reads both.
// CHECK-LABEL: func @joined
// CHECK: sched.launch @joined_f32_n8
// CHECK: norm.rms_norm
// CHECK: norm.layer_norm
// CHECK: arith.addf
// CHECK-NOT: sched.launch
func.func @joined(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %a = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %b = norm.layer_norm %y {eps = 0.0 : f32} : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %c = arith.addf %a, %b : tensor<?x8xf32>
  return %c : tensor<?x8xf32>
}
