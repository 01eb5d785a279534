//===- Tune.cpp - searching configs on the GPU ----------------------------===//
//
// One pass over all configs, a short measurement each; one over the best few with
// registers for more CTAs an SM; then the best few and the heuristic's in turns.
//
//===----------------------------------------------------------------------===//

#include "Tune.h"

#include "Compile.h"
#include "DeviceCall.h"
#include "Norm/ReductionTree.h"
#include "Sched/Sched.h"
#include "Stopwatch.h"
#include "normc/Pipelines/MakePackage.h"
#include "normc/Schedule/ConfigOverrides.h"
#include "normc/Schedule/RowFit.h"
#include "normc/Schedule/TargetInfo.h"
#include "normc/Schedule/TunedConfigs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace normc;

static constexpr int finalists = 6, finalRounds = 5;
/// Overrides that leave every choice to the heuristic, and none to the tuned table.
static constexpr const char *heuristic = "min_ctas_per_sm=0";

//===----------------------------------------------------------------------===//
// What is worth trying
//===----------------------------------------------------------------------===//

namespace {
/// The choices of a config.
struct Candidate {
  int64_t threads, ctas, rows, rowsPerThread, width;
  llvm::StringRef residency;
  bool streams, loadsLate;

  std::string text() const {
    return ("threads_per_row=" + Twine(threads) +
            (ctas > 1 ? ",ctas_per_row=" + std::to_string(ctas) : "") +
            ",rows_per_cta=" + Twine(rows) + ",rows_per_thread=" + Twine(rowsPerThread) +
            ",vector_width=" + Twine(width) + ",residency=" + residency + ",caching=" +
            (streams ? "streaming" : "plain") + ",operand_loads=" + (loadsLate ? "late" : "early"))
        .str();
  }
};
} // namespace

/// Whether a thread holds between 8 and 64 elements of each row, or segment of a long one.
static bool isPromising(std::optional<int64_t> length, int64_t threads, int64_t rowsPerThread,
                        int64_t width) {
  constexpr int64_t most = 64;
  if (!fitsRow(length, threads, width))
    return false;
  int64_t chunks = threads * width / ReductionTree::chunkLength;
  return !length || (elementsPerThread(*length, threads, width) * rowsPerThread <= most &&
                     ReductionTree::get(*length).foldsInThread(chunks));
}

/// Rows a CTA: one, or what makes 128 or 256 threads.
static llvm::SmallSetVector<int64_t, 3> rowsPerCtaOf(int64_t threads) {
  llvm::SmallSetVector<int64_t, 3> rows;
  if (threads >= ReductionTree::numLanes)
    rows.insert(1);
  for (int64_t cta : {128, 256})
    if (threads < cta && cta % threads == 0)
      rows.insert(cta / threads);
  return rows;
}

/// What a row of several segments takes on the chip: CTAs and residencies.
static llvm::SmallVector<std::pair<int64_t, llvm::StringRef>> waysOf(std::optional<int64_t> length,
                                                                     const TargetInfo &target) {
  int64_t segments = numSegments(length.value_or(1));
  if (segments == 1)
    return {{1, "registers"}, {1, "reread"}};
  if (segments > target.largestCluster)
    return {{1, "looped"}};
  return {{1, "looped"}, {segments, "registers"}, {segments, "reread"}};
}

/// CTAs of up to 512 threads a row, of a cluster's up to 1024; pieces of 16 where the chip has
/// accesses for them.
static std::vector<std::string> candidatesOf(sched::GroupOp group, const TargetInfo &target) {
  std::optional<int64_t> length = group.getRowLength();
  auto ways = waysOf(length, target);
  int64_t mostThreads = ways.back().first > 1 ? 1024 : 512;
  std::vector<std::string> configs;
  for (int64_t width : {8, 16})
    for (int64_t threads = 1; threads <= mostThreads; ++threads)
      for (int64_t rowsPerThread : {1, 2}) {
        if ((width == 16 && target.widestAccessBits < 256) ||
            !isPromising(length, threads, rowsPerThread, width))
          continue;
        for (int64_t rows : rowsPerCtaOf(threads))
          for (auto [ctas, residency] : ways)
            for (bool streams : {false, true})
              for (bool late : {false, true})
                // What is read again is late, and the L2 is told of it otherwise; a cluster has
                // one row.
                if ((residency == "registers" || (late && !streams)) &&
                    (ctas == 1 || rows * rowsPerThread == 1))
                  configs.push_back(
                      Candidate{threads, ctas, rows, rowsPerThread, width, residency, streams, late}
                          .text());
      }
  return configs;
}

//===----------------------------------------------------------------------===//
// One config on the device
//===----------------------------------------------------------------------===//

namespace {
/// A compiled config with its graph of cold calls.
struct Trial {
  std::string config;
  std::unique_ptr<Launcher> launcher;
  std::unique_ptr<DeviceCall> device;
  std::unique_ptr<CapturedGraph> graph;
  int64_t calls = 0;
  std::vector<double> samples;

  double microseconds() const {
    std::vector<double> sorted = samples;
    llvm::sort(sorted);
    return sorted[sorted.size() / 2] / static_cast<double>(calls);
  }
};

/// Searches the configs of one function.
class Tuner {
public:
  Tuner(const Options &options, ModuleOp source, func::FuncOp function, const Gpu &gpu,
        const TargetInfo &target)
      : options(options), source(source), function(function), gpu(gpu), target(target),
        stopwatch(gpu) {}

  int run();

private:
  Result<std::unique_ptr<Trial>> prepare(const std::string &config);
  Status measure(Trial &trial, int rounds);
  int search(llvm::ArrayRef<std::string> configs);
  std::vector<std::string> bestConfigs() const;
  std::vector<std::string> withOccupancy() const;
  int playOff();
  int readFile();
  int writeFile();
  void showProgress(size_t done, size_t total);

  const Options &options;
  ModuleOp source;
  func::FuncOp function;
  const Gpu &gpu;
  const TargetInfo &target;
  Stopwatch stopwatch;
  std::optional<Arguments> arguments;
  int64_t bytes = 0;
  std::string signature;
  int64_t rowLength = 0;
  std::map<std::string, double> measured;
  std::string best; ///< of the play-off
  double heuristicMicroseconds = 0;
};
} // namespace

/// Compiles a config, runs it once, and compares its results with those of the first one.
Result<std::unique_ptr<Trial>> Tuner::prepare(const std::string &config) {
  PipelineOptions pipeline;
  pipeline.chips = {target.chip.str()};
  pipeline.fuse = options.fuses;
  pipeline.config = config;
  OwningOpRef<ModuleOp> module = compileTo(source, Phase::Ptx, pipeline);
  if (!module)
    return badInput("the config '" + config + "' does not compile");
  FailureOr<Package> package = makePackage(*module);
  if (failed(package))
    return badInput("the config '" + config + "' makes no package");
  auto named = [&](const PackageFunction &each) { return each.name == function.getName(); };
  int64_t index = llvm::find_if(package->functions, named) - package->functions.begin();
  auto trial = std::make_unique<Trial>();
  trial->config = config;
  trial->launcher = std::make_unique<Launcher>(std::move(*package));
  bool isFirst = !arguments;
  if (isFirst &&
      makeArguments(options, function, trial->launcher->getSignature(index), arguments.emplace()))
    return badInput("no arguments to time with");
  trial->device =
      std::make_unique<DeviceCall>(gpu, *trial->launcher, index, *arguments, options.startsEarly);
  DeviceCall &device = *trial->device;
  bytes = device.numBytes();
  if (device.isEmpty())
    return badInput("no element to compute, nothing to time");
  int64_t sets = std::clamp<int64_t>(2 * int64_t(gpu.l2Bytes) / bytes + 2, 2, 4096);
  if (Status status = device.place(sets); !status.isOk())
    return status;
  if (Status status = trial->launcher->prepare(); !status.isOk())
    return status;
  Call call;
  device.fill(call, 0);
  if (Status status = device.launch(call, 0); !status.isOk())
    return status;
  if (Status status = gpu.synchronize("running '" + config + "'"); !status.isOk())
    return status;
  if (Status status = isFirst ? device.readBack(0) : device.compareWithHost(0); !status.isOk())
    return status;
  trial->calls = (std::clamp<int64_t>(4000000000 / bytes, 20, 400) + sets - 1) / sets * sets;
  auto graph = CapturedGraph::capture(gpu, [&]() -> Status {
    for (int64_t i = 0; i < trial->calls; ++i) {
      device.fill(call, i % sets);
      if (Status status = device.launch(call, i % sets); !status.isOk())
        return status;
    }
    return {};
  });
  if (!graph.isOk())
    return graph.getError();
  trial->graph = std::move(*graph);
  return trial;
}

Status Tuner::measure(Trial &trial, int rounds) {
  for (int round = 0; round < rounds; ++round)
    if (Status status = stopwatch.measure([&] { return trial.graph->launch(); }, trial.samples);
        !status.isOk())
      return status;
  return {};
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

void Tuner::showProgress(size_t done, size_t total) {
  if (llvm::sys::Process::StandardErrIsDisplayed())
    llvm::errs() << "\rtuning '" << function.getName() << "', config " << done << "/" << total
                 << "\033[K" << (done == total ? "\n" : "");
}

int Tuner::search(llvm::ArrayRef<std::string> configs) {
  for (auto [index, config] : llvm::enumerate(configs)) {
    showProgress(index + 1, configs.size());
    if (measured.count(config))
      continue;
    Result<std::unique_ptr<Trial>> trial = prepare(config);
    if (!trial.isOk())
      return fail(trial.getError());
    if (Status status = measure(**trial, /*rounds=*/1); !status.isOk())
      return fail(status);
    measured[config] = (*trial)->microseconds();
    if (index % 16 == 15)
      if (int code = writeFile())
        return code;
  }
  return writeFile();
}

std::vector<std::string> Tuner::bestConfigs() const {
  std::vector<std::pair<double, std::string>> order;
  for (const auto &[config, time] : measured)
    order.push_back({time, config});
  llvm::sort(order);
  std::vector<std::string> configs;
  for (const auto &[time, config] : llvm::ArrayRef(order).take_front(finalists))
    configs.push_back(config);
  return configs;
}

/// The best few, with the registers that leave half or all of an SM's threads resident.
std::vector<std::string> Tuner::withOccupancy() const {
  std::vector<std::string> configs;
  for (const std::string &config : bestConfigs()) {
    llvm::Expected<ConfigOverrides> parsed = parseConfigOverrides(config);
    if (!parsed) {
      llvm::consumeError(parsed.takeError());
      continue;
    }
    int64_t threads = *parsed->threadsPerRow * *parsed->rowsPerCta;
    for (int64_t resident : {target.threadsPerSm / 2, target.threadsPerSm})
      if (int64_t ctas = std::min(resident / threads, target.ctasPerSm);
          ctas > 0 && !parsed->minCtasPerSm)
        configs.push_back(config + ",min_ctas_per_sm=" + std::to_string(ctas));
  }
  return configs;
}

/// The best few of the search and the heuristic's own, in turns: a clock that drifts meets all.
int Tuner::playOff() {
  std::vector<std::string> configs = bestConfigs();
  configs.insert(configs.begin(), heuristic);
  std::vector<std::unique_ptr<Trial>> trials;
  for (const std::string &config : configs) {
    Result<std::unique_ptr<Trial>> trial = prepare(config);
    if (!trial.isOk())
      return fail(trial.getError());
    trials.push_back(std::move(*trial));
  }
  for (int round = 0; round < finalRounds; ++round)
    for (std::unique_ptr<Trial> &trial : trials)
      if (Status status = measure(*trial, /*rounds=*/1); !status.isOk())
        return fail(status);
  heuristicMicroseconds = trials.front()->microseconds();
  llvm::sort(trials,
             [](const auto &a, const auto &b) { return a->microseconds() < b->microseconds(); });
  llvm::outs() << "tune '" << function.getName() << "' on " << gpu.describe() << ": "
               << measured.size() << " configs, equal bits\n";
  for (const std::unique_ptr<Trial> &trial : trials) {
    if (trial->config != heuristic)
      measured[trial->config] = trial->microseconds();
    llvm::outs() << llvm::format("%8.2f us %7.0f GB/s  x%.3f  ", trial->microseconds(),
                                 static_cast<double>(bytes) / trial->microseconds() * 1e-3,
                                 heuristicMicroseconds / trial->microseconds())
                 << (trial->config == heuristic ? "(the heuristic's)" : trial->config) << "\n";
  }
  if (trials.front()->config != heuristic)
    best = trials.front()->config;
  return writeFile();
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

/// What an earlier search of the same function, GPU and sizes has measured.
int Tuner::readFile() {
  auto buffer = llvm::MemoryBuffer::getFile(options.tuneFile, /*IsText=*/true);
  if (!buffer)
    return Done; // the first search
  llvm::Expected<llvm::json::Value> value = llvm::json::parse((*buffer)->getBuffer());
  llvm::json::Object *all = value ? value->getAsObject() : nullptr;
  llvm::json::Array *results = all ? all->getArray("configs") : nullptr;
  if (!value)
    llvm::consumeError(value.takeError());
  if (!results)
    return fail(BadInput, "'" + options.tuneFile + "' is no file of a search: remove it");
  if (all->getString("gpu") != llvm::StringRef(gpu.name) ||
      all->getString("function") != function.getName() ||
      all->getString("shape") != llvm::StringRef(llvm::join(options.shapes, ",")) ||
      all->getString("layout") != llvm::StringRef(llvm::join(options.layouts, ",")) ||
      all->getString("law") != llvm::StringRef(options.numerics) ||
      all->getString("chip") != target.chip || all->getString("signature") != signature ||
      all->getInteger("row_length") != rowLength)
    return fail(BadInput, "'" + options.tuneFile + "' is of another search: remove it");
  for (llvm::json::Value &each : *results)
    if (llvm::json::Object *result = each.getAsObject())
      if (auto config = result->getString("config"))
        if (auto time = result->getNumber("cold_us"))
          measured[config->str()] = *time;
  return Done;
}

int Tuner::writeFile() {
  llvm::json::Array results;
  for (const auto &[config, time] : measured)
    results.push_back(llvm::json::Object{{"config", config}, {"cold_us", time}});
  llvm::json::Object all{{"gpu", gpu.name},
                         {"function", function.getName()},
                         {"shape", llvm::join(options.shapes, ",")},
                         {"layout", llvm::join(options.layouts, ",")},
                         {"law", options.numerics},
                         {"chip", target.chip},
                         {"signature", signature},
                         {"row_length", rowLength},
                         {"bytes", bytes},
                         {"heuristic_us", heuristicMicroseconds},
                         {"best", best},
                         {"configs", std::move(results)}};
  llvm::Error error = llvm::writeToOutput(options.tuneFile, [&](llvm::raw_ostream &os) {
    os << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(all)));
    return llvm::Error::success();
  });
  if (error)
    return fail(Environment,
                "cannot write '" + options.tuneFile + "': " + llvm::toString(std::move(error)));
  return Done;
}

int Tuner::run() {
  PipelineOptions pipeline;
  pipeline.fuse = options.fuses;
  OwningOpRef<ModuleOp> fused = compileTo(source, Phase::Fusion, pipeline);
  if (!fused)
    return BadInput;
  SmallVector<sched::GroupOp> groups;
  fused->walk([&](sched::GroupOp group) { groups.push_back(group); });
  if (groups.size() != 1)
    return fail(BadInput, "--tune takes a module of one launch, this has " + Twine(groups.size()));
  signature = getSignature(groups.front());
  rowLength = groups.front().getRowLength().value_or(0);
  if (int code = readFile())
    return code;
  if (Status status = stopwatch.start(); !status.isOk())
    return fail(status);
  if (int code = search(candidatesOf(groups.front(), target)))
    return code;
  if (int code = search(withOccupancy()))
    return code;
  return playOff();
}

int normc::tune(const Options &options, ModuleOp source, func::FuncOp function, const Gpu &gpu,
                const TargetInfo &target) {
  return Tuner(options, source, function, gpu, target).run();
}
