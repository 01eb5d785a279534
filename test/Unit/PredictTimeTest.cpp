//===- PredictTimeTest.cpp - predictions against measured times -----------===//
//
// The measurements behind lib/Schedule/PredictTime.cpp, each held within its error.
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/PredictTime.h"

#include "normc/Schedule/TargetInfo.h"

#include "gtest/gtest.h"

using namespace normc;

namespace {

struct Measured {
  double megabytes, microseconds;
};

// NVIDIA H200, cold: the fastest and the slowest of each size.
constexpr Measured measured[] = {{6.55, 3.04},  {6.55, 3.25},   {33.6, 9.49},  {52.4, 13.7},
                                 {52.4, 14.8},  {100.7, 26.05}, {157.3, 38.5}, {157.3, 40.2},
                                 {209.7, 50.3}, {209.7, 52.5},  {419.5, 99.9}, {419.5, 101.3},
                                 {805.0, 189.0}};

TEST(PredictTime, IsWithinTenPercentOfEachMeasurement) {
  const TargetInfo *target = lookUpTarget("h200");
  for (auto [megabytes, microseconds] : measured) {
    std::optional<double> predicted =
        predictMicroseconds(*target, static_cast<int64_t>(megabytes * 1e6));
    ASSERT_TRUE(predicted);
    EXPECT_NEAR(*predicted, microseconds, 0.1 * microseconds) << megabytes << " MB";
  }
}

TEST(PredictTime, SaysNothingWithoutABandwidth) {
  EXPECT_FALSE(predictMicroseconds(*lookUpTarget("sm_88"), 1000000));
  EXPECT_FALSE(predictGigabytesPerSecond(*lookUpTarget("sm_88")));
}

} // namespace
