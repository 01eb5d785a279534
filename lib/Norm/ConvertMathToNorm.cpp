//===- ConvertMathToNorm.cpp - math functions to norm ops -----------------===//
//
// Gives math's functions the meaning they have in kernels (f32 inside, one
// rounding) before a fold could evaluate them by the host's libm.
//
//===----------------------------------------------------------------------===//

#include "normc/Norm/Passes.h"

#include "Norm/Norm.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace normc {
#define GEN_PASS_DEF_CONVERTMATHTONORM
#include "normc/Norm/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

namespace {
template <typename MathOp, typename NormOp> struct ConvertFunction : OpRewritePattern<MathOp> {
  using OpRewritePattern<MathOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(MathOp op, PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NormOp>(op, op.getType(), op.getOperand());
    return success();
  }
};

struct ConvertMathToNorm : normc::impl::ConvertMathToNormBase<ConvertMathToNorm> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns
        .add<ConvertFunction<math::ExpOp, norm::ExpOp>, ConvertFunction<math::TanhOp, norm::TanhOp>,
             ConvertFunction<math::ErfOp, norm::ErfOp>,
             ConvertFunction<math::RsqrtOp, norm::RsqrtOp>>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
