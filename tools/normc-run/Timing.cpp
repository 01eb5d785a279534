//===- Timing.cpp - how long a call takes on the GPU ----------------------===//
//
// A CUDA graph of calls that rotate over buffer sets larger than twice the L2, replayed in
// rounds that take turns with the copy; medians over all rounds. The CPU time is that of a
// loop of calls without waiting.
//
//===----------------------------------------------------------------------===//

#include "Timing.h"

#include "BareLaunches.h"
#include "Stopwatch.h"

#include <algorithm>
#include <chrono>
#include <cmath>

using namespace normc;
using namespace normc::cuda;
using std::chrono::steady_clock;

static constexpr int64_t minCalls = 20, maxSets = 8192;
static constexpr double graphMicroseconds = 1000; ///< a graph's least length, short calls apart
static constexpr int rounds = 3;
static constexpr int64_t copyGranule = int64_t(2) << 20;

static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

//===----------------------------------------------------------------------===//
// The roof
//===----------------------------------------------------------------------===//

namespace {
/// Copies of the same bytes from device to device.
class Roof {
public:
  /// A copy of `bytes` / 2: multiples of 2 MiB, inside graphs others are slower by a third. What
  /// is smaller than that keeps its size.
  Roof(const Gpu &gpu, int64_t bytes) : gpu(gpu), half(std::max<int64_t>(bytes / 2, 1)) {
    if (half >= copyGranule)
      half = (half + copyGranule / 2) / copyGranule * copyGranule;
  }

  Status place(int64_t callsWanted);
  Status enqueue() const;

  const Gpu &gpu;
  int64_t half; ///< bytes read, and as many written
  int64_t sets = 0, calls = 0;
  int64_t pitch = 0;
  std::unique_ptr<DeviceBuffer> memory;
};
} // namespace

/// Sets of which all but one are more than twice the L2: when a set's turn comes again, nothing
/// of it is left there.
static int64_t setsFor(const Gpu &gpu, int64_t bytes) {
  return std::clamp<int64_t>(int64_t(2) * gpu.l2Bytes / bytes + 2, 2, maxSets);
}

/// At least so many calls, as a multiple of the sets.
static int64_t roundToSets(int64_t calls, int64_t sets) { return (calls + sets - 1) / sets * sets; }

Status Roof::place(int64_t callsWanted) {
  sets = setsFor(gpu, 2 * half);
  calls = roundToSets(callsWanted, sets);
  pitch = (half + 511) / 512 * 512;
  auto allocated = DeviceBuffer::allocate(gpu, 2 * pitch * sets, "the copy that is the roof");
  if (!allocated.isOk())
    return allocated.getError();
  memory = std::move(*allocated);
  if (int error = gpu.driver.cuMemsetD8Async(memory->start, 0, 2 * pitch * sets, gpu.stream))
    return gpu.driver.check(error, "filling the copy's memory");
  return gpu.synchronize("filling the copy's memory");
}

Status Roof::enqueue() const {
  for (int64_t i = 0; i < calls; ++i) {
    Pointer from = memory->start + i % sets * 2 * pitch;
    if (int error = gpu.driver.cuMemcpyDtoDAsync(from + pitch, from, half, gpu.stream))
      return gpu.driver.check(error, "copying on the device");
  }
  return {};
}

//===----------------------------------------------------------------------===//
// The CPU's part
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// All together
//===----------------------------------------------------------------------===//

namespace {
/// Times one call by the protocol.
class CallTimer {
public:
  CallTimer(const Gpu &gpu, Launcher &launcher, int64_t function, Arguments &arguments,
            bool startsEarly)
      : gpu(gpu), launcher(launcher), function(function), startsEarly(startsEarly),
        device(gpu, launcher, function, arguments, startsEarly) {}

  Status run(CallTimes &times);

private:
  Result<std::unique_ptr<CapturedGraph>> captureCalls(int64_t calls, int64_t sets);
  Status chooseSizes(CallTimes &times);
  Status warmUp(const CapturedGraph &graph);
  Status timeGraphs(CallTimes &times);
  Status timeCpu(CallTimes &times);

  const Gpu &gpu;
  Launcher &launcher;
  int64_t function;
  bool startsEarly;
  DeviceCall device;
};
} // namespace

Result<std::unique_ptr<CapturedGraph>> CallTimer::captureCalls(int64_t calls, int64_t sets) {
  return CapturedGraph::capture(gpu, [&]() -> Status {
    for (int64_t i = 0; i < calls; ++i) {
      Call call;
      device.fill(call, i % sets);
      if (Status status = device.launch(call, i % sets); !status.isOk())
        return status;
    }
    return {};
  });
}

/// Many short calls make up for what starting a graph takes.
Status CallTimer::chooseSizes(CallTimes &times) {
  times.bytes = device.numBytes();
  if (device.isEmpty())
    return badInput("'" + device.getPlan().name + "' has no element here, nothing to time");
  times.sets = setsFor(gpu, times.bytes);
  times.isCold = times.sets < maxSets;
  constexpr double bytesPerMicrosecond = 4e6; // about; it only sets the length
  double calls = graphMicroseconds * bytesPerMicrosecond / static_cast<double>(times.bytes);
  times.calls =
      roundToSets(std::clamp<int64_t>(static_cast<int64_t>(calls), minCalls, 500), times.sets);
  return {};
}

/// Clocks rise within tens of milliseconds of work.
Status CallTimer::warmUp(const CapturedGraph &graph) {
  auto end = steady_clock::now() + std::chrono::milliseconds(200);
  do {
    if (Status status = graph.launch(); !status.isOk())
      return status;
    if (Status status = gpu.synchronize("warming up"); !status.isOk())
      return status;
  } while (steady_clock::now() < end);
  return {};
}

Status CallTimer::timeGraphs(CallTimes &times) {
  auto cold = captureCalls(times.calls, times.sets);
  if (!cold.isOk())
    return cold.getError();
  auto warm = captureCalls(times.calls, 1);
  if (!warm.isOk())
    return warm.getError();
  Roof roof(gpu, times.bytes);
  if (Status status = roof.place(times.calls); !status.isOk())
    return status;
  auto copies = CapturedGraph::capture(gpu, [&] { return roof.enqueue(); });
  if (!copies.isOk())
    return copies.getError();
  Stopwatch stopwatch(gpu);
  if (Status status = stopwatch.start(); !status.isOk())
    return status;
  if (Status status = warmUp(**cold); !status.isOk())
    return status;
  std::vector<double> coldTimes, warmTimes, graphCopies, loopCopies;
  for (int round = 0; round < rounds; ++round)
    for (Status status : {stopwatch.measure([&] { return (*cold)->launch(); }, coldTimes),
                          stopwatch.measure([&] { return (*copies)->launch(); }, graphCopies),
                          stopwatch.measure([&] { return roof.enqueue(); }, loopCopies),
                          stopwatch.measure([&] { return (*warm)->launch(); }, warmTimes)})
      if (!status.isOk())
        return status;
  times.replays = int64_t(rounds) * Stopwatch::replays;
  times.coldMicroseconds = median(coldTimes) / static_cast<double>(times.calls);
  times.warmMicroseconds = median(warmTimes) / static_cast<double>(times.calls);
  times.roofBytes = 2 * roof.half;
  times.roofMicroseconds =
      std::min(median(graphCopies), median(loopCopies)) / static_cast<double>(roof.calls);
  return {};
}

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
  if (Status status = chooseSizes(times); !status.isOk())
    return status;
  if (Status status = device.place(times.sets); !status.isOk())
    return status;
  if (Status status = timeGraphs(times); !status.isOk())
    return status;
  if (Status status = timeCpu(times); !status.isOk())
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
