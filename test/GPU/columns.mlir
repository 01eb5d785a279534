// How the other columns of a rotation come, by the config: the thread's own pieces, a shuffle by XOR or
// by index of one piece or of several, or shared memory; pairs of neighbours within a piece. And runs
// of the columns that a map names.
// RUN: %normc-opt %s --convert-sched-to-gpu --cse | FileCheck %s

// Half a head is what the threads of a row hold at a time: signs of the first piece alone.
// CHECK-LABEL: gpu.func @own_aligned(
// CHECK-NOT: gpu.shuffle
// CHECK-COUNT-4: arith.xori %{{.*}}, %c-2147450880_i32 : i32
// CHECK-NOT: arith.xori
// CHECK: gpu.return
func.func @own(%x: tensor<4x128xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 128)>}) -> tensor<4x128xbf16> {
  %0 = sched.launch @own variants [#sched.variant<"aligned", align = 16, collapse = false>] -> (tensor<4x128xbf16>) {
    %g = sched.group rows[4] ins(%x : tensor<4x128xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 8, rows_per_cta = 16, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<128xbf16>):
      %y = norm.rotate <half_split> %r {width = 128 : i64} : tensor<128xbf16>
      sched.yield %y : tensor<128xbf16>
    } -> (tensor<4x128xbf16>)
    sched.yield %g : tensor<4x128xbf16>
  }
  return %0 : tensor<4x128xbf16>
}

// Two words, 16 bits each, that are 8 pieces further or before.
// CHECK-LABEL: gpu.func @by_xor_aligned(
// CHECK-COUNT-4: gpu.shuffle  xor %{{.*}}, %c8_i32, %c32_i32 : i32
// CHECK-NOT: gpu.shuffle
// CHECK: %[[FIRST:.*]] = arith.cmpi ult, %{{.*}}, %c64_i32 : i32
// CHECK: %[[SIGNS:.*]] = arith.select %[[FIRST]], %c-2147450880_i32, %c0_i32 : i32
// CHECK-COUNT-4: arith.xori %{{.*}}, %[[SIGNS]] : i32
// CHECK: gpu.return
func.func @by_xor(%x: tensor<4x128xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 128)>}) -> tensor<4x128xbf16> {
  %0 = sched.launch @by_xor variants [#sched.variant<"aligned", align = 16, collapse = false>] -> (tensor<4x128xbf16>) {
    %g = sched.group rows[4] ins(%x : tensor<4x128xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 16, rows_per_cta = 8, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<128xbf16>):
      %y = norm.rotate <half_split> %r {width = 128 : i64} : tensor<128xbf16>
      sched.yield %y : tensor<128xbf16>
    } -> (tensor<4x128xbf16>)
    sched.yield %g : tensor<4x128xbf16>
  }
  return %0 : tensor<4x128xbf16>
}

// Six pieces further or before, which XOR does not reach.
// CHECK-LABEL: gpu.func @by_index_aligned(
// CHECK-COUNT-4: gpu.shuffle  idx
// CHECK-NOT: gpu.shuffle
// CHECK: gpu.return
func.func @by_index(%x: tensor<4x96xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 96)>}) -> tensor<4x96xbf16> {
  %0 = sched.launch @by_index variants [#sched.variant<"aligned", align = 16, collapse = false>] -> (tensor<4x96xbf16>) {
    %g = sched.group rows[4] ins(%x : tensor<4x96xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 16, rows_per_cta = 8, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<96xbf16>):
      %y = norm.rotate <half_split> %r {width = 96 : i64} : tensor<96xbf16>
      sched.yield %y : tensor<96xbf16>
    } -> (tensor<4x96xbf16>)
    sched.yield %g : tensor<4x96xbf16>
  }
  return %0 : tensor<4x96xbf16>
}

// With 8 threads the first piece meets the first of some threads and the second of others.
// CHECK-LABEL: gpu.func @of_two_aligned(
// CHECK-COUNT-8: gpu.shuffle  idx
// CHECK: arith.cmpi eq
// CHECK-COUNT-4: arith.select %{{.*}} : i32
// CHECK: gpu.return
func.func @of_two(%x: tensor<4x96xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 96)>}) -> tensor<4x96xbf16> {
  %0 = sched.launch @of_two variants [#sched.variant<"aligned", align = 16, collapse = false>] -> (tensor<4x96xbf16>) {
    %g = sched.group rows[4] ins(%x : tensor<4x96xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 8, rows_per_cta = 16, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<96xbf16>):
      %y = norm.rotate <half_split> %r {width = 96 : i64} : tensor<96xbf16>
      sched.yield %y : tensor<96xbf16>
    } -> (tensor<4x96xbf16>)
    sched.yield %g : tensor<4x96xbf16>
  }
  return %0 : tensor<4x96xbf16>
}

// Half a head of 36 columns ends amid a piece.
// CHECK-LABEL: gpu.func @in_memory_aligned(
// CHECK-SAME: workgroup(%[[MEMORY:.*]] : memref<2304xf32, #gpu.address_space<workgroup>>)
// CHECK: memref.store %{{.*}}, %[[MEMORY]]
// CHECK: gpu.barrier
// CHECK: memref.load %[[MEMORY]]
// CHECK: gpu.return
func.func @in_memory(%x: tensor<4x72xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 72)>}) -> tensor<4x72xbf16> {
  %0 = sched.launch @in_memory variants [#sched.variant<"aligned", align = 16, collapse = false>] -> (tensor<4x72xbf16>) {
    %g = sched.group rows[4] ins(%x : tensor<4x72xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 4, rows_per_cta = 32, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<72xbf16>):
      %y = norm.rotate <half_split> %r {width = 72 : i64} : tensor<72xbf16>
      sched.yield %y : tensor<72xbf16>
    } -> (tensor<4x72xbf16>)
    sched.yield %g : tensor<4x72xbf16>
  }
  return %0 : tensor<4x72xbf16>
}

// Half a head of 512 columns is 64 threads away.
// CHECK-LABEL: gpu.func @across_warps_aligned(
// CHECK: gpu.barrier
// CHECK: gpu.return
func.func @across_warps(%x: tensor<4x1024xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 1024)>}) -> tensor<4x1024xbf16> {
  %0 = sched.launch @across_warps variants [#sched.variant<"aligned", align = 16, collapse = false>] -> (tensor<4x1024xbf16>) {
    %g = sched.group rows[4] ins(%x : tensor<4x1024xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 128, rows_per_cta = 1, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<1024xbf16>):
      %y = norm.rotate <half_split> %r {width = 1024 : i64} : tensor<1024xbf16>
      sched.yield %y : tensor<1024xbf16>
    } -> (tensor<4x1024xbf16>)
    sched.yield %g : tensor<4x1024xbf16>
  }
  return %0 : tensor<4x1024xbf16>
}

// Even columns from the negative of odd ones, in the first 16 of each 24.
// CHECK-LABEL: gpu.func @neighbours_aligned(
// CHECK: %[[NEG:.*]] = arith.negf %[[X:.*]] : vector<8xbf16>
// CHECK: vector.shuffle %[[NEG]], %[[X]] [1, 8, 3, 10, 5, 12, 7, 14] : vector<8xbf16>, vector<8xbf16>
// CHECK: arith.select %{{.*}} : vector<8xbf16>
// CHECK-NOT: gpu.shuffle
// CHECK: gpu.return
func.func @neighbours(%x: tensor<4x48xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 48)>}) -> tensor<4x48xbf16> {
  %0 = sched.launch @neighbours variants [#sched.variant<"aligned", align = 16, collapse = false>] -> (tensor<4x48xbf16>) {
    %g = sched.group rows[4] ins(%x : tensor<4x48xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 4, rows_per_cta = 32, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<48xbf16>):
      %y = norm.rotate <interleaved> %r {width = 24 : i64, rotary_dim = 16 : i64} : tensor<48xbf16>
      sched.yield %y : tensor<48xbf16>
    } -> (tensor<4x48xbf16>)
    sched.yield %g : tensor<4x48xbf16>
  }
  return %0 : tensor<4x48xbf16>
}

// Alike in every piece: the mask is known.
// CHECK-LABEL: gpu.func @by_column_aligned(
// CHECK: vector.shuffle %[[X:.*]], %[[X]] [0, 1, 2, 11, 4, 5, 6, 15]
// CHECK-NOT: arith.select
// CHECK: gpu.return
func.func @by_column(%x: tensor<4x64xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 64)>}) -> tensor<4x64xbf16> {
  %0 = sched.launch @by_column variants [#sched.variant<"aligned", align = 16, collapse = false>] -> (tensor<4x64xbf16>) {
    %g = sched.group rows[4] ins(%x : tensor<4x64xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 4, rows_per_cta = 32, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xbf16>):
      %y = norm.select_columns %r, %r {width = 4 : i64, size = 3 : i64} : tensor<64xbf16>
      sched.yield %y : tensor<64xbf16>
    } -> (tensor<4x64xbf16>)
    sched.yield %g : tensor<4x64xbf16>
  }
  return %0 : tensor<4x64xbf16>
}

// Two columns of the row for each of the table: half a piece is loaded, once for each.
// CHECK-LABEL: gpu.func @runs_aligned(
// CHECK-SAME: %[[T:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[T0:[a-z0-9]*]]: i64, %[[H:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[H0:[a-z0-9]*]]: i64, %[[H1:[a-z0-9]*]]: i64,
// CHECK: %[[COLUMN:.*]] = arith.muli %{{.*}}, %c8_i32 : i32
// CHECK: %[[HALF:.*]] = arith.divui %[[COLUMN]], %c2_i32 : i32
// CHECK: %[[LOADED:.*]] = sched.load %[[T]][%{{.*}}] align 16 invariant : vector<4xf32>
// CHECK: vector.shuffle %[[LOADED]], %[[LOADED]] [0, 0, 1, 1, 2, 2, 3, 3]
// CHECK: %[[HEAD:.*]] = arith.divui %[[COLUMN]], %c32_i32 : i32
// CHECK: %[[HEAD64:.*]] = arith.extui %[[HEAD]] : i32 to i64
// CHECK: arith.muli %[[HEAD64]], %[[H0]] : i64
// CHECK: arith.remui %[[COLUMN]], %c32_i32 : i32
// CHECK: sched.load %[[H]][%{{.*}}] align 16 invariant : vector<8xf32>
// CHECK: gpu.return
func.func @runs(%t: tensor<4x32xf32> {norm.name = "t", norm.sizes = affine_map<() -> (4, 32)>},
                %h: tensor<2x4x32xf32> {norm.name = "h", norm.sizes = affine_map<() -> (2, 4, 32)>}) -> tensor<4x64xf32> {
  %0 = sched.launch @runs variants [#sched.variant<"aligned", align = 16, collapse = false>] -> (tensor<4x64xf32>) {
    %g = sched.group rows[4] ins(%t, %h : tensor<4x32xf32>, tensor<2x4x32xf32>)
        maps [affine_map<(d0, d1) -> (d0, d1 floordiv 2)>, affine_map<(d0, d1) -> (d1 floordiv 32, d0, d1 mod 32)>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 128, 128], min_ctas_per_sm = 0> {
    ^row(%a: tensor<64xf32>, %b: tensor<64xf32>):
      %y = arith.addf %a, %b : tensor<64xf32>
      sched.yield %y : tensor<64xf32>
    } -> (tensor<4x64xf32>)
    sched.yield %g : tensor<4x64xf32>
  }
  return %0 : tensor<4x64xf32>
}
