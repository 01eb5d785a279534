//===- SugarSteps.h - the steps that sugar stands for ------------*- C++ -*-===//
//
// What the expansions of all sugar ops build with.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_NORM_SUGARSTEPS_H
#define NORMC_LIB_NORM_SUGARSTEPS_H

#include "Norm/Norm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

namespace normc {

/// Builds the steps of one sugar op in its computing type.
struct Steps {
  mlir::PatternRewriter &rewriter;
  mlir::Location loc;
  mlir::Type computed;
  llvm::ArrayRef<int64_t> dims;

  Steps(mlir::PatternRewriter &rewriter, mlir::Operation *op, llvm::ArrayRef<int64_t> dims)
      : rewriter(rewriter), loc(op->getLoc()),
        computed(norm::promoteElementTypes(llvm::to_vector(op->getOperandTypes()))), dims(dims) {}

  /// `value` in the computing type: exact, since that type holds every operand's.
  mlir::Value widen(mlir::Value value) {
    auto type = mlir::cast<mlir::RankedTensorType>(value.getType());
    if (type.getElementType() == computed)
      return value;
    return mlir::arith::ExtFOp::create(rewriter, loc, type.clone(computed), value);
  }

  /// 1 + `value`.
  mlir::Value addOne(mlir::Value value) {
    mlir::Value one =
        mlir::arith::ConstantOp::create(rewriter, loc, rewriter.getFloatAttr(computed, 1.0));
    mlir::Value ones = norm::SplatOp::create(rewriter, loc, value.getType(), one, value);
    return mlir::arith::AddFOp::create(rewriter, loc, ones, value);
  }

  mlir::Value broadcast(mlir::Value value, mlir::Value like) {
    auto type = mlir::cast<mlir::RankedTensorType>(value.getType());
    auto result = mlir::cast<mlir::RankedTensorType>(like.getType()).clone(computed);
    if (type == result)
      return value;
    return norm::BroadcastOp::create(rewriter, loc, result, value, like, dims);
  }

  /// Replaces `op` by `value`, rounded to the op's element type.
  void replace(mlir::Operation *op, mlir::Value value) {
    mlir::Type result = op->getResult(0).getType();
    if (value.getType() != result)
      value = mlir::arith::TruncFOp::create(rewriter, loc, result, value);
    rewriter.replaceOp(op, value);
  }
};

/// norm.rope, whose steps depend on its columns.
void populateExpandRope(mlir::RewritePatternSet &patterns);

/// norm.rope of a view of what a norm computes: to a view of norm.rope.
void populateRopeBeforeViews(mlir::RewritePatternSet &patterns);

} // namespace normc

#endif // NORMC_LIB_NORM_SUGARSTEPS_H
