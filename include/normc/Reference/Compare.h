//===- Compare.h - how far a result is from the right one ---------*- C++ -*-===//
//
// Compares tensors bit for bit, and with doubles in units in the last place.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_REFERENCE_COMPARE_H
#define NORMC_REFERENCE_COMPARE_H

#include "normc/Support/HostTensor.h"

namespace normc::reference {

struct BitDifference {
  /// How many elements differ, and which is the first.
  int64_t count = 0;
  std::optional<int64_t> first;

  bool isEqual() const { return count == 0; }
};

/// Any NaN equals any NaN; -0 and +0 differ. Tensors of different type or shape differ in
/// every element, and at least in one.
BitDifference compareBits(const HostTensor &actual, const HostTensor &expected);

struct UlpError {
  double ulp = 0;
  /// The element where it is that large, if any is off.
  std::optional<int64_t> index;
};

/// The distance between `actual` and `expected` in units in the last place of `expected`
/// rounded to `type`: 0 for NaN and NaN and for the inf that `expected` rounds to, inf
/// where one is NaN or inf and the other not.
double getUlpError(ElementType type, float actual, double expected);

/// The largest error of an element; both must have the same number of elements.
UlpError getMaxUlpError(const HostTensor &actual, llvm::ArrayRef<double> expected);

/// The Euclidean norm of the error over that of `expected`; infinite where one has a NaN or
/// an infinity that the other lacks.
double getRelativeError(const HostTensor &actual, llvm::ArrayRef<double> expected);

} // namespace normc::reference

#endif // NORMC_REFERENCE_COMPARE_H
