// Kernels in place: what may be overwritten is neither noalias nor invariant, read an element at a
// time where nothing is aligned, and not read for rows that do not exist. The plan has the pairs.
// RUN: %normc %s --compile-to=gpu --arch=sm_90 --config=caching=plain,operand_loads=early,ctas_per_row=1 | FileCheck %s
// RUN: %normc %s --compile-to=gpu --arch=sm_90 --config=caching=plain,operand_loads=early,ctas_per_row=1 | FileCheck %s --check-prefix=PLAN

// CHECK-LABEL: gpu.func @add_norm_bf16_n64_aligned(
// CHECK-SAME: %[[X:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}
// CHECK: sched.load %[[X]][%{{.*}}] align 16 invariant

// CHECK-LABEL: gpu.func @add_norm_bf16_n64_aligned_in_place(
// CHECK-SAME: %[[X:[a-z0-9]*]]: !llvm.ptr<1>, %{{[a-z0-9]*}}: i64, %[[R:[a-z0-9]*]]: !llvm.ptr<1>, %{{[a-z0-9]*}}: i64, %[[W:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[H:[a-z0-9]*]]: !llvm.ptr<1>, %{{[a-z0-9]*}}: i64, %[[Y:[a-z0-9]*]]: !llvm.ptr<1>, %{{[a-z0-9]*}}: i64, %{{[a-z0-9]*}}: i64)
// CHECK: %[[EXISTS:.*]] = arith.cmpi ult
// CHECK-NOT: sched.store
// CHECK: scf.if %[[EXISTS]] -> (vector<8xbf16>, vector<8xbf16>)
// CHECK-COUNT-2: sched.load %[[X]][%{{.*}}] align 16 : vector<8xbf16>
// CHECK: scf.if %[[EXISTS]] -> (vector<8xbf16>, vector<8xbf16>)
// CHECK-NOT: sched.store
// CHECK-COUNT-2: sched.load %[[R]][%{{.*}}] align 16 : vector<8xbf16>
// CHECK-NOT: sched.load %[[X]]
// CHECK-NOT: sched.load %[[R]]
// CHECK: sched.load %[[W]][%{{.*}}] align 16 invariant
// CHECK: sched.store %{{.*}}, %[[H]]
// CHECK: sched.store %{{.*}}, %[[Y]]

// CHECK-LABEL: gpu.func @add_norm_bf16_n64_misaligned_in_place(
// CHECK-SAME: %[[X:[a-z0-9]*]]: !llvm.ptr<1>, %{{[a-z0-9]*}}: i64, %[[R:[a-z0-9]*]]: !llvm.ptr<1>, %{{[a-z0-9]*}}: i64, %[[W:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}
// CHECK-NOT: sched.store
// CHECK-COUNT-2: sched.load %[[X]][%{{.*}}] align 2 : vector<8xbf16>
// CHECK-COUNT-2: sched.load %[[R]][%{{.*}}] align 2 : vector<8xbf16>
// CHECK-NOT: sched.load %[[X]]
// CHECK: sched.store %{{.*}} align 2 : vector<8xbf16>
// CHECK: sched.load %[[W]][%{{.*}}] align 16 invariant

// PLAN: sched.plan @add_norm
// PLAN: in_place = ["result0=r", "result1=x"], kernels = [<@kernels::@add_norm_bf16_n64_aligned, <"aligned", align = 16, collapse = false>,
// PLAN-SAME: <@kernels::@add_norm_bf16_n64_aligned_in_place, <"aligned_in_place", align = 16, collapse = false, in_place = true>,
func.func @add_norm(%x: tensor<?x64xbf16>, %r: tensor<?x64xbf16>, %w: tensor<64xbf16>)
    -> (tensor<?x64xbf16> {norm.in_place = "r"}, tensor<?x64xbf16> {norm.in_place = "x"}) {
  %h = arith.addf %x, %r : tensor<?x64xbf16>
  %y = norm.rms_norm %h weight %w {eps = 0.0 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  return %h, %y : tensor<?x64xbf16>, tensor<?x64xbf16>
}

// Walked in segments: each is loaded once more before its results are stored.
// CHECK-LABEL: gpu.func @looped_f32_n20000_aligned_in_place(
// CHECK-SAME: %[[X:[a-z0-9]*]]: !llvm.ptr<1>, %{{[a-z0-9]*}}: i64, %[[Y:[a-z0-9]*]]: !llvm.ptr<1>, %{{[a-z0-9]*}}: i64, %{{[a-z0-9]*}}: i64)
// CHECK: scf.for
// CHECK: sched.load %[[X]][%{{.*}}] align 16 : vector<8xf32>
// CHECK-NOT: sched.store
// CHECK: scf.for
// CHECK-NOT: sched.store
// CHECK: sched.load %[[X]][%{{.*}}] align 16 : vector<8xf32>
// CHECK: sched.store %{{.*}}, %[[Y]][%{{.*}}] align 16 : vector<8xf32>
func.func @looped(%x: tensor<?x20000xf32>) -> (tensor<?x20000xf32> {norm.in_place = "x"}) {
  %y = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x20000xf32>) -> tensor<?x20000xf32>
  return %y : tensor<?x20000xf32>
}
