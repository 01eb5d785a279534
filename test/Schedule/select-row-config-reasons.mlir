// With explain a group says where its config is from and why; variants with another config say
// their own. Without it nothing is said.
// RUN: %normc-opt %s --norm-form-row-groups --sched-clone-per-target=chips=sm_90 --sched-select-row-config=explain=true \
// RUN:   --sched-expand-variants | FileCheck %s
// RUN: %normc-opt %s --norm-form-row-groups --sched-clone-per-target=chips=sm_90 --sched-select-row-config \
// RUN:   --sched-expand-variants | FileCheck %s --check-prefix=NONE
// NONE-NOT: sched.config

// CHECK: sched.config_from = "heuristic", sched.config_reasons = ["vector_width: one chunk of the reduction tree", "ctas_per_row: {{[^"]*}}", "threads_per_row: {{[^"]*}}"
// CHECK: sched.config_from = "heuristic", sched.config_reasons = ["misaligned: realigning takes registers{{[^"]*}}"]}
func.func @f(%x: tensor<?x4096xbf16>) -> tensor<?x4096xbf16> {
  %y = norm.silu %x : tensor<?x4096xbf16>
  return %y : tensor<?x4096xbf16>
}
