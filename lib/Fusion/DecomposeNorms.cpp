//===- DecomposeNorms.cpp - named norms to reductions and arith -----------===//
//
// Spells the norms on one row as the steps that the ops document.
//
//===----------------------------------------------------------------------===//

#include "normc/Fusion/Passes.h"

#include "Norm/Norm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace normc {
#define GEN_PASS_DEF_DECOMPOSENORMS
#include "normc/Fusion/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

static Value widen(ImplicitLocOpBuilder &b, Value row) {
  auto type = cast<RankedTensorType>(row.getType());
  if (type.getElementType().isF32())
    return row;
  return arith::ExtFOp::create(b, type.clone(b.getF32Type()), row);
}

static Value number(ImplicitLocOpBuilder &b, float value) {
  return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
}

static Value splat(ImplicitLocOpBuilder &b, Value value, Value like) {
  auto type = cast<RankedTensorType>(like.getType()).clone(value.getType());
  return norm::SplatOp::create(b, type, value, like);
}

/// One over the square root of `square` + eps.
static Value inverseRoot(ImplicitLocOpBuilder &b, Value square, FloatAttr eps) {
  Value shifted = arith::AddFOp::create(b, square, arith::ConstantOp::create(b, eps));
  return norm::RsqrtOp::create(b, shifted.getType(), shifted);
}

/// One over the square root of `sum` * RN(1/N) + eps.
static Value inverseDeviation(ImplicitLocOpBuilder &b, Value sum, int64_t rowLength,
                              FloatAttr eps) {
  Value mean = arith::MulFOp::create(b, sum, number(b, 1.0f / static_cast<float>(rowLength)));
  return inverseRoot(b, mean, eps);
}

/// The op's one rounding.
static void finish(ImplicitLocOpBuilder &b, PatternRewriter &rewriter, Operation *op, Value row) {
  Type type = op->getResult(0).getType();
  if (row.getType() != type)
    row = arith::TruncFOp::create(b, type, row);
  rewriter.replaceOp(op, row);
}

/// Weight and bias, then the rounding.
template <typename NormOp>
static void finishAffine(ImplicitLocOpBuilder &b, PatternRewriter &rewriter, NormOp op,
                         Value normed) {
  Value weight = op.getWeight() ? widen(b, op.getWeight()) : Value();
  Value bias = op.getBias() ? widen(b, op.getBias()) : Value();
  if (weight && bias)
    normed = math::FmaOp::create(b, normed, weight, bias);
  else if (weight)
    normed = arith::MulFOp::create(b, normed, weight);
  else if (bias)
    normed = arith::AddFOp::create(b, normed, bias);
  finish(b, rewriter, op, normed);
}

static LogicalResult matchRow(Operation *op, PatternRewriter &rewriter) {
  if (cast<RankedTensorType>(op->getResult(0).getType()).getRank() == 1)
    return success();
  return rewriter.notifyMatchFailure(op, "decomposes on one row, inside a row program");
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
struct DecomposeRmsNorm : OpRewritePattern<norm::RmsNormOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(norm::RmsNormOp op, PatternRewriter &rewriter) const override {
    if (failed(matchRow(op, rewriter)))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value squares = norm::SumSquaresOp::create(b, b.getF32Type(), op.getX());
    Value scale = inverseDeviation(b, squares, op.getRowLength(), op.getEpsAttr());
    Value x = widen(b, op.getX());
    finishAffine(b, rewriter, op, arith::MulFOp::create(b, x, splat(b, scale, x)));
    return success();
  }
};

struct DecomposeLayerNorm : OpRewritePattern<norm::LayerNormOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(norm::LayerNormOp op, PatternRewriter &rewriter) const override {
    if (failed(matchRow(op, rewriter)))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type f32 = b.getF32Type();
    auto moments = norm::MomentsOp::create(b, f32, f32, f32, op.getX());
    Value scale = inverseDeviation(b, moments.getM2(), op.getRowLength(), op.getEpsAttr());
    Value x = widen(b, op.getX());
    Value centred = arith::SubFOp::create(b, x, splat(b, moments.getMean(), x));
    centred = arith::SubFOp::create(b, centred, splat(b, moments.getCorrection(), x));
    finishAffine(b, rewriter, op, arith::MulFOp::create(b, centred, splat(b, scale, x)));
    return success();
  }
};

struct DecomposeL2Norm : OpRewritePattern<norm::L2NormOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(norm::L2NormOp op, PatternRewriter &rewriter) const override {
    if (failed(matchRow(op, rewriter)))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value squares = norm::SumSquaresOp::create(b, b.getF32Type(), op.getX());
    Value x = widen(b, op.getX());
    if (op.getKind() == norm::L2Kind::add_eps) {
      Value scale = inverseRoot(b, squares, op.getEpsAttr());
      finish(b, rewriter, op, arith::MulFOp::create(b, x, splat(b, scale, x)));
      return success();
    }
    Value length = math::SqrtOp::create(b, squares);
    length = arith::MaximumFOp::create(b, length, arith::ConstantOp::create(b, op.getEpsAttr()));
    finish(b, rewriter, op, arith::DivFOp::create(b, x, splat(b, length, x)));
    return success();
  }
};

struct DecomposeSoftmax : OpRewritePattern<norm::SoftmaxOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(norm::SoftmaxOp op, PatternRewriter &rewriter) const override {
    if (failed(matchRow(op, rewriter)))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type f32 = b.getF32Type();
    Value max = norm::ReduceOp::create(b, f32, norm::ReduceKind::max, op.getX());
    Value x = widen(b, op.getX());
    Value below = arith::SubFOp::create(b, x, splat(b, max, x));
    Value e = norm::ExpOp::create(b, below.getType(), below);
    Value sum = norm::ReduceOp::create(b, f32, norm::ReduceKind::add, e);
    finish(b, rewriter, op, arith::DivFOp::create(b, e, splat(b, sum, e)));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

struct DecomposeNorms : normc::impl::DecomposeNormsBase<DecomposeNorms> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<DecomposeRmsNorm, DecomposeLayerNorm, DecomposeL2Norm, DecomposeSoftmax>(
        &getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
