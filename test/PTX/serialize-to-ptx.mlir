// A gpu.module becomes a gpu.binary of text for the chip of the module around it; plans stay.
// RUN: %normc-opt %s --normc-serialize-to-ptx | FileCheck %s
// CHECK-NOT: .extern .func

// CHECK: module @sm_80
// CHECK-NOT: gpu.module
// CHECK: gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_80", features = "+ptx70">, assembly = "{{.*}}.version 7.0{{.*}}.target sm_80{{.*}}.visible .entry k(
// CHECK: sched.plan @f
module @sm_80 attributes {sched.target = #sched.target<"sm_80">} {
  gpu.module @kernels {
    llvm.func @k(%x: !llvm.ptr<1>) attributes {nvvm.kernel} {
      %v = llvm.load %x {alignment = 32 : i64} : !llvm.ptr<1> -> vector<4xf32>
      llvm.store %v, %x {alignment = 32 : i64} : vector<4xf32>, !llvm.ptr<1>
      llvm.return
    }
  }
  sched.plan @f dims 0 arguments [] results [] temporaries [] launches []
}

// The version that a 256-bit access needs.
// CHECK: module @sm_100
// CHECK: features = "+ptx88">, assembly = "{{.*}}.version 8.8
module @sm_100 attributes {sched.target = #sched.target<"b200">} {
  gpu.module @kernels {
    llvm.func @k(%x: !llvm.ptr<1>) attributes {nvvm.kernel} {
      %v = llvm.load %x {alignment = 32 : i64} : !llvm.ptr<1> -> vector<8xf32>
      llvm.store %v, %x {alignment = 32 : i64} : vector<8xf32>, !llvm.ptr<1>
      llvm.return
    }
  }
}
