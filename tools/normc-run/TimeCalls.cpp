//===- TimeCalls.cpp - how long calls take in the GPU's stream ------------===//
//
// A CUDA graph of calls that rotate over buffer sets larger than twice the L2, replayed in
// rounds that take turns with the copy; medians over all rounds.
//
//===----------------------------------------------------------------------===//

#include "TimeCalls.h"

#include "DeviceCopies.h"
#include "Stopwatch.h"

#include <algorithm>
#include <chrono>
#include <vector>

using namespace normc;
using std::chrono::steady_clock;

static constexpr int64_t minCalls = 20, maxSets = 8192;
static constexpr double graphMicroseconds = 1000; ///< a graph's least length, short calls apart
static constexpr int rounds = 3;

static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// Sets of which all but one are more than twice the L2: when a set's turn comes again, nothing
/// of it is left there.
static int64_t setsFor(const Gpu &gpu, int64_t bytes) {
  return std::clamp<int64_t>(int64_t(2) * gpu.l2Bytes / bytes + 2, 2, maxSets);
}

/// At least so many calls, as a multiple of the sets.
static int64_t roundToSets(int64_t calls, int64_t sets) { return (calls + sets - 1) / sets * sets; }

/// Many short calls make up for what starting a graph takes.
GraphTimes normc::planCalls(const Gpu &gpu, int64_t bytes, int64_t memoryBytes) {
  GraphTimes times;
  times.bytes = bytes;
  times.sets = setsFor(gpu, memoryBytes);
  times.isCold = times.sets < maxSets;
  constexpr double bytesPerMicrosecond = 4e6; // about; it only sets the length
  double calls = graphMicroseconds * bytesPerMicrosecond / static_cast<double>(bytes);
  times.calls =
      roundToSets(std::clamp<int64_t>(static_cast<int64_t>(calls), minCalls, 500), times.sets);
  return times;
}

static Status enqueueCalls(TimedCall &call, int64_t calls, int64_t sets) {
  for (int64_t i = 0; i < calls; ++i)
    if (Status status = call.enqueue(i % sets); !status.isOk())
      return status;
  return {};
}

/// Clocks rise within tens of milliseconds of work.
static Status warmUp(const Gpu &gpu, const CapturedGraph &graph) {
  auto end = steady_clock::now() + std::chrono::milliseconds(200);
  do {
    if (Status status = graph.launch(); !status.isOk())
      return status;
    if (Status status = gpu.synchronize("warming up"); !status.isOk())
      return status;
  } while (steady_clock::now() < end);
  return {};
}

namespace {
/// Copies over rotating sets, in a graph and in a loop.
struct Copies {
  Copies(const Gpu &gpu, int64_t bytes, int64_t calls)
      : copies(gpu, bytes), sets(setsFor(gpu, copies.numBytes())), calls(roundToSets(calls, sets)) {
  }

  Status capture(const Gpu &gpu) {
    if (Status status = copies.place(sets); !status.isOk())
      return status;
    auto captured = CapturedGraph::capture(gpu, [&] { return loop(); });
    if (!captured.isOk())
      return captured.getError();
    graph = std::move(*captured);
    return {};
  }
  Status loop() { return enqueueCalls(copies, calls, sets); }
  double microseconds(const std::vector<double> &times) const {
    return median(times) / static_cast<double>(calls);
  }

  DeviceCopies copies;
  int64_t sets, calls;
  std::unique_ptr<CapturedGraph> graph;
  std::vector<double> inGraph, inLoop;
};
} // namespace

/// The roof is the fastest way to copy as many bytes: alone, in a graph, or in a graph with as many
/// more as make it fast there.
Status normc::timeCalls(const Gpu &gpu, TimedCall &call, GraphTimes &times) {
  auto capture = [&](TimedCall &captured, int64_t calls, int64_t sets) {
    return CapturedGraph::capture(gpu, [&] { return enqueueCalls(captured, calls, sets); });
  };
  auto cold = capture(call, times.calls, times.sets);
  if (!cold.isOk())
    return cold.getError();
  auto warm = capture(call, times.calls, 1);
  if (!warm.isOk())
    return warm.getError();
  Copies exact(gpu, times.bytes, times.calls);
  Copies rounded(gpu, DeviceCopies::roundedUp(times.bytes), times.calls);
  for (Copies *copies : {&exact, &rounded})
    if (Status status = copies->capture(gpu); !status.isOk())
      return status;
  Stopwatch stopwatch(gpu);
  if (Status status = stopwatch.start(); !status.isOk())
    return status;
  if (Status status = warmUp(gpu, **cold); !status.isOk())
    return status;
  std::vector<double> coldTimes, warmTimes;
  for (int round = 0; round < rounds; ++round)
    for (Status status :
         {stopwatch.measure([&] { return (*cold)->launch(); }, coldTimes),
          stopwatch.measure([&] { return exact.graph->launch(); }, exact.inGraph),
          stopwatch.measure([&] { return exact.loop(); }, exact.inLoop),
          stopwatch.measure([&] { return rounded.graph->launch(); }, rounded.inGraph),
          stopwatch.measure([&] { return (*warm)->launch(); }, warmTimes)})
      if (!status.isOk())
        return status;
  times.replays = int64_t(rounds) * Stopwatch::replays;
  times.coldMicroseconds = median(coldTimes) / static_cast<double>(times.calls);
  times.warmMicroseconds = median(warmTimes) / static_cast<double>(times.calls);
  times.roofBytes = exact.copies.numBytes();
  times.roofMicroseconds =
      std::min({exact.microseconds(exact.inGraph), exact.microseconds(exact.inLoop),
                rounded.microseconds(rounded.inGraph)});
  return {};
}
