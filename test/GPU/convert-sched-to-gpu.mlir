// One launch, as the kernel that its threads run and the plan that launches it.
// RUN: %normc-opt %s --convert-sched-to-gpu --cse | FileCheck %s

// CHECK-NOT: func.func
// CHECK: gpu.module @kernels {
// No result shares memory with anything else; the block is exactly 8 threads by 4 rows.
// CHECK: gpu.func @k_v(%[[X:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[XS:[a-z0-9]*]]: i64, %[[Y:[a-z0-9]*]]: !llvm.ptr<1> {llvm.noalias}, %[[YS:[a-z0-9]*]]: i64, %[[M:[a-z0-9]*]]: i64) kernel attributes {known_block_size = array<i32: 8, 4, 1>, sched.min_ctas_per_sm = 2 : i64} {
// CHECK-DAG: %[[TX:.*]] = gpu.thread_id x
// CHECK-DAG: %[[T:.*]] = arith.index_castui %[[TX]] : index to i32
// CHECK-DAG: %[[TY:.*]] = gpu.thread_id y
// CHECK-DAG: %[[R:.*]] = arith.index_castui %[[TY]] : index to i32
// CHECK-DAG: %[[BX:.*]] = gpu.block_id x
// CHECK-DAG: %[[B:.*]] = arith.index_castui %[[BX]] : index to i64
// The row of this thread. One past the end works on the last row's values, so that all
// threads meet at barriers and shuffles, and stores nothing.
// CHECK: %[[FIRST:.*]] = arith.muli %[[B]], %c4_i64
// CHECK: %[[ROW64:.*]] = arith.extui %[[R]]
// CHECK: %[[ROW:.*]] = arith.addi %[[FIRST]], %[[ROW64]]
// CHECK: %[[NUM:.*]] = arith.muli %{{.*}}, %[[M]]
// CHECK: %[[LAST:.*]] = arith.subi %[[NUM]], %c1_i64
// CHECK: %[[EXISTS:.*]] = arith.cmpi ult, %[[ROW]], %[[NUM]]
// CHECK: %[[CLAMPED:.*]] = arith.minui %[[ROW]], %[[LAST]]
// CHECK: %[[XOFF:.*]] = arith.muli %[[CLAMPED]], %[[XS]]
// CHECK: %[[YOFF:.*]] = arith.muli %[[CLAMPED]], %[[YS]]
// The 8 elements from 8 t on, at one access.
// CHECK: arith.muli %{{.*}}, %c8_i32
// CHECK: %[[V:.*]] = sched.load %[[X]][%{{.*}}] align 16 invariant : vector<8xbf16>
// CHECK: %[[S:.*]] = arith.addf %[[V]], %[[V]] : vector<8xbf16>
// CHECK: scf.if %[[EXISTS]] {
// CHECK-NEXT: %[[OFF:.*]] = arith.addi
// CHECK-NEXT: sched.store %[[S]], %[[Y]][%[[OFF]]] align 16 : vector<8xbf16>
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return

// CHECK: sched.plan @f dims 1
// CHECK-SAME: arguments [#sched.tensor<"x" : bf16, ()[s0] -> (s0, 64)>]
// CHECK-SAME: results [#sched.tensor<"result0" : bf16, ()[s0] -> (s0, 64)>]
// CHECK-SAME: temporaries []
// CHECK-SAME: launches [#sched.launch<rows = ()[s0] -> (s0), tensors = ["x", "result0"], collapsible = [0, 0], bytes = ()[s0] -> (s0 * 256),
// CHECK-SAME: kernels = [<@kernels::@k_v, <"v", align = 16, collapse = false>, grid = ()[s0] -> (s0 ceildiv 4), block = [8, 4], alignments = [16, 16], arguments = ["x", "x.stride0", "result0", "result0.stride0", "size:s0"]>]>]
func.func @f(%x: tensor<?x64xbf16> {norm.name = "x", norm.sizes = affine_map<()[s0] -> (s0, 64)>})
    -> (tensor<?x64xbf16>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x64xbf16>
  %0 = sched.launch @k variants [#sched.variant<"v", align = 16, collapse = false>]
      -> (tensor<?x64xbf16>) {
    %g = sched.group rows[%d] ins(%x : tensor<?x64xbf16>) maps [affine_map<(d0) -> (d0)>]
        config <threads_per_row = 8, rows_per_cta = 4, vector_width = 8, residency = registers,
                operand_loads = early, access_bits = [128, 128], min_ctas_per_sm = 2> {
    ^row(%r: tensor<64xbf16>):
      %y = arith.addf %r, %r : tensor<64xbf16>
      sched.yield %y : tensor<64xbf16>
    } -> (tensor<?x64xbf16>)
    sched.yield %g : tensor<?x64xbf16>
  }
  return %0 : tensor<?x64xbf16>
}
