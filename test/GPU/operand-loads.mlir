// Operands first used after a reduction are loaded before it or after.
// RUN: %normc-opt %s --convert-sched-to-gpu --cse | FileCheck %s

// CHECK-LABEL: gpu.func @early_v(
// CHECK-SAME: %[[X:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %{{.*}}: i64, %[[W:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %{{[a-z0-9]*}}: !llvm.ptr<1>
// CHECK: sched.load %[[X]]
// CHECK: sched.load %[[W]]
// CHECK: gpu.shuffle
// CHECK-NOT: sched.load
// CHECK: gpu.return
func.func @early(%x: tensor<4x64xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 64)>}, %w: tensor<64xf32> {norm.name = "w", norm.sizes = affine_map<() -> (64)>})
    -> (tensor<4x64xf32>) {
  %0 = sched.launch @early variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x64xf32>) {
    %g = sched.group rows[4] ins(%x, %w : tensor<4x64xf32>, tensor<64xf32>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xf32>, %wr: tensor<64xf32>):
      %q = norm.sum_squares %r : tensor<64xf32> -> f32
      %b = norm.splat %q like %r : (f32, tensor<64xf32>) -> tensor<64xf32>
      %0 = arith.mulf %r, %b : tensor<64xf32>
      %y = arith.mulf %0, %wr : tensor<64xf32>
      sched.yield %y : tensor<64xf32>
    } -> (tensor<4x64xf32>)
    sched.yield %g : tensor<4x64xf32>
  }
  return %0 : tensor<4x64xf32>
}

// CHECK-LABEL: gpu.func @late_v(
// CHECK-SAME: %[[X:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %{{.*}}: i64, %[[W:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %{{[a-z0-9]*}}: !llvm.ptr<1>
// CHECK: sched.load %[[X]]
// CHECK-NOT: sched.load
// CHECK: gpu.shuffle
// CHECK: sched.load %[[W]]
// CHECK: gpu.return
func.func @late(%x: tensor<4x64xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 64)>}, %w: tensor<64xf32> {norm.name = "w", norm.sizes = affine_map<() -> (64)>})
    -> (tensor<4x64xf32>) {
  %0 = sched.launch @late variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x64xf32>) {
    %g = sched.group rows[4] ins(%x, %w : tensor<4x64xf32>, tensor<64xf32>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = late, access_bits = [128, 128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xf32>, %wr: tensor<64xf32>):
      %q = norm.sum_squares %r : tensor<64xf32> -> f32
      %b = norm.splat %q like %r : (f32, tensor<64xf32>) -> tensor<64xf32>
      %0 = arith.mulf %r, %b : tensor<64xf32>
      %y = arith.mulf %0, %wr : tensor<64xf32>
      sched.yield %y : tensor<64xf32>
    } -> (tensor<4x64xf32>)
    sched.yield %g : tensor<4x64xf32>
  }
  return %0 : tensor<4x64xf32>
}

// What nothing reads is never loaded; what is only handed on is loaded once and stored.
// CHECK-LABEL: gpu.func @unread_v(
// CHECK-SAME: %[[X:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %{{.*}}: i64, %[[Z:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %{{.*}}: i64, %[[Y:[a-z0-9]*]]: !llvm.ptr<1>
// CHECK-NOT: sched.load %[[Z]]
// CHECK: %[[V:.*]] = sched.load %[[X]]
// CHECK-NOT: sched.load
// CHECK: sched.store %[[V]], %[[Y]]
func.func @unread(%x: tensor<4x64xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 64)>}, %z: tensor<4x64xf32> {norm.name = "z", norm.sizes = affine_map<() -> (4, 64)>})
    -> (tensor<4x64xf32>) {
  %0 = sched.launch @unread variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x64xf32>) {
    %g = sched.group rows[4] ins(%x, %z : tensor<4x64xf32>, tensor<4x64xf32>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xf32>, %zr: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<4x64xf32>)
    sched.yield %g : tensor<4x64xf32>
  }
  return %0 : tensor<4x64xf32>
}
