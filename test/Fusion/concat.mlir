// A concat stays between the launches that write its parts and those that read it. Each is stored
// once, of what launches write.
// RUN: %normc-opt %s --norm-form-row-groups 2>&1 | FileCheck %s

// CHECK: remark: not fused with what it reads: a concat is stored before it is read

// Two row spaces are two launches; an argument is copied.
// CHECK-LABEL: func @rows
// CHECK: %[[A:.*]] = sched.launch @rows_0_f32_n64 -> (tensor<?x64xf32>)
// CHECK: norm.silu
// CHECK: %[[B:.*]] = sched.launch @rows_1_f32_n64 -> (tensor<?x64xf32>)
// CHECK: ^bb0(%[[ROW:.*]]: tensor<64xf32>):
// CHECK-NEXT: sched.yield %[[ROW]]
// CHECK: %[[ALL:.*]] = norm.concat %[[A]], %[[B]] axis = 0
// CHECK-NEXT: return %[[ALL]]
func.func @rows(%x: tensor<?x64xf32>, %z: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %s = norm.silu %x : tensor<?x64xf32>
  %y = norm.concat %s, %z axis = 0 : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}

// Parts over one row space are one launch; a part that is also returned is a result more.
// CHECK-LABEL: func @columns
// CHECK: %[[Y:.*]]:3 = sched.launch @columns_f32_n64
// CHECK: sched.yield %[[S:.*]], %[[S]], %[[E:.*]] : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
// CHECK: %[[ALL:.*]] = norm.concat %[[Y]]#1, %[[Y]]#2 axis = 1
// CHECK-NEXT: return %[[ALL]], %[[Y]]#0
func.func @columns(%x: tensor<?x64xf32>) -> (tensor<?x128xf32>, tensor<?x64xf32>) {
  %s = norm.silu %x : tensor<?x64xf32>
  %e = norm.exp %x : tensor<?x64xf32>
  %y = norm.concat %s, %e axis = 1 : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x128xf32>
  return %y, %s : tensor<?x128xf32>, tensor<?x64xf32>
}

// Returned twice, its parts are written twice.
// CHECK-LABEL: func @twice
// CHECK: %[[Y:.*]]:4 = sched.launch
// CHECK: %[[P:.*]] = norm.concat
// CHECK: %[[Q:.*]] = norm.concat
// CHECK: return %[[P]], %[[Q]]
func.func @twice(%x: tensor<?x64xf32>) -> (tensor<?x128xf32>, tensor<?x128xf32>) {
  %s = norm.silu %x : tensor<?x64xf32>
  %y = norm.concat %s, %s axis = 1 : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x128xf32>
  return %y, %y : tensor<?x128xf32>, tensor<?x128xf32>
}

// CHECK-LABEL: func @read
// CHECK: %[[Y:.*]] = norm.concat
// CHECK: sched.launch @read_1_f32_n128
// CHECK: ins(%[[Y]] : tensor<?x128xf32>)
func.func @read(%x: tensor<?x64xf32>) -> tensor<?x128xf32> {
  %s = norm.silu %x : tensor<?x64xf32>
  %y = norm.concat %s, %x axis = 1 : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x128xf32>
  %e = norm.exp %y : tensor<?x128xf32>
  return %e : tensor<?x128xf32>
}
