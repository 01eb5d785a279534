// Parts of a concat are windows of what it is: a result, or a temporary that a launch reads;
// inside another concat, from where that one starts.
// RUN: %normc-opt %s --normc-import-describe-arguments --norm-form-row-groups --sched-select-row-config --sched-expand-variants --convert-sched-to-gpu 2>/dev/null | FileCheck %s

// CHECK: sched.plan @nested dims 3
// CHECK-SAME: results [#sched.tensor<"result0" : f32, ()[s0, s1, s2] -> (s0, s1 + s2, 32)>]
// CHECK-SAME: temporaries []
// CHECK-SAME: windows [
// CHECK-SAME: #sched.window<"result0.part0" : f32, ()[s0, s1, s2] -> (s0, s1, 32), of = "result0", start = ()[s0, s1, s2] -> (0, 0, 0)>,
// CHECK-SAME: #sched.window<"result0.part1.part0" : f32, ()[s0, s1, s2] -> (s0, s2, 8), of = "result0", start = ()[s0, s1, s2] -> (0, s1, 0)>,
// CHECK-SAME: #sched.window<"result0.part1.part1" : f32, ()[s0, s1, s2] -> (s0, s2, 24), of = "result0", start = ()[s0, s1, s2] -> (0, s1, 8)>]
// CHECK-SAME: "result0.part1.part1.stride0"

// CHECK: sched.plan @read
// CHECK-SAME: temporaries [#sched.tensor<"temporary0" : f32, ()[s0] -> (s0, 16)>]
// CHECK-SAME: of = "temporary0", start = ()[s0] -> (0, 8)
// CHECK-SAME: tensors = ["temporary0", "result0"]
module attributes {sched.target = #sched.target<"sm_90">} {
  func.func @nested(%a: tensor<?x?x32xf32>, %b: tensor<?x?x8xf32>, %c: tensor<?x?x24xf32>)
      -> tensor<?x?x32xf32> {
    %row = norm.concat %b, %c axis = 2
        : (tensor<?x?x8xf32>, tensor<?x?x24xf32>) -> tensor<?x?x32xf32>
    %all = norm.concat %a, %row axis = 1
        : (tensor<?x?x32xf32>, tensor<?x?x32xf32>) -> tensor<?x?x32xf32>
    return %all : tensor<?x?x32xf32>
  }
  func.func @read(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>) -> tensor<?x16xf32> {
    %row = norm.concat %a, %b axis = 1 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x16xf32>
    %y = norm.silu %row : tensor<?x16xf32>
    return %y : tensor<?x16xf32>
  }
}
