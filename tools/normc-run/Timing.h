//===- Timing.h - how long a call takes on the GPU ---------------*- C++ -*-===//
//
// Cold, warm and CPU times of one call beside a copy of the same bytes in the same run.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_TIMING_H
#define NORMC_TOOLS_NORMC_RUN_TIMING_H

#include "DeviceCall.h"

namespace normc {

struct CallTimes {
  int64_t bytes = 0; ///< that a call must move
  int64_t calls = 0; ///< in a graph
  int64_t sets = 0;  ///< of buffers that the cold calls rotate over
  int64_t replays = 0;
  /// The sets are more than twice the L2: a tiny call would need too many.
  bool isCold = true;
  double coldMicroseconds = 0, warmMicroseconds = 0;
  int64_t roofBytes = 0; ///< that a copy moves, half of them read
  double roofMicroseconds = 0;
  double cpuMicroseconds = 0;  ///< of the launcher
  double bareMicroseconds = 0; ///< of cuLaunchKernel alone with the same arguments

  double gigabytesPerSecond() const { return bytes / coldMicroseconds * 1e-3; }
  double roofGigabytesPerSecond() const { return roofBytes / roofMicroseconds * 1e-3; }
  double percentOfRoof() const { return 100 * gigabytesPerSecond() / roofGigabytesPerSecond(); }
};

/// Times a call whose results on the host have been checked.
Result<CallTimes> timeCall(const Gpu &gpu, Launcher &launcher, int64_t function,
                           Arguments &arguments, bool startsEarly);

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_TIMING_H
