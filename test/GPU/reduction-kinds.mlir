// What each reduction folds by, and what stands in for elements that a row lacks.
// RUN: %normc-opt %s --convert-sched-to-gpu --cse | FileCheck %s

// CHECK-LABEL: gpu.func @add_v
// The last chunk has 2 elements; what a thread read as zeros is not in the row.
// CHECK: %[[IDENTITY:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: %[[E1:.*]] = vector.extract %{{.*}}[1]
// CHECK: arith.addf %{{.*}}, %[[E1]] : f32
// CHECK: %[[E2:.*]] = vector.extract %{{.*}}[2]
// CHECK: arith.select %{{.*}}, %[[E2]], %[[IDENTITY]] : f32
// CHECK: vector.extract %{{.*}}[7]
// CHECK: %[[FOLDED:.*]] = arith.{{(addf|mulf|maximumf|minimumf)}}
// CHECK: %[[CHUNK:.*]] = arith.select %{{.*}}, %[[FOLDED]], %[[IDENTITY]] : f32
// CHECK: %[[OTHER:.*]], %{{.*}} = gpu.shuffle xor %[[CHUNK]], %c1_i32
// CHECK: arith.addf %[[CHUNK]], %[[OTHER]] : f32
func.func @add(%x: tensor<4x10xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 10)>})
    -> (tensor<4xf32>) {
  %0 = sched.launch @add variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x10xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 2, rows_per_cta = 16, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 0], min_ctas_per_sm = 0> {
    ^row(%r: tensor<10xf32>):
      %q = norm.reduce <add> %r : tensor<10xf32> -> f32
      sched.yield %q : f32
    } -> (tensor<4xf32>)
    sched.yield %g : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: gpu.func @mul_v
// The last chunk has 2 elements; what a thread read as zeros is not in the row.
// CHECK: %[[IDENTITY:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[E1:.*]] = vector.extract %{{.*}}[1]
// CHECK: arith.mulf %{{.*}}, %[[E1]] : f32
// CHECK: %[[E2:.*]] = vector.extract %{{.*}}[2]
// CHECK: arith.select %{{.*}}, %[[E2]], %[[IDENTITY]] : f32
// CHECK: vector.extract %{{.*}}[7]
// CHECK: %[[FOLDED:.*]] = arith.{{(addf|mulf|maximumf|minimumf)}}
// CHECK: %[[CHUNK:.*]] = arith.select %{{.*}}, %[[FOLDED]], %[[IDENTITY]] : f32
// CHECK: %[[OTHER:.*]], %{{.*}} = gpu.shuffle xor %[[CHUNK]], %c1_i32
// CHECK: arith.mulf %[[CHUNK]], %[[OTHER]] : f32
func.func @mul(%x: tensor<4x10xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 10)>})
    -> (tensor<4xf32>) {
  %0 = sched.launch @mul variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x10xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 2, rows_per_cta = 16, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 0], min_ctas_per_sm = 0> {
    ^row(%r: tensor<10xf32>):
      %q = norm.reduce <mul> %r : tensor<10xf32> -> f32
      sched.yield %q : f32
    } -> (tensor<4xf32>)
    sched.yield %g : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: gpu.func @max_v
// The last chunk has 2 elements; what a thread read as zeros is not in the row.
// CHECK: %[[IDENTITY:.*]] = arith.constant 0xFF800000 : f32
// CHECK: %[[E1:.*]] = vector.extract %{{.*}}[1]
// CHECK: arith.maximumf %{{.*}}, %[[E1]] : f32
// CHECK: %[[E2:.*]] = vector.extract %{{.*}}[2]
// CHECK: arith.select %{{.*}}, %[[E2]], %[[IDENTITY]] : f32
// CHECK: vector.extract %{{.*}}[7]
// CHECK: %[[FOLDED:.*]] = arith.{{(addf|mulf|maximumf|minimumf)}}
// CHECK: %[[CHUNK:.*]] = arith.select %{{.*}}, %[[FOLDED]], %[[IDENTITY]] : f32
// CHECK: %[[OTHER:.*]], %{{.*}} = gpu.shuffle xor %[[CHUNK]], %c1_i32
// CHECK: arith.maximumf %[[CHUNK]], %[[OTHER]] : f32
func.func @max(%x: tensor<4x10xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 10)>})
    -> (tensor<4xf32>) {
  %0 = sched.launch @max variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x10xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 2, rows_per_cta = 16, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 0], min_ctas_per_sm = 0> {
    ^row(%r: tensor<10xf32>):
      %q = norm.reduce <max> %r : tensor<10xf32> -> f32
      sched.yield %q : f32
    } -> (tensor<4xf32>)
    sched.yield %g : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: gpu.func @min_v
// The last chunk has 2 elements; what a thread read as zeros is not in the row.
// CHECK: %[[IDENTITY:.*]] = arith.constant 0x7F800000 : f32
// CHECK: %[[E1:.*]] = vector.extract %{{.*}}[1]
// CHECK: arith.minimumf %{{.*}}, %[[E1]] : f32
// CHECK: %[[E2:.*]] = vector.extract %{{.*}}[2]
// CHECK: arith.select %{{.*}}, %[[E2]], %[[IDENTITY]] : f32
// CHECK: vector.extract %{{.*}}[7]
// CHECK: %[[FOLDED:.*]] = arith.{{(addf|mulf|maximumf|minimumf)}}
// CHECK: %[[CHUNK:.*]] = arith.select %{{.*}}, %[[FOLDED]], %[[IDENTITY]] : f32
// CHECK: %[[OTHER:.*]], %{{.*}} = gpu.shuffle xor %[[CHUNK]], %c1_i32
// CHECK: arith.minimumf %[[CHUNK]], %[[OTHER]] : f32
func.func @min(%x: tensor<4x10xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 10)>})
    -> (tensor<4xf32>) {
  %0 = sched.launch @min variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x10xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 2, rows_per_cta = 16, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 0], min_ctas_per_sm = 0> {
    ^row(%r: tensor<10xf32>):
      %q = norm.reduce <min> %r : tensor<10xf32> -> f32
      sched.yield %q : f32
    } -> (tensor<4xf32>)
    sched.yield %g : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// Squares of what the row lacks are squares of 0: the sum is at least 0.
// CHECK-LABEL: gpu.func @squares_v
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[E2:.*]] = vector.extract %{{.*}}[2]
// CHECK: %[[X2:.*]] = arith.select %{{.*}}, %[[E2]], %[[ZERO]]
// CHECK: math.fma %[[X2]], %[[X2]], %{{.*}}
// CHECK: %[[NONE:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[NONE]]
func.func @squares(%x: tensor<4x10xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 10)>})
    -> (tensor<4xf32>) {
  %0 = sched.launch @squares variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x10xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 2, rows_per_cta = 16, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 0], min_ctas_per_sm = 0> {
    ^row(%r: tensor<10xf32>):
      %q = norm.sum_squares %r : tensor<10xf32> -> f32
      sched.yield %q : f32
    } -> (tensor<4xf32>)
    sched.yield %g : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// 16-bit rows are widened before they are folded.
// CHECK-LABEL: gpu.func @widened_v
// CHECK: %[[W:.*]] = arith.extf %{{.*}} : vector<8xbf16> to vector<8xf32>
// CHECK: vector.extract %[[W]][0] : f32 from vector<8xf32>
func.func @widened(%x: tensor<4x8xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>})
    -> (tensor<4xf32>) {
  %0 = sched.launch @widened variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x8xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 0], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xbf16>):
      %q = norm.reduce <add> %r : tensor<8xbf16> -> f32
      sched.yield %q : f32
    } -> (tensor<4xf32>)
    sched.yield %g : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// Moments: the sum, then the sum of the distances from the mean and of their squares in one
// exchange. Two barriers, and two buffers: the second exchange may begin while a slow warp
// still reads the first.
// CHECK-LABEL: gpu.func @moments_v
// CHECK-SAME: workgroup(%[[A:.*]] : memref<64xf32, #gpu.address_space<workgroup>>, %[[B:.*]] : memref<128xf32, #gpu.address_space<workgroup>>)
// CHECK: memref.store %{{.*}}, %[[A]]
// CHECK-NEXT: gpu.barrier
// CHECK: memref.load %[[A]]
// CHECK: gpu.shuffle xor %{{.*}}, %c1_i32
// CHECK-NEXT: %[[SUM:.*]] = arith.addf
// CHECK-NEXT: %[[MEAN:.*]] = arith.mulf %[[SUM]], %[[INV:.*]] : f32
// CHECK-NEXT: %[[MEANS:.*]] = vector.broadcast %[[MEAN]]
// CHECK-NEXT: %[[D:.*]] = arith.subf %{{.*}}, %[[MEANS]] : vector<8xf32>
// CHECK: memref.store %{{.*}}, %[[B]]
// CHECK: memref.store %{{.*}}, %[[B]]
// CHECK-NEXT: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: %[[CORRECTION:.*]] = arith.mulf %[[S:.*]], %[[INV]] : f32
// CHECK-NEXT: %[[EXCESS:.*]] = arith.mulf %[[S]], %[[CORRECTION]] : f32
// CHECK-NEXT: %[[M2:.*]] = arith.subf %{{.*}}, %[[EXCESS]] : f32
// CHECK: arith.maximumf %[[M2]], %{{.*}} : f32
// CHECK: gpu.return
func.func @moments(%x: tensor<4x512xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 512)>})
    -> (tensor<4xf32>) {
  %0 = sched.launch @moments variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x512xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 64, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 0], min_ctas_per_sm = 0> {
    ^row(%r: tensor<512xf32>):
      %m, %c, %q = norm.moments %r : tensor<512xf32> -> f32
      sched.yield %q : f32
    } -> (tensor<4xf32>)
    sched.yield %g : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// The third exchange takes the first one's memory again, behind the second one's barrier.
// CHECK-LABEL: gpu.func @three_exchanges_v
// CHECK-SAME: workgroup(%[[A:.*]] : memref<64xf32, #gpu.address_space<workgroup>>, %[[B:.*]] : memref<64xf32, #gpu.address_space<workgroup>>)
// CHECK: memref.store %{{.*}}, %[[A]]
// CHECK: gpu.barrier
// CHECK: memref.store %{{.*}}, %[[B]]
// CHECK: gpu.barrier
// CHECK: memref.store %{{.*}}, %[[A]]
// CHECK: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
func.func @three_exchanges(%x: tensor<4x512xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 512)>})
    -> (tensor<4xf32>) {
  %0 = sched.launch @three_exchanges variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x512xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 64, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 0], min_ctas_per_sm = 0> {
    ^row(%r: tensor<512xf32>):
      %p = norm.reduce <add> %r : tensor<512xf32> -> f32
      %pb = norm.splat %p like %r : (f32, tensor<512xf32>) -> tensor<512xf32>
      %d = arith.subf %r, %pb : tensor<512xf32>
      %o = norm.reduce <add> %d : tensor<512xf32> -> f32
      %ob = norm.splat %o like %r : (f32, tensor<512xf32>) -> tensor<512xf32>
      %e = arith.subf %d, %ob : tensor<512xf32>
      %q = norm.reduce <max> %e : tensor<512xf32> -> f32
      sched.yield %q : f32
    } -> (tensor<4xf32>)
    sched.yield %g : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// A maximum or minimum of 16 bits rounds nothing: whole pieces fold in 16 bits, across and then in
// halves; a piece that ends past the row, element by element in f32.
// CHECK-LABEL: gpu.func @narrow_max_v
// CHECK: %[[X0:.*]] = sched.load
// CHECK: %[[X1:.*]] = sched.load
// CHECK: arith.extf %{{.*}} : vector<8xbf16> to vector<8xf32>
// CHECK: %[[C2:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK: %[[A:.*]] = arith.maximumf %[[X0]], %[[X1]] : vector<8xbf16>
// CHECK-COUNT-2: vector.extract_strided_slice %[[A]]
// CHECK-NEXT: arith.maximumf %{{.*}}, %{{.*}} : vector<4xbf16>
// CHECK: arith.maximumf %{{.*}}, %{{.*}} : vector<2xbf16>
// CHECK-COUNT-2: arith.extf %{{.*}} : bf16 to f32
// CHECK-NEXT: %[[M:.*]] = arith.maximumf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: arith.maximumf %[[M]], %[[C2]] : f32
func.func @narrow_max(%x: tensor<4x560xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 560)>})
    -> (tensor<4xf32>) {
  %0 = sched.launch @narrow_max variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x560xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 32, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 0], min_ctas_per_sm = 0> {
    ^row(%r: tensor<560xbf16>):
      %q = norm.reduce <max> %r : tensor<560xbf16> -> f32
      sched.yield %q : f32
    } -> (tensor<4xf32>)
    sched.yield %g : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
