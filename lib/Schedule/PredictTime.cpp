//===- PredictTime.cpp - how long a launch should take --------------------===//
//
// Bytes over the bandwidth that a copy reaches, and a fixed part.
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/PredictTime.h"

#include "normc/Schedule/TargetInfo.h"

// NVIDIA H200, driver 580.159, November 2026, normc's kernels and copies with cold caches, the
// fastest and the slowest of a size; the line with the least squares of relative errors:
//
//   MB    6.55       33.6  52.4       100.7  157.3      209.7      419.5       805
//   us    3.04 3.25  9.49  13.7 14.8  26.05  38.5 40.2  50.3 52.5  99.9 101.3  189
//   line  3.1        9.6   14.1       25.6   39.0       51.5       101.4       193.2
//
// At most 5 % off (test/Unit/PredictTimeTest.cpp); under 2 MB a launch takes up to 1.2 us more
// (bench/README.md). Other chips have not been measured.
static constexpr double reachedShare = 0.875;
static constexpr double fixedMicroseconds = 1.59;

std::optional<double> normc::predictMicroseconds(const TargetInfo &target, int64_t bytes) {
  std::optional<double> reached = predictGigabytesPerSecond(target);
  if (!reached)
    return std::nullopt;
  return fixedMicroseconds + static_cast<double>(bytes) / (*reached * 1e3);
}

std::optional<double> normc::predictGigabytesPerSecond(const TargetInfo &target) {
  if (target.dramGbPerS == 0)
    return std::nullopt;
  return reachedShare * static_cast<double>(target.dramGbPerS);
}
