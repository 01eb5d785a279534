//===- Report.cpp - what normc-run says about a run -----------------------===//
//
// Tables on stdout. Predicted times say that they are.
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "normc/Schedule/PredictTime.h"
#include "normc/Schedule/TargetInfo.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace normc;
using llvm::format;

/// A column of 13; there are chips without a known bandwidth.
static std::string predictedColumn(const TargetInfo &target, int64_t bytes) {
  std::optional<double> predicted = predictMicroseconds(target, bytes);
  std::string text = "unknown";
  if (predicted)
    llvm::raw_string_ostream(text = "") << format("%.1f", *predicted);
  return std::string(13 - text.size(), ' ') + text;
}

void normc::printLaunches(const RunReport &run, const Gpu *gpu, bool isTimed) {
  const TargetInfo &target = run.target;
  llvm::outs() << run.plan.name << " on " << (gpu ? gpu->name : "the emulator")
               << ", scheduled for " << target.chip << " (" << target.model << "):";
  for (auto [name, size] : llvm::zip_equal(run.arguments.names, run.arguments.dimensions))
    llvm::outs() << " " << name << "=" << size;
  llvm::outs() << "\n";
  size_t width = 6;
  for (const PreparedLaunch &launch : run.launches)
    width = std::max(width, launch.kernel->name.size());
  llvm::outs() << llvm::left_justify("kernel", width)
               << "       CTAs  threads/row  rows/CTA         bytes  predicted us\n";
  for (const PreparedLaunch &launch : run.launches)
    llvm::outs() << llvm::left_justify(launch.kernel->name, width)
                 << format(" %10lld %12lld %9lld %13lld ", static_cast<long long>(launch.gridCtas),
                           static_cast<long long>(launch.kernel->threadsPerRow),
                           static_cast<long long>(launch.kernel->rowsPerCta),
                           static_cast<long long>(launch.bytes))
                 << predictedColumn(target, launch.bytes) << "\n";
  if (!isTimed && !predictMicroseconds(target, 0))
    llvm::outs() << "(not predicted: the bandwidth of " << target.chip << " is not known)\n";
  else if (!isTimed)
    llvm::outs() << "(predicted from the bytes for " << target.model << "; nothing was timed)\n";
}

void normc::printGpu(const Gpu &gpu) {
  llvm::outs() << gpu.name << ", driver " << gpu.driverVersion
               << format(", SM clock %d MHz, memory clock %d MHz\n", gpu.smKilohertz / 1000,
                         gpu.memoryKilohertz / 1000);
}

/// What was timed: the kernel, or the call where it launches several.
static std::string nameOf(const RunReport &run) {
  if (run.launches.size() == 1)
    return run.launches.front().kernel->name;
  return run.plan.name + " (" + std::to_string(run.launches.size()) + " launches)";
}

void normc::printTimes(const RunReport &run, const CallTimes &times, bool startsEarly) {
  std::string name = nameOf(run);
  size_t width = std::max<size_t>(6, name.size());
  llvm::outs() << llvm::left_justify("kernel", width)
               << "         bytes   cold us      GB/s  % of roof   warm us  CPU us a call"
                  "  bare launch us  predicted us\n"
               << llvm::left_justify(name, width)
               << format(" %13lld %9.2f %9.0f %10.1f", static_cast<long long>(times.bytes),
                         times.coldMicroseconds, times.gigabytesPerSecond(), times.percentOfRoof())
               << format(" %9.2f %14.2f %15.2f ", times.warmMicroseconds, times.cpuMicroseconds,
                         times.bareMicroseconds)
               << predictedColumn(run.target, times.bytes) << "\n";
  llvm::outs() << "(cold: " << times.calls << " calls over " << times.sets
               << " sets of buffers in a graph, median of " << times.replays << " replays"
               << (startsEarly ? ", programmatic dependent launch" : "")
               << format("; roof: %.0f GB/s, copies moving %lld bytes)\n",
                         times.roofGigabytesPerSecond(), static_cast<long long>(times.roofBytes));
  if (!times.isCold)
    llvm::outs() << "(not cold: so small a call needs more sets of buffers than are made)\n";
}

llvm::json::Object normc::toJson(const Gpu &gpu) {
  return llvm::json::Object{{"name", gpu.name},
                            {"driver", gpu.driverVersion},
                            {"chip", "sm_" + std::to_string(gpu.major * 10 + gpu.minor)},
                            {"sm_count", gpu.smCount},
                            {"l2_bytes", gpu.l2Bytes},
                            {"sm_clock_khz", gpu.smKilohertz},
                            {"memory_clock_khz", gpu.memoryKilohertz}};
}

llvm::json::Object normc::toJson(const RunReport &run, const CallTimes &times, bool startsEarly) {
  llvm::json::Object dimensions;
  for (auto [name, size] : llvm::zip_equal(run.arguments.names, run.arguments.dimensions))
    dimensions[name] = size;
  llvm::json::Array launches;
  for (const PreparedLaunch &launch : run.launches)
    launches.push_back(llvm::json::Object{{"kernel", launch.kernel->name},
                                          {"ctas", launch.gridCtas},
                                          {"threads_per_row", launch.kernel->threadsPerRow},
                                          {"rows_per_cta", launch.kernel->rowsPerCta},
                                          {"bytes", launch.bytes}});
  return llvm::json::Object{{"function", run.plan.name},
                            {"kernel", nameOf(run)},
                            {"chip", run.target.chip},
                            {"dimensions", std::move(dimensions)},
                            {"launches", std::move(launches)},
                            {"pdl", startsEarly},
                            {"bytes", times.bytes},
                            {"cold_us", times.coldMicroseconds},
                            {"gb_per_s", times.gigabytesPerSecond()},
                            {"percent_of_roof", times.percentOfRoof()},
                            {"warm_us", times.warmMicroseconds},
                            {"cpu_us_per_call", times.cpuMicroseconds},
                            {"bare_launch_us", times.bareMicroseconds},
                            {"predicted_us", predictMicroseconds(run.target, times.bytes)},
                            {"roof_gb_per_s", times.roofGigabytesPerSecond()},
                            {"roof_bytes", times.roofBytes},
                            {"calls", times.calls},
                            {"sets", times.sets},
                            {"replays", times.replays},
                            {"is_cold", times.isCold}};
}
