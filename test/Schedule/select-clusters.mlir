// Rows of several segments: a cluster, a CTA each, where the chip has one so large; else looped.
// What the user gives may go without one.
// RUN: %normc-opt %s --sched-clone-per-target=chips=sm_90,sm_80,sm_120 --sched-select-row-config --sched-expand-variants --sched-verify-row-config | FileCheck %s
// RUN: %normc-opt %s --sched-clone-per-target=chips=sm_90 --sched-select-row-config=config=ctas_per_row=1 | FileCheck %s --check-prefix=LOOPED
// RUN: %normc-opt %s --sched-clone-per-target=chips=sm_90 --sched-select-row-config=config=residency=looped | FileCheck %s --check-prefix=LOOPED
// RUN: %normc-opt %s --sched-clone-per-target=chips=sm_90 --sched-select-row-config=config=rows_per_thread=2 | FileCheck %s --check-prefix=LOOPED
// RUN: %normc-opt %s --sched-clone-per-target=chips=sm_90 --sched-select-row-config=explain=true | FileCheck %s --check-prefix=WHY
// RUN: %normc-opt %s --sched-clone-per-target=chips=sm_89 --sched-select-row-config=explain=true | FileCheck %s --check-prefix=WHY-NOT

// CHECK-LABEL: module @sm_90
// CHECK: config <threads_per_row = 512, ctas_per_row = 3, rows_per_cta = 1, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0>
// CHECK: config <threads_per_row = 512, ctas_per_row = 3, rows_per_cta = 1, vector_width = 8, residency = registers, operand_loads = late, access_bits = [16, 16], min_ctas_per_sm = 0>
// CHECK: config <threads_per_row = 512, ctas_per_row = 8,
// CHECK: config <threads_per_row = 512, rows_per_cta = 1, vector_width = 8, residency = looped,
// CHECK-LABEL: module @sm_80
// CHECK-NOT: ctas_per_row
// CHECK: residency = looped
// CHECK-NOT: ctas_per_row
// CHECK-LABEL: module @sm_120
// CHECK: config <threads_per_row = 512, ctas_per_row = 3,
// LOOPED: residency = looped
// LOOPED-NOT: ctas_per_row =
// WHY: "ctas_per_row: a cluster holds the row, a segment each CTA", "threads_per_row: a thread's registers hold 32 elements and what they meet"
// WHY-SAME: "residency: each CTA holds a segment, which is read once"
// WHY: "ctas_per_row: the row has 9 segments, and a cluster 8 CTAs"
// WHY-NOT: "ctas_per_row: the row has 3 segments, and the chip no clusters"
func.func @three(%x: tensor<?x40000xbf16>) -> tensor<?x40000xbf16> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x40000xbf16>
  %0 = sched.launch @three -> (tensor<?x40000xbf16>) {
    %g = sched.group rows[%rows] ins(%x : tensor<?x40000xbf16>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<40000xbf16>):
      %q = norm.reduce <max> %r : tensor<40000xbf16> -> f32
      %n = arith.truncf %q : f32 to bf16
      %b = norm.splat %n like %r : (bf16, tensor<40000xbf16>) -> tensor<40000xbf16>
      %y = arith.mulf %r, %b : tensor<40000xbf16>
      sched.yield %y : tensor<40000xbf16>
    } -> (tensor<?x40000xbf16>)
    sched.yield %g : tensor<?x40000xbf16>
  }
  return %0 : tensor<?x40000xbf16>
}

func.func @eight(%x: tensor<4x131072xf32>) -> tensor<4x131072xf32> {
  %0 = sched.launch @eight -> (tensor<4x131072xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x131072xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<131072xf32>):
      %q = norm.reduce <max> %r : tensor<131072xf32> -> f32
      %b = norm.splat %q like %r : (f32, tensor<131072xf32>) -> tensor<131072xf32>
      sched.yield %b : tensor<131072xf32>
    } -> (tensor<4x131072xf32>)
    sched.yield %g : tensor<4x131072xf32>
  }
  return %0 : tensor<4x131072xf32>
}

func.func @nine(%x: tensor<4x131073xf32>) -> tensor<4x131073xf32> {
  %0 = sched.launch @nine -> (tensor<4x131073xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x131073xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<131073xf32>):
      %q = norm.reduce <max> %r : tensor<131073xf32> -> f32
      %b = norm.splat %q like %r : (f32, tensor<131073xf32>) -> tensor<131073xf32>
      sched.yield %b : tensor<131073xf32>
    } -> (tensor<4x131073xf32>)
    sched.yield %g : tensor<4x131073xf32>
  }
  return %0 : tensor<4x131073xf32>
}
