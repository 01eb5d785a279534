//===- Timing.cpp - how long a function's call takes ----------------------===//
//
// In the GPU's stream by the one protocol, and on the CPU in a loop of calls without waiting.
//
//===----------------------------------------------------------------------===//

#include "Timing.h"

#include "BareLaunches.h"
#include "Stopwatch.h"

#include <algorithm>
#include <chrono>
#include <cmath>

using namespace normc;
using std::chrono::steady_clock;

/// Microseconds of one of `calls` calls in a loop without waiting: the best of 5, after one more
/// to warm up. So few calls that the stream takes them without waiting for the GPU.
static Status timeLoop(const Gpu &gpu, int64_t calls, Enqueue enqueue, double &best) {
  constexpr int loops = 6;
  best = INFINITY;
  for (int loop = 0; loop < loops; ++loop) {
    auto begin = steady_clock::now();
    for (int64_t i = 0; i < calls; ++i)
      if (Status status = enqueue(); !status.isOk())
        return status;
    std::chrono::duration<double, std::micro> spent = steady_clock::now() - begin;
    if (Status status = gpu.synchronize("running the calls of a loop"); !status.isOk())
      return status;
    if (loop > 0)
      best = std::min(best, spent.count() / static_cast<double>(calls));
  }
  return {};
}

namespace {
/// The function on the sets of a DeviceCall, each call made anew.
class FunctionCall : public TimedCall {
public:
  explicit FunctionCall(DeviceCall &device) : device(device) {}

  int64_t numBytes() const override { return device.numBytes(); }
  int64_t memoryBytes() const override { return device.memoryBytes(); }
  Status place(int64_t count) override { return device.place(count); }
  Status enqueue(int64_t set) override {
    Call call;
    device.fill(call, set);
    return device.launch(call, set);
  }

private:
  DeviceCall &device;
};

/// Times one function on the GPU and on the CPU.
class CallTimer {
public:
  CallTimer(const Gpu &gpu, Launcher &launcher, int64_t function, Arguments &arguments,
            bool startsEarly)
      : gpu(gpu), launcher(launcher), function(function), startsEarly(startsEarly),
        device(gpu, launcher, function, arguments, startsEarly) {}

  Status run(CallTimes &times);

private:
  Status timeCpu(CallTimes &times);

  const Gpu &gpu;
  Launcher &launcher;
  int64_t function;
  bool startsEarly;
  DeviceCall device;
};
} // namespace

Status CallTimer::timeCpu(CallTimes &times) {
  constexpr int64_t launchesInFlight = 400; // a stream takes about 1000 before a launch waits
  const Plan &plan = device.getPlan();
  int64_t calls = std::max<int64_t>(
      launchesInFlight / std::max<int64_t>(static_cast<int64_t>(plan.launches.size()), 1), 1);
  Call call;
  device.fill(call, 0);
  if (Status status = timeLoop(
          gpu, calls, [&] { return device.launch(call, 0); }, times.cpuMicroseconds);
      !status.isOk())
    return status;
  Result<std::vector<PreparedLaunch>> launches = device.prepare(call);
  if (!launches.isOk())
    return launches.getError();
  // The launcher keeps its kernels to itself.
  ModuleCache modules(launcher.getPackage());
  Result<const LoadedModule *> loaded = modules.get(nullptr);
  if (!loaded.isOk())
    return loaded.getError();
  BareLaunches bare(gpu, std::move(*launches), (*loaded)->kernels[function], plan, startsEarly);
  return timeLoop(gpu, calls, [&] { return bare.enqueue(); }, times.bareMicroseconds);
}

Status CallTimer::run(CallTimes &times) {
  if (device.isEmpty())
    return badInput("'" + device.getPlan().name + "' has no element here, nothing to time");
  FunctionCall call(device);
  static_cast<GraphTimes &>(times) = planCalls(gpu, call.numBytes(), call.memoryBytes());
  if (Status status = call.place(times.sets); !status.isOk())
    return status;
  if (Status status = timeCalls(gpu, call, times); !status.isOk())
    return status;
  if (Status status = timeCpu(times); !status.isOk())
    return status;
  if (Status status = device.startAnew(); !status.isOk())
    return status;
  // Graphs and early launches have to compute the same.
  for (int64_t set = 0; set < times.sets; ++set)
    if (Status status = device.compareWithHost(set); !status.isOk())
      return status;
  return {};
}

Result<CallTimes> normc::timeCall(const Gpu &gpu, Launcher &launcher, int64_t function,
                                  Arguments &arguments, bool startsEarly) {
  CallTimes times;
  if (Status status = CallTimer(gpu, launcher, function, arguments, startsEarly).run(times);
      !status.isOk())
    return status;
  return times;
}
