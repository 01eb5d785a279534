// One module a chip, under the chip's own name, whatever it was called.
// RUN: %normc-opt %s --sched-clone-per-target=chips=sm_80 | FileCheck %s -DCHIP=sm_80
// RUN: %normc-opt %s --sched-clone-per-target=chips=a100 | FileCheck %s -DCHIP=sm_80
// RUN: %normc-opt %s --sched-clone-per-target=chips=ampere | FileCheck %s -DCHIP=sm_80
// RUN: %normc-opt %s --sched-clone-per-target=chips=sm_86 | FileCheck %s -DCHIP=sm_86
// RUN: %normc-opt %s --sched-clone-per-target=chips=a40 | FileCheck %s -DCHIP=sm_86
// RUN: %normc-opt %s --sched-clone-per-target=chips=a10 | FileCheck %s -DCHIP=sm_86
// RUN: %normc-opt %s --sched-clone-per-target=chips=rtx3090 | FileCheck %s -DCHIP=sm_86
// RUN: %normc-opt %s --sched-clone-per-target=chips=sm_87 | FileCheck %s -DCHIP=sm_87
// RUN: %normc-opt %s --sched-clone-per-target=chips=orin | FileCheck %s -DCHIP=sm_87
// RUN: %normc-opt %s --sched-clone-per-target=chips=sm_88 | FileCheck %s -DCHIP=sm_88
// RUN: %normc-opt %s --sched-clone-per-target=chips=sm_89 | FileCheck %s -DCHIP=sm_89
// RUN: %normc-opt %s --sched-clone-per-target=chips=l40s | FileCheck %s -DCHIP=sm_89
// RUN: %normc-opt %s --sched-clone-per-target=chips=l4 | FileCheck %s -DCHIP=sm_89
// RUN: %normc-opt %s --sched-clone-per-target=chips=rtx4090 | FileCheck %s -DCHIP=sm_89
// RUN: %normc-opt %s --sched-clone-per-target=chips=ada | FileCheck %s -DCHIP=sm_89
// RUN: %normc-opt %s --sched-clone-per-target=chips=sm_90 | FileCheck %s -DCHIP=sm_90
// RUN: %normc-opt %s --sched-clone-per-target=chips=h100 | FileCheck %s -DCHIP=sm_90
// RUN: %normc-opt %s --sched-clone-per-target=chips=h200 | FileCheck %s -DCHIP=sm_90
// RUN: %normc-opt %s --sched-clone-per-target=chips=hopper | FileCheck %s -DCHIP=sm_90
// RUN: %normc-opt %s --sched-clone-per-target=chips=sm_100 | FileCheck %s -DCHIP=sm_100
// RUN: %normc-opt %s --sched-clone-per-target=chips=b200 | FileCheck %s -DCHIP=sm_100
// RUN: %normc-opt %s --sched-clone-per-target=chips=blackwell | FileCheck %s -DCHIP=sm_100
// RUN: %normc-opt %s --sched-clone-per-target=chips=sm_103 | FileCheck %s -DCHIP=sm_103
// RUN: %normc-opt %s --sched-clone-per-target=chips=b300 | FileCheck %s -DCHIP=sm_103
// RUN: %normc-opt %s --sched-clone-per-target=chips=sm_110 | FileCheck %s -DCHIP=sm_110
// RUN: %normc-opt %s --sched-clone-per-target=chips=thor | FileCheck %s -DCHIP=sm_110
// RUN: %normc-opt %s --sched-clone-per-target=chips=sm_120 | FileCheck %s -DCHIP=sm_120
// RUN: %normc-opt %s --sched-clone-per-target=chips=rtx5090 | FileCheck %s -DCHIP=sm_120
// RUN: %normc-opt %s --sched-clone-per-target=chips=sm_121 | FileCheck %s -DCHIP=sm_121
// RUN: %normc-opt %s --sched-clone-per-target=chips=gb10 | FileCheck %s -DCHIP=sm_121
// RUN: %normc-opt %s --sched-clone-per-target=chips=spark | FileCheck %s -DCHIP=sm_121
// RUN: %normc-opt %s --sched-clone-per-target=chips=sm_90,b200,h100 | FileCheck %s --check-prefix=SEVERAL

// CHECK: module {
// CHECK-NEXT: module @[[CHIP]] attributes {sched.target = #sched.target<"[[CHIP]]">} {
// CHECK-NEXT: func.func @f
// CHECK: func.func @g
// CHECK-NOT: func.func

// In the order given, each chip once.
// SEVERAL: module {
// SEVERAL-NEXT: module @sm_90 attributes {sched.target = #sched.target<"sm_90">} {
// SEVERAL-NEXT: func.func @f
// SEVERAL: func.func @g
// SEVERAL: module @sm_100 attributes {sched.target = #sched.target<"sm_100">} {
// SEVERAL-NEXT: func.func @f
// SEVERAL: func.func @g
// SEVERAL-NOT: module
// SEVERAL-NOT: func.func
func.func @f() {
  return
}
func.func @g() {
  return
}
