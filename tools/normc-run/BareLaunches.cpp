//===- BareLaunches.cpp - a call without the launcher ---------------------===//
//
// Everything that a launch needs is laid out beforehand.
//
//===----------------------------------------------------------------------===//

#include "BareLaunches.h"

#include "llvm/ADT/STLExtras.h"

using namespace normc;
using namespace normc::cuda;

BareLaunches::BareLaunches(const Gpu &gpu, std::vector<PreparedLaunch> prepared,
                           const std::vector<Function> &kernels, const Plan &plan, bool startsEarly)
    : gpu(gpu), launches(std::move(prepared)), startsEarly(startsEarly) {
  early.id = programmaticStreamSerialization;
  early.programmaticStreamSerializationAllowed = 1;
  const Function *functions = kernels.data();
  for (auto [launch, step] : llvm::zip_equal(launches, plan.launches)) {
    Bare &bare = bares.emplace_back();
    bare.config = {static_cast<unsigned>(launch.gridCtas),
                   1,
                   1,
                   static_cast<unsigned>(launch.kernel->threadsPerRow),
                   static_cast<unsigned>(launch.kernel->rowsPerCta),
                   1,
                   0,
                   gpu.stream,
                   &early,
                   1};
    bare.function = functions[launch.kernelIndex];
    for (ParameterValue &value : launch.parameters)
      bare.parameters.push_back(
          static_cast<void *>(&value.pointer)); // all members of the union begin there
    functions += step.kernels.size();
  }
}

Status BareLaunches::enqueue() const {
  for (const Bare &bare : bares) {
    const LaunchConfig &config = bare.config;
    void **parameters = const_cast<void **>(bare.parameters.data());
    int error =
        startsEarly
            ? gpu.driver.cuLaunchKernelEx(&config, bare.function, parameters, nullptr)
            : gpu.driver.cuLaunchKernel(bare.function, config.gridX, 1, 1, config.blockX,
                                        config.blockY, 1, 0, gpu.stream, parameters, nullptr);
    if (error)
      return gpu.driver.check(error, "launching a kernel without the launcher");
  }
  return {};
}
