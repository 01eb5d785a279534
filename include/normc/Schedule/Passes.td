//===- Passes.td - the passes of the schedule phase -----------*- tablegen -*-===//

#ifndef NORMC_SCHEDULE_PASSES
#define NORMC_SCHEDULE_PASSES

include "mlir/Pass/PassBase.td"

def ClonePerTarget : Pass<"sched-clone-per-target", "::mlir::ModuleOp"> {
  let summary = "makes one module for each chip";
  let description = [{
    test/Schedule/clone-per-target.mlir:

    ```mlir
    module { func.func @f ... }
    // with chips=sm_90 becomes
    module { module @sm_90 attributes {sched.target = #sched.target<"sm_90">} { func.func @f ... } }
    ```
  }];
  let options = [ListOption<"chips", "chips", "std::string", "the chips to compile for">];
  let dependentDialects = ["::normc::sched::SchedDialect"];
}

def ExpandVariants : Pass<"sched-expand-variants"> {
  let summary = "clones each launch's group once for each variant";
  let description = [{
    A group of which no operand steps along several row axes in order gets `aligned` and
    `misaligned`; another `aligned` (those axes collapsed), `strided` and `misaligned`; where no access is
    wider than an element, `misaligned` alone. A misaligned variant has pieces of one
    chunk and late operand loads (test/Schedule/expand-variants.mlir). Where a result may be
    in place of an input (`norm.in_place`), the same once more with `in_place`, rows held where
    they would be overwritten before they are read again (test/Schedule/in-place.mlir). Rows that clusters hold, and long
    ones of which a rule chose the config, have variants for few CTAs before the others
    (test/Schedule/few-variants.mlir, few-rows.mlir).
  }];
  let dependentDialects = ["::normc::sched::SchedDialect"];
}

def MergeLaunches : Pass<"sched-merge-launches", "::mlir::func::FuncOp"> {
  let summary = "makes launches that need not wait for each other the parts of one";
  let description = [{
    A launch becomes a part of one before it where what it reads is there before that one: query and key with other numbers of heads, the tensors of
    a concat (test/Schedule/merge-launches.mlir). CTAs get as many threads as hold rows of each. A launch
    with a result in place stays alone.

    ```mlir
    %q = sched.launch @q { %a = sched.group ..., sched.yield %a }
    %k = sched.launch @k { %b = sched.group ..., sched.yield %b }
    // becomes
    %qk:2 = sched.launch @q_2_parts { %a = sched.group ..., %b = sched.group ..., sched.yield %a, %b }
    ```
  }];
  let dependentDialects = ["::normc::sched::SchedDialect"];
}

def SelectRowConfig : Pass<"sched-select-row-config"> {
  let summary = "chooses the config of each group that has none";
  let description = [{
    By the tuned table (lib/Schedule/TunedConfigs.inc), else by the heuristic: see
    lib/Schedule/SelectRowConfig.cpp for the rules and the measurement behind each
    (test/Schedule/select-row-config.mlir). The option `config` overrides both for every group;
    a count that does not fit a row is then refused. With `explain` a group says why
    (test/Schedule/select-row-config-reasons.mlir).
  }];
  let options = [Option<"config", "config", "std::string", "",
                        "keys of a row_config that take the place of the heuristic's: "
                        "threads_per_row=128,caching=streaming">,
                 Option<"explain", "explain", "bool", "false",
                        "leave on each group where its config is from and why">];
  let dependentDialects = ["::normc::sched::SchedDialect"];
}

def VerifyRowConfig : Pass<"sched-verify-row-config"> {
  let summary = "holds each config against the row, the tree and the chip";
  let description = [{
    Refuses a thread count that the reduction tree has no place for, rows a CTA and
    access widths that the chip lacks (test/Schedule/verify-row-config-errors.mlir).
  }];
}

#endif // NORMC_SCHEDULE_PASSES
