//===- Timing.h - how long a function's call takes ---------------*- C++ -*-===//
//
// Cold, warm and CPU times of one call beside a copy of the same bytes in the same run.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_TIMING_H
#define NORMC_TOOLS_NORMC_RUN_TIMING_H

#include "DeviceCall.h"
#include "TimeCalls.h"

namespace normc {

struct CallTimes : GraphTimes {
  double cpuMicroseconds = 0;  ///< of the launcher
  double bareMicroseconds = 0; ///< of cuLaunchKernel alone with the same arguments
};

/// Times a call whose results on the host have been checked.
Result<CallTimes> timeCall(const Gpu &gpu, Launcher &launcher, int64_t function,
                           Arguments &arguments, bool startsEarly);

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_TIMING_H
