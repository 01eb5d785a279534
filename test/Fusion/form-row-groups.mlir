// What shares a launch: elementwise chains, a norm with what comes before and after it,
// several results, several norms of one row.
// RUN: %normc-opt %s --norm-form-row-groups | FileCheck %s

// CHECK-LABEL: func @f
// CHECK-SAME: %[[X:.*]]: tensor<?x64xf32> {norm.sizes = affine_map<()[s0] -> (s0, 64)>}
func.func @f(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // CHECK: %[[ROWS:.*]] = tensor.dim %[[X]], %c0
  // CHECK: %[[Y:.*]] = sched.launch @f_f32_n64 -> (tensor<?x64xf32>) {
  // CHECK-NEXT: %[[G:.*]] = sched.group rows [%[[ROWS]]] ins(%[[X]] : tensor<?x64xf32>) maps [#{{.*}}] {
  // CHECK-NEXT: ^bb0(%[[ROW:.*]]: tensor<64xf32>):
  // CHECK-NEXT: %[[S:.*]] = norm.silu %[[ROW]] : tensor<64xf32>
  // CHECK-NEXT: sched.yield %[[S]] : tensor<64xf32>
  // CHECK-NEXT: } -> (tensor<?x64xf32>)
  // CHECK-NEXT: sched.yield %[[G]]
  // CHECK: return %[[Y]]
  %y = norm.silu %x : tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}

// CHECK-LABEL: func @elementwise_chain
func.func @elementwise_chain(%x: tensor<?x64xf32>, %z: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // CHECK: sched.launch
  // CHECK: ^bb0(%[[X:.*]]: tensor<64xf32>, %[[Z:.*]]: tensor<64xf32>):
  // CHECK-NEXT: %[[C:.*]] = arith.cmpf olt, %[[X]], %[[Z]]
  // CHECK-NEXT: %[[E:.*]] = arith.select %[[C]], %[[X]], %[[Z]]
  // CHECK-NEXT: %[[A:.*]] = arith.addf %[[E]], %[[X]]
  // CHECK-NEXT: sched.yield %[[A]]
  // CHECK-NOT: sched.launch
  %0 = arith.cmpf olt, %x, %z : tensor<?x64xf32>
  %1 = arith.select %0, %x, %z : tensor<?x64xi1>, tensor<?x64xf32>
  %2 = arith.addf %1, %x : tensor<?x64xf32>
  return %2 : tensor<?x64xf32>
}

// Gate, residual and cast before the norm; weight, scale, shift, activation, cast after it.
// CHECK-LABEL: func @block
func.func @block(%x: tensor<?x?x64xbf16>, %h: tensor<?x?x64xf32>, %g: tensor<?x64xbf16>,
                 %w: tensor<64xbf16>, %s: tensor<?x64xf32>)
    -> (tensor<?x?x64xf32>, tensor<?x?x64xbf16>) {
  // CHECK: %[[Y:.*]]:2 = sched.launch @block_f32_n64 -> (tensor<?x?x64xf32>, tensor<?x?x64xbf16>) {
  // CHECK: ^bb0(%[[G:.*]]: tensor<64xbf16>, %[[X:.*]]: tensor<64xbf16>, %[[H:.*]]: tensor<64xf32>, %[[W:.*]]: tensor<64xbf16>, %[[S:.*]]: tensor<64xf32>):
  // CHECK-NEXT: %[[P:.*]] = arith.mulf %[[G]], %[[X]] : tensor<64xbf16>
  // CHECK-NEXT: %[[PF:.*]] = arith.extf %[[P]]
  // CHECK-NEXT: %[[R:.*]] = arith.addf %[[H]], %[[PF]] : tensor<64xf32>
  // CHECK-NEXT: %[[N:.*]] = norm.rms_norm %[[R]] weight %[[W]]
  // CHECK-NEXT: %[[M:.*]] = arith.mulf %[[N]], %[[S]]
  // CHECK-NEXT: %[[T:.*]] = arith.addf %[[M]], %[[S]]
  // CHECK-NEXT: %[[A:.*]] = norm.gelu <tanh> %[[T]]
  // CHECK-NEXT: %[[O:.*]] = arith.truncf %[[A]]
  // CHECK-NEXT: sched.yield %[[R]], %[[O]] : tensor<64xf32>, tensor<64xbf16>
  // CHECK-NOT: sched.launch
  // CHECK: return %[[Y]]#0, %[[Y]]#1
  %gb = norm.broadcast %g like %x dims = [0, 2] : (tensor<?x64xbf16>, tensor<?x?x64xbf16>) -> tensor<?x?x64xbf16>
  %p = arith.mulf %gb, %x : tensor<?x?x64xbf16>
  %pf = arith.extf %p : tensor<?x?x64xbf16> to tensor<?x?x64xf32>
  %r = arith.addf %h, %pf : tensor<?x?x64xf32>
  %n = norm.rms_norm %r weight %w {eps = 1.0e-6 : f32} : (tensor<?x?x64xf32>, tensor<64xbf16>) -> tensor<?x?x64xf32>
  %sb = norm.broadcast %s like %n dims = [0, 2] : (tensor<?x64xf32>, tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
  %m = arith.mulf %n, %sb : tensor<?x?x64xf32>
  %t = arith.addf %m, %sb : tensor<?x?x64xf32>
  %a = norm.gelu <tanh> %t : tensor<?x?x64xf32>
  %y = arith.truncf %a : tensor<?x?x64xf32> to tensor<?x?x64xbf16>
  return %r, %y : tensor<?x?x64xf32>, tensor<?x?x64xbf16>
}

// The norm is computed once for both.
// CHECK-LABEL: func @two_modulations
func.func @two_modulations(%x: tensor<?x64xf32>, %s: tensor<64xf32>, %t: tensor<64xf32>)
    -> (tensor<?x64xf32>, tensor<?x64xf32>) {
  // CHECK: sched.launch
  // CHECK: %[[N:.*]] = norm.layer_norm
  // CHECK-NEXT: %[[A:.*]] = arith.mulf %[[N]], %[[S:.*]] : tensor<64xf32>
  // CHECK-NEXT: %[[B:.*]] = arith.mulf %[[N]], %[[T:.*]] : tensor<64xf32>
  // CHECK-NEXT: sched.yield %[[A]], %[[B]]
  // CHECK-NOT: sched.launch
  %n = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  %sb = norm.broadcast %s like %x dims = [1] : (tensor<64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %a = arith.mulf %n, %sb : tensor<?x64xf32>
  %tb = norm.broadcast %t like %x dims = [1] : (tensor<64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %b = arith.mulf %n, %tb : tensor<?x64xf32>
  return %a, %b : tensor<?x64xf32>, tensor<?x64xf32>
}

// A norm, a residual, and a norm of the sum.
// CHECK-LABEL: func @sandwich
func.func @sandwich(%h: tensor<?x64xf32>, %x: tensor<?x64xf32>) -> (tensor<?x64xf32>, tensor<?x64xf32>) {
  // CHECK: sched.launch @sandwich_f32_n64
  // CHECK: %[[N:.*]] = norm.rms_norm
  // CHECK-NEXT: %[[R:.*]] = arith.addf %{{.*}}, %[[N]]
  // CHECK-NEXT: %[[O:.*]] = norm.rms_norm %[[R]]
  // CHECK-NEXT: sched.yield %[[R]], %[[O]]
  // CHECK-NOT: sched.launch
  %n = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  %r = arith.addf %h, %n : tensor<?x64xf32>
  %o = norm.rms_norm %r {eps = 1.0e-6 : f32} : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return %r, %o : tensor<?x64xf32>, tensor<?x64xf32>
}

// A norm spelt by hand: the reduction comes back into its own rows by a broadcast.
// CHECK-LABEL: func @by_hand
func.func @by_hand(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // CHECK: sched.launch
  // CHECK: ^bb0(%[[X:.*]]: tensor<64xf32>):
  // CHECK-NEXT: %[[Q:.*]] = norm.sum_squares %[[X]] : tensor<64xf32> -> f32
  // CHECK-NEXT: %[[R:.*]] = norm.rsqrt %[[Q]] : f32
  // CHECK: %[[B:.*]] = norm.splat %[[R]] like
  // CHECK-NEXT: %[[Y:.*]] = arith.mulf %[[X]], %[[B]]
  // CHECK-NEXT: sched.yield %[[Y]]
  // CHECK-NOT: sched.launch
  %q = norm.sum_squares %x : tensor<?x64xf32> -> tensor<?xf32>
  %r = norm.rsqrt %q : tensor<?xf32>
  %b = norm.broadcast %r like %x dims = [0] : (tensor<?xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %y = arith.mulf %x, %b : tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}

// Reductions are results as well: one number a row. What nobody reads is no result.
// CHECK-LABEL: func @numbers
func.func @numbers(%x: tensor<?x64xbf16>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?x64xbf16>) {
  // CHECK: sched.launch @numbers_f32_n64 -> (tensor<?xf32>, tensor<?xf32>, tensor<?x64xbf16>)
  // CHECK: %[[MEAN:.*]], %{{.*}}, %[[M2:.*]] = norm.moments %{{.*}} : tensor<64xbf16> -> f32
  // CHECK-NEXT: %[[E:.*]] = norm.exp
  // CHECK-NEXT: %[[MAX:.*]] = norm.reduce <max> %[[E]] : tensor<64xbf16> -> f32
  // CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[MAX]], %[[M2]] : f32
  // CHECK-NEXT: sched.yield %[[MEAN]], %[[SUM]], %[[E]] : f32, f32, tensor<64xbf16>
  %mean, %correction, %m2 = norm.moments %x : tensor<?x64xbf16> -> tensor<?xf32>
  %e = norm.exp %x : tensor<?x64xbf16>
  %max = norm.reduce <max> %e : tensor<?x64xbf16> -> tensor<?xf32>
  %sum = arith.addf %max, %m2 : tensor<?xf32>
  return %mean, %sum, %e : tensor<?xf32>, tensor<?xf32>, tensor<?x64xbf16>
}

// CHECK-LABEL: func @returned_twice
func.func @returned_twice(%x: tensor<?x64xf32>) -> (tensor<?x64xf32>, tensor<?x64xf32>) {
  // CHECK: %[[Y:.*]]:2 = sched.launch
  // CHECK: sched.yield %[[E:.*]], %[[E]] : tensor<64xf32>, tensor<64xf32>
  // CHECK: return %[[Y]]#0, %[[Y]]#1
  %e = norm.exp %x : tensor<?x64xf32>
  return %e, %e : tensor<?x64xf32>, tensor<?x64xf32>
}

// So do two results of one elementwise op: it is computed once.
// CHECK-LABEL: func @two_of_one
func.func @two_of_one(%x: tensor<?x64xf32>) -> (tensor<?x64xf32>, tensor<?x64xf32>) {
  // CHECK: sched.launch @two_of_one_f32_n64
  // CHECK: %[[E:.*]] = norm.exp
  // CHECK-NEXT: %[[A:.*]] = arith.addf %[[E]]
  // CHECK-NEXT: %[[B:.*]] = arith.mulf %[[E]]
  // CHECK-NEXT: sched.yield %[[A]], %[[B]]
  // CHECK-NOT: sched.launch
  %e = norm.exp %x : tensor<?x64xf32>
  %a = arith.addf %e, %x : tensor<?x64xf32>
  %b = arith.mulf %e, %x : tensor<?x64xf32>
  return %a, %b : tensor<?x64xf32>, tensor<?x64xf32>
}
