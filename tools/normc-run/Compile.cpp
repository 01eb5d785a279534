//===- Compile.cpp - the pipeline as normc-run uses it --------------------===//
//
// Runs phases on a clone: the source is evaluated by the reference later.
//
//===----------------------------------------------------------------------===//

#include "Compile.h"

#include "Sched/Sched.h"
#include "normc/Schedule/RowFit.h"

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

FailureOr<SmallVector<std::pair<int64_t, int64_t>>>
normc::configsOf(ModuleOp source, const PipelineOptions &options) {
  OwningOpRef<ModuleOp> module = compileTo(source, Phase::Fusion, options);
  if (!module)
    return failure();
  SmallVector<std::pair<int64_t, int64_t>> configs;
  for (int64_t width : {8, 16})
    for (int64_t threads = 1; threads <= 1024; ++threads) {
      bool fits = true;
      module->walk(
          [&](sched::GroupOp group) { fits &= fitsRow(group.getRowLength(), threads, width); });
      if (fits)
        configs.push_back({threads, width});
    }
  return configs;
}
