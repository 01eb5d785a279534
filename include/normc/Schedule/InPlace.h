//===- InPlace.h - results in place of arguments -----------------*- C++ -*-===//
//
// A result may be exactly an argument where the graph says `norm.in_place` and every thread
// loads its part of the argument before it stores that of the result.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_SCHEDULE_INPLACE_H
#define NORMC_SCHEDULE_INPLACE_H

#include "Sched/Sched.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace normc {

/// A result of a launch and the input that it may be exactly.
struct InPlacePair {
  int64_t result, input;
};

/// The pairs that the function around the launch permits; of an argument that the launch reads in
/// several ways the first.
llvm::SmallVector<InPlacePair> inPlacePairs(sched::LaunchOp launch);

/// Why the group, with its config, must not compute the pair in place; empty where it may.
std::string whyNotInPlace(sched::GroupOp group, InPlacePair pair);

/// Holds each permission of the function against the kernels that its launches become.
mlir::LogicalResult verifyInPlace(mlir::func::FuncOp func);

/// Of its second operand a splat only takes the shape.
inline mlir::OperandRange operandsRead(mlir::Operation *op) {
  return op->getOperands().take_front(mlir::isa<norm::SplatOp>(op) ? 1 : op->getNumOperands());
}

/// The last reduction of a group; null where there is none.
mlir::Operation *lastReductionOf(sched::GroupOp group);

/// The inputs that the group's kernel reads again after the last reduction.
llvm::DenseSet<mlir::Value> rereadInputs(sched::GroupOp group);

} // namespace normc

#endif // NORMC_SCHEDULE_INPLACE_H
