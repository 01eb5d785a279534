//===- HostRuntime.h - runs one launch ---------------------------*- C++ -*-===//
//
// A launch of a compiled kernel: fibers, their scheduler and its exchanges.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_EMULATE_HOSTRUNTIME_H
#define NORMC_LIB_EMULATE_HOSTRUNTIME_H

#include "Kernel.h"

#include <boost/context/pooled_fixedsize_stack.hpp>

namespace normc::emulate {

/// The stacks of fibers, kept between the launches of an emulator.
using StackPool = boost::context::pooled_fixedsize_stack;

/// Pages that are never touched cost nothing. A kernel may have half; the rest is
/// for the hooks.
constexpr size_t fiberStackBytes = 128 * 1024;
constexpr size_t kernelStackBytes = fiberStackBytes / 2;

struct LaunchRequest {
  const KernelInfo &kernel;
  KernelFunction function;
  Dim3 grid;
  Dim3 ctaExtent;
  llvm::ArrayRef<KernelArgument> arguments;
  bool checks;
  llvm::function_ref<void(int64_t, int64_t)> progress;
};

/// Runs a launch whose request was validated, to its end or to the first fault.
llvm::Error runLaunch(const LaunchRequest &request, StackPool &stacks);

} // namespace normc::emulate

#endif // NORMC_LIB_EMULATE_HOSTRUNTIME_H
