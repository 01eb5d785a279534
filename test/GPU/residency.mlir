// A row that is read again after the last reduction: first kept in the L2, then dropped; what
// was computed of it before is computed again, what only the epilogue reads is read once.
// RUN: %normc-opt %s --convert-sched-to-gpu --cse | FileCheck %s

// CHECK-LABEL: gpu.func @again_v(
// CHECK-SAME: %[[X:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %{{[a-z0-9]*}}: i64, %{{[a-z0-9]*}}: i64, %[[W:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[S:[a-z0-9]*]]: !llvm.ptr<1>
// CHECK: %[[V:.*]] = sched.load %[[X]][%[[AT:.*]]] align 16 invariant policy evict_last : vector<8xbf16>
// CHECK: arith.addf %[[V]], %[[V]] : vector<8xbf16>
// CHECK: gpu.shuffle
// CHECK-NOT: evict_last
// CHECK: %[[V2:.*]] = sched.load %[[X]][%[[AT]]] align 16 invariant policy evict_first : vector<8xbf16>
// CHECK: %[[H2:.*]] = arith.addf %[[V2]], %[[V2]] : vector<8xbf16>
// CHECK: arith.mulf %[[H2]],
// CHECK: sched.load %[[W]][%{{.*}}] align 16 invariant : vector<8xbf16>
// CHECK: sched.load %[[S]][%{{.*}}] align 16 invariant : vector<8xbf16>
// CHECK-NOT: sched.load
func.func @again(%x: tensor<?x?x64xbf16> {norm.name = "x", norm.sizes = affine_map<()[s0, s1] -> (s0, s1, 64)>},
    %w: tensor<64xbf16> {norm.name = "w", norm.sizes = affine_map<()[s0, s1] -> (64)>},
    %s: tensor<?x64xbf16> {norm.name = "s", norm.sizes = affine_map<()[s0, s1] -> (s0, 64)>}) -> tensor<?x?x64xbf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x64xbf16>
  %m = tensor.dim %x, %c1 : tensor<?x?x64xbf16>
  %0 = sched.launch @again variants [#sched.variant<"v", align = 16, collapse = false>] -> (tensor<?x?x64xbf16>) {
    %g = sched.group rows[%b, %m] ins(%x, %w, %s : tensor<?x?x64xbf16>, tensor<64xbf16>, tensor<?x64xbf16>)
        maps [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0)>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8,
                residency = reread, operand_loads = late, access_bits = [128, 128, 128, 128], min_ctas_per_sm = 0> {
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

// Early loads of what is broadcast stay in registers.
// CHECK-LABEL: gpu.func @early_v(
// CHECK-SAME: %[[X:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %{{[a-z0-9]*}}: i64, %{{[a-z0-9]*}}: i64, %[[W:[a-z0-9]*]]: !llvm.ptr<1>
// CHECK: sched.load %[[X]][%{{.*}}] align 16 invariant policy evict_last
// CHECK: sched.load %[[W]]
// CHECK: gpu.shuffle
// CHECK: sched.load %[[X]][%{{.*}}] align 16 invariant policy evict_first
// CHECK-NOT: sched.load
// CHECK: gpu.return
func.func @early(%x: tensor<?x?x64xbf16> {norm.name = "x", norm.sizes = affine_map<()[s0, s1] -> (s0, s1, 64)>},
    %w: tensor<64xbf16> {norm.name = "w", norm.sizes = affine_map<()[s0, s1] -> (64)>},
    %s: tensor<?x64xbf16> {norm.name = "s", norm.sizes = affine_map<()[s0, s1] -> (s0, 64)>}) -> tensor<?x?x64xbf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x64xbf16>
  %m = tensor.dim %x, %c1 : tensor<?x?x64xbf16>
  %0 = sched.launch @early variants [#sched.variant<"v", align = 16, collapse = false>] -> (tensor<?x?x64xbf16>) {
    %g = sched.group rows[%b, %m] ins(%x, %w, %s : tensor<?x?x64xbf16>, tensor<64xbf16>, tensor<?x64xbf16>)
        maps [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0)>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8,
                residency = reread, operand_loads = early, access_bits = [128, 128, 128, 128], min_ctas_per_sm = 0> {
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
