//===- ReductionTree.h - the one reduction tree, again ------------*- C++ -*-===//
//
// The reference's own statement of the order in which a row is reduced, written from
// the law and from nothing that the compiler uses.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_REFERENCE_REDUCTIONTREE_H
#define NORMC_LIB_REFERENCE_REDUCTIONTREE_H

#include "Norm/Norm.h"

#include <cmath>

namespace normc::reference {

/// The longest row that the law covers.
inline constexpr int64_t kLongestRow = int64_t(1) << 20;

/// Longer rows are cut into segments of so many elements.
inline constexpr int64_t kSegment = 16384;

/// How a reduction combines two numbers. The larger and the smaller number propagate NaN
/// and order -0 below +0.
template <typename Number> Number combine(norm::ReduceKind kind, Number a, Number b) {
  switch (kind) {
  case norm::ReduceKind::add:
    return a + b;
  case norm::ReduceKind::mul:
    return a * b;
  case norm::ReduceKind::max:
  case norm::ReduceKind::min:
    if (std::isnan(a) || std::isnan(b))
      return a + b;
    bool isLess = a < b || (a == b && std::signbit(a) && !std::signbit(b));
    return isLess == (kind == norm::ReduceKind::min) ? a : b;
  }
  llvm_unreachable("every kind combines");
}

/// Reduces a row of 1 to kLongestRow elements. A segment of a longer row is reduced by the tree
/// of a whole one.
float reduceByTree(norm::ReduceKind kind, llvm::ArrayRef<float> row, bool isSegment = false);

/// The sum of the squares of such a row, squares added by fma.
float sumSquaresByTree(llvm::ArrayRef<float> row, bool isSegment = false);

} // namespace normc::reference

#endif // NORMC_LIB_REFERENCE_REDUCTIONTREE_H
