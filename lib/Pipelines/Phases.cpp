//===- Phases.cpp - the one list of phases --------------------------------===//
//
// Names each phase, its folder and what it leaves.
//
//===----------------------------------------------------------------------===//

#include "normc/Pipelines/Phases.h"

using namespace normc;

llvm::ArrayRef<PhaseInfo> normc::getPhases() {
  static constexpr PhaseInfo phases[] = {
      {Phase::Input, "input", "lib/Import", "func, norm, arith and math on tensors, verified"},
      {Phase::Norm, "norm", "lib/Norm", "canonical: sugar gone, math functions as norm ops"},
      {Phase::Fusion, "fusion", "lib/Fusion", "launches of row programs"},
      {Phase::Schedule, "schedule", "lib/Schedule",
       "one module a chip, launches with configs and variants"},
      {Phase::Gpu, "gpu", "lib/GPU", "kernels on vectors, and plans"},
      {Phase::Ptx, "ptx", "lib/PTX", "PTX text for each chip"},
  };
  return phases;
}

std::optional<Phase> normc::lookUpPhase(llvm::StringRef name) {
  for (const PhaseInfo &info : getPhases())
    if (info.name == name)
      return info.phase;
  return std::nullopt;
}
