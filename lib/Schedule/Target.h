//===- Target.h - the chip that an operation is scheduled for ----*- C++ -*-===//
//
// Finds the target of the module around an operation.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_SCHEDULE_TARGET_H
#define NORMC_LIB_SCHEDULE_TARGET_H

#include "normc/Schedule/TargetInfo.h"

#include "mlir/IR/Operation.h"

namespace normc {

/// The target of the module around `op`; emits an error and returns null where there is
/// none or its chip is unknown.
const TargetInfo *getTarget(mlir::Operation *op);

/// On a group: its CTAs a row are the user's, for any number of rows.
constexpr llvm::StringLiteral clusterGivenAttr = "sched.cluster_given";

} // namespace normc

#endif // NORMC_LIB_SCHEDULE_TARGET_H
