//===- Occupancy.h - how much of an SM a kernel fills ------------*- C++ -*-===//
//
// CTAs that an SM holds at a time, and the bytes that their first loads ask for.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_SCHEDULE_OCCUPANCY_H
#define NORMC_SCHEDULE_OCCUPANCY_H

#include "Sched/Sched.h"

#include <optional>

namespace normc {

struct TargetInfo;

struct Occupancy {
  int64_t ctasPerSm;
  llvm::StringRef limit; ///< what the SM runs out of first: "threads", "registers", ...
};

/// Without a number of registers the most that the other limits allow.
Occupancy findOccupancy(const TargetInfo &target, int64_t threadsPerCta,
                        std::optional<int64_t> registersPerThread, int64_t sharedBytesPerCta);

/// Bytes that a thread of the group asks for before its first reduction has to wait for them.
int64_t earlyLoadBytes(sched::GroupOp group);

} // namespace normc

#endif // NORMC_SCHEDULE_OCCUPANCY_H
