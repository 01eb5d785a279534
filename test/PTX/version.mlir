// A version above the chip's own only where an access needs it: 256 bits on sm_100.
// RUN: %normc %s --arch=sm_100 | FileCheck %s
// RUN: %normc %s --arch=b200 | FileCheck %s

// CHECK-NOT: .extern .func
// CHECK: .version 8.6
// CHECK-NOT: .v8.
// CHECK: .visible .entry f_f32_n9_misaligned
func.func @f(%x: tensor<?x9xf32>) -> tensor<?x9xf32> {
  %0 = arith.negf %x : tensor<?x9xf32>
  return %0 : tensor<?x9xf32>
}
