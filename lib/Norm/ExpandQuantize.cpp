//===- ExpandQuantize.cpp - quantisation to arith and conversions ---------===//
//
// Spells scales and divisions as the steps that the ops document. What is left is the
// conversion itself, and for blocks of a row their scales.
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

static Value widen(ImplicitLocOpBuilder &b, Value value) {
  if (getElementTypeOrSelf(value.getType()).isF32())
    return value;
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return arith::ExtFOp::create(b, tensor ? Type(tensor.clone(b.getF32Type())) : b.getF32Type(),
                               value);
}

static Value splat(ImplicitLocOpBuilder &b, float number, Value like) {
  Value constant = arith::ConstantOp::create(b, b.getF32FloatAttr(number));
  return norm::SplatOp::create(b, like.getType(), constant, like);
}

/// The quotients of `x`, in f32, and `scale`, in the 8 bits of `type`.
static Value divideAndConvert(ImplicitLocOpBuilder &b, Type type, Value x, Value scale) {
  Value quotient = arith::DivFOp::create(b, x, scale);
  return norm::QuantizeOp::create(b, type, quotient, Value(), DenseI64ArrayAttr());
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
struct ExpandQuantize : OpRewritePattern<norm::QuantizeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(norm::QuantizeOp op, PatternRewriter &rewriter) const override {
    Value scale = op.getScale();
    if (!scale)
      return rewriter.notifyMatchFailure(op, "is a conversion alone");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value x = widen(b, op.getX());
    if (op.getDims())
      scale = norm::BroadcastOp::create(b, x.getType(), scale, x, *op.getDims());
    else if (scale.getType() != x.getType())
      scale = norm::SplatOp::create(b, x.getType(), scale, x);
    rewriter.replaceOp(op, divideAndConvert(b, op.getType(), x, scale));
    return success();
  }
};

struct ExpandDynamicQuantize : OpRewritePattern<norm::DynamicQuantizeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(norm::DynamicQuantizeOp op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value x = op.getX(), wide = widen(b, x), scale, repeated;
    auto type = cast<RankedTensorType>(x.getType());
    float largest = getLargest(*norm::findElementType(op.getResult().getType()));
    int64_t rank = type.getRank();
    RankedTensorType scaleType = op.getScale().getType();
    if (op.getBlock().value_or(type.getShape().back()) != type.getShape().back()) {
      scale = norm::BlockScaleOp::create(b, scaleType, x, *op.getBlock(), op.getFloor(),
                                         APFloat(largest));
      repeated = norm::RepeatOp::create(b, wide.getType(), scale);
    } else { // the whole row
      Value magnitudes = math::AbsFOp::create(b, x);
      auto perRow = RankedTensorType::get(type.getShape().drop_back(), b.getF32Type());
      Value most = norm::ReduceOp::create(b, perRow, norm::ReduceKind::max, magnitudes);
      float floor = op.getFloor().convertToFloat();
      most = arith::MaximumFOp::create(b, most, splat(b, floor, most));
      scale = arith::DivFOp::create(b, most, splat(b, largest, most));
      repeated = norm::BroadcastOp::create(b, wide.getType(), scale, wide,
                                           llvm::to_vector(llvm::seq(rank - 1)));
      if (op.getBlock())
        scale = norm::ReshapeOp::create(b, scaleType, scale);
    }
    Value result = divideAndConvert(b, op.getResult().getType(), wide, repeated);
    rewriter.replaceOp(op, {result, scale});
    return success();
  }
};
} // namespace

void normc::populateExpandQuantizePatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandQuantize, ExpandDynamicQuantize>(patterns.getContext());
}
