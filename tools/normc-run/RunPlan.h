//===- RunPlan.h - a plan on the emulator ------------------------*- C++ -*-===//
//
// Carries out a plan's launches on the CPU emulator.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_RUNPLAN_H
#define NORMC_TOOLS_NORMC_RUN_RUNPLAN_H

#include "Placement.h"
#include "normc/Emulate/Emulator.h"

namespace normc {

/// What one launch did.
struct LaunchRecord {
  std::string kernel;
  int64_t gridCtas = 0;
  int64_t threadsPerRow = 0, rowsPerCta = 0;
  int64_t bytes = 0;
};

/// Runs all launches; `tensors` are the plan's tensors, numbers in `numbers` by index.
llvm::Expected<std::vector<LaunchRecord>>
runPlan(const Plan &plan, llvm::ArrayRef<int64_t> dimensions, Emulator &emulator,
        llvm::MutableArrayRef<std::optional<PlacedTensor>> tensors, llvm::ArrayRef<float> numbers,
        llvm::function_ref<void(int64_t, int64_t)> progress);

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_RUNPLAN_H
