//===- ExpandSugar.cpp - sugar to arith on explicit broadcasts ------------===//
//
// Spells scale, shift, modulate, gate and quantisation as the steps that their documentation
// names, each rounded to the element type it computes in.
//
//===----------------------------------------------------------------------===//

#include "normc/Norm/Passes.h"

#include "ExpandQuantize.h"
#include "Norm/Norm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace normc {
#define GEN_PASS_DEF_EXPANDSUGAR
#include "normc/Norm/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

namespace {
/// Builds the steps of one sugar op in its computing type.
struct Steps {
  PatternRewriter &rewriter;
  Location loc;
  Type computed;
  ArrayRef<int64_t> dims;

  Steps(PatternRewriter &rewriter, Operation *op, ArrayRef<int64_t> dims)
      : rewriter(rewriter), loc(op->getLoc()),
        computed(norm::promoteElementTypes(llvm::to_vector(op->getOperandTypes()))), dims(dims) {}

  /// `value` in the computing type: exact, since that type holds every operand's.
  Value widen(Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getElementType() == computed)
      return value;
    return arith::ExtFOp::create(rewriter, loc, type.clone(computed), value);
  }

  /// 1 + `value`.
  Value addOne(Value value) {
    Value one = arith::ConstantOp::create(rewriter, loc, rewriter.getFloatAttr(computed, 1.0));
    Value ones = norm::SplatOp::create(rewriter, loc, value.getType(), one, value);
    return arith::AddFOp::create(rewriter, loc, ones, value);
  }

  Value broadcast(Value value, Value like) {
    auto type = cast<RankedTensorType>(value.getType());
    auto result = cast<RankedTensorType>(like.getType()).clone(computed);
    if (type == result)
      return value;
    return norm::BroadcastOp::create(rewriter, loc, result, value, like, dims);
  }

  /// Replaces `op` by `value`, rounded to the op's element type.
  void replace(Operation *op, Value value) {
    Type result = op->getResult(0).getType();
    if (value.getType() != result)
      value = arith::TruncFOp::create(rewriter, loc, result, value);
    rewriter.replaceOp(op, value);
  }
};

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

struct ExpandScale : OpRewritePattern<norm::ScaleOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(norm::ScaleOp op, PatternRewriter &rewriter) const override {
    Steps steps(rewriter, op, op.getDims());
    Value x = steps.widen(op.getX());
    Value s = steps.broadcast(steps.widen(op.getS()), x);
    steps.replace(op, arith::MulFOp::create(rewriter, op.getLoc(), x, s));
    return success();
  }
};

struct ExpandShift : OpRewritePattern<norm::ShiftOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(norm::ShiftOp op, PatternRewriter &rewriter) const override {
    Steps steps(rewriter, op, op.getDims());
    Value x = steps.widen(op.getX());
    Value t = steps.broadcast(steps.widen(op.getT()), x);
    steps.replace(op, arith::AddFOp::create(rewriter, op.getLoc(), x, t));
    return success();
  }
};

struct ExpandModulate : OpRewritePattern<norm::ModulateOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(norm::ModulateOp op, PatternRewriter &rewriter) const override {
    Steps steps(rewriter, op, op.getDims());
    Value x = steps.widen(op.getX());
    Value factor = steps.broadcast(steps.addOne(steps.widen(op.getScale())), x);
    Value shift = steps.broadcast(steps.widen(op.getShift()), x);
    Value scaled = arith::MulFOp::create(rewriter, op.getLoc(), x, factor);
    steps.replace(op, arith::AddFOp::create(rewriter, op.getLoc(), scaled, shift));
    return success();
  }
};

struct ExpandGate : OpRewritePattern<norm::GateOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(norm::GateOp op, PatternRewriter &rewriter) const override {
    Steps steps(rewriter, op, op.getDims());
    Value x = steps.widen(op.getX());
    Value g = steps.broadcast(steps.widen(op.getG()), x);
    Value gated = arith::MulFOp::create(rewriter, op.getLoc(), g, x);
    Value residual = steps.widen(op.getResidual());
    steps.replace(op, arith::AddFOp::create(rewriter, op.getLoc(), residual, gated));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

struct ExpandSugar : normc::impl::ExpandSugarBase<ExpandSugar> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandScale, ExpandShift, ExpandModulate, ExpandGate>(&getContext());
    populateExpandQuantizePatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
