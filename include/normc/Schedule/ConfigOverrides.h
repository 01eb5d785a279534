//===- ConfigOverrides.h - what a user fixes of every config -----*- C++ -*-===//
//
// `threads_per_row=128,caching=streaming`: keys of #sched.row_config that take the place
// of the heuristic's choice in every group.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_SCHEDULE_CONFIGOVERRIDES_H
#define NORMC_SCHEDULE_CONFIGOVERRIDES_H

#include "Sched/Sched.h"

#include "llvm/Support/Error.h"

namespace normc {

struct ConfigOverrides {
  std::optional<int64_t> threadsPerRow, ctasPerRow, rowsPerCta, rowsPerThread, vectorWidth,
      minCtasPerSm;
  std::optional<sched::Residency> residency;
  std::optional<sched::OperandLoads> operandLoads;
  std::optional<sched::Caching> caching;

  bool isEmpty() const {
    return !threadsPerRow && !ctasPerRow && !rowsPerCta && !rowsPerThread && !vectorWidth &&
           !minCtasPerSm && !residency && !operandLoads && !caching;
  }
};

/// Reads `key=value,key=value`; an empty text fixes nothing. An unknown key, a key given twice
/// or a value of another kind is an error that names what is accepted.
llvm::Expected<ConfigOverrides> parseConfigOverrides(llvm::StringRef text);

} // namespace normc

#endif // NORMC_SCHEDULE_CONFIGOVERRIDES_H
