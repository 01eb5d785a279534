//===- Float16.cpp - f16 and bf16 arithmetic on the host ------------------===//
//
// Arithmetic on f16 and bf16 becomes f32 arithmetic and one rounding; conversions
// of bf16 become integer arithmetic.
//
//===----------------------------------------------------------------------===//

#include "LowerToHost.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;
using namespace normc;

namespace {

bool isFloat16(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isF16() || element.isBF16();
}

Type asF32(Type type) {
  if (!isFloat16(type))
    return type;
  Type f32 = Float32Type::get(type.getContext());
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(f32);
  return f32;
}

/// Moves of values, which need no arithmetic, and the conversions themselves.
bool isMove(Operation *op) {
  return isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp, arith::ExtFOp, arith::TruncFOp>(
      op);
}

/// Computes in f32 and rounds once. For + - * / and sqrt that equals the operation
/// rounded directly (24 >= 2p + 2 bits); the others are exact. MLIR's own emulation
/// isn't used: it marks its casts as contractible, and folds then drop roundings.
struct ComputeInF32 : RewritePattern {
  ComputeInF32(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(op->getDialect()) || isMove(op))
      return rewriter.notifyMatchFailure(op, "not arithmetic");
    if (llvm::none_of(op->getOperandTypes(), isFloat16) &&
        llvm::none_of(op->getResultTypes(), isFloat16))
      return rewriter.notifyMatchFailure(op, "no f16 or bf16");
    if (isa<math::FmaOp>(op))
      return op->emitOpError("on f16 or bf16 rounds once on the GPU and twice on the host"),
             failure();
    if (isa<arith::SIToFPOp, arith::UIToFPOp>(op))
      return op->emitOpError("to f16 or bf16 would round twice on the host; convert to f32 first"),
             failure();

    Location loc = op->getLoc();
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(
          isFloat16(operand.getType())
              ? arith::ExtFOp::create(rewriter, loc, asF32(operand.getType()), operand)
              : operand);
    SmallVector<Type> types = llvm::map_to_vector(op->getResultTypes(), asF32);
    OperationState state(loc, op->getName(), operands, types, op->getAttrs());
    Operation *wide = rewriter.create(state);

    SmallVector<Value> results;
    for (auto [result, type] : llvm::zip_equal(wide->getResults(), op->getResultTypes()))
      results.push_back(result.getType() == type
                            ? result
                            : arith::TruncFOp::create(rewriter, loc, type, result).getResult());
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// vector.fma would become llvm.fmuladd, which may round twice.
struct FuseVectorFma : OpRewritePattern<vector::FMAOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::FMAOp op, PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<math::FmaOp>(op, op.getLhs(), op.getRhs(), op.getAcc());
    return success();
  }
};

/// What a host library would compute, to bits of its own.
bool isExactMath(Operation *op) {
  return isa<math::FmaOp, math::AbsFOp, math::AbsIOp, math::CopySignOp, math::SqrtOp, math::FloorOp,
             math::CeilOp, math::TruncOp, math::RoundOp, math::RoundEvenOp,
             math::CountLeadingZerosOp, math::CountTrailingZerosOp, math::CtPopOp, math::IsNaNOp,
             math::IsInfOp, math::IsFiniteOp, math::IsNormalOp>(op);
}

} // namespace

LogicalResult emulate::expandFloat16(Operation *root) {
  // A kernel's fast-math flags are permissions; the emulator never takes them.
  bool hasInexact = false;
  root->walk([&](Operation *op) {
    if (auto fast = dyn_cast<arith::ArithFastMathInterface>(op))
      op->setAttr(fast.getFastMathAttrName(),
                  arith::FastMathFlagsAttr::get(op->getContext(), arith::FastMathFlags::none));
    if (isa_and_nonnull<math::MathDialect>(op->getDialect()) && !isExactMath(op)) {
      op->emitOpError("has no exact host form; expand it into IEEE operations first");
      hasInexact = true;
    }
  });
  if (hasInexact)
    return failure();

  // Walks, not the greedy driver: it would fold, and drop loads that ought to fault.
  RewritePatternSet arithmetic(root->getContext());
  arithmetic.add<ComputeInF32, FuseVectorFma>(root->getContext());
  walkAndApplyPatterns(root, std::move(arithmetic));

  RewritePatternSet conversions(root->getContext());
  arith::populateExpandBFloat16Patterns(conversions);
  arith::populateCeilFloorDivExpandOpsPatterns(conversions);
  walkAndApplyPatterns(root, std::move(conversions));

  bool isLeft = false;
  root->walk([&](Operation *op) {
    if (isa_and_nonnull<arith::ArithDialect, math::MathDialect>(op->getDialect()) && !isMove(op) &&
        (llvm::any_of(op->getOperandTypes(), isFloat16) ||
         llvm::any_of(op->getResultTypes(), isFloat16)))
      isLeft = true; // already reported by the pattern that refused it
  });
  return failure(isLeft);
}
