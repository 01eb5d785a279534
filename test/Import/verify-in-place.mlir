// What a result may be in place of: an argument of its type and sizes, also where these are equal
// by the meaning of an operation alone. A permission changes nothing here.
// RUN: %normc-opt %s --normc-import-describe-arguments --normc-import-verify-in-place | FileCheck %s

// CHECK-LABEL: func @f
// CHECK-SAME: -> (tensor<?x64xf32> {norm.in_place = "x"})
func.func @f(%x: tensor<?x64xf32> {norm.name = "x"}) -> (tensor<?x64xf32> {norm.in_place = "x"}) {
  %0 = norm.exp %x : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// CHECK-LABEL: func @two
// CHECK-SAME: -> (tensor<?x64xf32> {norm.in_place = "y"}, tensor<?x64xf32>, tensor<?x64xf32> {norm.in_place = "x"})
func.func @two(%x: tensor<?x64xf32> {norm.name = "x"}, %y: tensor<?x64xf32> {norm.name = "y"})
    -> (tensor<?x64xf32> {norm.in_place = "y"}, tensor<?x64xf32>, tensor<?x64xf32> {norm.in_place = "x"}) {
  %0 = norm.exp %x : tensor<?x64xf32>
  %1 = arith.addf %0, %y : tensor<?x64xf32>
  %2 = norm.exp %1 : tensor<?x64xf32>
  return %0, %1, %2 : tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x64xf32>
}
