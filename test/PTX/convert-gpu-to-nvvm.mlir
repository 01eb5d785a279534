// Kernels in the LLVM dialect: every function an instruction, the block size exact.
// RUN: %normc-opt %s --pass-pipeline="builtin.module(gpu.module(normc-convert-gpu-to-nvvm))" | FileCheck %s
// The PTX calls nothing either:
// RUN: %normc-opt %s --pass-pipeline="builtin.module(gpu.module(normc-convert-gpu-to-nvvm),normc-serialize-to-ptx)" \
// RUN:   | FileCheck %s --check-prefix=PTX
// PTX-NOT: .extern .func
// PTX: .minnctapersm 3

module attributes {sched.target = #sched.target<"sm_90">} {
  gpu.module @kernels {
    // CHECK-LABEL: llvm.func @k(
    // CHECK-SAME: !llvm.ptr<1> {llvm.noalias}
    // CHECK-NOT: maxntid
    // CHECK-DAG: nvvm.kernel
    // CHECK-DAG: nvvm.minctasm = 3 : i32
    // CHECK-DAG: nvvm.reqntid = array<i32: 32, 2, 1>
    gpu.func @k(%x: !llvm.ptr<1> {llvm.noalias}, %i: i64) workgroup(%m: memref<64xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 32, 2, 1>, sched.min_ctas_per_sm = 3 : i64} {
      // An offset counts elements; the alignment is the access's own.
      // CHECK: %[[A:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, bf16
      // CHECK: llvm.load %[[A]] invariant {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xbf16>
      %v = sched.load %x[%i] align 16 invariant : vector<8xbf16>
      // CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> f32
      %n = sched.load %x[%i] align 4 : f32
      // CHECK: llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"
      %s = sched.rsqrt_seed %n : f32
      // CHECK: llvm.intr.fma
      %f = math.fma %n, %n, %s : f32
      // CHECK: llvm.intr.fabs
      %a = math.absf %f : f32
      // CHECK: llvm.intr.sqrt
      %r = math.sqrt %a : f32
      // CHECK: llvm.intr.copysign
      %c = math.copysign %r, %n : f32
      // CHECK: nvvm.shfl.sync bfly
      %distance = arith.constant 16 : i32
      %width = arith.constant 32 : i32
      %other, %valid = gpu.shuffle xor %c, %distance, %width : f32
      // CHECK: nvvm.barrier
      gpu.barrier
      // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<8xbf16>, !llvm.ptr<1>
      sched.store %v, %x[%i] align 16 : vector<8xbf16>
      %zero = arith.constant 0.0 : f32
      %isPositive = arith.cmpf ogt, %other, %zero : f32
      // CHECK: llvm.cond_br
      scf.if %isPositive {
        sched.store %other, %x[%i] align 4 : f32
      }
      // CHECK-NOT: llvm.call @
      // CHECK: llvm.return
      gpu.return
    }
  }
}
