//===- Pipelines.h - the pass pipeline of each phase -------------*- C++ -*-===//
//
// normc, normc-opt, normc-run and the tests run these same pipelines.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_PIPELINES_PIPELINES_H
#define NORMC_PIPELINES_PIPELINES_H

#include "normc/Pipelines/Phases.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace normc {

/// The version of the compiler, "0.1.0".
llvm::StringRef getVersion();

struct PipelineOptions {
  std::vector<std::string> chips; ///< names or aliases of known targets
  bool fuse = true;
  /// What takes the place of the heuristic's choice; see parseConfigOverrides.
  std::string config;
  /// Whether groups say why their configs are what they are (ConfigReasons).
  bool explain = false;
};

/// Adds the passes of one phase.
void buildPhase(Phase phase, mlir::OpPassManager &pm, const PipelineOptions &options);

} // namespace normc

#endif // NORMC_PIPELINES_PIPELINES_H
