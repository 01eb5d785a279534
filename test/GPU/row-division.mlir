// A row divided by one number: one division, then three operations an element where those give the
// same bits, and divisions where they do not.
// RUN: %normc-opt %s --convert-sched-to-gpu --cse | FileCheck %s

// Both pieces of a thread in one branch. The signs of zeros decide where the minus stands.
// CHECK-LABEL: gpu.func @by_number_v
// CHECK: %[[X0:.*]] = sched.load {{.*}} : vector<8xf32>
// CHECK: %[[X1:.*]] = sched.load {{.*}} : vector<8xf32>
// CHECK: %[[Y:.*]] = arith.divf %{{.*}}, %[[B:.*]] : f32
// CHECK-COUNT-16: arith.bitcast
// CHECK: arith.cmpi uge
// CHECK: arith.cmpi ule
// CHECK: arith.cmpf oge, %[[B]], %{{.*}} : f32
// CHECK: arith.cmpf ole, %[[B]], %{{.*}} : f32
// CHECK: %[[Q:.*]]:2 = scf.if %{{.*}} -> (vector<8xf32>, vector<8xf32>)
// CHECK-DAG: %[[YS:.*]] = vector.broadcast %[[Y]]
// CHECK-DAG: %[[BS:.*]] = vector.broadcast %[[B]]
// CHECK-DAG: %[[N:.*]] = arith.negf %[[Y]]
// CHECK: %[[Q0:.*]] = arith.mulf %[[X0]], %[[YS]]
// CHECK-NEXT: %[[M0:.*]] = arith.negf %[[X0]]
// CHECK-NEXT: %[[R0:.*]] = math.fma %[[Q0]], %[[BS]], %[[M0]]
// CHECK-NEXT: math.fma %[[R0]], %{{.*}}, %[[Q0]]
// CHECK: else
// CHECK: arith.divf %[[X0]], %{{.*}} : vector<8xf32>
// CHECK-NEXT: arith.divf %[[X1]], %{{.*}} : vector<8xf32>
// CHECK: sched.store %[[Q]]#0
func.func @by_number(%x: tensor<4x16xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 16)>})
    -> (tensor<4x16xf32>) {
  %0 = sched.launch @by_number variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x16xf32>) {
    %g = sched.group rows[4] ins(%x : tensor<4x16xf32>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<16xf32>):
      %n = norm.sum_squares %r : tensor<16xf32> -> f32
      %s = norm.splat %n like %r : (f32, tensor<16xf32>) -> tensor<16xf32>
      %y = arith.divf %r, %s : tensor<16xf32>
      sched.yield %y : tensor<16xf32>
    } -> (tensor<4x16xf32>)
    sched.yield %g : tensor<4x16xf32>
  }
  return %0 : tensor<4x16xf32>
}

// Softmax. No argument of exp is positive: where all that a thread has are from -69, exp needs no
// limit and its quotients are short; else one limit and one power of two, and it is looked whether
// they are. None is negative, large or -0: no limit above, no minus an element.
// CHECK-LABEL: gpu.func @softmax_v
// CHECK: %[[D:.*]] = arith.subf
// CHECK: %[[ALL:.*]] = arith.cmpf oge, %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: %[[E:.*]]:2 = scf.if %[[ALL]] -> (vector<8xf32>, i1)
// CHECK-NOT: arith.m{{ax|in}}imumf
// CHECK: arith.shli
// CHECK-NEXT: arith.bitcast
// CHECK-NEXT: arith.addi
// CHECK-NEXT: %[[SMALL:.*]] = arith.bitcast
// CHECK-NEXT: scf.yield %[[SMALL]], %[[ALL]]
// CHECK: arith.maximumf %[[D]], %{{.*}}
// CHECK-NOT: arith.minimumf
// CHECK: arith.shli
// CHECK-NOT: arith.shli
// CHECK: %[[RAISED:.*]] = arith.mulf
// CHECK-NEXT: arith.constant dense<2.7{{.*}}E-20>
// CHECK-NEXT: arith.mulf %[[RAISED]]
// CHECK-NOT: arith.maxui
// CHECK: arith.minui
// CHECK: %[[IN:.*]] = arith.cmpi uge
// CHECK-NEXT: scf.yield %{{.*}}, %[[IN]]
// CHECK-NOT: arith.minui {{.*}} : i32
// CHECK: scf.if
// CHECK: %[[Q:.*]] = arith.mulf %[[E]]#0
// CHECK-NEXT: %[[R:.*]] = math.fma %[[Q]], %{{.*}}, %[[E]]#0
// CHECK-NEXT: math.fma %[[R]], %{{.*}}, %[[Q]]
// CHECK: arith.truncf

// CHECK-LABEL: gpu.func @softmax_m
// CHECK-COUNT-1: arith.shli {{.*}} : vector<8xi32>
// CHECK-NOT: arith.shli {{.*}} : vector<8xi32>
// CHECK: gpu.return
func.func @softmax(%x: tensor<4x8xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>})
    -> (tensor<4x8xbf16>) {
  %0 = sched.launch @softmax variants [#sched.variant<"v", align = 16, collapse = false>, #sched.variant<"m", align = 1, collapse = false>]
      -> (tensor<4x8xbf16>) {
    %g = sched.group rows[4] ins(%x : tensor<4x8xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xbf16>):
      %m = norm.reduce <max> %r : tensor<8xbf16> -> f32
      %w = arith.extf %r : tensor<8xbf16> to tensor<8xf32>
      %ms = norm.splat %m like %w : (f32, tensor<8xf32>) -> tensor<8xf32>
      %d = arith.subf %w, %ms : tensor<8xf32>
      %e = norm.exp %d : tensor<8xf32>
      %s = norm.reduce <add> %e : tensor<8xf32> -> f32
      %ss = norm.splat %s like %e : (f32, tensor<8xf32>) -> tensor<8xf32>
      %y = arith.divf %e, %ss : tensor<8xf32>
      %z = arith.truncf %y : tensor<8xf32> to tensor<8xbf16>
      sched.yield %z : tensor<8xbf16>
    } -> (tensor<4x8xbf16>)
    sched.yield %g : tensor<4x8xbf16>
  }, {
    %g = sched.group rows[4] ins(%x : tensor<4x8xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [16, 16], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xbf16>):
      %m = norm.reduce <max> %r : tensor<8xbf16> -> f32
      %w = arith.extf %r : tensor<8xbf16> to tensor<8xf32>
      %ms = norm.splat %m like %w : (f32, tensor<8xf32>) -> tensor<8xf32>
      %d = arith.subf %w, %ms : tensor<8xf32>
      %e = norm.exp %d : tensor<8xf32>
      %s = norm.reduce <add> %e : tensor<8xf32> -> f32
      %ss = norm.splat %s like %e : (f32, tensor<8xf32>) -> tensor<8xf32>
      %y = arith.divf %e, %ss : tensor<8xf32>
      %z = arith.truncf %y : tensor<8xf32> to tensor<8xbf16>
      sched.yield %z : tensor<8xbf16>
    } -> (tensor<4x8xbf16>)
    sched.yield %g : tensor<4x8xbf16>
  }
  return %0 : tensor<4x8xbf16>
}

// The maximum of another row: exp may grow, and its quotients too.
// CHECK-LABEL: gpu.func @other_v
// CHECK: arith.maximumf {{.*}} : vector<8xf32>
// CHECK: arith.minimumf {{.*}} : vector<8xf32>
// CHECK: arith.maxui
func.func @other(%x: tensor<4x8xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}, %z: tensor<4x8xf32> {norm.name = "z", norm.sizes = affine_map<() -> (4, 8)>})
    -> (tensor<4x8xf32>) {
  %0 = sched.launch @other variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x8xf32>) {
    %g = sched.group rows[4] ins(%x, %z : tensor<4x8xf32>, tensor<4x8xf32>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf32>, %q: tensor<8xf32>):
      %m = norm.reduce <max> %q : tensor<8xf32> -> f32
      %ms = norm.splat %m like %r : (f32, tensor<8xf32>) -> tensor<8xf32>
      %d = arith.subf %r, %ms : tensor<8xf32>
      %e = norm.exp %d : tensor<8xf32>
      %y = arith.divf %e, %ms : tensor<8xf32>
      sched.yield %y : tensor<8xf32>
    } -> (tensor<4x8xf32>)
    sched.yield %g : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// Of 16 bits: divided in f32, rounded again. Constants count as numbers, rows do not.
// CHECK-LABEL: gpu.func @narrow_v
// CHECK: %[[W:.*]] = arith.extf %{{.*}} : vector<8xf16> to vector<8xf32>
// CHECK: %[[Q:.*]] = scf.if %{{.*}} -> (vector<8xf32>)
// CHECK: %[[Y:.*]] = arith.truncf %[[Q]] : vector<8xf32> to vector<8xf16>
// CHECK-NOT: scf.if
// CHECK: arith.divf {{.*}} : vector<8xf32>
// CHECK: sched.store
func.func @narrow(%x: tensor<4x8xf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}, %z: tensor<4x8xf16> {norm.name = "z", norm.sizes = affine_map<() -> (4, 8)>})
    -> (tensor<4x8xf16>) {
  %0 = sched.launch @narrow variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x8xf16>) {
    %g = sched.group rows[4] ins(%x, %z : tensor<4x8xf16>, tensor<4x8xf16>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128, 128], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf16>, %q: tensor<8xf16>):
      %c = arith.constant dense<3.0> : tensor<8xf16>
      %d = arith.divf %r, %c : tensor<8xf16>
      %y = arith.divf %d, %q : tensor<8xf16>
      sched.yield %y : tensor<8xf16>
    } -> (tensor<4x8xf16>)
    sched.yield %g : tensor<4x8xf16>
  }
  return %0 : tensor<4x8xf16>
}
