//===- RowFacts.h - what is known of a row's values --------------*- C++ -*-===//
//
// Facts that a row program's form gives about the values of its rows, for code that needs fewer
// instructions where they hold. They say nothing of what a thread holds past the row's end.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_GPU_ROWFACTS_H
#define NORMC_LIB_GPU_ROWFACTS_H

#include "mlir/IR/Value.h"

namespace normc {

/// Whether each element of a row is at most 0 or NaN: a row less its own maximum.
bool isNeverPositive(mlir::Value row);

/// Whether each element is from +0 to 2 or NaN: the exp of what is never positive.
bool isExpOfNeverPositive(mlir::Value row);

/// Whether no magnitude of `row` divided by `scale` is much over the largest 8-bit number, unless
/// the scale is an infinity or NaN: it was made of the largest of them.
bool isBoundedByScale(mlir::Value row, mlir::Value scale);

/// Whether all elements of a row are one number.
bool isOneNumber(mlir::Value row);

} // namespace normc

#endif // NORMC_LIB_GPU_ROWFACTS_H
