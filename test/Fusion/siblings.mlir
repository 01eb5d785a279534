// Launches over one row space that do not read each other become one while their rows are short.
// RUN: %normc-opt %s --norm-form-row-groups --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func @heads(
// CHECK: sched.launch @heads_bf16_n64 -> (tensor<?x2x64xbf16>, tensor<?x2x64xbf16>)
// CHECK: sched.group rows [%{{.*}}, 2] ins(%arg0, %arg1, %arg0, %arg2 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1 * 64)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1 * 64 + 128)>, affine_map<(d0, d1) -> ()>] {
// CHECK-NOT: sched.launch
func.func @heads(%x: tensor<?x384xbf16>, %wq: tensor<64xbf16>, %wk: tensor<64xbf16>)
    -> (tensor<?x2x64xbf16>, tensor<?x2x64xbf16>) {
  %h = norm.reshape %x : (tensor<?x384xbf16>) -> tensor<?x6x64xbf16>
  %q = norm.slice %h offsets = [0, 0, 0] strides = [1, 1, 1]
      : (tensor<?x6x64xbf16>) -> tensor<?x2x64xbf16>
  %k = norm.slice %h offsets = [0, 2, 0] strides = [1, 1, 1]
      : (tensor<?x6x64xbf16>) -> tensor<?x2x64xbf16>
  %qn = norm.rms_norm %q weight %wq {eps = 0.0 : f32}
      : (tensor<?x2x64xbf16>, tensor<64xbf16>) -> tensor<?x2x64xbf16>
  %kn = norm.rms_norm %k weight %wk {eps = 0.0 : f32}
      : (tensor<?x2x64xbf16>, tensor<64xbf16>) -> tensor<?x2x64xbf16>
  return %qn, %kn : tensor<?x2x64xbf16>, tensor<?x2x64xbf16>
}

// CHECK-LABEL: func @other_length(
// CHECK: sched.launch @other_length_0_bf16_n64 -> (tensor<?x64xbf16>)
// CHECK: sched.group rows [%{{.*}}] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0) -> (d0, 0)>] {
// CHECK: sched.launch @other_length_1_bf16_n128 -> (tensor<?x128xbf16>)
// CHECK: sched.group rows [%{{.*}}] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0) -> (d0, 64)>] {
// CHECK-NOT: sched.launch
func.func @other_length(%x: tensor<?x192xbf16>) -> (tensor<?x64xbf16>, tensor<?x128xbf16>) {
  %a = norm.slice %x offsets = [0, 0] strides = [1, 1] : (tensor<?x192xbf16>) -> tensor<?x64xbf16>
  %b = norm.slice %x offsets = [0, 64] strides = [1, 1] : (tensor<?x192xbf16>) -> tensor<?x128xbf16>
  %y = norm.exp %a : tensor<?x64xbf16>
  %z = norm.exp %b : tensor<?x128xbf16>
  return %y, %z : tensor<?x64xbf16>, tensor<?x128xbf16>
}

// CHECK-LABEL: func @other_heads(
// CHECK: sched.launch @other_heads_0_bf16_n64 -> (tensor<?x4x64xbf16>)
// CHECK: sched.group rows [%{{.*}}, 4] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1)>] {
// CHECK: sched.launch @other_heads_1_bf16_n64 -> (tensor<?x1x64xbf16>)
// CHECK: sched.group rows [%{{.*}}, 1] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1 + 4)>] {
// CHECK-NOT: sched.launch
func.func @other_heads(%x: tensor<?x6x64xbf16>) -> (tensor<?x4x64xbf16>, tensor<?x1x64xbf16>) {
  %a = norm.slice %x offsets = [0, 0, 0] strides = [1, 1, 1]
      : (tensor<?x6x64xbf16>) -> tensor<?x4x64xbf16>
  %b = norm.slice %x offsets = [0, 4, 0] strides = [1, 1, 1]
      : (tensor<?x6x64xbf16>) -> tensor<?x1x64xbf16>
  %y = norm.exp %a : tensor<?x4x64xbf16>
  %z = norm.exp %b : tensor<?x1x64xbf16>
  return %y, %z : tensor<?x4x64xbf16>, tensor<?x1x64xbf16>
}

// CHECK-LABEL: func @other_sizes(
// CHECK: sched.launch @other_sizes_0_bf16_n64 -> (tensor<?x64xbf16>)
// CHECK: sched.group rows [%{{.*}}] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0) -> (d0)>] {
// CHECK: sched.launch @other_sizes_1_bf16_n64 -> (tensor<?x64xbf16>)
// CHECK: sched.group rows [%{{.*}}] ins(%arg1 :
// CHECK-SAME: maps [affine_map<(d0) -> (d0)>] {
// CHECK-NOT: sched.launch
func.func @other_sizes(%a: tensor<?x64xbf16>, %b: tensor<?x64xbf16>)
    -> (tensor<?x64xbf16>, tensor<?x64xbf16>) {
  %y = norm.exp %a : tensor<?x64xbf16>
  %z = norm.exp %b : tensor<?x64xbf16>
  return %y, %z : tensor<?x64xbf16>, tensor<?x64xbf16>
}

// CHECK-LABEL: func @at_the_bound(
// CHECK: sched.launch @at_the_bound_bf16_n2048 -> (tensor<?x2048xbf16>, tensor<?x2048xbf16>)
// CHECK: sched.group rows [%{{.*}}] ins(%arg0, %arg0 :
// CHECK-SAME: maps [affine_map<(d0) -> (d0, 0)>, affine_map<(d0) -> (d0, 2048)>] {
// CHECK-NOT: sched.launch
func.func @at_the_bound(%x: tensor<?x4096xbf16>) -> (tensor<?x2048xbf16>, tensor<?x2048xbf16>) {
  %a = norm.slice %x offsets = [0, 0] strides = [1, 1]
      : (tensor<?x4096xbf16>) -> tensor<?x2048xbf16>
  %b = norm.slice %x offsets = [0, 2048] strides = [1, 1]
      : (tensor<?x4096xbf16>) -> tensor<?x2048xbf16>
  %y = norm.exp %a : tensor<?x2048xbf16>
  %z = norm.exp %b : tensor<?x2048xbf16>
  return %y, %z : tensor<?x2048xbf16>, tensor<?x2048xbf16>
}

// CHECK-LABEL: func @past_the_bound(
// CHECK: sched.launch @past_the_bound_0_bf16_n2304 -> (tensor<?x2304xbf16>)
// CHECK: sched.group rows [%{{.*}}] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0) -> (d0, 0)>] {
// CHECK: sched.launch @past_the_bound_1_bf16_n2304 -> (tensor<?x2304xbf16>)
// CHECK: sched.group rows [%{{.*}}] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0) -> (d0, 2304)>] {
// CHECK-NOT: sched.launch
func.func @past_the_bound(%x: tensor<?x4608xbf16>) -> (tensor<?x2304xbf16>, tensor<?x2304xbf16>) {
  %a = norm.slice %x offsets = [0, 0] strides = [1, 1]
      : (tensor<?x4608xbf16>) -> tensor<?x2304xbf16>
  %b = norm.slice %x offsets = [0, 2304] strides = [1, 1]
      : (tensor<?x4608xbf16>) -> tensor<?x2304xbf16>
  %y = norm.exp %a : tensor<?x2304xbf16>
  %z = norm.exp %b : tensor<?x2304xbf16>
  return %y, %z : tensor<?x2304xbf16>, tensor<?x2304xbf16>
}

// CHECK-LABEL: func @numbers(
// CHECK: sched.launch @numbers_0_bf16 -> (tensor<?x?xbf16>)
// CHECK: sched.group rows [%{{.*}}, %{{.*}}] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1)>] {
// CHECK: sched.launch @numbers_1_bf16 -> (tensor<?x?xbf16>)
// CHECK: sched.group rows [%{{.*}}, %{{.*}}] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0, d1) -> (d0, d1)>] {
// CHECK-NOT: sched.launch
func.func @numbers(%x: tensor<?x?xbf16>) -> (tensor<?x?xbf16>, tensor<?x?xbf16>) {
  %y = norm.exp %x : tensor<?x?xbf16>
  %z = norm.silu %x : tensor<?x?xbf16>
  return %y, %z : tensor<?x?xbf16>, tensor<?x?xbf16>
}

// CHECK-LABEL: func @in_a_chain(
// CHECK: sched.launch @in_a_chain_0_bf16_n128 -> (tensor<?x128xbf16>)
// CHECK: sched.group rows [%{{.*}}] ins(%arg0 :
// CHECK-SAME: maps [affine_map<(d0) -> (d0, 0)>] {
// CHECK: sched.launch @in_a_chain_1_f32_n64 -> (tensor<?xf32>)
// CHECK: sched.group rows [%{{.*}}] ins(%{{.*}} :
// CHECK-SAME: maps [affine_map<(d0) -> (d0, 0)>] {
// CHECK: sched.launch @in_a_chain_2_bf16_n128 -> (tensor<?x128xbf16>)
// CHECK: sched.group rows [%{{.*}}] ins(%arg0, %{{.*}} :
// CHECK-SAME: maps [affine_map<(d0) -> (d0, 128)>, affine_map<(d0) -> (d0)>] {
// CHECK-NOT: sched.launch
func.func @in_a_chain(%x: tensor<?x256xbf16>) -> (tensor<?x128xbf16>, tensor<?x128xbf16>) {
  %a = norm.slice %x offsets = [0, 0] strides = [1, 1] : (tensor<?x256xbf16>) -> tensor<?x128xbf16>
  %b = norm.slice %x offsets = [0, 128] strides = [1, 1]
      : (tensor<?x256xbf16>) -> tensor<?x128xbf16>
  %y = norm.rms_norm %a {eps = 0.0 : f32} : (tensor<?x128xbf16>) -> tensor<?x128xbf16>
  %c = norm.slice %y offsets = [0, 0] strides = [1, 1] : (tensor<?x128xbf16>) -> tensor<?x64xbf16>
  %r = norm.reduce <max> %c : tensor<?x64xbf16> -> tensor<?xf32>
  %q = arith.truncf %r : tensor<?xf32> to tensor<?xbf16>
  %rb = norm.broadcast %q like %b dims = [0]
      : (tensor<?xbf16>, tensor<?x128xbf16>) -> tensor<?x128xbf16>
  %z = arith.mulf %b, %rb : tensor<?x128xbf16>
  return %y, %z : tensor<?x128xbf16>, tensor<?x128xbf16>
}

// Rows that both read count once: twelve, not twenty-four, which would be too many.
// CHECK-LABEL: func @shared_rows(
// CHECK: sched.launch
// CHECK-NOT: sched.launch
// CHECK: return
func.func @shared_rows(%x0: tensor<?x64xbf16>, %x1: tensor<?x64xbf16>, %x2: tensor<?x64xbf16>, %x3: tensor<?x64xbf16>, %x4: tensor<?x64xbf16>, %x5: tensor<?x64xbf16>, %x6: tensor<?x64xbf16>, %x7: tensor<?x64xbf16>, %x8: tensor<?x64xbf16>, %x9: tensor<?x64xbf16>, %x10: tensor<?x64xbf16>, %x11: tensor<?x64xbf16>) -> (tensor<?x64xbf16>, tensor<?x64xbf16>) attributes {norm.dims = ["B", "B", "B", "B", "B", "B", "B", "B", "B", "B", "B", "B"]} {
  %a1 = arith.addf %x0, %x1 : tensor<?x64xbf16>
  %a2 = arith.addf %a1, %x2 : tensor<?x64xbf16>
  %a3 = arith.addf %a2, %x3 : tensor<?x64xbf16>
  %a4 = arith.addf %a3, %x4 : tensor<?x64xbf16>
  %a5 = arith.addf %a4, %x5 : tensor<?x64xbf16>
  %a6 = arith.addf %a5, %x6 : tensor<?x64xbf16>
  %a7 = arith.addf %a6, %x7 : tensor<?x64xbf16>
  %a8 = arith.addf %a7, %x8 : tensor<?x64xbf16>
  %a9 = arith.addf %a8, %x9 : tensor<?x64xbf16>
  %a10 = arith.addf %a9, %x10 : tensor<?x64xbf16>
  %a11 = arith.addf %a10, %x11 : tensor<?x64xbf16>
  %b1 = arith.mulf %x0, %x1 : tensor<?x64xbf16>
  %b2 = arith.mulf %b1, %x2 : tensor<?x64xbf16>
  %b3 = arith.mulf %b2, %x3 : tensor<?x64xbf16>
  %b4 = arith.mulf %b3, %x4 : tensor<?x64xbf16>
  %b5 = arith.mulf %b4, %x5 : tensor<?x64xbf16>
  %b6 = arith.mulf %b5, %x6 : tensor<?x64xbf16>
  %b7 = arith.mulf %b6, %x7 : tensor<?x64xbf16>
  %b8 = arith.mulf %b7, %x8 : tensor<?x64xbf16>
  %b9 = arith.mulf %b8, %x9 : tensor<?x64xbf16>
  %b10 = arith.mulf %b9, %x10 : tensor<?x64xbf16>
  %b11 = arith.mulf %b10, %x11 : tensor<?x64xbf16>
  return %a11, %b11 : tensor<?x64xbf16>, tensor<?x64xbf16>
}
