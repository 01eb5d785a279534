//===- Inputs.h - values for the arguments -----------------------*- C++ -*-===//
//
// Random by seed and distribution, the same on every machine, or from .npy files.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_INPUTS_H
#define NORMC_TOOLS_NORMC_RUN_INPUTS_H

#include "normc/Support/HostTensor.h"

namespace normc {

enum class Distribution {
  Normal,   ///< mean 0, deviation 1
  Uniform,  ///< from -1 to 1
  Integers, ///< -8 to 8: sums are exact
  Offset,   ///< 1000 + normal: cancellation in variances
  Ones,
  Specials, ///< normal with subnormals, infinities and NaN here and there
};

std::optional<Distribution> lookUpDistribution(llvm::StringRef name);

/// Values for argument number `argument` of a run with `seed`.
HostTensor randomTensor(ElementType element, llvm::ArrayRef<int64_t> shape, uint64_t seed,
                        uint64_t argument, Distribution distribution);

/// Indices from 0 to less than `bound`.
HostTensor randomIndices(ElementType element, llvm::ArrayRef<int64_t> shape, uint64_t seed,
                         uint64_t argument, int64_t bound);

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_INPUTS_H
