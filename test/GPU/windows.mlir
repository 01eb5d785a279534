// Windows of longer axes: where a row starts is added to its offset, without a stride; what comes
// before collapses as far as axes are row axes, one after the other and whole.
// RUN: %normc-opt %s --convert-sched-to-gpu --cse -o %t
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=PLAN < %t

// Heads of k in a packed [B, S, 3 * 2 * 64], rows (b, s, h): b and s collapse, and so do they of the
// result [B, S, 2 * 64]; all three of the other.
// CHECK-LABEL: gpu.func @k_aligned(
// CHECK-SAME: %[[X:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[X1:[a-z0-9]*]]: i64, %[[Y:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[Y1:[a-z0-9]*]]: i64, %[[Z:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[Z2:[a-z0-9]*]]: i64, %[[B:[a-z0-9]*]]: i64, %[[S:[a-z0-9]*]]: i64) kernel
// CHECK: %[[ROW:.*]] = arith.index_castui %block_id_x : index to i64
// CHECK: %[[H:.*]] = arith.remui %[[ROW]], %c2_i64
// CHECK: %[[BS:.*]] = arith.divui %[[ROW]], %c2_i64
// CHECK: %[[XBS:.*]] = arith.muli %[[BS]], %[[X1]]
// CHECK: %[[XROW:.*]] = arith.addi %{{.*}}, %[[XBS]]
// CHECK: %[[HEAD:.*]] = arith.muli %[[H]], %c64_i64
// CHECK: %[[START:.*]] = arith.addi %[[HEAD]], %c128_i64
// CHECK: %[[XOFF:.*]] = arith.addi %[[XROW]], %[[START]]
// CHECK: %[[YBS:.*]] = arith.muli %[[BS]], %[[Y1]]
// CHECK: %[[YROW:.*]] = arith.addi %{{.*}}, %[[YBS]]
// CHECK: %[[YOFF:.*]] = arith.addi %[[YROW]], %[[HEAD]]
// CHECK: %[[ZROW:.*]] = arith.muli %[[ROW]], %[[Z2]]
// CHECK: %[[ZOFF:.*]] = arith.addi %{{.*}}, %[[ZROW]]
// CHECK: %[[AT:.*]] = arith.addi %[[XOFF]], %[[PLACE:.*]] : i64
// CHECK: sched.load %[[X]][%[[AT]]]
// CHECK: %[[TO:.*]] = arith.addi %[[YOFF]], %[[PLACE]]
// CHECK: sched.store %{{.*}}, %[[Y]][%[[TO]]]
// CHECK: %[[TOO:.*]] = arith.addi %[[ZOFF]], %[[PLACE]]
// CHECK: sched.store %{{.*}}, %[[Z]][%[[TOO]]]

// Not collapsed.
// CHECK-LABEL: gpu.func @k_strided(
// CHECK-SAME: %[[X:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[X0:[a-z0-9]*]]: i64, %[[X1:[a-z0-9]*]]: i64, %[[Y:[a-z0-9]*]]: !llvm.ptr<1>
// CHECK: %[[H:.*]] = arith.remui %[[ROW:.*]], %c2_i64
// CHECK: %[[BS:.*]] = arith.divui %[[ROW]], %c2_i64
// CHECK: %[[SI:.*]] = arith.remui %[[BS]],
// CHECK: %[[BI:.*]] = arith.divui %[[BS]],
// CHECK: %[[BX:.*]] = arith.muli %[[BI]], %[[X0]]
// CHECK: %[[PART:.*]] = arith.addi %{{.*}}, %[[BX]]
// CHECK: %[[SX:.*]] = arith.muli %[[SI]], %[[X1]]
// CHECK: %[[OUTER:.*]] = arith.addi %[[PART]], %[[SX]]
// CHECK: %[[HEAD:.*]] = arith.muli %[[H]], %c64_i64
// CHECK: %[[START:.*]] = arith.addi %[[HEAD]], %c128_i64
// CHECK: arith.addi %[[OUTER]], %[[START]]

// The bytes are those of the window and the results: of one head of x and two results, 64 * 2 each.
// PLAN: sched.plan @packed dims 2
// PLAN-SAME: tensors = ["x", "result0", "result1"], collapsible = [2, 2, 3], bytes = ()[s0, s1] -> ((s1 * (s0 * 384)) * 2),
// PLAN-SAME: arguments = ["x", "x.stride1", "result0", "result0.stride1", "result1", "result1.stride2", "size:s0", "size:s1"]
// PLAN-SAME: arguments = ["x", "x.stride0", "x.stride1", "result0", "result0.stride0", "result0.stride1", "result1", "result1.stride0", "result1.stride1", "result1.stride2", "size:s0", "size:s1"]
func.func @packed(%x: tensor<?x?x384xbf16> {norm.name = "x", norm.sizes = affine_map<()[s0, s1] -> (s0, s1, 384)>})
    -> (tensor<?x?x128xbf16>, tensor<?x?x2x64xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x384xbf16>
  %s = tensor.dim %x, %c1 : tensor<?x?x384xbf16>
  %0:2 = sched.launch @k variants [#sched.variant<"aligned", align = 16, collapse = true>, #sched.variant<"strided", align = 16, collapse = false>]
      -> (tensor<?x?x128xbf16>, tensor<?x?x2x64xbf16>) {
    %g:2 = sched.group rows[%b, %s, 2] ins(%x : tensor<?x?x384xbf16>)
        maps [affine_map<(d0, d1, d2) -> (d0, d1, d2 * 64 + 128)>]
        result_maps [affine_map<(d0, d1, d2) -> (d0, d1, d2 * 64)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>]
        config <threads_per_row = 8, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xbf16>):
      %y = arith.negf %r : tensor<64xbf16>
      sched.yield %y, %y : tensor<64xbf16>, tensor<64xbf16>
    } -> (tensor<?x?x128xbf16>, tensor<?x?x2x64xbf16>)
    sched.yield %g#0, %g#1 : tensor<?x?x128xbf16>, tensor<?x?x2x64xbf16>
  }, {
    %g:2 = sched.group rows[%b, %s, 2] ins(%x : tensor<?x?x384xbf16>)
        maps [affine_map<(d0, d1, d2) -> (d0, d1, d2 * 64 + 128)>]
        result_maps [affine_map<(d0, d1, d2) -> (d0, d1, d2 * 64)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>]
        config <threads_per_row = 8, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xbf16>):
      %y = arith.negf %r : tensor<64xbf16>
      sched.yield %y, %y : tensor<64xbf16>, tensor<64xbf16>
    } -> (tensor<?x?x128xbf16>, tensor<?x?x2x64xbf16>)
    sched.yield %g#0, %g#1 : tensor<?x?x128xbf16>, tensor<?x?x2x64xbf16>
  }
  return %0#0, %0#1 : tensor<?x?x128xbf16>, tensor<?x?x2x64xbf16>
}

// Index arithmetic along walked axes: every other, by quotient and remainder. An axis at one place
// has its stride, at 0 it needs none. A part of an axis does not collapse: y's rows are 4 of 9.
// CHECK-LABEL: gpu.func @arithmetic_v(
// CHECK-SAME: %{{[a-z0-9]*}}: !llvm.ptr<1> {llvm.noalias}, %[[X0:[a-z0-9]*]]: i64, %[[X1:[a-z0-9]*]]: i64, %{{[a-z0-9]*}}: !llvm.ptr<1> {llvm.noalias}, %[[Y0:[a-z0-9]*]]: i64, %[[Y1:[a-z0-9]*]]: i64, %{{[a-z0-9]*}}: !llvm.ptr<1> {llvm.noalias}, %[[Z0:[a-z0-9]*]]: i64, %{{[a-z0-9]*}}: !llvm.ptr<1> {llvm.noalias}, %[[R1:[a-z0-9]*]]: i64) kernel
// CHECK: %[[D1:.*]] = arith.remui %[[ROW:.*]], %c4_i64
// CHECK: %[[D0:.*]] = arith.divui %[[ROW]], %c4_i64
// CHECK: %[[TWICE:.*]] = arith.muli %[[D0]], %c2_i64
// CHECK: %[[ODD:.*]] = arith.addi %[[TWICE]], %c1_i64
// CHECK: arith.muli %[[ODD]], %[[X0]]
// CHECK: %[[QUOTIENT:.*]] = arith.divui %[[D1]], %c2_i64
// CHECK: arith.muli %[[QUOTIENT]], %[[X1]]
// CHECK: %[[REMAINDER:.*]] = arith.remui %[[D1]], %c2_i64
// CHECK: arith.muli %[[REMAINDER]], %c64_i64
// CHECK: arith.muli %[[D0]], %[[Y0]]
// CHECK: arith.muli %[[D1]], %[[Y1]]
// CHECK: arith.muli %c3_i64, %[[Z0]]
// CHECK: arith.muli %[[ROW]], %[[R1]]
// PLAN: sched.plan @arithmetic dims 0
// PLAN-SAME: tensors = ["x", "y", "z", "result0"], collapsible = [0, 0, 0, 2], bytes = () -> (12544),
func.func @arithmetic(%x: tensor<8x2x128xf32> {norm.name = "x", norm.sizes = affine_map<() -> (8, 2, 128)>},
                      %y: tensor<4x9x64xf32> {norm.name = "y", norm.sizes = affine_map<() -> (4, 9, 64)>},
                      %z: tensor<6x1x64xf32> {norm.name = "z", norm.sizes = affine_map<() -> (6, 1, 64)>})
    -> (tensor<4x4x64xf32>) {
  %0 = sched.launch @arithmetic variants [#sched.variant<"v", align = 16, collapse = true>]
      -> (tensor<4x4x64xf32>) {
    %g = sched.group rows[4, 4] ins(%x, %y, %z : tensor<8x2x128xf32>, tensor<4x9x64xf32>, tensor<6x1x64xf32>)
        maps [affine_map<(d0, d1) -> (d0 * 2 + 1, d1 floordiv 2, (d1 mod 2) * 64)>,
              affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (3, 0)>]
        config <threads_per_row = 8, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128, 128, 128], min_ctas_per_sm = 0> {
    ^row(%xr: tensor<64xf32>, %yr: tensor<64xf32>, %zr: tensor<64xf32>):
      %s = arith.addf %xr, %yr : tensor<64xf32>
      %t = arith.addf %s, %zr : tensor<64xf32>
      sched.yield %t : tensor<64xf32>
    } -> (tensor<4x4x64xf32>)
    sched.yield %g : tensor<4x4x64xf32>
  }
  return %0 : tensor<4x4x64xf32>
}

// What is read several ways counts once where one of them reaches all of it.
// PLAN: sched.plan @bytes dims 1
// PLAN-SAME: tensors = ["x", "x", "y", "y", "result0"], collapsible = [2, 2, 2, 0, 2], bytes = ()[s0] -> (s0 * 3072),
func.func @bytes(%x: tensor<?x4x64xf32> {norm.name = "x", norm.sizes = affine_map<()[s0] -> (s0, 4, 64)>},
                 %y: tensor<?x4x64xf32> {norm.name = "y", norm.sizes = affine_map<()[s0] -> (s0, 4, 64)>})
    -> (tensor<?x4x64xf32>) {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %x, %c0 : tensor<?x4x64xf32>
  %0 = sched.launch @bytes variants [#sched.variant<"v", align = 16, collapse = false>] -> (tensor<?x4x64xf32>) {
    %g = sched.group rows[%b, 4] ins(%x, %x, %y, %y : tensor<?x4x64xf32>, tensor<?x4x64xf32>, tensor<?x4x64xf32>, tensor<?x4x64xf32>)
        maps [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1, 0)>,
              affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 2)>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128, 128, 128, 128], min_ctas_per_sm = 0> {
    ^row(%a: tensor<64xf32>, %c: tensor<64xf32>, %d: tensor<64xf32>, %e: tensor<64xf32>):
      %0 = arith.addf %a, %c : tensor<64xf32>
      %1 = arith.addf %d, %e : tensor<64xf32>
      %2 = arith.addf %0, %1 : tensor<64xf32>
      sched.yield %2 : tensor<64xf32>
    } -> (tensor<?x4x64xf32>)
    sched.yield %g : tensor<?x4x64xf32>
  }
  return %0 : tensor<?x4x64xf32>
}

// Two halves of an axis are two: 4 rows of 256 bytes each, and of the result.
// PLAN: sched.plan @halves dims 0
// PLAN-SAME: bytes = () -> (3072),
func.func @halves(%x: tensor<8x64xf32> {norm.name = "x", norm.sizes = affine_map<() -> (8, 64)>})
    -> (tensor<4x64xf32>) {
  %0 = sched.launch @halves variants [#sched.variant<"v", align = 16, collapse = false>] -> (tensor<4x64xf32>) {
    %g = sched.group rows[4] ins(%x, %x : tensor<8x64xf32>, tensor<8x64xf32>)
        maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0 + 4)>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128, 128], min_ctas_per_sm = 0> {
    ^row(%a: tensor<64xf32>, %b: tensor<64xf32>):
      %y = arith.addf %a, %b : tensor<64xf32>
      sched.yield %y : tensor<64xf32>
    } -> (tensor<4x64xf32>)
    sched.yield %g : tensor<4x64xf32>
  }
  return %0 : tensor<4x64xf32>
}
