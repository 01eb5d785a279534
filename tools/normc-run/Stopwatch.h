//===- Stopwatch.h - graphs and times on the GPU -----------------*- C++ -*-===//
//
// Captures work as a graph, and measures work in the stream between events.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_STOPWATCH_H
#define NORMC_TOOLS_NORMC_RUN_STOPWATCH_H

#include "Gpu.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace normc {

/// Puts work into the GPU's stream.
using Enqueue = llvm::function_ref<Status()>;

/// What the GPU's stream is asked to do, as a graph.
class CapturedGraph {
public:
  static Result<std::unique_ptr<CapturedGraph>> capture(const Gpu &gpu, Enqueue enqueue);
  ~CapturedGraph() {
    if (exec)
      gpu.driver.cuGraphExecDestroy(exec);
    if (graph)
      gpu.driver.cuGraphDestroy(graph);
  }

  Status launch() const {
    int error = gpu.driver.cuGraphLaunch(exec, gpu.stream);
    return error ? gpu.driver.check(error, "launching a graph") : Status();
  }

private:
  explicit CapturedGraph(const Gpu &gpu) : gpu(gpu) {}

  const Gpu &gpu;
  cuda::Graph graph = nullptr;
  cuda::GraphExec exec = nullptr;
};

/// Measures what is in the stream between events.
class Stopwatch {
public:
  static constexpr int replays = 4;

  explicit Stopwatch(const Gpu &gpu) : gpu(gpu) {}
  ~Stopwatch() {
    for (cuda::Event event : events)
      gpu.driver.cuEventDestroy(event);
  }
  Status start();
  /// Enqueues once unmeasured, then `replays` times, all before the first has ended, so
  /// that the GPU never waits for the CPU. Adds microseconds for each to `samples`.
  Status measure(Enqueue enqueue, std::vector<double> &samples);

private:
  const Gpu &gpu;
  std::vector<cuda::Event> events;
};

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_STOPWATCH_H
