// Each op and attribute prints what it parses.
// RUN: %normc-opt %s | FileCheck %s
// RUN: %normc-opt %s | %normc-opt | FileCheck %s
// RUN: %normc-opt %s --mlir-print-op-generic | %normc-opt | FileCheck %s

// CHECK-DAG: #[[ROWS:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[NONE:.*]] = affine_map<(d0) -> ()>
// CHECK-DAG: #[[BATCH:.*]] = affine_map<(d0, d1) -> (d0, 0)>

// CHECK: module attributes {sched.target = #sched.target<"sm_90">}
module attributes {sched.target = #sched.target<"sm_90">} {
  // CHECK-LABEL: func @one_region
  func.func @one_region(%x: tensor<?x64xf32>, %w: tensor<64xf32>, %n: f32, %b: index) -> tensor<?x64xf32> {
    // CHECK: sched.launch @k -> (tensor<?x64xf32>) {
    %0 = sched.launch @k -> (tensor<?x64xf32>) {
      // CHECK: sched.group rows [%arg3] ins(%arg0, %arg1, %arg2 : tensor<?x64xf32>, tensor<64xf32>, f32) maps [#[[ROWS]], #[[NONE]], #[[NONE]]] {
      // CHECK-NEXT: ^bb0(%{{.*}}: tensor<64xf32>, %{{.*}}: tensor<64xf32>, %{{.*}}: f32):
      %g = sched.group rows[%b] ins(%x, %w, %n : tensor<?x64xf32>, tensor<64xf32>, f32)
          maps [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>] {
      ^row(%xr: tensor<64xf32>, %wr: tensor<64xf32>, %nr: f32):
        %y = arith.mulf %xr, %wr : tensor<64xf32>
        // CHECK: sched.yield %{{.*}} : tensor<64xf32>
        sched.yield %y : tensor<64xf32>
      // CHECK: } -> (tensor<?x64xf32>)
      } -> (tensor<?x64xf32>)
      // CHECK: sched.yield %{{.*}} : tensor<?x64xf32>
      sched.yield %g : tensor<?x64xf32>
    }
    return %0 : tensor<?x64xf32>
  }

  // CHECK-LABEL: func @variants
  func.func @variants(%x: tensor<2x1x64xbf16>) -> tensor<2x3xbf16> {
    // CHECK: sched.launch @k variants [#sched.variant<"aligned", align = 16, collapse = true>, #sched.variant<"misaligned", align = 1, collapse = false>] -> (tensor<2x3xbf16>) {
    %0 = sched.launch @k variants [#sched.variant<"aligned", align = 16, collapse = true>,
                                   #sched.variant<"misaligned", align = 1, collapse = false>]
        -> (tensor<2x3xbf16>) {
      // CHECK: sched.group rows [2, 3] ins(%arg0 : tensor<2x1x64xbf16>) maps [#[[BATCH]]]
      // CHECK-SAME: config <threads_per_row = 8, rows_per_cta = 16, vector_width = 8, residency = registers, operand_loads = early, access_bits = [128, 0], min_ctas_per_sm = 4> {
      %g = sched.group rows[2, 3] ins(%x : tensor<2x1x64xbf16>) maps [affine_map<(d0, d1) -> (d0, 0)>]
          config <threads_per_row = 8, rows_per_cta = 16, vector_width = 8, residency = registers,
                  operand_loads = early, access_bits = [128, 0], min_ctas_per_sm = 4> {
      ^row(%xr: tensor<64xbf16>):
        %m = norm.reduce <max> %xr : tensor<64xbf16> -> f32
        %t = arith.truncf %m : f32 to bf16
        sched.yield %t : bf16
      } -> (tensor<2x3xbf16>)
      sched.yield %g : tensor<2x3xbf16>
    // CHECK: }, {
    }, {
      // CHECK: operand_loads = late
      %g = sched.group rows[2, 3] ins(%x : tensor<2x1x64xbf16>) maps [affine_map<(d0, d1) -> (d0, 0)>]
          config <threads_per_row = 8, rows_per_cta = 16, vector_width = 8, residency = registers,
                  operand_loads = late, access_bits = [128, 0], min_ctas_per_sm = 0> {
      ^row(%xr: tensor<64xbf16>):
        %m = norm.reduce <max> %xr : tensor<64xbf16> -> f32
        %t = arith.truncf %m : f32 to bf16
        sched.yield %t : bf16
      } -> (tensor<2x3xbf16>)
      sched.yield %g : tensor<2x3xbf16>
    }
    return %0 : tensor<2x3xbf16>
  }

  // CHECK-LABEL: func @no_inputs_no_rows
  func.func @no_inputs_no_rows() -> tensor<64xf32> {
    %0 = sched.launch @k -> (tensor<64xf32>) {
      // CHECK: sched.group rows [] ins() maps [] {
      %g = sched.group rows[] ins() maps [] {
        %c = arith.constant dense<1.0> : tensor<64xf32>
        sched.yield %c : tensor<64xf32>
      } -> (tensor<64xf32>)
      sched.yield %g : tensor<64xf32>
    }
    return %0 : tensor<64xf32>
  }

  gpu.module @kernels {
    // CHECK-LABEL: gpu.func @accesses
    gpu.func @accesses(%x: !llvm.ptr<1>, %i: i64, %c: i1) kernel {
      // CHECK: %[[V:.*]] = sched.load %arg0[%arg1] align 16 invariant : vector<8xbf16>
      %v = sched.load %x[%i] align 16 invariant : vector<8xbf16>
      // CHECK: %[[N:.*]] = sched.load %arg0[%arg1] align 4 : f32
      %n = sched.load %x[%i] align 4 : f32
      // CHECK: sched.load %arg0[%arg1] if %arg2 align 4 : f32
      %anything = sched.load %x[%i] if %c align 4 : f32
      // CHECK: sched.load %arg0[%arg1] if %arg2 else %[[V]] align 16 invariant : vector<8xbf16>
      %w = sched.load %x[%i] if %c else %v align 16 invariant : vector<8xbf16>
      // CHECK: sched.store %{{.*}}, %arg0[%arg1] if %arg2 align 16 : vector<8xbf16>
      sched.store %w, %x[%i] if %c align 16 : vector<8xbf16>
      // CHECK: sched.rsqrt_seed %[[N]] : f32
      %s = sched.rsqrt_seed %n : f32
      // CHECK: sched.store %[[V]], %arg0[%arg1] align 2 : vector<8xbf16>
      sched.store %v, %x[%i] align 2 : vector<8xbf16>
      // CHECK: sched.store %{{.*}}, %arg0[%arg1] align 4 : f32
      sched.store %s, %x[%i] align 4 : f32
      gpu.return
    }
  }

  // CHECK: sched.plan @f dims 1
  // CHECK-SAME: arguments [#sched.tensor<"x" : bf16, ()[s0] -> (s0, 64)>, #sched.scalar<"n" : f32>]
  // CHECK-SAME: results [#sched.tensor<"result0" : f32, ()[s0] -> (s0)>]
  // CHECK-SAME: temporaries []
  // CHECK-SAME: launches [#sched.launch<rows = ()[s0] -> (s0), tensors = ["x", "result0"], collapsible = [0, 0], bytes = ()[s0] -> (s0 * 132),
  // CHECK-SAME: kernels = [<@kernels::@accesses, <"aligned", align = 16, collapse = false>, grid = ()[s0] -> (s0 ceildiv 16), block = [8, 16], alignments = [16, 4], arguments = ["x", "x.stride0", "n", "result0", "size:s0"]>]>]
  sched.plan @f dims 1
    arguments [#sched.tensor<"x" : bf16, ()[s0] -> (s0, 64)>, #sched.scalar<"n" : f32>]
    results [#sched.tensor<"result0" : f32, ()[s0] -> (s0)>] temporaries []
    launches [#sched.launch<rows = ()[s0] -> (s0), tensors = ["x", "result0"], collapsible = [0, 0],
      bytes = ()[s0] -> (s0 * 132), kernels = [<@kernels::@accesses, <"aligned", align = 16, collapse = false>,
                  grid = ()[s0] -> (s0 ceildiv 16), block = [8, 16], alignments = [16, 4],
                  arguments = ["x", "x.stride0", "n", "result0", "size:s0"]>]>]

  // CHECK: sched.plan @in_place
  // CHECK-SAME: in_place = ["result0=x"], kernels = [<@kernels::@a, <"a", align = 1, collapse = false>,
  // CHECK-SAME: <@kernels::@a_in_place, <"a_in_place", align = 1, collapse = false, in_place = true>,
  sched.plan @in_place dims 0 arguments [#sched.tensor<"x" : f32, () -> (64)>]
    results [#sched.tensor<"result0" : f32, () -> (64)>] temporaries []
    launches [#sched.launch<rows = () -> (), tensors = ["x", "result0"], collapsible = [0, 0],
      bytes = () -> (512), in_place = ["result0=x"],
      kernels = [<@kernels::@a, <"a", align = 1, collapse = false, in_place = false>,
                  grid = () -> (1), block = [8, 4], alignments = [4, 4], arguments = ["x", "result0"]>,
                 <@kernels::@a_in_place, <"a_in_place", align = 1, collapse = false, in_place = true>,
                  grid = () -> (1), block = [8, 4], alignments = [4, 4], arguments = ["x", "result0"]>]>]

  // CHECK: sched.plan @g
  // CHECK-SAME: temporaries [#sched.tensor<"temporary0" : f32, ()[s0, s1] -> (s0, s1)>]
  // CHECK-SAME: collapsible = [2, 2], bytes = ()[s0, s1] -> ((s0 * s1) * 8)
  sched.plan @g dims 2 arguments [#sched.tensor<"x" : f32, ()[s0, s1] -> (s0, s1)>] results []
    temporaries [#sched.tensor<"temporary0" : f32, ()[s0, s1] -> (s0, s1)>]
    launches [#sched.launch<rows = ()[s0, s1] -> (s0, s1), tensors = ["x", "temporary0"],
      collapsible = [2, 2], bytes = ()[s0, s1] -> (s0 * s1 * 8),
      kernels = [<@kernels::@accesses, <"misaligned", align = 1, collapse = false>,
                  grid = ()[s0, s1] -> ((s0 * s1) ceildiv 128), block = [1, 128],
                  alignments = [4, 4], arguments = ["x"]>]>]
}
