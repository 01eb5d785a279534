// The reduction tree: chunks of 8 ascending in a thread, groups of chunks, then lanes by
// halving; one exchange through shared memory where a row is more than a warp.
// RUN: %normc-opt %s --convert-sched-to-gpu --cse | FileCheck %s

// 8 elements, one thread: a mul, then seven fmas on the sum so far. No exchange.
// CHECK-LABEL: gpu.func @chunk_v
// CHECK: %[[X:.*]] = sched.load
// CHECK: %[[E0:.*]] = vector.extract %[[X]][0]
// CHECK: %[[S0:.*]] = arith.mulf %[[E0]], %[[E0]] : f32
// CHECK: %[[E1:.*]] = vector.extract %[[X]][1]
// CHECK: %[[S1:.*]] = math.fma %[[E1]], %[[E1]], %[[S0]] : f32
// CHECK: %[[E2:.*]] = vector.extract %[[X]][2]
// CHECK: %[[S2:.*]] = math.fma %[[E2]], %[[E2]], %[[S1]] : f32
// CHECK: %[[E7:.*]] = vector.extract %[[X]][7]
// CHECK: %[[S7:.*]] = math.fma %[[E7]], %[[E7]], %{{.*}} : f32
// CHECK-NOT: gpu.shuffle
// CHECK-NOT: gpu.barrier
// The first thread of the row stores the number.
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %{{.*}}, %c0_i32
// CHECK: %[[STORES:.*]] = arith.andi %[[FIRST]], %{{.*}} : i1
// CHECK: scf.if %[[STORES]] {
// CHECK: sched.store %[[S7]], %{{.*}} align 4 : f32
func.func @chunk(%x: tensor<4x8xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>})
    -> (tensor<4xf32>) {
  %0 = sched.launch @chunk variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x8xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 0], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf32>):
      %q = norm.sum_squares %r : tensor<8xf32> -> f32
      sched.yield %q : f32
    } -> (tensor<4xf32>)
    sched.yield %g : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// 32 chunks, one a lane: a whole warp, and no barrier.
// CHECK-LABEL: gpu.func @warp_v
// CHECK-NOT: gpu.barrier
// CHECK: %[[S16:.*]], %{{.*}} = gpu.shuffle xor %[[OWN:.*]], %c16_i32, %c32_i32 : f32
// CHECK: %[[A16:.*]] = arith.addf %[[OWN]], %[[S16]] : f32
// CHECK: gpu.shuffle xor %[[A16]], %c8_i32
// CHECK: gpu.shuffle xor %{{.*}}, %c4_i32, %c32_i32 : f32
// CHECK: gpu.shuffle xor %{{.*}}, %c2_i32, %c32_i32 : f32
// CHECK: %[[S1:.*]], %{{.*}} = gpu.shuffle xor %[[A2:.*]], %c1_i32
// CHECK: arith.addf %[[A2]], %[[S1]]
// CHECK-NOT: gpu.shuffle
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
func.func @warp(%x: tensor<4x256xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 256)>})
    -> (tensor<4xf32>) {
  %0 = sched.launch @warp variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x256xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 32, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 0], min_ctas_per_sm = 0> {
    ^row(%r: tensor<256xf32>):
      %q = norm.sum_squares %r : tensor<256xf32> -> f32
      sched.yield %q : f32
    } -> (tensor<4xf32>)
    sched.yield %g : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// 5 chunks stand at the first of 8 lanes: from 4 on by halving. A thread whose chunk does not exist gives -0.0.
// CHECK-LABEL: gpu.func @short_v
// CHECK: arith.constant -0.000000e+00 : f32
// CHECK-NOT: gpu.shuffle xor %{{.*}}, %c8_i32
// CHECK: gpu.shuffle xor %{{.*}}, %c4_i32, %c32_i32 : f32
// CHECK: gpu.shuffle xor %{{.*}}, %c2_i32, %c32_i32 : f32
// CHECK: gpu.shuffle xor %{{.*}}, %c1_i32, %c32_i32 : f32
// CHECK-NOT: gpu.shuffle
// CHECK: gpu.return
func.func @short(%x: tensor<4x40xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 40)>})
    -> (tensor<4xf32>) {
  %0 = sched.launch @short variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x40xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 0], min_ctas_per_sm = 0> {
    ^row(%r: tensor<40xf32>):
      %q = norm.sum_squares %r : tensor<40xf32> -> f32
      sched.yield %q : f32
    } -> (tensor<4xf32>)
    sched.yield %g : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// The same row by 2 threads: lanes 0, 2, 4, 6 and 1, 3, 5, 7 fold in their thread, by halving
// too: lane l with l + 4, then with l + 2. The last shuffle is lane 0 with lane 1.
// CHECK-LABEL: gpu.func @few_threads_v
// CHECK-COUNT-3: sched.load {{.*}} vector<8xf32>
// CHECK-COUNT-2: arith.addf
// CHECK: gpu.shuffle xor %{{.*}}, %c1_i32, %c32_i32 : f32
// CHECK-NOT: gpu.shuffle
// CHECK: gpu.return
func.func @few_threads(%x: tensor<4x40xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 40)>})
    -> (tensor<4xf32>) {
  %0 = sched.launch @few_threads variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x40xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 2, rows_per_cta = 16, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 0], min_ctas_per_sm = 0> {
    ^row(%r: tensor<40xf32>):
      %q = norm.sum_squares %r : tensor<40xf32> -> f32
      sched.yield %q : f32
    } -> (tensor<4xf32>)
    sched.yield %g : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// 4 warps: each thread stores its sum, and after the one barrier reads those of its lane
// from all warps: 0 with 2, 1 with 3, then the two sums.
// CHECK-LABEL: gpu.func @warps_v
// CHECK-SAME: workgroup(%[[MEM:.*]] : memref<128xf32, #gpu.address_space<workgroup>>)
// CHECK: memref.store %{{.*}}, %[[MEM]]
// CHECK-NEXT: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: arith.remui %{{.*}}, %c32_i32
// CHECK: %[[W0:.*]] = memref.load %[[MEM]]
// CHECK: %[[W1:.*]] = memref.load %[[MEM]]
// CHECK: %[[W2:.*]] = memref.load %[[MEM]]
// CHECK: %[[W3:.*]] = memref.load %[[MEM]]
// CHECK: %[[EVEN:.*]] = arith.addf %[[W0]], %[[W2]]
// CHECK: %[[ODD:.*]] = arith.addf %[[W1]], %[[W3]]
// CHECK: %[[ALL:.*]] = arith.addf %[[EVEN]], %[[ODD]]
// CHECK: gpu.shuffle xor %[[ALL]], %c16_i32
// CHECK: gpu.shuffle xor %{{.*}}, %c8_i32, %c32_i32 : f32
// CHECK: gpu.shuffle xor %{{.*}}, %c4_i32, %c32_i32 : f32
// CHECK: gpu.shuffle xor %{{.*}}, %c2_i32, %c32_i32 : f32
// CHECK: gpu.shuffle xor %{{.*}}, %c1_i32, %c32_i32 : f32
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
func.func @warps(%x: tensor<4x1024xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 1024)>})
    -> (tensor<4xf32>) {
  %0 = sched.launch @warps variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x1024xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 128, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 0], min_ctas_per_sm = 0> {
    ^row(%r: tensor<1024xf32>):
      %q = norm.sum_squares %r : tensor<1024xf32> -> f32
      sched.yield %q : f32
    } -> (tensor<4xf32>)
    sched.yield %g : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// 16 warps and two sums: warps 0 and 1 fold one each, by halving, and all read both.
// CHECK-LABEL: gpu.func @many_warps_v
// CHECK-SAME: workgroup(%{{.*}} : memref<544xf32, #gpu.address_space<workgroup>>, %[[MEM:.*]] : memref<1088xf32, #gpu.address_space<workgroup>>)
// CHECK: gpu.barrier
// CHECK: %[[WARP:.*]] = arith.divui %{{.*}}, %c32_i32
// CHECK: gpu.barrier
// CHECK: memref.store %{{.*}}, %[[MEM]]
// CHECK: memref.store %{{.*}}, %[[MEM]]
// CHECK-NEXT: gpu.barrier
// CHECK: %[[FOLDS:.*]] = arith.cmpi ult, %[[WARP]], %c2_i32
// CHECK: scf.if %[[FOLDS]] {
// CHECK: arith.muli %[[WARP]], %c512_i32
// CHECK: %[[W0:.*]] = memref.load %[[MEM]]
// CHECK-COUNT-7: memref.load %[[MEM]]
// CHECK: %[[W8:.*]] = memref.load %[[MEM]]
// CHECK-COUNT-7: memref.load %[[MEM]]
// CHECK-NOT: memref.load
// CHECK: arith.addf %[[W0]], %[[W8]]
// CHECK-COUNT-5: gpu.shuffle
// CHECK-NOT: gpu.shuffle
// CHECK: memref.store %{{.*}}, %[[MEM]]
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK-COUNT-2: memref.load %[[MEM]]
// CHECK-NOT: memref.load
// CHECK: gpu.return
func.func @many_warps(%x: tensor<4x4096xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 4096)>})
    -> (tensor<4xf32>) {
  %0 = sched.launch @many_warps variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x4096xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 512, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 0], min_ctas_per_sm = 0> {
    ^row(%r: tensor<4096xf32>):
      %mean, %correction, %m2 = norm.moments %r : tensor<4096xf32> -> f32
      sched.yield %m2 : f32
    } -> (tensor<4xf32>)
    sched.yield %g : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// 6 groups of 32 chunks are 3 * 2: with 3 warps a thread holds two groups, the warps of one
// residue are added ascending: 0, 2, 4 and 1, 3, 5, then the two sums.
// CHECK-LABEL: gpu.func @odd_v
// CHECK-SAME: workgroup(%[[MEM:.*]] : memref<192xf32, #gpu.address_space<workgroup>>)
// CHECK-COUNT-2: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK: %[[G0:.*]] = memref.load
// CHECK: %[[G1:.*]] = memref.load
// CHECK: %[[G2:.*]] = memref.load
// CHECK: %[[G3:.*]] = memref.load
// CHECK: %[[G4:.*]] = memref.load
// CHECK: %[[G5:.*]] = memref.load
// CHECK: %[[A:.*]] = arith.addf %[[G0]], %[[G2]]
// CHECK: %[[R0:.*]] = arith.addf %[[A]], %[[G4]]
// CHECK: %[[B:.*]] = arith.addf %[[G1]], %[[G3]]
// CHECK: %[[R1:.*]] = arith.addf %[[B]], %[[G5]]
// CHECK: arith.addf %[[R0]], %[[R1]]
func.func @odd(%x: tensor<4x1536xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 1536)>})
    -> (tensor<4xf32>) {
  %0 = sched.launch @odd variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x1536xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 96, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 0], min_ctas_per_sm = 0> {
    ^row(%r: tensor<1536xf32>):
      %q = norm.sum_squares %r : tensor<1536xf32> -> f32
      sched.yield %q : f32
    } -> (tensor<4xf32>)
    sched.yield %g : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// Two rows a CTA have their own part of the memory.
// CHECK-LABEL: gpu.func @two_rows_v
// CHECK-SAME: memref<128xf32
// CHECK: %[[START:.*]] = arith.muli %{{.*}}, %c64_i32
// CHECK: arith.addi %[[START]],
// CHECK: memref.store
func.func @two_rows(%x: tensor<4x512xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 512)>})
    -> (tensor<4xf32>) {
  %0 = sched.launch @two_rows variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x512xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 64, rows_per_cta = 2, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 0], min_ctas_per_sm = 0> {
    ^row(%r: tensor<512xf32>):
      %q = norm.sum_squares %r : tensor<512xf32> -> f32
      sched.yield %q : f32
    } -> (tensor<4xf32>)
    sched.yield %g : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// Pieces of 16: a thread stands for the lanes 2 t and 2 t + 1, which meet last. 32 lanes by 16
// threads: shuffles over half the distances, both lanes each.
// CHECK-LABEL: gpu.func @wide_v
// CHECK: sched.load {{.*}} vector<16xbf16>
// CHECK: gpu.shuffle xor %{{.*}}, %c8_i32, %c32_i32 : f32
// CHECK: gpu.shuffle xor %{{.*}}, %c8_i32, %c32_i32 : f32
// CHECK: gpu.shuffle xor %{{.*}}, %c4_i32, %c32_i32 : f32
// CHECK: gpu.shuffle xor %{{.*}}, %c4_i32, %c32_i32 : f32
// CHECK: gpu.shuffle xor %{{.*}}, %c2_i32, %c32_i32 : f32
// CHECK: gpu.shuffle xor %{{.*}}, %c2_i32, %c32_i32 : f32
// CHECK: gpu.shuffle xor %{{.*}}, %c1_i32, %c32_i32 : f32
// CHECK: gpu.shuffle xor %{{.*}}, %c1_i32, %c32_i32 : f32
// CHECK: arith.addf
// CHECK-NEXT: %[[SUM:.*]] = arith.addf
// CHECK-NOT: gpu.shuffle
// CHECK: sched.store %[[SUM]]
func.func @wide(%x: tensor<4x256xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 256)>})
    -> (tensor<4xf32>) {
  %0 = sched.launch @wide variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x256xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 16, rows_per_cta = 2, vector_width = 16, residency = registers,
                operand_loads = early, access_bits = [128, 0], min_ctas_per_sm = 0> {
    ^row(%r: tensor<256xbf16>):
      %q = norm.sum_squares %r : tensor<256xbf16> -> f32
      sched.yield %q : f32
    } -> (tensor<4xf32>)
    sched.yield %g : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
