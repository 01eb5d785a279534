// A thread that does two rows: rows_per_cta apart, each clamped and stored by itself.
// RUN: %normc-opt %s --convert-sched-to-gpu --cse | FileCheck %s

// CHECK-LABEL: gpu.func @two_v(
// CHECK-SAME: %[[X:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %{{[a-z0-9]*}}: i64, %{{[a-z0-9]*}}: i64, %[[W:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[S:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[SS:[a-z0-9]*]]: i64, %[[Y:[a-z0-9]*]]: !llvm.ptr<1>
// CHECK-SAME: known_block_size = array<i32: 8, 4, 1>
// The CTA does 4 x 2 rows; the second is 4 after the first.
// CHECK: arith.muli %{{.*}}, %c8_i64
// CHECK: %[[ROW0:.*]] = arith.addi
// CHECK: %[[IN0:.*]] = arith.cmpi ult, %[[ROW0]], %[[NUM:.*]] : i64
// CHECK: %[[ROW1:.*]] = arith.addi %[[ROW0]], %c4_i64
// CHECK: %[[IN1:.*]] = arith.cmpi ult, %[[ROW1]], %[[NUM]]
// x varies with each row: twice. w never does: once.
// CHECK: sched.load %[[X]]
// CHECK: sched.load %[[X]]
// CHECK: sched.load %[[W]]
// CHECK-NOT: sched.load %[[W]]
// s is loaded again only where the rows are of different batches.
// CHECK: %[[S0:.*]] = sched.load %[[S]]
// CHECK: %[[SAME:.*]] = arith.cmpi eq
// CHECK: scf.if %[[SAME]] -> (vector<8xbf16>) {
// CHECK-NEXT: scf.yield %[[S0]]
// CHECK-NEXT: } else {
// CHECK: sched.load %[[S]]
// CHECK: }
// CHECK: scf.if %[[IN0]]
// CHECK: sched.store %{{.*}}, %[[Y]]
// CHECK: scf.if %[[IN1]]
// CHECK: sched.store %{{.*}}, %[[Y]]
func.func @two(%x: tensor<?x?x64xbf16> {norm.name = "x", norm.sizes = affine_map<()[s0, s1] -> (s0, s1, 64)>},
    %w: tensor<64xbf16> {norm.name = "w", norm.sizes = affine_map<()[s0, s1] -> (64)>},
    %s: tensor<?x64xbf16> {norm.name = "s", norm.sizes = affine_map<()[s0, s1] -> (s0, 64)>}) -> tensor<?x?x64xbf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x64xbf16>
  %m = tensor.dim %x, %c1 : tensor<?x?x64xbf16>
  %0 = sched.launch @two variants [#sched.variant<"v", align = 16, collapse = false>] -> (tensor<?x?x64xbf16>) {
    %g = sched.group rows[%b, %m] ins(%x, %w, %s : tensor<?x?x64xbf16>, tensor<64xbf16>, tensor<?x64xbf16>)
        maps [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0)>]
        config <threads_per_row = 8, rows_per_cta = 4, rows_per_thread = 2, vector_width = 8,
                residency = registers, operand_loads = early, access_bits = [128, 128, 128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xbf16>, %wr: tensor<64xbf16>, %sr: tensor<64xbf16>):
      %h = arith.addf %r, %r : tensor<64xbf16>
      %q = norm.sum_squares %h : tensor<64xbf16> -> f32
      %t = arith.truncf %q : f32 to bf16
      %b2 = norm.splat %t like %r : (bf16, tensor<64xbf16>) -> tensor<64xbf16>
      %0 = arith.mulf %h, %b2 : tensor<64xbf16>
      %1 = arith.mulf %0, %wr : tensor<64xbf16>
      %y = arith.mulf %1, %sr : tensor<64xbf16>
      sched.yield %y : tensor<64xbf16>
    } -> (tensor<?x?x64xbf16>)
    sched.yield %g : tensor<?x?x64xbf16>
  }
  return %0 : tensor<?x?x64xbf16>
}

// The grid counts CTAs of all their rows.
// CHECK: sched.plan @two
// CHECK-SAME: grid = ()[s0, s1] -> ((s0 * s1) ceildiv 8)
// CHECK-SAME: block = [8, 4]
