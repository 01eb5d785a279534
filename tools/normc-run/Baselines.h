//===- Baselines.h - what --baseline asks for --------------------*- C++ -*-===//
//
// Checks, times and shows copies and cuBLAS calls of the size of the function at hand.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_BASELINES_H
#define NORMC_TOOLS_NORMC_RUN_BASELINES_H

#include "Baseline.h"
#include "CuBlas.h"
#include "Options.h"
#include "Twin.h"

#include "llvm/Support/JSON.h"

namespace normc {

/// Runs the baselines one after another and prints a row for each.
class Baselines {
public:
  Baselines(const Options &options, const Gpu &gpu) : options(options), gpu(gpu) {}

  /// Before anything runs: opens what the baselines need.
  int open();
  /// `bytes` are what the function moves.
  int run(const Twin &twin, int64_t bytes);
  /// Adds what has been run to the JSON of all times.
  void addTo(llvm::json::Object &all);

private:
  int runOne(Baseline &baseline);
  int runCuBlas(const Twin &twin);

  const Options &options;
  const Gpu &gpu;
  std::unique_ptr<CuBlas> blas; ///< null where it is no baseline
  llvm::json::Array timed;
};

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_BASELINES_H
