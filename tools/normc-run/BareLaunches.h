//===- BareLaunches.h - a call without the launcher --------------*- C++ -*-===//
//
// The driver's launches alone, to see what the launcher adds.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_BARELAUNCHES_H
#define NORMC_TOOLS_NORMC_RUN_BARELAUNCHES_H

#include "Gpu.h"
#include "RunPlan.h"

namespace normc {

/// The launches of a call without the launcher.
class BareLaunches {
public:
  /// `kernels` are the plan's, one launch after another, as loaded.
  BareLaunches(const Gpu &gpu, std::vector<PreparedLaunch> launches,
               const std::vector<cuda::Function> &kernels, const Plan &plan, bool startsEarly);
  BareLaunches(const BareLaunches &) = delete; // configs point at `early`
  BareLaunches &operator=(const BareLaunches &) = delete;

  Status enqueue() const;

private:
  struct Bare {
    cuda::LaunchConfig config;
    cuda::Function function;
    std::vector<void *> parameters;
  };

  const Gpu &gpu;
  std::vector<PreparedLaunch> launches; ///< hold the parameters
  cuda::LaunchAttribute early{};
  std::vector<Bare> bares;
  bool startsEarly;
};

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_BARELAUNCHES_H
