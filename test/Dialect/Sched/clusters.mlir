// What a cluster does, and configs with several CTAs a row, print as they parse; one CTA is not said.
// RUN: %normc-opt %s --allow-unregistered-dialect | %normc-opt --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: gpu.func @k
gpu.module @kernels {
  gpu.func @k(%v: f32, %i: index, %rank: i32) workgroup(%m: memref<8xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_cluster_size = array<i32: 3, 1, 1>} {
    // CHECK: sched.cluster_arrive relaxed{{$}}
    sched.cluster_arrive relaxed
    // CHECK: sched.cluster_wait{{$}}
    sched.cluster_wait
    // CHECK: sched.cluster_store %{{.*}}, %{{.*}}[%{{.*}}] of %{{.*}} : memref<8xf32, #gpu.address_space<workgroup>>
    sched.cluster_store %v, %m[%i] of %rank : memref<8xf32, #gpu.address_space<workgroup>>
    // CHECK: sched.cluster_arrive{{$}}
    sched.cluster_arrive
    sched.cluster_wait
    gpu.return
  }
}

// CHECK: #sched.row_config<threads_per_row = 512, ctas_per_row = 3, rows_per_cta = 1, vector_width = 8,
"test.op"() {a = #sched.row_config<threads_per_row = 512, ctas_per_row = 3, rows_per_cta = 1, vector_width = 8,
                     residency = registers, operand_loads = early, access_bits = [128], min_ctas_per_sm = 0>} : () -> ()
// CHECK: #sched.row_config<threads_per_row = 512, rows_per_cta = 1, vector_width = 8,
"test.op"() {a = #sched.row_config<threads_per_row = 512, ctas_per_row = 1, rows_per_cta = 1, vector_width = 8,
                     residency = registers, operand_loads = early, access_bits = [128], min_ctas_per_sm = 0>} : () -> ()
