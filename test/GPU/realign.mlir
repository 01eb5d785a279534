// A row that may start anywhere is read by aligned words of 16 bytes, one more than the piece
// has, shifted into place in registers; near the row's ends element by element, so that
// nothing outside it is touched. It is written by aligned words with the end of the piece
// of the lane before, and by elements where a warp's pieces begin and end.
// RUN: %normc-opt %s --convert-sched-to-gpu --cse | FileCheck %s

// CHECK-LABEL: gpu.func @bf16_v
// CHECK: %[[ADDRESS:.*]] = llvm.ptrtoint
// CHECK: arith.remui %{{.*}}, %c16_i64 : i64
// CHECK: %[[IN:.*]] = arith.andi %{{.*}} : i1
// CHECK: scf.if %[[IN]] -> (vector<8xbf16>) {
// CHECK-COUNT-2: sched.load {{.*}} align 16 invariant : vector<8xbf16>
// By two registers, by one, by half of one.
// CHECK-COUNT-10: arith.select {{.*}} : i32
// CHECK: arith.shrui %{{.*}}, %c16_i32
// CHECK: arith.shli %{{.*}}, %c16_i32
// CHECK: vector.bitcast {{.*}} : vector<4xi32> to vector<8xbf16>
// CHECK: } else {
// CHECK: sched.load {{.*}} align 2 invariant : vector<8xbf16>
// CHECK-COUNT-4: gpu.shuffle idx {{.*}} : i32
// The word: not of the first lane of a row, unless the row is aligned; not past the row.
// CHECK: %[[WORD:.*]] = vector.bitcast {{.*}} : vector<4xi32> to vector<8xbf16>
// CHECK: sched.store %[[WORD]], {{.*}} align 16 : vector<8xbf16>
// CHECK-COUNT-8: sched.store {{.*}} if {{.*}} align 2 : bf16
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

// f32 rows are never off by half a register.
// CHECK-LABEL: gpu.func @f32_v
// CHECK-COUNT-3: sched.load {{.*}} align 16 invariant : vector<4xf32>
// CHECK-NOT: arith.shrui
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

// Rows of less than three words have no piece away from both ends.
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
