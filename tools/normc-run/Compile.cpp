//===- Compile.cpp - the pipeline as normc-run uses it --------------------===//
//
// Runs phases on a clone: the source is evaluated by the reference later.
//
//===----------------------------------------------------------------------===//

#include "Compile.h"

#include "Norm/ReductionTree.h"
#include "Sched/Sched.h"
#include "normc/Schedule/RowFit.h"
#include "normc/Schedule/TargetInfo.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace normc;

OwningOpRef<ModuleOp> normc::compileTo(ModuleOp source, Phase last,
                                       const PipelineOptions &options) {
  OwningOpRef<ModuleOp> module = source.clone();
  PassManager pm(source.getContext());
  for (const PhaseInfo &info : getPhases())
    if (info.phase <= last)
      buildPhase(info.phase, pm, options);
  if (failed(pm.run(*module)))
    return nullptr;
  return module;
}

/// Whether a thread holds its part of every row of the module.
static bool fits(ModuleOp module, int64_t threads, int64_t width, int64_t rowsPerThread) {
  bool fits = true;
  module.walk([&](sched::GroupOp group) {
    std::optional<int64_t> length = group.getRowLength();
    fits &= fitsRow(length, threads, width) &&
            rowsPerThread * elementsPerThread(length.value_or(1), threads, width) <=
                maxElementsPerThread;
  });
  return fits;
}

FailureOr<std::vector<std::string>> normc::configsOf(ModuleOp source,
                                                     const PipelineOptions &options) {
  OwningOpRef<ModuleOp> module = compileTo(source, Phase::Fusion, options);
  if (!module)
    return failure();
  // Longer rows than a segment are looped, or a cluster's where the chip has those.
  bool hasLong = false;
  module->walk([&](sched::GroupOp group) {
    hasLong |= group.getRowLength().value_or(0) > ReductionTree::segmentLength;
  });
  const TargetInfo *target = lookUpTarget(options.chips.front());
  std::vector<std::tuple<int, StringRef, StringRef>> ways = {{1, "plain", "residency=registers"},
                                                             {2, "streaming", "residency=reread"}};
  if (hasLong)
    ways = {{1, "plain", "ctas_per_row=1"}, {2, "streaming", "ctas_per_row=1"}};
  if (hasLong && target && target->largestCluster > 1)
    ways.push_back({1, "plain", "rows_per_cta=1"});
  std::vector<std::string> configs;
  for (int64_t width : {8, 16})
    for (int64_t threads = 1; threads <= 1024; ++threads)
      for (auto [rows, caching, way] : ways)
        if (fits(*module, threads, width, rows))
          configs.push_back(("threads_per_row=" + Twine(threads) + ",vector_width=" + Twine(width) +
                             ",rows_per_thread=" + Twine(rows) + ",caching=" + caching + "," + way)
                                .str());
  return configs;
}
