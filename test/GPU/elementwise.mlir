// Each operation on a row is the same one on each piece. What 16-bit types have on a GPU stays
// on them; the rest goes through f32 and rounds once.
// RUN: %normc-opt %s --convert-sched-to-gpu --cse | FileCheck %s

// CHECK-LABEL: gpu.func @bf16_v
// CHECK: %[[X:.*]] = sched.load
// CHECK: %[[Z:.*]] = sched.load
// CHECK: %[[A:.*]] = arith.addf %[[X]], %[[Z]] : vector<8xbf16>
// CHECK-NEXT: %[[S:.*]] = arith.subf %[[A]], %[[X]] : vector<8xbf16>
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[S]], %[[Z]] : vector<8xbf16>
// CHECK-NEXT: %[[N:.*]] = arith.negf %[[M]] : vector<8xbf16>
// CHECK-NEXT: %[[NF:.*]] = arith.extf %[[N]]
// CHECK-NEXT: %[[ZF:.*]] = arith.extf %[[Z]]
// CHECK-NEXT: %[[DF:.*]] = arith.divf %[[NF]], %[[ZF]] : vector<8xf32>
// CHECK-NEXT: %[[D:.*]] = arith.truncf %[[DF]] : vector<8xf32> to vector<8xbf16>
// CHECK-NEXT: %[[DW:.*]] = arith.extf %[[D]]
// CHECK-NEXT: %[[RF:.*]] = math.sqrt %[[DW]] : vector<8xf32>
// CHECK-NEXT: %[[R:.*]] = arith.truncf %[[RF]]
// CHECK-NEXT: %[[RW:.*]] = arith.extf %[[R]]
// CHECK-NEXT: %[[MF:.*]] = arith.maximumf %[[RW]], %[[ZF]] : vector<8xf32>
// CHECK: arith.minimumf {{.*}} : vector<8xf32>
// CHECK: math.absf {{.*}} : vector<8xf32>
// CHECK: arith.truncf {{.*}} to vector<8xbf16>
func.func @bf16(%x: tensor<4x8xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}, %z: tensor<4x8xbf16> {norm.name = "z", norm.sizes = affine_map<() -> (4, 8)>})
    -> (tensor<4x8xbf16>) {
  %0 = sched.launch @bf16 variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x8xbf16>) {
    %g = sched.group rows[4] ins(%x, %z : tensor<4x8xbf16>, tensor<4x8xbf16>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xbf16>, %z_: tensor<8xbf16>):
      %a = arith.addf %r, %z_ : tensor<8xbf16>
      %s = arith.subf %a, %r : tensor<8xbf16>
      %m = arith.mulf %s, %z_ : tensor<8xbf16>
      %n = arith.negf %m : tensor<8xbf16>
      %d = arith.divf %n, %z_ : tensor<8xbf16>
      %q = math.sqrt %d : tensor<8xbf16>
      %o = arith.maximumf %q, %z_ : tensor<8xbf16>
      %i = arith.minimumf %o, %r : tensor<8xbf16>
      %y = math.absf %i : tensor<8xbf16>
      sched.yield %y : tensor<8xbf16>
    } -> (tensor<4x8xbf16>)
    sched.yield %g : tensor<4x8xbf16>
  }
  return %0 : tensor<4x8xbf16>
}

// Comparisons are exact in f32, and choose between the values as they are.
// CHECK-LABEL: gpu.func @select_v
// CHECK: %[[C:.*]] = arith.cmpf ult, %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK-NEXT: arith.select %[[C]], %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xf16>
func.func @select(%x: tensor<4x8xf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}, %z: tensor<4x8xf16> {norm.name = "z", norm.sizes = affine_map<() -> (4, 8)>})
    -> (tensor<4x8xf16>) {
  %0 = sched.launch @select variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x8xf16>) {
    %g = sched.group rows[4] ins(%x, %z : tensor<4x8xf16>, tensor<4x8xf16>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf16>, %z_: tensor<8xf16>):
      %c = arith.cmpf ult, %r, %z_ : tensor<8xf16>
      %y = arith.select %c, %r, %z_ : tensor<8xi1>, tensor<8xf16>
      sched.yield %y : tensor<8xf16>
    } -> (tensor<4x8xf16>)
    sched.yield %g : tensor<4x8xf16>
  }
  return %0 : tensor<4x8xf16>
}

// An fma is one where the graph says so, and nowhere else.
// CHECK-LABEL: gpu.func @fma_v
// CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[P]], %{{.*}} : vector<8xf32>
// CHECK-NEXT: %[[Y:.*]] = math.fma %[[S]], %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK-NOT: math.fma
// CHECK: gpu.return
func.func @fma(%x: tensor<4x8xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}, %z: tensor<4x8xf32> {norm.name = "z", norm.sizes = affine_map<() -> (4, 8)>})
    -> (tensor<4x8xf32>) {
  %0 = sched.launch @fma variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x8xf32>) {
    %g = sched.group rows[4] ins(%x, %z : tensor<4x8xf32>, tensor<4x8xf32>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf32>, %z_: tensor<8xf32>):
      %p = arith.mulf %r, %z_ : tensor<8xf32>
      %s = arith.addf %p, %r : tensor<8xf32>
      %y = math.fma %s, %r, %z_ : tensor<8xf32>
      sched.yield %y : tensor<8xf32>
    } -> (tensor<4x8xf32>)
    sched.yield %g : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// Constants repeat one number; a splat of one is a broadcast.
// CHECK-LABEL: gpu.func @constants_v
// CHECK: %[[C:.*]] = arith.constant dense<1.500000e+00> : vector<8xf16>
// CHECK: arith.addf %{{.*}}, %[[C]] : vector<8xf16>
func.func @constants(%x: tensor<4x8xf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}, %z: tensor<4x8xf16> {norm.name = "z", norm.sizes = affine_map<() -> (4, 8)>})
    -> (tensor<4x8xf16>) {
  %0 = sched.launch @constants variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x8xf16>) {
    %g = sched.group rows[4] ins(%x, %z : tensor<4x8xf16>, tensor<4x8xf16>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf16>, %z_: tensor<8xf16>):
      %c = arith.constant dense<1.5> : tensor<8xf16>
      %y = arith.addf %r, %c : tensor<8xf16>
      sched.yield %y : tensor<8xf16>
    } -> (tensor<4x8xf16>)
    sched.yield %g : tensor<4x8xf16>
  }
  return %0 : tensor<4x8xf16>
}

// Functions become arithmetic: no call, no math function, no division of 16 bits.
// CHECK-LABEL: gpu.func @exp_v
// CHECK: arith.extf %{{.*}} : vector<8xbf16> to vector<8xf32>
// CHECK-NOT: math.{{exp|tanh|erf}}
// CHECK-NOT: func.call
// CHECK: math.fma {{.*}} : vector<8xf32>
// CHECK-NOT: math.{{exp|tanh|erf}}
// CHECK: %[[Y:.*]] = arith.truncf %{{.*}} : vector<8xf32> to vector<8xbf16>
// CHECK: sched.store %[[Y]]
func.func @exp(%x: tensor<4x8xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}, %z: tensor<4x8xbf16> {norm.name = "z", norm.sizes = affine_map<() -> (4, 8)>})
    -> (tensor<4x8xbf16>) {
  %0 = sched.launch @exp variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x8xbf16>) {
    %g = sched.group rows[4] ins(%x, %z : tensor<4x8xbf16>, tensor<4x8xbf16>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xbf16>, %z_: tensor<8xbf16>):
      %y = norm.exp %r : tensor<8xbf16>
      sched.yield %y : tensor<8xbf16>
    } -> (tensor<4x8xbf16>)
    sched.yield %g : tensor<4x8xbf16>
  }
  return %0 : tensor<4x8xbf16>
}

// CHECK-LABEL: gpu.func @tanh_v
// CHECK: arith.extf %{{.*}} : vector<8xbf16> to vector<8xf32>
// CHECK-NOT: math.{{exp|tanh|erf}}
// CHECK-NOT: func.call
// CHECK: math.fma {{.*}} : vector<8xf32>
// CHECK-NOT: math.{{exp|tanh|erf}}
// CHECK: %[[Y:.*]] = arith.truncf %{{.*}} : vector<8xf32> to vector<8xbf16>
// CHECK: sched.store %[[Y]]
func.func @tanh(%x: tensor<4x8xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}, %z: tensor<4x8xbf16> {norm.name = "z", norm.sizes = affine_map<() -> (4, 8)>})
    -> (tensor<4x8xbf16>) {
  %0 = sched.launch @tanh variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x8xbf16>) {
    %g = sched.group rows[4] ins(%x, %z : tensor<4x8xbf16>, tensor<4x8xbf16>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xbf16>, %z_: tensor<8xbf16>):
      %y = norm.tanh %r : tensor<8xbf16>
      sched.yield %y : tensor<8xbf16>
    } -> (tensor<4x8xbf16>)
    sched.yield %g : tensor<4x8xbf16>
  }
  return %0 : tensor<4x8xbf16>
}

// CHECK-LABEL: gpu.func @erf_v
// CHECK: arith.extf %{{.*}} : vector<8xbf16> to vector<8xf32>
// CHECK-NOT: math.{{exp|tanh|erf}}
// CHECK-NOT: func.call
// CHECK: math.fma {{.*}} : vector<8xf32>
// CHECK-NOT: math.{{exp|tanh|erf}}
// CHECK: %[[Y:.*]] = arith.truncf %{{.*}} : vector<8xf32> to vector<8xbf16>
// CHECK: sched.store %[[Y]]
func.func @erf(%x: tensor<4x8xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}, %z: tensor<4x8xbf16> {norm.name = "z", norm.sizes = affine_map<() -> (4, 8)>})
    -> (tensor<4x8xbf16>) {
  %0 = sched.launch @erf variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x8xbf16>) {
    %g = sched.group rows[4] ins(%x, %z : tensor<4x8xbf16>, tensor<4x8xbf16>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xbf16>, %z_: tensor<8xbf16>):
      %y = norm.erf %r : tensor<8xbf16>
      sched.yield %y : tensor<8xbf16>
    } -> (tensor<4x8xbf16>)
    sched.yield %g : tensor<4x8xbf16>
  }
  return %0 : tensor<4x8xbf16>
}

// CHECK-LABEL: gpu.func @sigmoid_v
// CHECK: arith.extf %{{.*}} : vector<8xbf16> to vector<8xf32>
// CHECK-NOT: math.{{exp|tanh|erf}}
// CHECK-NOT: func.call
// CHECK: math.fma {{.*}} : vector<8xf32>
// CHECK-NOT: math.{{exp|tanh|erf}}
// CHECK: arith.truncf %{{.*}} : vector<8xf32> to vector<8xbf16>
// CHECK: sched.store %{{.*}} : vector<8xbf16>
func.func @sigmoid(%x: tensor<4x8xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}, %z: tensor<4x8xbf16> {norm.name = "z", norm.sizes = affine_map<() -> (4, 8)>})
    -> (tensor<4x8xbf16>) {
  %0 = sched.launch @sigmoid variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x8xbf16>) {
    %g = sched.group rows[4] ins(%x, %z : tensor<4x8xbf16>, tensor<4x8xbf16>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xbf16>, %z_: tensor<8xbf16>):
      %y = norm.sigmoid %r : tensor<8xbf16>
      sched.yield %y : tensor<8xbf16>
    } -> (tensor<4x8xbf16>)
    sched.yield %g : tensor<4x8xbf16>
  }
  return %0 : tensor<4x8xbf16>
}

// CHECK-LABEL: gpu.func @silu_v
// CHECK: arith.extf %{{.*}} : vector<8xbf16> to vector<8xf32>
// CHECK-NOT: math.{{exp|tanh|erf}}
// CHECK-NOT: func.call
// CHECK: math.fma {{.*}} : vector<8xf32>
// CHECK-NOT: math.{{exp|tanh|erf}}
// CHECK: arith.truncf %{{.*}} : vector<8xf32> to vector<8xbf16>
// CHECK: sched.store %{{.*}} : vector<8xbf16>
func.func @silu(%x: tensor<4x8xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}, %z: tensor<4x8xbf16> {norm.name = "z", norm.sizes = affine_map<() -> (4, 8)>})
    -> (tensor<4x8xbf16>) {
  %0 = sched.launch @silu variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x8xbf16>) {
    %g = sched.group rows[4] ins(%x, %z : tensor<4x8xbf16>, tensor<4x8xbf16>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xbf16>, %z_: tensor<8xbf16>):
      %y = norm.silu %r : tensor<8xbf16>
      sched.yield %y : tensor<8xbf16>
    } -> (tensor<4x8xbf16>)
    sched.yield %g : tensor<4x8xbf16>
  }
  return %0 : tensor<4x8xbf16>
}

// CHECK-LABEL: gpu.func @gelu_erf_v
// CHECK: arith.extf %{{.*}} : vector<8xbf16> to vector<8xf32>
// CHECK-NOT: math.{{exp|tanh|erf}}
// CHECK-NOT: func.call
// CHECK: math.fma {{.*}} : vector<8xf32>
// CHECK-NOT: math.{{exp|tanh|erf}}
// CHECK: arith.truncf %{{.*}} : vector<8xf32> to vector<8xbf16>
// CHECK: sched.store %{{.*}} : vector<8xbf16>
func.func @gelu_erf(%x: tensor<4x8xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}, %z: tensor<4x8xbf16> {norm.name = "z", norm.sizes = affine_map<() -> (4, 8)>})
    -> (tensor<4x8xbf16>) {
  %0 = sched.launch @gelu_erf variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x8xbf16>) {
    %g = sched.group rows[4] ins(%x, %z : tensor<4x8xbf16>, tensor<4x8xbf16>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xbf16>, %z_: tensor<8xbf16>):
      %y = norm.gelu <erf> %r : tensor<8xbf16>
      sched.yield %y : tensor<8xbf16>
    } -> (tensor<4x8xbf16>)
    sched.yield %g : tensor<4x8xbf16>
  }
  return %0 : tensor<4x8xbf16>
}

// CHECK-LABEL: gpu.func @gelu_tanh_v
// CHECK: arith.extf %{{.*}} : vector<8xbf16> to vector<8xf32>
// CHECK-NOT: math.{{exp|tanh|erf}}
// CHECK-NOT: func.call
// CHECK: math.fma {{.*}} : vector<8xf32>
// CHECK-NOT: math.{{exp|tanh|erf}}
// CHECK: arith.truncf %{{.*}} : vector<8xf32> to vector<8xbf16>
// CHECK: sched.store %{{.*}} : vector<8xbf16>
func.func @gelu_tanh(%x: tensor<4x8xbf16> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}, %z: tensor<4x8xbf16> {norm.name = "z", norm.sizes = affine_map<() -> (4, 8)>})
    -> (tensor<4x8xbf16>) {
  %0 = sched.launch @gelu_tanh variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x8xbf16>) {
    %g = sched.group rows[4] ins(%x, %z : tensor<4x8xbf16>, tensor<4x8xbf16>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xbf16>, %z_: tensor<8xbf16>):
      %y = norm.gelu <tanh> %r : tensor<8xbf16>
      sched.yield %y : tensor<8xbf16>
    } -> (tensor<4x8xbf16>)
    sched.yield %g : tensor<4x8xbf16>
  }
  return %0 : tensor<4x8xbf16>
}

// The seed of a reciprocal square root is one number at a time; what refines it is not.
// CHECK-LABEL: gpu.func @rsqrt_v
// CHECK-COUNT-8: sched.rsqrt_seed %{{.*}} : f32
// CHECK: vector.from_elements
// CHECK: math.fma {{.*}} : vector<8xf32>
func.func @rsqrt(%x: tensor<4x8xf32> {norm.name = "x", norm.sizes = affine_map<() -> (4, 8)>}, %z: tensor<4x8xf32> {norm.name = "z", norm.sizes = affine_map<() -> (4, 8)>})
    -> (tensor<4x8xf32>) {
  %0 = sched.launch @rsqrt variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<4x8xf32>) {
    %g = sched.group rows[4] ins(%x, %z : tensor<4x8xf32>, tensor<4x8xf32>) maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]
        config <threads_per_row = 1, rows_per_cta = 32, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [64, 64, 64], min_ctas_per_sm = 0> {
    ^row(%r: tensor<8xf32>, %z_: tensor<8xf32>):
      %y = norm.rsqrt %r : tensor<8xf32>
      sched.yield %y : tensor<8xf32>
    } -> (tensor<4x8xf32>)
    sched.yield %g : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}
