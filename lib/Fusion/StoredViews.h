//===- StoredViews.h - what views and concats may be -------------*- C++ -*-===//
//
// What has to hold of a function's views before its groups are formed.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_FUSION_STOREDVIEWS_H
#define NORMC_LIB_FUSION_STOREDVIEWS_H

#include "normc/Import/DimClasses.h"

namespace normc {

/// Afterwards each concat is stored once, and of what operations of the function compute: an
/// argument is copied by one of its own. Refuses more parts than a plan has tensors.
mlir::LogicalResult separateParts(mlir::func::FuncOp func);

/// Refuses what no index map can say so far.
mlir::LogicalResult verifyViews(mlir::func::FuncOp func, const DimClasses &dims);

/// Whether the operation computes on from what reads whole rows of its own shape.
bool followsRows(mlir::Operation *op);

} // namespace normc

#endif // NORMC_LIB_FUSION_STOREDVIEWS_H
