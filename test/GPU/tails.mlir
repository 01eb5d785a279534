// The ends of rows: which pieces are whole for all threads, which for some, and how the
// elements of the last are read and written. Nothing past the row is touched.
// RUN: %normc-opt %s --convert-sched-to-gpu --cse | FileCheck %s

// 64 elements by 2 threads in pieces of 8: all whole, the fourth from 8 (t + 6) on.
// CHECK-LABEL: gpu.func @whole_v
// CHECK-NOT: scf.if
// CHECK-COUNT-4: sched.load {{.*}} align 16 invariant : vector<8xf32>
// CHECK-NOT: sched.load
// CHECK-COUNT-4: sched.store {{.*}} align 16 : vector<8xf32>
// CHECK-NOT: scf.if
// CHECK: gpu.return
func.func @whole(%x: tensor<4x64xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 64)>})
    -> (tensor<4x64xf32>) {
  %0 = sched.launch @whole variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x64xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x64xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 2, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<64xf32>):
      %y = arith.negf %r : tensor<64xf32>
      sched.yield %y : tensor<64xf32>
    } -> (tensor<4x64xf32>)
    sched.yield %g : tensor<4x64xf32>
  }
  return %0 : tensor<4x64xf32>
}

// 9 elements by 2 threads: one is whole, one has a single element.
// CHECK-LABEL: gpu.func @nine_v
// CHECK: %[[START:.*]] = arith.muli %{{.*}}, %c8_i32
// CHECK: %[[WHOLE:.*]] = arith.cmpi sle, %[[START]], %c1_i32
// CHECK: %[[X:.*]] = scf.if %[[WHOLE]] -> (vector<8xf32>) {
// CHECK: sched.load {{.*}} align 4 invariant : vector<8xf32>
// CHECK: } else {
// CHECK: %[[PART:.*]] = arith.cmpi sle, %[[START]], %c8_i32
// CHECK: scf.if %[[PART]] -> (vector<8xf32>) {
// CHECK: %[[E:.*]] = sched.load {{.*}} align 4 invariant : f32
// CHECK: vector.insert %[[E]], %{{.*}} [0] : f32 into vector<8xf32>
// CHECK: } else {
// CHECK-NEXT: arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK: %[[Y:.*]] = arith.negf %[[X]]
// CHECK: scf.if %[[WHOLE]] {
// CHECK: sched.store %[[Y]], {{.*}} align 4 : vector<8xf32>
// CHECK: } else {
// CHECK: scf.if %{{.*}} {
// CHECK: %[[Y0:.*]] = vector.extract %[[Y]][0] : f32 from vector<8xf32>
// CHECK: sched.store %[[Y0]], {{.*}} align 4 : f32
// CHECK-NOT: sched.store
// CHECK: gpu.return
func.func @nine(%x: tensor<4x9xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 9)>})
    -> (tensor<4x9xf32>) {
  %0 = sched.launch @nine variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x9xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x9xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 2, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [32, 32], min_ctas_per_sm = 0> {
    ^row(%r: tensor<9xf32>):
      %y = arith.negf %r : tensor<9xf32>
      sched.yield %y : tensor<9xf32>
    } -> (tensor<4x9xf32>)
    sched.yield %g : tensor<4x9xf32>
  }
  return %0 : tensor<4x9xf32>
}

// 20 elements: 16 of them in the first piece of both threads, four in the second of one,
// at one access of as many bytes as they have.
// CHECK-LABEL: gpu.func @twenty_v
// CHECK: sched.load {{.*}} align 8 invariant : vector<8xbf16>
// CHECK: %[[SECOND:.*]] = arith.addi %{{.*}}, %c2_i32
// CHECK: %[[START:.*]] = arith.muli %[[SECOND]], %c8_i32
// CHECK: arith.cmpi sle, %[[START]], %c12_i32
// CHECK: arith.cmpi sle, %[[START]], %c19_i32
// CHECK: %[[PART:.*]] = sched.load {{.*}} align 8 invariant : vector<4xbf16>
// CHECK: vector.insert_strided_slice %[[PART]], %{{.*}} {offsets = [0], strides = [1]} : vector<4xbf16> into vector<8xbf16>
// CHECK: vector.extract_strided_slice %{{.*}} {offsets = [0], sizes = [4], strides = [1]} : vector<8xbf16> to vector<4xbf16>
// CHECK: sched.store {{.*}} align 8 : vector<4xbf16>
func.func @twenty(%x: tensor<4x20xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 20)>})
    -> (tensor<4x20xbf16>) {
  %0 = sched.launch @twenty variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x20xbf16>) {
    %g = sched.group rows[4] ins(%x : tensor<4x20xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 2, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<20xbf16>):
      %y = arith.negf %r : tensor<20xbf16>
      sched.yield %y : tensor<20xbf16>
    } -> (tensor<4x20xbf16>)
    sched.yield %g : tensor<4x20xbf16>
  }
  return %0 : tensor<4x20xbf16>
}

// 6 elements, fewer than a piece: four and two, the two from byte 16 on.
// CHECK-LABEL: gpu.func @six_v
// CHECK: sched.load {{.*}} align 8 invariant : vector<4xf32>
// CHECK: sched.load {{.*}} align 8 invariant : vector<2xf32>
// CHECK: {offsets = [4], strides = [1]} : vector<2xf32> into vector<8xf32>
// CHECK-NOT: vector<8xf32>, {{.*}} align
// CHECK: sched.store {{.*}} align 8 : vector<4xf32>
// CHECK: vector.extract_strided_slice %{{.*}} {offsets = [4], sizes = [2], strides = [1]}
// CHECK: sched.store {{.*}} align 8 : vector<2xf32>
func.func @six(%x: tensor<4x6xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 6)>})
    -> (tensor<4x6xf32>) {
  %0 = sched.launch @six variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x6xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x6xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<6xf32>):
      %y = arith.negf %r : tensor<6xf32>
      sched.yield %y : tensor<6xf32>
    } -> (tensor<4x6xf32>)
    sched.yield %g : tensor<4x6xf32>
  }
  return %0 : tensor<4x6xf32>
}

// 7, of rows that stand 16 bytes apart: four, two, one, the one from byte 24 on.
// CHECK-LABEL: gpu.func @seven_v
// CHECK: sched.load {{.*}} align 16 invariant : vector<4xf32>
// CHECK: sched.load {{.*}} align 16 invariant : vector<2xf32>
// CHECK: sched.load {{.*}} align 8 invariant : f32
func.func @seven(%x: tensor<4x7xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 7)>})
    -> (tensor<4x7xf32>) {
  %0 = sched.launch @seven variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x7xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x7xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 1, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<7xf32>):
      %y = arith.negf %r : tensor<7xf32>
      sched.yield %y : tensor<7xf32>
    } -> (tensor<4x7xf32>)
    sched.yield %g : tensor<4x7xf32>
  }
  return %0 : tensor<4x7xf32>
}

// Pieces of 16 elements are one value; the row of 48 leaves one thread without a second.
// CHECK-LABEL: gpu.func @sixteen_v
// CHECK: sched.load {{.*}} align 32 invariant : vector<16xbf16>
// CHECK: %[[IN:.*]] = arith.cmpi sle, %{{.*}}, %c32_i32
// CHECK: scf.if %[[IN]] -> (vector<16xbf16>) {
// CHECK: sched.load {{.*}} align 32 invariant : vector<16xbf16>
// CHECK: } else {
// CHECK-NEXT: arith.constant dense<0.000000e+00> : vector<16xbf16>
// CHECK-NOT: sched.load
// CHECK: gpu.return
func.func @sixteen(%x: tensor<4x48xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 48)>})
    -> (tensor<4x48xbf16>) {
  %0 = sched.launch @sixteen variants [#sched.variant<"v", align = 32, collapse = false>]
      -> (tensor<4x48xbf16>) {
    %g = sched.group rows[4] ins(%x : tensor<4x48xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 2, rows_per_cta = 1, vector_width = 16, residency = registers,
                operand_loads = early, access_bits = [256, 256], min_ctas_per_sm = 0> {
    ^row(%r: tensor<48xbf16>):
      %y = arith.negf %r : tensor<48xbf16>
      sched.yield %y : tensor<48xbf16>
    } -> (tensor<4x48xbf16>)
    sched.yield %g : tensor<4x48xbf16>
  }
  return %0 : tensor<4x48xbf16>
}
