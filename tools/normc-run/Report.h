//===- Report.h - what normc-run says about a run ----------------*- C++ -*-===//
//
// Tables of launches and of times, and the times as JSON.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_REPORT_H
#define NORMC_TOOLS_NORMC_RUN_REPORT_H

#include "RunPlan.h"
#include "Timing.h"

#include "llvm/Support/JSON.h"

namespace normc {

/// One run of one function with one config.
struct RunReport {
  const Plan &plan;
  const TargetInfo &target;
  const Arguments &arguments;
  llvm::ArrayRef<PreparedLaunch> launches;
};

/// What was launched where, with predicted times.
void printLaunches(const RunReport &run, const Gpu *gpu, bool isTimed);

/// The GPU's name, driver and clocks.
void printGpu(const Gpu &gpu);
void printTimes(const RunReport &run, const CallTimes &times, bool startsEarly);

/// The same as the table.
llvm::json::Object toJson(const Gpu &gpu);
llvm::json::Object toJson(const RunReport &run, const CallTimes &times, bool startsEarly);

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_REPORT_H
