// Independent launches become the parts of one: with other row spaces and lengths, on CTAs of as many
// threads. What has fewer variants runs one that assumes no more. What reads the other's results or
// is in place stays a launch.
// RUN: %normc-opt %s --pass-pipeline='builtin.module(func.func(normc-import-describe-arguments,norm-form-row-groups),sched-clone-per-target{chips=sm_90},sched-select-row-config,sched-expand-variants,builtin.module(func.func(sched-merge-launches)))' \
// RUN:   2>/dev/null | FileCheck %s

// CHECK-LABEL: func @heads
// CHECK: %[[QK:.*]]:2 = sched.launch @heads_0_f32_n128_2_parts variants
// CHECK-SAME: [#sched.variant<"aligned", align = 16, collapse = true>, #sched.variant<"strided", align = 16, collapse = false>, #sched.variant<"misaligned", align = 1, collapse = false>]
// CHECK: %[[Q:.*]] = sched.group rows {{.*}}, 32]
// CHECK: %[[K:.*]] = sched.group rows {{.*}}, 8]
// CHECK: sched.yield %[[Q]], %[[K]] : tensor<?x32x128xf32>, tensor<?x8x128xf32>
// CHECK-NOT: sched.launch
// CHECK: return %[[QK]]#0, %[[QK]]#1
func.func @heads(%q: tensor<?x32x128xf32>, %k: tensor<?x8x128xf32>)
    -> (tensor<?x32x128xf32>, tensor<?x8x128xf32>) {
  %a = norm.silu %q : tensor<?x32x128xf32>
  %b = norm.silu %k : tensor<?x8x128xf32>
  return %a, %b : tensor<?x32x128xf32>, tensor<?x8x128xf32>
}

// Three, of which one has no axes to collapse, one no wide accesses.
// CHECK-LABEL: func @variants
// CHECK: sched.launch @variants_0_f32_n64_3_parts variants
// CHECK-SAME: [#sched.variant<"aligned", align = 16, collapse = true>, #sched.variant<"strided", align = 16, collapse = false>, #sched.variant<"misaligned", align = 1, collapse = false>]
// CHECK: access_bits = [128, 128]
// CHECK: access_bits = [128, 128]
// CHECK: access_bits = [32, 32]
// CHECK: sched.yield
// CHECK: access_bits = [128, 128]
// CHECK: access_bits = [128, 128]
// CHECK: access_bits = [32, 32]
// CHECK: sched.yield
// CHECK: access_bits = [32, 32]
// CHECK: access_bits = [32, 32]
// CHECK: access_bits = [32, 32]
// CHECK: sched.yield
// CHECK-NOT: sched.launch
// CHECK: return
func.func @variants(%x: tensor<?x4x64xf32>, %y: tensor<?x64xf32>, %z: tensor<?x65xf32>)
    -> (tensor<?x4x64xf32>, tensor<?x64xf32>, tensor<?x65xf32>) {
  %a = norm.silu %x : tensor<?x4x64xf32>
  %b = norm.silu %y : tensor<?x64xf32>
  %c = norm.silu %z : tensor<?x65xf32>
  return %a, %b, %c : tensor<?x4x64xf32>, tensor<?x64xf32>, tensor<?x65xf32>
}

// The second reads all of the first's rows; the third joins the first, though it stands behind.
// CHECK-LABEL: func @reads
// CHECK: %[[A:.*]]:3 = sched.launch @reads_0_f32_n8_2_parts
// CHECK: sched.launch @reads_1_f32_n8 variants
// CHECK: ins(%[[A]]#0, %[[A]]#1
// CHECK-NOT: sched.launch
// CHECK: return
func.func @reads(%x: tensor<8x8xf32>, %y: tensor<?x8xf32>)
    -> (tensor<8x8xf32>, tensor<?x8xf32>) {
  %e = norm.exp %x : tensor<8x8xf32>
  %r = norm.reduce <add> %e : tensor<8x8xf32> -> tensor<8xf32>
  %b = norm.broadcast %r like %x dims = [1] : (tensor<8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %a = arith.addf %e, %b : tensor<8x8xf32>
  %s = norm.silu %y : tensor<?x8xf32>
  return %a, %s : tensor<8x8xf32>, tensor<?x8xf32>
}

// CTAs of 256 and of 128 threads: of 256, where two rows of the second are.
// CHECK-LABEL: func @blocks
// CHECK: sched.launch @blocks_0_f32_n8192_2_parts variants
// CHECK: threads_per_row = 256, rows_per_cta = 1,
// CHECK: threads_per_row = 4, rows_per_cta = 64,
// CHECK-NOT: sched.launch
// CHECK: return
func.func @blocks(%x: tensor<?x8192xf32>, %y: tensor<?x64xf32>)
    -> (tensor<?x8192xf32>, tensor<?x64xf32>) {
  %n = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x8192xf32>) -> tensor<?x8192xf32>
  %s = norm.silu %y : tensor<?x64xf32>
  return %n, %s : tensor<?x8192xf32>, tensor<?x64xf32>
}

// CHECK-LABEL: func @in_place
// CHECK: sched.launch @in_place_0_f32_n64 variants
// CHECK: sched.launch @in_place_1_f32_n64 variants
func.func @in_place(%x: tensor<?x64xf32>, %y: tensor<4x64xf32>)
    -> (tensor<?x64xf32> {norm.in_place = "arg0"}, tensor<4x64xf32>) {
  %a = norm.silu %x : tensor<?x64xf32>
  %b = norm.silu %y : tensor<4x64xf32>
  return %a, %b : tensor<?x64xf32>, tensor<4x64xf32>
}
