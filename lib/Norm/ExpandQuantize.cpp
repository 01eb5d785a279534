//===- ExpandQuantize.cpp - quantisation to arith and conversions ---------===//
//
// Spells scales as the steps that the ops document. What is left is the division by one together
// with the conversion, and for blocks of a row their scales.
//
//===----------------------------------------------------------------------===//

#include "ExpandQuantize.h"

#include "Norm/Norm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

static Value splat(ImplicitLocOpBuilder &b, float number, Value like) {
  Value constant = arith::ConstantOp::create(b, b.getF32FloatAttr(number));
  return norm::SplatOp::create(b, like.getType(), constant, like);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
/// A scale becomes as large as x.
struct ExpandScale : OpRewritePattern<norm::QuantizeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(norm::QuantizeOp op, PatternRewriter &rewriter) const override {
    Value scale = op.getScale(), x = op.getX();
    if (!scale)
      return rewriter.notifyMatchFailure(op, "has no scale");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type type = scale.getType();
    if (auto tensor = dyn_cast<RankedTensorType>(x.getType()))
      type = tensor.clone(b.getF32Type());
    if (!op.getDims() && scale.getType() == type)
      return rewriter.notifyMatchFailure(op, "the scale is as large as x");
    scale = op.getDims() ? norm::BroadcastOp::create(b, type, scale, x, *op.getDims()).getResult()
                         : norm::SplatOp::create(b, type, scale, x).getResult();
    rewriter.replaceOpWithNewOp<norm::QuantizeOp>(op, op.getType(), x, scale, DenseI64ArrayAttr());
    return success();
  }
};

/// What divides as a scale does is one: together they take fewer steps.
struct TakeDivision : OpRewritePattern<norm::QuantizeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(norm::QuantizeOp op, PatternRewriter &rewriter) const override {
    auto division = op.getX().getDefiningOp<arith::DivFOp>();
    if (op.getScale() || !division || !division->hasOneUse() ||
        !getElementTypeOrSelf(division.getType()).isF32())
      return rewriter.notifyMatchFailure(op, "is of no quotient of its own in f32");
    rewriter.replaceOpWithNewOp<norm::QuantizeOp>(op, op.getType(), division.getLhs(),
                                                  division.getRhs(), DenseI64ArrayAttr());
    return success();
  }
};

struct ExpandDynamicQuantize : OpRewritePattern<norm::DynamicQuantizeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(norm::DynamicQuantizeOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value x = op.getX(), scale, repeated;
    auto type = cast<RankedTensorType>(x.getType());
    Type wide = type.clone(b.getF32Type());
    float largest = getLargest(*norm::findElementType(op.getResult().getType()));
    int64_t rank = type.getRank();
    RankedTensorType scaleType = op.getScale().getType();
    if (op.getBlock() && static_cast<int64_t>(*op.getBlock()) != type.getShape().back()) {
      scale = norm::BlockScaleOp::create(b, scaleType, x, *op.getBlock(), op.getFloor(),
                                         APFloat(largest));
      repeated = norm::RepeatOp::create(b, wide, scale);
    } else { // the whole row
      Value magnitudes = math::AbsFOp::create(b, x);
      auto perRow = RankedTensorType::get(type.getShape().drop_back(), b.getF32Type());
      Value most = norm::ReduceOp::create(b, perRow, norm::ReduceKind::max, magnitudes);
      float floor = op.getFloor().convertToFloat();
      most = arith::MaximumFOp::create(b, most, splat(b, floor, most));
      scale = arith::DivFOp::create(b, most, splat(b, largest, most));
      repeated = norm::BroadcastOp::create(b, wide, scale, x, llvm::to_vector(llvm::seq(rank - 1)));
      if (op.getBlock())
        scale = norm::ReshapeOp::create(b, scaleType, scale);
    }
    Value result =
        norm::QuantizeOp::create(b, op.getResult().getType(), x, repeated, DenseI64ArrayAttr());
    rewriter.replaceOp(op, {result, scale});
    return success();
  }
};
} // namespace

void normc::populateExpandQuantizePatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandDynamicQuantize, ExpandScale, TakeDivision>(patterns.getContext());
}
