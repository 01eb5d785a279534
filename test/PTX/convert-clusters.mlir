// What a cluster does in the LLVM dialect, and memory that no other CTA can write to.
// RUN: %normc-opt %s --pass-pipeline="builtin.module(gpu.module(normc-convert-gpu-to-nvvm))" --split-input-file --verify-diagnostics | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: llvm.func @k(
  // CHECK-SAME: nvvm.cluster_dim = array<i32: 3, 1, 1>
  gpu.func @k(%v: f32, %i: index, %rank: i32) workgroup(%m: memref<8xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, known_cluster_size = array<i32: 3, 1, 1>} {
    // CHECK: nvvm.cluster.arrive.relaxed {aligned}
    sched.cluster_arrive relaxed
    // CHECK: nvvm.cluster.wait {aligned}
    sched.cluster_wait
    // CHECK: %[[OWN:.*]] = llvm.getelementptr {{.*}} : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
    // CHECK: %[[THEIRS:.*]] = nvvm.mapa %[[OWN]], %{{.*}} : !llvm.ptr<3> -> !llvm.ptr<7>
    // CHECK: llvm.store %{{.*}}, %[[THEIRS]] {alignment = 4 : i64} : f32, !llvm.ptr<7>
    sched.cluster_store %v, %m[%i] of %rank : memref<8xf32, #gpu.address_space<workgroup>>
    // CHECK: nvvm.cluster.arrive {aligned}
    sched.cluster_arrive
    sched.cluster_wait
    // CHECK: nvvm.read.ptx.sreg.cluster.ctaid.x
    %r = gpu.cluster_block_id x
    memref.store %v, %m[%r] : memref<8xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @k(%v: f32, %i: index, %rank: i32) private(%m: memref<8xf32, #gpu.address_space<private>>) kernel {
    // expected-error @below {{failed to legalize operation 'sched.cluster_store'}}
    sched.cluster_store %v, %m[%i] of %rank : memref<8xf32, #gpu.address_space<private>>
    gpu.return
  }
}
