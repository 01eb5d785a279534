// A row that may start anywhere is read by aligned words of 16 bytes, one more than the piece has,
// shifted in registers; of the words that the row's ends cut, the registers inside one by one, and
// an end that shares its register with what is outside by itself. No load is in a branch.
// It is written by the words that the pieces start in, with the end of the piece before.
// RUN: %normc-opt %s --convert-sched-to-gpu --cse | FileCheck %s

// Rows of 8 threads: the first of them gets nothing from the last. Both ends are in the one piece.
// CHECK-LABEL: gpu.func @bf16_v
// CHECK-DAG: %[[SHIFT_BYTES:.*]] = arith.andi %{{.*}}, %c15_i32 : i32
// CHECK-DAG: %[[SHIFT:.*]] = arith.divui %[[SHIFT_BYTES]], %c2_i32
// CHECK-DAG: %[[SHIFTED:.*]] = arith.cmpi ne, %[[SHIFT_BYTES]], %c0_i32
// CHECK-NOT: scf.if
// CHECK: %[[INSIDE:.*]] = arith.cmpi sge, %{{.*}}, %c0_i32
// CHECK: sched.load {{.*}} if %[[INSIDE]] else %{{.*}} align 16 invariant : vector<8xbf16>
// CHECK-COUNT-3: sched.load {{.*}} if {{.*}} else {{.*}} align 4 invariant : vector<2xbf16>
// The word after, where the piece reaches into it.
// CHECK: %[[INSIDE:.*]] = arith.cmpi sle, %{{.*}}, %c56_i32
// CHECK: %[[REACHED:.*]] = arith.andi %[[INSIDE]], %[[SHIFTED]]
// CHECK: sched.load {{.*}} if %[[REACHED]] else %{{.*}} align 16 invariant : vector<8xbf16>
// CHECK-COUNT-3: sched.load {{.*}} if {{.*}} else {{.*}} align 4 invariant : vector<2xbf16>
// By two registers, by one, by half of one.
// CHECK: arith.andi %[[SHIFT_BYTES]], %c8_i32
// CHECK: arith.andi %[[SHIFT_BYTES]], %c4_i32
// CHECK: arith.andi %[[SHIFT_BYTES]], %c2_i32
// CHECK-COUNT-11: arith.select {{.*}} : i32
// CHECK-COUNT-4: llvm.intr.fshr
// CHECK-COUNT-2: sched.load {{.*}} if {{.*}} else {{.*}} align 2 invariant : bf16
// CHECK-NOT: sched.load
// The last word of the thread before; its own where the row is not shifted.
// CHECK: %[[FROM:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : i32
// CHECK-COUNT-4: gpu.shuffle idx %{{.*}}, %[[FROM]], %{{.*}} : i32
// CHECK-COUNT-11: arith.select {{.*}} : i32
// CHECK-COUNT-4: llvm.intr.fshr
// CHECK: sched.store {{.*}} if {{.*}} align 16 : vector<8xbf16>
// CHECK-COUNT-3: sched.store {{.*}} if {{.*}} align 4 : vector<2xbf16>
// The word after the last piece.
// CHECK-COUNT-3: sched.store {{.*}} if {{.*}} align 4 : vector<2xbf16>
// CHECK-COUNT-2: sched.store {{.*}} if {{.*}} align 2 : bf16
// CHECK-NOT: sched.store
// CHECK: gpu.return
func.func @bf16(%x: tensor<4x64xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 64)>})
    -> (tensor<4x64xbf16>) {
  %0 = sched.launch @bf16 variants [#sched.variant<"v", align = 1, collapse = false>]
      -> (tensor<4x64xbf16>) {
    %g = sched.group rows[4] ins(%x : tensor<4x64xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xbf16>):
      %y = arith.negf %r : tensor<64xbf16>
      sched.yield %y : tensor<64xbf16>
    } -> (tensor<4x64xbf16>)
    sched.yield %g : tensor<4x64xbf16>
  }
  return %0 : tensor<4x64xbf16>
}

// f32 rows are never off by half a register, and pieces have two words.
// CHECK-LABEL: gpu.func @f32_v
// CHECK: sched.load {{.*}} if {{.*}} else {{.*}} align 16 invariant : vector<4xf32>
// CHECK-COUNT-3: sched.load {{.*}} if {{.*}} else {{.*}} align 4 invariant : f32
// CHECK: sched.load {{.*}}] align 16 invariant : vector<4xf32>
// CHECK: sched.load {{.*}} if {{.*}} else {{.*}} align 16 invariant : vector<4xf32>
// CHECK-NOT: llvm.intr.fshr
// CHECK-COUNT-2: sched.store {{.*}} align 16 : vector<4xf32>
// CHECK: gpu.return
func.func @f32(%x: tensor<4x64xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 64)>})
    -> (tensor<4x64xf32>) {
  %0 = sched.launch @f32 variants [#sched.variant<"v", align = 1, collapse = false>]
      -> (tensor<4x64xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x64xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xf32>):
      %y = arith.negf %r : tensor<64xf32>
      sched.yield %y : tensor<64xf32>
    } -> (tensor<4x64xf32>)
    sched.yield %g : tensor<4x64xf32>
  }
  return %0 : tensor<4x64xf32>
}

// Two pieces in a warp: the last thread gives the first its piece before. The first piece's other
// word is inside of the row, where it is read.
// CHECK-LABEL: gpu.func @in_warp_v
// CHECK: %[[SHIFTED:.*]] = arith.cmpi ne
// CHECK-COUNT-2: sched.load {{.*}} if {{.*}} else {{.*}} align 16
// CHECK: sched.load {{.*}} if %[[SHIFTED]] align 16
// CHECK: sched.load {{.*}} if {{.*}} else {{.*}} align 16
// CHECK: %[[LAST:.*]] = arith.cmpi eq, %{{.*}}, %c31_i32
// CHECK-COUNT-4: gpu.shuffle
// CHECK: sched.store {{.*}} if {{.*}} align 16
// CHECK: %[[EARLIER:.*]] = arith.andi %[[LAST]], %{{.*}}
// CHECK-COUNT-4: arith.select %[[EARLIER]]
// CHECK-COUNT-4: gpu.shuffle
// CHECK: sched.store {{.*}} if {{.*}} align 16
// CHECK-NOT: memref
// CHECK: gpu.return
func.func @in_warp(%x: tensor<4x505xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 505)>})
    -> (tensor<4x505xbf16>) {
  %0 = sched.launch @in_warp variants [#sched.variant<"v", align = 1, collapse = false>]
      -> (tensor<4x505xbf16>) {
    %g = sched.group rows[4] ins(%x : tensor<4x505xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 32, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [16, 16], min_ctas_per_sm = 0> {
    ^row(%r: tensor<505xbf16>):
      %y = arith.negf %r : tensor<505xbf16>
      sched.yield %y : tensor<505xbf16>
    } -> (tensor<4x505xbf16>)
    sched.yield %g : tensor<4x505xbf16>
  }
  return %0 : tensor<4x505xbf16>
}

// Two warps: what their last threads have goes through shared memory, a slot a piece and warp; no
// piece starts in the word where a row of 1024 ends.
// CHECK-LABEL: gpu.func @warps_v
// CHECK-SAME: workgroup(%[[MEMORY:.*]] : memref<16xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64})
// CHECK: scf.if
// CHECK-COUNT-2: vector.store {{.*}}, %[[MEMORY]][{{.*}}] {alignment = 16 : i64}
// CHECK: gpu.barrier
// CHECK-COUNT-4: gpu.shuffle
// CHECK: scf.if {{.*}} -> (i32, i32, i32, i32) {
// CHECK: vector.load %[[MEMORY]]
// CHECK: sched.store {{.*}} align 16
// CHECK-COUNT-4: gpu.shuffle
// CHECK: scf.if {{.*}} -> (i32, i32, i32, i32) {
// CHECK: vector.load %[[MEMORY]]
// CHECK: sched.store {{.*}}] align 16
// CHECK-COUNT-3: sched.store {{.*}} align 4
// CHECK: gpu.return
func.func @warps(%x: tensor<4x1024xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 1024)>})
    -> (tensor<4x1024xbf16>) {
  %0 = sched.launch @warps variants [#sched.variant<"v", align = 1, collapse = false>]
      -> (tensor<4x1024xbf16>) {
    %g = sched.group rows[4] ins(%x : tensor<4x1024xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 64, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [16, 16], min_ctas_per_sm = 0> {
    ^row(%r: tensor<1024xbf16>):
      %y = arith.negf %r : tensor<1024xbf16>
      sched.yield %y : tensor<1024xbf16>
    } -> (tensor<4x1024xbf16>)
    sched.yield %g : tensor<4x1024xbf16>
  }
  return %0 : tensor<4x1024xbf16>
}

// An aligned variant needs none of it.
// CHECK-LABEL: gpu.func @aligned_v
// CHECK-NOT: llvm.ptrtoint
// CHECK: gpu.return
func.func @aligned(%x: tensor<4x64xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 64)>})
    -> (tensor<4x64xbf16>) {
  %0 = sched.launch @aligned variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x64xbf16>) {
    %g = sched.group rows[4] ins(%x : tensor<4x64xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xbf16>):
      %y = arith.negf %r : tensor<64xbf16>
      sched.yield %y : tensor<64xbf16>
    } -> (tensor<4x64xbf16>)
    sched.yield %g : tensor<4x64xbf16>
  }
  return %0 : tensor<4x64xbf16>
}

// Rows of less than two words go by elements.
// CHECK-LABEL: gpu.func @short_v
// CHECK-NOT: llvm.ptrtoint
// CHECK: gpu.return
func.func @short(%x: tensor<4x15xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 15)>})
    -> (tensor<4x15xbf16>) {
  %0 = sched.launch @short variants [#sched.variant<"v", align = 1, collapse = false>]
      -> (tensor<4x15xbf16>) {
    %g = sched.group rows[4] ins(%x : tensor<4x15xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 2, rows_per_cta = 16, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [16, 16], min_ctas_per_sm = 0> {
    ^row(%r: tensor<15xbf16>):
      %y = arith.negf %r : tensor<15xbf16>
      sched.yield %y : tensor<15xbf16>
    } -> (tensor<4x15xbf16>)
    sched.yield %g : tensor<4x15xbf16>
  }
  return %0 : tensor<4x15xbf16>
}
