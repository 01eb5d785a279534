// How the rows of broadcast operands are read.
// RUN: %normc-opt %s --norm-form-row-groups | FileCheck %s

// CHECK-DAG: #[[X:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[NONE:.*]] = affine_map<(d0, d1) -> ()>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[S:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[B1:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-DAG: #[[ZERO:.*]] = affine_map<(d0) -> (0)>

// One row for all: [D].
// CHECK-LABEL: func @d
func.func @d(%x: tensor<?x?x8xf32>, %t: tensor<8xf32>) -> tensor<?x?x8xf32> {
  // CHECK: ins(%arg0, %arg1 : tensor<?x?x8xf32>, tensor<8xf32>) maps [#[[X]], #[[NONE]]] {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<8xf32>, %{{.*}}: tensor<8xf32>):
  %b = norm.broadcast %t like %x dims = [2] : (tensor<8xf32>, tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %y = arith.mulf %x, %b : tensor<?x?x8xf32>
  return %y : tensor<?x?x8xf32>
}

// CHECK-LABEL: func @bd
func.func @bd(%x: tensor<?x?x8xf32>, %t: tensor<?x8xf32>) -> tensor<?x?x8xf32> {
  // CHECK: maps [#[[X]], #[[B]]] {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<8xf32>, %{{.*}}: tensor<8xf32>):
  %b = norm.broadcast %t like %x dims = [0, 2] : (tensor<?x8xf32>, tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %y = arith.mulf %x, %b : tensor<?x?x8xf32>
  return %y : tensor<?x?x8xf32>
}

// The same shape along the other axis.
// CHECK-LABEL: func @sd
func.func @sd(%x: tensor<?x?x8xf32>, %t: tensor<?x8xf32>) -> tensor<?x?x8xf32> {
  // CHECK: maps [#[[X]], #[[S]]] {
  %b = norm.broadcast %t like %x dims = [1, 2] : (tensor<?x8xf32>, tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %y = arith.mulf %x, %b : tensor<?x?x8xf32>
  return %y : tensor<?x?x8xf32>
}

// An axis of extent 1 is read at 0.
// CHECK-LABEL: func @b1d
func.func @b1d(%x: tensor<?x?x8xf32>, %t: tensor<?x1x8xf32>) -> tensor<?x?x8xf32> {
  // CHECK: maps [#[[X]], #[[B1]]] {
  %b = norm.broadcast %t like %x dims = [0, 1, 2] : (tensor<?x1x8xf32>, tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %y = arith.mulf %x, %b : tensor<?x?x8xf32>
  return %y : tensor<?x?x8xf32>
}

// One number a row, repeated along it.
// CHECK-LABEL: func @bs
func.func @bs(%x: tensor<?x?x8xf32>, %t: tensor<?x?xf32>) -> tensor<?x?x8xf32> {
  // CHECK: maps [#[[X]], #[[X]]] {
  // CHECK-NEXT: ^bb0(%[[R:.*]]: tensor<8xf32>, %[[N:.*]]: f32):
  // CHECK: %[[SPLAT:.*]] = norm.splat %[[N]] like %{{.*}} -> tensor<8xf32>
  // CHECK-NEXT: arith.mulf %[[R]], %[[SPLAT]]
  %b = norm.broadcast %t like %x dims = [0, 1] : (tensor<?x?xf32>, tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %y = arith.mulf %x, %b : tensor<?x?x8xf32>
  return %y : tensor<?x?x8xf32>
}

// A row axis of extent 1 is one number as well.
// CHECK-LABEL: func @row_of_one
func.func @row_of_one(%x: tensor<?x8xf32>, %t: tensor<1xf32>) -> tensor<?x8xf32> {
  // CHECK: maps [#{{.*}}, #[[ZERO]]] {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<8xf32>, %{{.*}}: f32):
  %b = norm.broadcast %t like %x dims = [1] : (tensor<1xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %y = arith.mulf %x, %b : tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// A result of extent 1 repeats nothing.
// CHECK-LABEL: func @nothing_repeats
func.func @nothing_repeats(%x: tensor<?x1xf32>, %t: tensor<1xf32>) -> tensor<?x1xf32> {
  // CHECK: ^bb0(%{{.*}}: tensor<1xf32>, %{{.*}}: tensor<1xf32>):
  %b = norm.broadcast %t like %x dims = [1] : (tensor<1xf32>, tensor<?x1xf32>) -> tensor<?x1xf32>
  %y = arith.mulf %x, %b : tensor<?x1xf32>
  return %y : tensor<?x1xf32>
}

// An f32 argument is no tensor: the map is empty.
// CHECK-LABEL: func @number
func.func @number(%x: tensor<?x?x8xf32>, %n: f32) -> tensor<?x?x8xf32> {
  // CHECK: ins(%arg0, %arg1 : tensor<?x?x8xf32>, f32) maps [#[[X]], #[[NONE]]] {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<8xf32>, %{{.*}}: f32):
  %b = norm.splat %n like %x : (f32, tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %y = arith.mulf %x, %b : tensor<?x?x8xf32>
  return %y : tensor<?x?x8xf32>
}

// One tensor read in two ways is two inputs; read twice in one way it is one.
// CHECK-LABEL: func @two_ways
func.func @two_ways(%x: tensor<8x8xf32>, %t: tensor<8xf32>) -> tensor<8x8xf32> {
  // CHECK: ins(%arg0, %arg1, %arg1 : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>)
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<8xf32>, %{{.*}}: tensor<8xf32>, %{{.*}}: f32):
  %row = norm.broadcast %t like %x dims = [1] : (tensor<8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %column = norm.broadcast %t like %x dims = [0] : (tensor<8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = arith.mulf %x, %row : tensor<8x8xf32>
  %1 = arith.addf %0, %column : tensor<8x8xf32>
  %2 = arith.addf %1, %row : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// A broadcast of a broadcast.
// CHECK-LABEL: func @nested
func.func @nested(%x: tensor<?x?x8xf32>, %z: tensor<?x8xf32>, %t: tensor<?xf32>) -> tensor<?x?x8xf32> {
  // CHECK: ins(%arg0, %arg2 : tensor<?x?x8xf32>, tensor<?xf32>) maps [#[[X]], #[[S]]] {
  %0 = norm.broadcast %t like %z dims = [0] : (tensor<?xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = norm.broadcast %0 like %x dims = [1, 2] : (tensor<?x8xf32>, tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %y = arith.mulf %x, %1 : tensor<?x?x8xf32>
  return %y : tensor<?x?x8xf32>
}

// What only broadcasts read is computed again in each row: no launch, no memory.
// CHECK-LABEL: func @recomputed
func.func @recomputed(%x: tensor<?x?x8xf32>, %t: tensor<?x8xf32>) -> tensor<?x?x8xf32> {
  // CHECK: ^bb0(%[[R:.*]]: tensor<8xf32>, %[[T:.*]]: tensor<8xf32>):
  // CHECK-NEXT: %[[E:.*]] = norm.silu %[[T]] : tensor<8xf32>
  // CHECK-NEXT: %[[F:.*]] = arith.addf %[[E]], %[[E]]
  // CHECK-NEXT: arith.mulf %[[R]], %[[F]]
  // CHECK-NOT: sched.launch
  %e = norm.silu %t : tensor<?x8xf32>
  %f = arith.addf %e, %e : tensor<?x8xf32>
  %b = norm.broadcast %f like %x dims = [0, 2] : (tensor<?x8xf32>, tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %y = arith.mulf %x, %b : tensor<?x?x8xf32>
  return %y : tensor<?x?x8xf32>
}

// So is a weight that is computed.
// CHECK-LABEL: func @recomputed_weight
func.func @recomputed_weight(%x: tensor<?x8xf32>, %w: tensor<8xbf16>) -> tensor<?x8xf32> {
  // CHECK: %[[W:.*]] = arith.extf %{{.*}} : tensor<8xbf16> to tensor<8xf32>
  // CHECK-NEXT: norm.rms_norm %{{.*}} weight %[[W]]
  // CHECK-NOT: sched.launch
  %wf = arith.extf %w : tensor<8xbf16> to tensor<8xf32>
  %y = norm.rms_norm %x weight %wf {eps = 0.0 : f32} : (tensor<?x8xf32>, tensor<8xf32>) -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// Also where it is a result too: the launch that computes the result is not waited for.
// CHECK-LABEL: func @recomputed_and_returned
func.func @recomputed_and_returned(%x: tensor<?x8xf32>, %t: tensor<8xf32>) -> (tensor<8xf32>, tensor<?x8xf32>) {
  // CHECK: %[[E:.*]] = sched.launch @recomputed_and_returned_0_f32_n8 -> (tensor<8xf32>)
  // CHECK: norm.silu
  // CHECK: %[[Y:.*]] = sched.launch @recomputed_and_returned_1_f32_n8 -> (tensor<?x8xf32>)
  // CHECK: ins(%arg0, %arg1 : tensor<?x8xf32>, tensor<8xf32>)
  // CHECK: norm.silu
  // CHECK: return %[[E]], %[[Y]]
  %e = norm.silu %t : tensor<8xf32>
  %b = norm.broadcast %e like %x dims = [1] : (tensor<8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %y = arith.mulf %x, %b : tensor<?x8xf32>
  return %e, %y : tensor<8xf32>, tensor<?x8xf32>
}

// A shape that is taken from a value is no use of the value.
// CHECK-LABEL: func @like_only
func.func @like_only(%x: tensor<?x8xf32>, %n: f32) -> tensor<?x8xf32> {
  // CHECK: sched.group {{.*}} ins(%arg1 : f32)
  // CHECK-NOT: norm.rms_norm
  // CHECK: return
  %y = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %s = norm.splat %n like %y : (f32, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %s : tensor<?x8xf32>
}
