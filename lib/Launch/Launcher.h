//===- Launcher.h - runs a package's functions on a GPU ----------*- C++ -*-===//
//
// Checks a caller's tensors, chooses kernels and launches them on the caller's stream.
// Allocates nothing and takes no lock once the code is loaded.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_LAUNCH_LAUNCHER_H
#define NORMC_LIB_LAUNCH_LAUNCHER_H

#include "ModuleCache.h"
#include "normc/Launch/Call.h"

namespace normc {

/// What a launch of a plan comes to for one call.
struct ChosenKernel {
  const PlanKernel *kernel;
  cuda::Function function;
  unsigned grid; ///< 0: nothing to launch
};

/// One call, on the caller's stack. The caller fills the first views, arguments then results;
/// strides of null mean dense. The rest is the launcher's.
struct Call {
  TensorView tensors[maxPlanTensors];
  int64_t shapes[maxPlanTensors][maxPlanRank];
  int64_t strides[maxPlanTensors][maxPlanRank];
  int64_t dimensions[maxPlanDimensions];
  ChosenKernel chosen[maxPlanLaunches];
};

struct LaunchOptions {
  void *workspace = nullptr;
  int64_t workspaceBytes = 0;
  cuda::Stream stream = nullptr;
  /// Programmatic dependent launch: may start before the launch before it ends.
  bool startsEarly = false;
  /// Ask the driver whether each pointer is memory of the device (slow).
  bool checksPointers = false;
};

class Launcher {
public:
  explicit Launcher(Package package) : package(std::move(package)), modules(this->package) {}

  const Package &getPackage() const { return package; }
  /// Names, types and sizes of function number `function`.
  const Plan &getSignature(int64_t function) const { return package.chips.front().plans[function]; }

  /// Loads the code into the current context.
  Status prepare();

  /// The sizes of a result for these arguments, as many as it has axes.
  Status resultShape(int64_t function, const TensorView *arguments, int64_t result,
                     int64_t *shape) const;
  Result<int64_t> workspaceBytes(int64_t function, const TensorView *arguments) const;

  Status launch(int64_t function, Call &call, const LaunchOptions &options);

private:
  const Package package;
  ModuleCache modules;
};

} // namespace normc

#endif // NORMC_LIB_LAUNCH_LAUNCHER_H
