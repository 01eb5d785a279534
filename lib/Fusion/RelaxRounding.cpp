//===- RelaxRounding.cpp - f32 between operations, by request -------------===//
//
// Under the relaxed law values of a row program stay in f32 from load to store, and a
// multiply feeding one add becomes an fma. Under the strict law nothing is touched.
//
//===----------------------------------------------------------------------===//

#include "normc/Fusion/Passes.h"

#include "Norm/Norm.h"
#include "Sched/Sched.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace normc {
#define GEN_PASS_DEF_RELAXROUNDING
#include "normc/Fusion/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

/// `type` with f32 elements.
static Type widen(Type type) {
  auto f32 = Float32Type::get(type.getContext());
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.clone(f32);
  return f32;
}

static bool is16Bit(Type type) { return getElementTypeOrSelf(type).getIntOrFloatBitWidth() == 16; }

/// Operations that compute: their f32 form followed by one rounding is a closer result.
static bool computes(Operation *op) {
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp, arith::NegFOp,
             arith::MaximumFOp, arith::MinimumFOp, norm::SigmoidOp, norm::SiluOp, norm::GeluOp,
             norm::ExpOp, norm::TanhOp, norm::ErfOp, norm::RsqrtOp, math::SqrtOp, math::AbsFOp>(op);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
/// op on 16 bits -> truncf(op on f32(extf of each operand)).
struct ComputeInF32 : RewritePattern {
  ComputeInF32(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), PatternBenefit(1), context) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!computes(op) || !is16Bit(op->getResult(0).getType()))
      return rewriter.notifyMatchFailure(op, "computes nothing on 16 bits");
    OperationState state(op->getLoc(), op->getName());
    for (Value operand : op->getOperands())
      state.operands.push_back(
          arith::ExtFOp::create(rewriter, op->getLoc(), widen(operand.getType()), operand));
    state.types.push_back(widen(op->getResult(0).getType()));
    state.propertiesAttr = op->getPropertiesAsAttribute();
    Operation *wide = rewriter.create(state);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op->getResult(0).getType(),
                                                 wide->getResult(0));
    return success();
  }
};

/// extf(truncf(x)) -> x.
struct DropRounding : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtFOp op, PatternRewriter &rewriter) const override {
    auto rounding = op.getIn().getDefiningOp<arith::TruncFOp>();
    if (!rounding || rounding.getIn().getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "its operand is not rounded from the same type");
    rewriter.replaceOp(op, rounding.getIn());
    return success();
  }
};

/// reduction of truncf(x) -> reduction of x: the statistics are those of the elements that they
/// are used with.
struct ReduceUnrounded : RewritePattern {
  ReduceUnrounded(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), PatternBenefit(1), context) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!norm::isReduction(op))
      return rewriter.notifyMatchFailure(op, "is no reduction");
    auto rounding = op->getOperand(0).getDefiningOp<arith::TruncFOp>();
    if (!rounding || !getElementTypeOrSelf(rounding.getIn().getType()).isF32())
      return rewriter.notifyMatchFailure(op, "its operand is not rounded from f32");
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, rounding.getIn()); });
    return success();
  }
};

/// a * b + c -> fma(a, b, c) in f32, where nothing else reads the product.
struct Contract : OpRewritePattern<arith::AddFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::AddFOp op, PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isF32())
      return rewriter.notifyMatchFailure(op, "is not in f32");
    for (auto [product, addend] :
         {std::pair(op.getLhs(), op.getRhs()), std::pair(op.getRhs(), op.getLhs())}) {
      auto multiply = product.getDefiningOp<arith::MulFOp>();
      if (!multiply || !multiply->hasOneUse())
        continue;
      rewriter.replaceOpWithNewOp<math::FmaOp>(op, multiply.getLhs(), multiply.getRhs(), addend);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "adds no product of its own");
  }
};

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

struct RelaxRounding : normc::impl::RelaxRoundingBase<RelaxRounding> {
  void runOnOperation() override {
    auto law = getOperation()->getAttrOfType<StringAttr>("norm.numerics");
    if (!law || law != "relaxed")
      return;
    RewritePatternSet patterns(&getContext());
    patterns.add<ComputeInF32, DropRounding, ReduceUnrounded, Contract>(&getContext());
    FrozenRewritePatternSet frozen(std::move(patterns));
    getOperation().walk([&](sched::GroupOp group) {
      if (failed(applyPatternsGreedily(group.getBody(), frozen)))
        signalPassFailure();
    });
  }
};
} // namespace
