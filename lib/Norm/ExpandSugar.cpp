//===- ExpandSugar.cpp - sugar to arith on explicit broadcasts ------------===//
//
// Spells scale, shift, modulate, gate and quantisation as the steps that their documentation
// names, each rounded to the element type it computes in.
//
//===----------------------------------------------------------------------===//

#include "normc/Norm/Passes.h"

#include "ExpandQuantize.h"
#include "SugarSteps.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace normc {
#define GEN_PASS_DEF_EXPANDSUGAR
#include "normc/Norm/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

namespace {
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
    // First, again and again, where a view stands before it; nothing else is touched.
    RewritePatternSet first(&getContext());
    populateRopeBeforeViews(first);
    GreedyRewriteConfig config;
    config.enableFolding(false).enableConstantCSE(false).setRegionSimplificationLevel(
        GreedySimplifyRegionLevel::Disabled);
    if (failed(applyPatternsGreedily(getOperation(), std::move(first), config)))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandScale, ExpandShift, ExpandModulate, ExpandGate>(&getContext());
    populateExpandQuantizePatterns(patterns);
    populateExpandRope(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
