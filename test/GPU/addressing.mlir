// Where each operand's row starts: strides and sizes among the parameters, and the row's
// place along each axis.
// RUN: %normc-opt %s --convert-sched-to-gpu --cse -o %t
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=PLAN < %t

// Collapsed: x and the result walk both axes with one stride, that of the inner one; the row
// is not taken apart for them, but for the others it is.
// CHECK-LABEL: gpu.func @k_aligned(
// CHECK-SAME: %[[X:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[X1:[a-z0-9]*]]: i64, %[[S:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[S0:[a-z0-9]*]]: i64, %[[T:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[T0:[a-z0-9]*]]: i64, %[[W:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[N:[a-z0-9]*]]: f32, %[[Y:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[Y1:[a-z0-9]*]]: i64, %[[B:[a-z0-9]*]]: i64, %[[D:[a-z0-9]*]]: i64)
// CHECK: %[[ROW:.*]] = arith.index_castui %block_id_x : index to i64
// CHECK: %[[INNER:.*]] = arith.remui %[[ROW]], %[[D]]
// CHECK: %[[OUTER:.*]] = arith.divui %[[ROW]], %[[D]]
// CHECK: %[[XOFF:.*]] = arith.muli %[[ROW]], %[[X1]]
// CHECK: %[[SOFF:.*]] = arith.muli %[[OUTER]], %[[S0]]
// CHECK: %[[TOFF:.*]] = arith.muli %[[INNER]], %[[T0]]
// CHECK: %[[YOFF:.*]] = arith.muli %[[ROW]], %[[Y1]]
// CHECK: sched.load %[[X]][
// CHECK: sched.load %[[S]][
// The number of one row, of all threads.
// CHECK: %[[ONE:.*]] = sched.load %[[T]][%{{.*}}] align 4 invariant : f32
// CHECK: sched.load %[[W]][
// CHECK: vector.broadcast %[[ONE]] : f32 to vector<8xf32>
// CHECK: vector.broadcast %[[N]] : f32 to vector<8xf32>
// CHECK: sched.store {{.*}}, %[[Y]][

// Not collapsed: a stride an axis.
// CHECK-LABEL: gpu.func @k_strided(
// CHECK-SAME: %[[X:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[X0:[a-z0-9]*]]: i64, %[[X1:[a-z0-9]*]]: i64, %[[S:[a-z0-9]*]]: !llvm.ptr<1>
// CHECK: %[[INNER:.*]] = arith.remui
// CHECK: %[[OUTER:.*]] = arith.divui
// CHECK: %[[BYX0:.*]] = arith.muli %[[OUTER]], %[[X0]]
// CHECK: %[[PART:.*]] = arith.addi %{{.*}}, %[[BYX0]]
// CHECK: %[[BYX1:.*]] = arith.muli %[[INNER]], %[[X1]]
// CHECK: arith.addi %[[PART]], %[[BYX1]]

// PLAN: sched.plan @f dims 2
// PLAN-SAME: launches [#sched.launch<rows = ()[s0, s1] -> (s0, s1), tensors = ["x", "s", "t", "w", "result0"], collapsible = [2, 0, 0, 0, 2], bytes = 
// PLAN-SAME: <"aligned", align = 16, collapse = true>, grid = ()[s0, s1] -> (s0 * s1), block = [8, 1], alignments = [16, 16, 4, 16, 16], arguments = ["x", "x.stride1", "s", "s.stride0", "t", "t.stride0", "w", "n", "result0", "result0.stride1", "size:s0", "size:s1"]>,
// PLAN-SAME: arguments = ["x", "x.stride0", "x.stride1", "s", "s.stride0", "t", "t.stride0", "w", "n", "result0", "result0.stride0", "result0.stride1", "size:s0", "size:s1"]>]>]
func.func @f(%x: tensor<?x?x64xf32> {norm.name = "x", norm.sizes = affine_map<()[s0, s1] -> (s0, s1, 64)>}, %s: tensor<?x1x64xf32> {norm.name = "s", norm.sizes = affine_map<()[s0, s1] -> (s0, 1, 64)>}, %t: tensor<?xf32> {norm.name = "t", norm.sizes = affine_map<()[s0, s1] -> (s1)>}, %w: tensor<64xf32> {norm.name = "w", norm.sizes = affine_map<()[s0, s1] -> (64)>}, %n: f32 {norm.name = "n", norm.sizes = affine_map<()[s0, s1] -> ()>})
    -> (tensor<?x?x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x64xf32>
  %d = tensor.dim %x, %c1 : tensor<?x?x64xf32>
  %0 = sched.launch @k variants [#sched.variant<"aligned", align = 16, collapse = true>, #sched.variant<"strided", align = 16, collapse = false>]
      -> (tensor<?x?x64xf32>) {
    %g = sched.group rows[%b, %d] ins(%x, %s, %t, %w, %n : tensor<?x?x64xf32>, tensor<?x1x64xf32>, tensor<?xf32>, tensor<64xf32>, f32) maps [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d1)>,
        affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> ()>]
        config <threads_per_row = 8, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128, 0, 128, 0, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xf32>, %sr: tensor<64xf32>, %tr: f32, %wr: tensor<64xf32>, %nr: f32):
      %tb = norm.splat %tr like %r : (f32, tensor<64xf32>) -> tensor<64xf32>
      %nb = norm.splat %nr like %r : (f32, tensor<64xf32>) -> tensor<64xf32>
      %0 = arith.mulf %r, %sr : tensor<64xf32>
      %1 = arith.mulf %0, %tb : tensor<64xf32>
      %2 = arith.mulf %1, %wr : tensor<64xf32>
      %y = arith.addf %2, %nb : tensor<64xf32>
      sched.yield %y : tensor<64xf32>
    } -> (tensor<?x?x64xf32>)
    sched.yield %g : tensor<?x?x64xf32>
  }, {
    %g = sched.group rows[%b, %d] ins(%x, %s, %t, %w, %n : tensor<?x?x64xf32>, tensor<?x1x64xf32>, tensor<?xf32>, tensor<64xf32>, f32) maps [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d1)>,
        affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> ()>]
        config <threads_per_row = 8, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128, 0, 128, 0, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xf32>, %sr: tensor<64xf32>, %tr: f32, %wr: tensor<64xf32>, %nr: f32):
      %tb = norm.splat %tr like %r : (f32, tensor<64xf32>) -> tensor<64xf32>
      %nb = norm.splat %nr like %r : (f32, tensor<64xf32>) -> tensor<64xf32>
      %0 = arith.mulf %r, %sr : tensor<64xf32>
      %1 = arith.mulf %0, %tb : tensor<64xf32>
      %2 = arith.mulf %1, %wr : tensor<64xf32>
      %y = arith.addf %2, %nb : tensor<64xf32>
      sched.yield %y : tensor<64xf32>
    } -> (tensor<?x?x64xf32>)
    sched.yield %g : tensor<?x?x64xf32>
  }
  return %0 : tensor<?x?x64xf32>
}

// Static sizes are no parameters.
// CHECK-LABEL: gpu.func @static_v(
// CHECK-SAME: %{{[a-z0-9]*}}: !llvm.ptr<1> {llvm.noalias}, %{{[a-z0-9]*}}: i64, %{{[a-z0-9]*}}: i64, %{{[a-z0-9]*}}: !llvm.ptr<1> {llvm.noalias}, %{{[a-z0-9]*}}: i64, %{{[a-z0-9]*}}: i64) kernel
// CHECK: arith.remui %{{.*}}, %c3_i64
// PLAN: sched.plan @static dims 0
// PLAN-SAME: rows = () -> (2, 3)
// PLAN-SAME: grid = () -> (2), block = [8, 4]
func.func @static(%x: tensor<2x3x64xf32> {norm.name = "x", norm.sizes = affine_map<() -> (2, 3, 64)>})
    -> (tensor<2x3x64xf32>) {
  %0 = sched.launch @static variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<2x3x64xf32>) {
    %g = sched.group rows[2, 3] ins(%x : tensor<2x3x64xf32>) maps [affine_map<(d0, d1) -> (d0, d1)>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xf32>):
      %y = arith.negf %r : tensor<64xf32>
      sched.yield %y : tensor<64xf32>
    } -> (tensor<2x3x64xf32>)
    sched.yield %g : tensor<2x3x64xf32>
  }
  return %0 : tensor<2x3x64xf32>
}

// No row axis: one row, at the pointer.
// CHECK-LABEL: gpu.func @one_row_v(
// CHECK-SAME: %[[X:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[Y:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}) kernel
// CHECK: sched.load %[[X]][
// PLAN: sched.plan @one_row dims 0
// PLAN-SAME: rows = () -> ()
// PLAN-SAME: grid = () -> (1), block = [8, 4]
func.func @one_row(%x: tensor<64xf32> {norm.name = "x", norm.sizes = affine_map<() -> (64)>})
    -> (tensor<64xf32>) {
  %0 = sched.launch @one_row variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<64xf32>) {
    %g = sched.group rows[] ins(%x : tensor<64xf32>) maps [affine_map<() -> ()>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xf32>):
      %y = arith.negf %r : tensor<64xf32>
      sched.yield %y : tensor<64xf32>
    } -> (tensor<64xf32>)
    sched.yield %g : tensor<64xf32>
  }
  return %0 : tensor<64xf32>
}
