//===- HoistTransposes.cpp - transposes before what works on rows ---------===//
//
// What is transposed and then computed on has other rows than what was computed before. Where
// the last axis stays, a norm or elementwise operation may as well read transposed rows: a
// transpose goes up to the arguments, where it is a view and costs nothing.
//
//===----------------------------------------------------------------------===//

#include "normc/Norm/Passes.h"

#include "Norm/Norm.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace normc {
#define GEN_PASS_DEF_HOISTTRANSPOSES
#include "normc/Norm/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

/// Whether each element of the result is computed from the rows at its own place.
static bool worksOnRows(Operation *op) {
  bool hasConditions = llvm::any_of(op->getOperandTypes(), [](Type type) {
    return !norm::isNormFloat(getElementTypeOrSelf(type)); // which no view takes
  });
  return op->getNumResults() == 1 && !hasConditions &&
         norm::isNormFloat(getElementTypeOrSelf(op->getResult(0).getType())) &&
         (op->hasTrait<OpTrait::Elementwise>() || norm::isNorm(op) || norm::isByColumn(op) ||
          isa<norm::BroadcastOp>(op));
}

/// What is only stored may be stored transposed.
static bool isComputedOn(Value value) {
  for (Operation *user : value.getUsers())
    if (norm::isView(user) && !isa<norm::ConcatOp>(user)
            ? isComputedOn(user->getResult(0))
            : !isa<func::ReturnOp, norm::ConcatOp>(user))
      return true;
  return false;
}

namespace {
/// transpose(op(x, ...)) -> op(transpose(x), ...)
struct HoistTranspose : OpRewritePattern<norm::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(norm::TransposeOp transpose,
                                PatternRewriter &rewriter) const override {
    Operation *op = transpose.getX().getDefiningOp();
    ArrayRef<int64_t> permutation = transpose.getPermutation();
    if (!op || !worksOnRows(op) || !op->hasOneUse() || permutation.empty() ||
        permutation.back() + 1 != static_cast<int64_t>(permutation.size()))
      return rewriter.notifyMatchFailure(transpose,
                                         "reads no rows that could be transposed before");
    if (!isComputedOn(transpose))
      return rewriter.notifyMatchFailure(transpose, "is stored as it is");
    auto reorder = [&](Value value, ArrayRef<int64_t> order) -> Value {
      auto type = cast<RankedTensorType>(value.getType());
      if (llvm::is_sorted(order))
        return value;
      SmallVector<int64_t> shape;
      for (int64_t axis : order)
        shape.push_back(type.getDimSize(axis));
      return norm::TransposeOp::create(rewriter, transpose.getLoc(), type.clone(shape), value,
                                       order);
    };
    if (auto broadcast = dyn_cast<norm::BroadcastOp>(op)) {
      // Where each axis of the operand is among those of the result, in the new order.
      SmallVector<int64_t> dims, order;
      for (auto [dim, from] : llvm::enumerate(permutation))
        if (auto it = llvm::find(broadcast.getDims(), from); it != broadcast.getDims().end()) {
          dims.push_back(dim);
          order.push_back(it - broadcast.getDims().begin());
        }
      rewriter.replaceOpWithNewOp<norm::BroadcastOp>(
          transpose, transpose.getType(), reorder(broadcast.getOperand(), order),
          reorder(broadcast.getLike(), permutation), dims);
      return success();
    }
    OperationState state(op->getLoc(), op->getName());
    for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
      auto type = dyn_cast<RankedTensorType>(operand.getType());
      bool isRows = type && !(norm::isNorm(op) && index > 0);
      state.operands.push_back(isRows ? reorder(operand, permutation) : operand);
    }
    state.types.push_back(transpose.getType());
    state.attributes = op->getDiscardableAttrDictionary();
    state.propertiesAttr = op->getPropertiesAsAttribute();
    rewriter.replaceOp(transpose, rewriter.create(state));
    return success();
  }
};

struct HoistTransposes : normc::impl::HoistTransposesBase<HoistTransposes> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<HoistTranspose>(&getContext());
    // Nothing else is touched.
    GreedyRewriteConfig config;
    config.enableFolding(false).enableConstantCSE(false).setRegionSimplificationLevel(
        GreedySimplifyRegionLevel::Disabled);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
