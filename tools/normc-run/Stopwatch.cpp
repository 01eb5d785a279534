//===- Stopwatch.cpp - graphs and times on the GPU ------------------------===//
//
// What is measured is enqueued ahead, so that no gap of the CPU's counts.
//
//===----------------------------------------------------------------------===//

#include "Stopwatch.h"

using namespace normc;
using namespace normc::cuda;

Result<std::unique_ptr<CapturedGraph>> CapturedGraph::capture(const Gpu &gpu, Enqueue enqueue) {
  constexpr int threadLocalMode = 1;
  const Driver &driver = gpu.driver;
  std::unique_ptr<CapturedGraph> captured(new CapturedGraph(gpu));
  if (Status status = driver.check(driver.cuStreamBeginCapture(gpu.stream, threadLocalMode),
                                   "beginning a capture");
      !status.isOk())
    return status;
  Status enqueued = enqueue();
  int error = driver.cuStreamEndCapture(gpu.stream, &captured->graph);
  if (!enqueued.isOk())
    return enqueued;
  if (error)
    return driver.check(error, "ending a capture");
  if (Status status =
          driver.check(driver.cuGraphInstantiateWithFlags(&captured->exec, captured->graph, 0),
                       "making a graph ready");
      !status.isOk())
    return status;
  return captured;
}

Status Stopwatch::start() {
  for (int i = 0; i <= replays; ++i) {
    Event event = nullptr;
    if (int error = gpu.driver.cuEventCreate(&event, 0))
      return gpu.driver.check(error, "making an event");
    events.push_back(event);
  }
  return {};
}

Status Stopwatch::measure(Enqueue enqueue, std::vector<double> &samples) {
  if (Status status = enqueue(); !status.isOk())
    return status;
  for (int i = 0; i <= replays; ++i) {
    if (int error = gpu.driver.cuEventRecord(events[i], gpu.stream))
      return gpu.driver.check(error, "recording an event");
    if (i == replays)
      break;
    if (Status status = enqueue(); !status.isOk())
      return status;
  }
  if (Status status = gpu.synchronize("running what is timed"); !status.isOk())
    return status;
  for (int i = 0; i < replays; ++i) {
    float milliseconds = 0;
    if (int error = gpu.driver.cuEventElapsedTime(&milliseconds, events[i], events[i + 1]))
      return gpu.driver.check(error, "reading an event");
    samples.push_back(static_cast<double>(milliseconds) * 1e3);
  }
  return {};
}
