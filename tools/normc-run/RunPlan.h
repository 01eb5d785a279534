//===- RunPlan.h - the launches of a call ------------------------*- C++ -*-===//
//
// Which kernels a call launches and with what, and running them on the CPU emulator.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_RUNPLAN_H
#define NORMC_TOOLS_NORMC_RUN_RUNPLAN_H

#include "normc/Emulate/Emulator.h"
#include "normc/Launch/Call.h"

namespace normc {

/// The value of one kernel parameter.
struct ParameterValue {
  PlanParameter::Kind kind;
  int64_t tensor; ///< of all but a size
  union {
    void *pointer;
    int64_t integer;
    float number;
  };
};

/// One launch with the kernel chosen for the tensors at hand.
struct PreparedLaunch {
  const PlanKernel *kernel;
  int64_t kernelIndex; ///< among the launch's kernels
  int64_t gridCtas;
  int64_t bytes; ///< that must be moved
  std::vector<ParameterValue> parameters;
};

/// The launches of a call; `tensors` are all of the plan's, temporaries included.
Result<std::vector<PreparedLaunch>> prepareLaunches(const Plan &plan, const TensorView *tensors,
                                                    const int64_t *dimensions);

/// Runs the launches, with a line of progress on a terminal.
llvm::Error runOnEmulator(const Plan &plan, llvm::ArrayRef<PreparedLaunch> launches,
                          llvm::ArrayRef<TensorView> tensors, Emulator &emulator);

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_RUNPLAN_H
