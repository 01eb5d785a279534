//===- ConvertQuantize.cpp - conversions to 8 bits in PTX -----------------===//
//
// f32 to fp8 two at a time (cvt.rn.satfinite.e4m3x2.f32: the first operand is the upper half), all
// else by integer arithmetic.
//
//===----------------------------------------------------------------------===//

#include "ConvertQuantize.h"

#include "Sched/Sched.h"
#include "Support/ExpandConversions.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace normc;

void normc::expandConversions(Operation *root, bool hasF8Conversion) {
  root->walk([&](Operation *op) {
    ImplicitLocOpBuilder b(op->getLoc(), op);
    Value expanded;
    if (auto dequantize = dyn_cast<sched::DequantizeOp>(op))
      expanded = expandDequantize(b, dequantize.getValue(), dequantize.getFormat());
    auto quantize = dyn_cast<sched::QuantizeOp>(op);
    if (quantize && (!hasF8Conversion || quantize.getFormat().isInteger(8)))
      expanded = expandQuantize(b, quantize.getValue(), quantize.getFormat());
    if (!expanded)
      return;
    op->replaceAllUsesWith(ValueRange(expanded));
    op->erase();
  });
}

namespace {
struct ConvertQuantize : ConvertOpToLLVMPattern<sched::QuantizeOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(sched::QuantizeOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    StringRef name = isa<Float8E4M3FNType>(op.getFormat()) ? "llvm.nvvm.ff.to.e4m3x2.rn"
                                                           : "llvm.nvvm.ff.to.e5m2x2.rn";
    auto convert = [&](Value low, Value high) -> Value {
      return LLVM::CallIntrinsicOp::create(b, b.getI16Type(), b.getStringAttr(name),
                                           ValueRange{high, low})
          .getResults();
    };
    auto index = [&](int64_t i) -> Value {
      return LLVM::ConstantOp::create(b, b.getI32IntegerAttr(i));
    };
    Value x = adaptor.getValue();
    auto type = dyn_cast<VectorType>(x.getType());
    if (!type) {
      Value zero = LLVM::ConstantOp::create(b, b.getF32FloatAttr(0.0f));
      rewriter.replaceOpWithNewOp<LLVM::TruncOp>(op, b.getI8Type(), convert(x, zero));
      return success();
    }
    int64_t size = type.getDimSize(0);
    if (size % 2 != 0)
      return rewriter.notifyMatchFailure(op, "no pairs");
    auto pairs = VectorType::get({size / 2}, b.getI16Type());
    Value all = LLVM::PoisonOp::create(b, pairs);
    for (int64_t i = 0; i < size; i += 2) {
      Value low = LLVM::ExtractElementOp::create(b, x, index(i));
      Value high = LLVM::ExtractElementOp::create(b, x, index(i + 1));
      all = LLVM::InsertElementOp::create(b, all, convert(low, high), index(i / 2));
    }
    rewriter.replaceOpWithNewOp<LLVM::BitcastOp>(op, op.getType(), all);
    return success();
  }
};
} // namespace

void normc::populateConvertQuantizePatterns(const LLVMTypeConverter &converter,
                                            RewritePatternSet &patterns) {
  patterns.add<ConvertQuantize>(converter);
}
