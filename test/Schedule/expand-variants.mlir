// Which variants a group gets, first choice first; each is the same group.
// RUN: %normc-opt %s --norm-form-row-groups --sched-clone-per-target=chips=sm_90 --sched-select-row-config \
// RUN:   --sched-expand-variants | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: %normc-opt %s --norm-form-row-groups --sched-clone-per-target=chips=sm_100 --sched-select-row-config \
// RUN:   --sched-expand-variants | FileCheck %s --check-prefixes=CHECK,SM100

// CHECK-LABEL: func @one_axis
// SM90: sched.launch @one_axis_f32_n64 variants [#sched.variant<"aligned", align = 16, collapse = false>, #sched.variant<"misaligned", align = 1, collapse = false>] ->
// SM100: variants [#sched.variant<"aligned", align = 32, collapse = false>, #sched.variant<"misaligned", align = 1, collapse = false>] ->
// CHECK: sched.group
// CHECK-SAME: config <threads_per_row = 4
// CHECK: norm.exp
// CHECK: }, {
// CHECK: sched.group
// CHECK-SAME: config <threads_per_row = 4
// CHECK: norm.exp
// CHECK-NOT: sched.group
func.func @one_axis(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %y = norm.exp %x : tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}

// The row axes as one; each with its stride; nothing assumed.
// CHECK-LABEL: func @two_axes
// SM90: variants [#sched.variant<"aligned", align = 16, collapse = true>, #sched.variant<"strided", align = 16, collapse = false>, #sched.variant<"misaligned", align = 1, collapse = false>] ->
// CHECK-COUNT-3: sched.group
// CHECK-NOT: sched.group
func.func @two_axes(%x: tensor<?x?x64xf32>) -> tensor<?x?x64xf32> {
  %y = norm.exp %x : tensor<?x?x64xf32>
  return %y : tensor<?x?x64xf32>
}

// CHECK-LABEL: func @no_axis
// SM90: variants [#sched.variant<"aligned", align = 16, collapse = false>, #sched.variant<"misaligned", align = 1, collapse = false>] ->
func.func @no_axis(%x: tensor<64xf32>) -> tensor<64xf32> {
  %y = norm.exp %x : tensor<64xf32>
  return %y : tensor<64xf32>
}

// The widest access decides: 8 bytes of a row of 12, all of another operand.
// CHECK-LABEL: func @narrow
// CHECK: variants [#sched.variant<"aligned", align = 8, collapse = false>, #sched.variant<"misaligned", align = 1, collapse = false>] ->
func.func @narrow(%x: tensor<?x6xbf16>, %w: tensor<6xf32>) -> tensor<?x6xbf16> {
  %y = norm.rms_norm %x weight %w {eps = 0.0 : f32} : (tensor<?x6xbf16>, tensor<6xf32>) -> tensor<?x6xbf16>
  return %y : tensor<?x6xbf16>
}

// Where every access is one element there is nothing to assume.
// CHECK-LABEL: func @odd_length
// CHECK: variants [#sched.variant<"misaligned", align = 1, collapse = false>] ->
func.func @odd_length(%x: tensor<?x769xbf16>) -> tensor<?x769xbf16> {
  %y = norm.exp %x : tensor<?x769xbf16>
  return %y : tensor<?x769xbf16>
}

// CHECK-LABEL: func @numbers
// CHECK: variants [#sched.variant<"misaligned", align = 1, collapse = false>] ->
func.func @numbers(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %y = norm.exp %x : tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// Over two row axes of which no operand takes both in order, nothing can be collapsed.
// CHECK-LABEL: func @cut
// CHECK: variants [#sched.variant<"aligned", align = {{16|32}}, collapse = false>, #sched.variant<"misaligned", align = 1, collapse = false>] ->
func.func @cut(%x: tensor<?x18432xf32>) -> tensor<?x18432xf32> {
  %y = norm.exp %x : tensor<?x18432xf32>
  return %y : tensor<?x18432xf32>
}
