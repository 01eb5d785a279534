//===- PredictTime.h - how long a launch should take -------------*- C++ -*-===//
//
// A prediction from bytes, for machines without the chip at hand.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_SCHEDULE_PREDICTTIME_H
#define NORMC_SCHEDULE_PREDICTTIME_H

#include <cstdint>

namespace normc {

struct TargetInfo;

/// Microseconds that a launch moving `bytes` (read and written) takes with cold caches.
double predictMicroseconds(const TargetInfo &target, int64_t bytes);

} // namespace normc

#endif // NORMC_SCHEDULE_PREDICTTIME_H
