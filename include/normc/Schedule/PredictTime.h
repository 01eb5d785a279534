//===- PredictTime.h - how long a launch should take -------------*- C++ -*-===//
//
// A prediction from bytes, for machines without the chip at hand.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_SCHEDULE_PREDICTTIME_H
#define NORMC_SCHEDULE_PREDICTTIME_H

#include <cstdint>
#include <optional>

namespace normc {

struct TargetInfo;

/// Microseconds that a launch moving `bytes` (read and written) takes with cold caches; nothing
/// where the bandwidth of the chip is not known.
std::optional<double> predictMicroseconds(const TargetInfo &target, int64_t bytes);

/// What a launch reaches that moves so many bytes that its fixed part does not count.
std::optional<double> predictGigabytesPerSecond(const TargetInfo &target);

} // namespace normc

#endif // NORMC_SCHEDULE_PREDICTTIME_H
