//===- Arguments.h - the tensors of one call ---------------------*- C++ -*-===//
//
// Reads the command line against a plan: sizes, layouts, values.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_ARGUMENTS_H
#define NORMC_TOOLS_NORMC_RUN_ARGUMENTS_H

#include "Options.h"
#include "Placement.h"
#include "normc/Reference/Evaluate.h"

#include <array>

namespace normc {

/// Everything that a call reads and writes.
struct Arguments {
  llvm::SmallVector<std::string> names; ///< of the dimensions
  llvm::SmallVector<int64_t> dimensions;
  /// The plan's tensors, without those that are numbers.
  std::vector<std::optional<PlacedTensor>> tensors;
  /// For each tensor the one whose memory a call gives it: itself, or the result that is in its
  /// place. That result begins as a copy of the argument, which keeps its values.
  std::vector<int64_t> places;
  std::vector<float> numbers; ///< by the same index
  /// The function's arguments as the reference takes them.
  std::vector<reference::Input> values;

  /// Of the plan's windows.
  std::vector<std::array<int64_t, maxPlanRank>> windowSizes;

  /// The plan's tensors where they are placed.
  Result<std::vector<TensorView>> views(const Plan &plan);
  /// The argument that a result is in place of.
  std::optional<int64_t> inPlaceOf(int64_t result) const;
};

/// Done, or the code to end with.
int makeArguments(const Options &options, mlir::func::FuncOp function, const Plan &plan,
                  Arguments &arguments);

/// Writes the results that --output asks for.
int writeOutputs(const Options &options, const Plan &plan, const Arguments &arguments);

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_ARGUMENTS_H
