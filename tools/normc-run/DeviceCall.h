//===- DeviceCall.h - a function's tensors on the GPU ------------*- C++ -*-===//
//
// Copies of a call's tensors in device memory, guards and all, and launches on them.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_DEVICECALL_H
#define NORMC_TOOLS_NORMC_RUN_DEVICECALL_H

#include "Arguments.h"
#include "Gpu.h"
#include "Launch/Launcher.h"
#include "RunPlan.h"

namespace normc {

/// Sets of a call's tensors in device memory. GPU, launcher and arguments outlive it.
class DeviceCall {
public:
  DeviceCall(const Gpu &gpu, Launcher &launcher, int64_t function, Arguments &arguments,
             bool startsEarly);

  /// Allocates `count` sets: arguments as on the host, all else NaN.
  Status place(int64_t count);

  /// Makes the call on one set; what `launch` takes, over and over.
  void fill(Call &call, int64_t set) const;
  /// Puts the call into the GPU's stream.
  Status launch(Call &call, int64_t set) const;
  /// The launches of a call that has been launched.
  Result<std::vector<PreparedLaunch>> prepare(const Call &call) const;

  /// Copies a set to the host's tensors; refuses damaged guards of the workspace.
  Status readBack(int64_t set) const;
  /// Where calls overwrite their arguments: puts these back and makes one call on each set.
  Status startAnew() const;
  /// Refuses a set whose results or guards are not those of the host.
  Status compareWithHost(int64_t set) const;

  const Plan &getPlan() const { return plan; }
  /// Bytes that a call must move: each element of each argument and result once.
  int64_t numBytes() const;
  /// Bytes that the tensors take: fewer where a result is in place.
  int64_t memoryBytes() const;
  /// Whether there is no element to compute.
  bool isEmpty() const;

private:
  cuda::Pointer addressOf(int64_t set, int64_t offset) const {
    return memory->start + set * setBytes + offset;
  }
  int64_t workspaceOffset() const { return workspaceGuard + guardBytes; }
  Status copyArguments() const;
  Status checkWorkspaceGuards(int64_t set) const;

  static constexpr int64_t guardBytes = 256;

  const Gpu &gpu;
  Launcher &launcher;
  int64_t function;
  const Plan &plan;
  Arguments &arguments;
  bool startsEarly;

  std::unique_ptr<DeviceBuffer> memory;
  int64_t numSets = 0;
  // A set: the arguments' storages, the results', the workspace between two guards.
  std::vector<int64_t> offsets;
  int64_t argumentBytes = 0, workspaceGuard = 0, workspaceSize = 0, setBytes = 0;
};

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_DEVICECALL_H
