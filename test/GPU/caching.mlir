// Streaming tells the caches of rows that are read or written once; what is broadcast stays
// plain, and so does an access too small for a policy.
// RUN: %normc-opt %s --convert-sched-to-gpu --cse | FileCheck %s

// CHECK-LABEL: gpu.func @wide_v(
// CHECK-SAME: %[[X:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %{{[a-z0-9]*}}: i64, %{{[a-z0-9]*}}: i64, %[[W:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[S:[a-z0-9]*]]: !llvm.ptr<1>
// CHECK: sched.load %[[X]][%{{.*}}] align 16 invariant policy streaming : vector<8xbf16>
// CHECK: sched.load %[[W]][%{{.*}}] align 16 invariant : vector<8xbf16>
// CHECK: sched.load %[[S]][%{{.*}}] align 16 invariant : vector<8xbf16>
// CHECK: sched.store %{{.*}} align 16 policy streaming : vector<8xbf16>
func.func @wide(%x: tensor<?x?x64xbf16> {norm.name = "x", norm.sizes = affine_map<()[s0, s1] -> (s0, s1, 64)>},
    %w: tensor<64xbf16> {norm.name = "w", norm.sizes = affine_map<()[s0, s1] -> (64)>},
    %s: tensor<?x64xbf16> {norm.name = "s", norm.sizes = affine_map<()[s0, s1] -> (s0, 64)>}) -> tensor<?x?x64xbf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x64xbf16>
  %m = tensor.dim %x, %c1 : tensor<?x?x64xbf16>
  %0 = sched.launch @wide variants [#sched.variant<"v", align = 16, collapse = false>] -> (tensor<?x?x64xbf16>) {
    %g = sched.group rows[%b, %m] ins(%x, %w, %s : tensor<?x?x64xbf16>, tensor<64xbf16>, tensor<?x64xbf16>)
        maps [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0)>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, caching = streaming, access_bits = [128, 128, 128, 128], min_ctas_per_sm = 0> {
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

// CHECK-LABEL: gpu.func @narrow_v(
// CHECK-NOT: policy
// CHECK: gpu.return
func.func @narrow(%x: tensor<?x?x64xbf16> {norm.name = "x", norm.sizes = affine_map<()[s0, s1] -> (s0, s1, 64)>},
    %w: tensor<64xbf16> {norm.name = "w", norm.sizes = affine_map<()[s0, s1] -> (64)>},
    %s: tensor<?x64xbf16> {norm.name = "s", norm.sizes = affine_map<()[s0, s1] -> (s0, 64)>}) -> tensor<?x?x64xbf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x64xbf16>
  %m = tensor.dim %x, %c1 : tensor<?x?x64xbf16>
  %0 = sched.launch @narrow variants [#sched.variant<"v", align = 16, collapse = false>] -> (tensor<?x?x64xbf16>) {
    %g = sched.group rows[%b, %m] ins(%x, %w, %s : tensor<?x?x64xbf16>, tensor<64xbf16>, tensor<?x64xbf16>)
        maps [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0)>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, caching = streaming, access_bits = [16, 128, 128, 16], min_ctas_per_sm = 0> {
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
