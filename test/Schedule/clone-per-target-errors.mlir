// RUN: not %normc-opt %s --sched-clone-per-target 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %normc-opt %s --sched-clone-per-target=chips=sm_900 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not %normc-opt %s --sched-clone-per-target=chips=sm_90a 2>&1 | FileCheck %s --check-prefix=SUFFIX
// RUN: not %normc-opt %s --sched-clone-per-target=chips=sm_90,hoper 2>&1 | FileCheck %s --check-prefix=ALIAS

// NONE: error: needs a chip to compile for, such as sm_90
// CHIP: error: unknown chip 'sm_900', did you mean 'sm_90'?
// SUFFIX: error: unknown chip 'sm_90a', did you mean 'sm_90'?
// ALIAS: error: unknown chip 'hoper', did you mean 'hopper'?
func.func @f() {
  return
}
