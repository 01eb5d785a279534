// A row of three segments in a cluster: each CTA arrives at its start, holds its segment, folds it,
// sends the sum to all and adds those of all in order. The last segment is shorter and has code of
// its own, with as many barriers and the same buffers in turns. Only rank 0 stores the number.
// RUN: %normc-opt %s --convert-sched-to-gpu | FileCheck %s

// CHECK-LABEL: gpu.func @sum_v(
// CHECK-SAME: workgroup({{.*}}memref<512xf32,{{.*}}, %[[A:[a-z0-9]*]] : memref<3xf32,{{.*}}, %{{[a-z0-9]*}} : memref<512xf32,{{.*}}, %[[B:[a-z0-9]*]] : memref<3xf32,
// CHECK-SAME: known_cluster_size = array<i32: 3, 1, 1>
// CHECK: %[[BLOCK:.*]] = gpu.block_id x
// CHECK: %[[CTA:.*]] = arith.index_castui %[[BLOCK]] : index to i64
// CHECK: %[[RANK_X:.*]] = gpu.cluster_block_id x
// CHECK: %[[RANK:.*]] = arith.index_castui %[[RANK_X]] : index to i32
// CHECK: arith.divui %[[CTA]], %c3_i64
// CHECK: sched.cluster_arrive relaxed
// CHECK: %[[WIDE:.*]] = arith.extui %[[RANK]] : i32 to i64
// CHECK: %[[START:.*]] = arith.muli %[[WIDE]], %c16384_i64
// CHECK: %[[IS_WHOLE:.*]] = arith.cmpi ult, %[[RANK]], %c2_i32
// CHECK: scf.if %[[IS_WHOLE]] {
// Four pieces a thread.
// CHECK: arith.addi %{{.*}}, %[[START]] : i64
// CHECK-COUNT-4: sched.load
// CHECK-NOT: sched.load
// CHECK: gpu.barrier
// CHECK: gpu.shuffle
// CHECK: sched.cluster_wait
// CHECK: %[[SENDS:.*]] = arith.cmpi ult, %[[THREAD:.*]], %c3_i32
// CHECK: scf.if %[[SENDS]] {
// CHECK: sched.cluster_store %{{.*}}, %[[A]][%{{.*}}] of %[[THREAD]] : memref<3xf32,
// CHECK: sched.cluster_arrive{{$}}
// CHECK-NEXT: sched.cluster_wait
// CHECK: %[[S0:.*]] = memref.load %[[A]][%c0
// CHECK: %[[S1:.*]] = memref.load %[[A]][%c1
// CHECK: %[[S2:.*]] = memref.load %[[A]][%c2
// CHECK: %[[S01:.*]] = arith.addf %[[S0]], %[[S1]]
// CHECK: %[[SUM:.*]] = arith.addf %[[S01]], %[[S2]]
// CHECK: arith.ori %[[THREAD]], %[[RANK]] : i32
// CHECK: sched.store %[[SUM]]
// No load and no wait for a start before the second.
// CHECK-NOT: sched.load
// CHECK-NOT: sched.cluster_wait
// CHECK: sched.cluster_store %{{.*}}, %[[B]][
// CHECK: sched.cluster_arrive{{$}}
// CHECK-NEXT: sched.cluster_wait
// CHECK: arith.maximumf
// CHECK-NOT: sched.cluster_
// CHECK: sched.store
// CHECK: } else {
// Of 7232 elements two pieces, the second perhaps past the row.
// CHECK: arith.constant 32768 : i64
// CHECK-COUNT-2: sched.load
// CHECK-NOT: sched.load
// CHECK: sched.cluster_wait
// CHECK: sched.cluster_store %{{.*}}, %[[A]][
// CHECK: sched.cluster_store %{{.*}}, %[[B]][
// CHECK: gpu.return

// As many CTAs as rows and segments.
// CHECK: sched.plan @sum {{.*}} grid = ()[s0] -> (s0 * 3), block = [512, 1]
func.func @sum(%x: tensor<?x40000xf32> {norm.name = "x", norm.sizes = affine_map<()[s0] -> (s0, 40000)>}) -> (tensor<?xf32>, tensor<?x40000xf32>) {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x40000xf32>
  %0:2 = sched.launch @sum variants [#sched.variant<"v", align = 16, collapse = false>] -> (tensor<?xf32>, tensor<?x40000xf32>) {
    %g:2 = sched.group rows[%rows] ins(%x : tensor<?x40000xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 512, ctas_per_row = 3, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = late, access_bits = [128, 0, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<40000xf32>):
      %q = norm.reduce <add> %r : tensor<40000xf32> -> f32
      %m = norm.reduce <max> %r : tensor<40000xf32> -> f32
      %b = norm.splat %m like %r : (f32, tensor<40000xf32>) -> tensor<40000xf32>
      %y = arith.subf %r, %b : tensor<40000xf32>
      sched.yield %q, %y : f32, tensor<40000xf32>
    } -> (tensor<?xf32>, tensor<?x40000xf32>)
    sched.yield %g#0, %g#1 : tensor<?xf32>, tensor<?x40000xf32>
  }
  return %0#0, %0#1 : tensor<?xf32>, tensor<?x40000xf32>
}
