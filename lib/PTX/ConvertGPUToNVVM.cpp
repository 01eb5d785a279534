//===- ConvertGPUToNVVM.cpp - kernels to the LLVM dialect -----------------===//
//
// The upstream patterns without those that call a device library, and the operations of
// sched.
//
//===----------------------------------------------------------------------===//

#include "normc/PTX/Passes.h"
#include "normc/Schedule/TargetInfo.h"

#include "ConvertQuantize.h"
#include "PolicyAccess.h"
#include "PredicatedAccess.h"
#include "Sched/Sched.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Transforms/DialectConversion.h"

namespace normc {
#define GEN_PASS_DEF_CONVERTGPUTONVVM
#include "normc/PTX/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
struct ConvertLoad : ConvertOpToLLVMPattern<sched::LoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(sched::LoadOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = op.getType();
    Value address =
        LLVM::GEPOp::create(rewriter, op.getLoc(), adaptor.getBase().getType(),
                            getElementTypeOrSelf(type), adaptor.getBase(), adaptor.getOffset());
    if (op.getCondition()) {
      ImplicitLocOpBuilder b(op.getLoc(), rewriter);
      rewriter.replaceOp(op, createPredicatedLoad(b, type, address, adaptor.getCondition(),
                                                  adaptor.getOtherwise(), op.getInvariant()));
      return success();
    }
    if (op.getPolicy() != sched::Policy::plain) {
      ImplicitLocOpBuilder b(op.getLoc(), rewriter);
      rewriter.replaceOp(op, createPolicyLoad(b, type, address, op.getAlignment(), op.getPolicy()));
      return success();
    }
    auto load = LLVM::LoadOp::create(rewriter, op.getLoc(), type, address, op.getAlignment());
    load.setInvariant(op.getInvariant());
    rewriter.replaceOp(op, load);
    return success();
  }
};

struct ConvertStore : ConvertOpToLLVMPattern<sched::StoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(sched::StoreOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getValue().getType());
    Value address = LLVM::GEPOp::create(rewriter, op.getLoc(), adaptor.getBase().getType(), element,
                                        adaptor.getBase(), adaptor.getOffset());
    if (op.getCondition()) {
      ImplicitLocOpBuilder b(op.getLoc(), rewriter);
      createPredicatedStore(b, adaptor.getValue(), address, adaptor.getCondition());
      rewriter.eraseOp(op);
      return success();
    }
    if (op.getPolicy() != sched::Policy::plain) {
      ImplicitLocOpBuilder b(op.getLoc(), rewriter);
      createPolicyStore(b, adaptor.getValue(), address, op.getAlignment(), op.getPolicy());
      rewriter.eraseOp(op);
      return success();
    }
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, adaptor.getValue(), address, op.getAlignment());
    return success();
  }
};

/// No early release of the launch after: launch_dependents at the start costs kernels of many
/// small CTAs dearly (H200, 2026-11-29, without overlapping launches: RMSNorm of 12800 rows of
/// 1024, 128 threads a CTA, 97.1 to 85.7 % of a memcpy); the wait alone costs nothing.
struct ConvertDependencyWait : ConvertOpToLLVMPattern<sched::DependencyWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(sched::DependencyWaitOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::GriddepcontrolOp>(op, NVVM::GridDepActionKind::wait);
    return success();
  }
};

/// Warps meet whole at the barriers, as at those of a CTA.
struct ConvertClusterArrive : ConvertOpToLLVMPattern<sched::ClusterArriveOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(sched::ClusterArriveOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    UnitAttr aligned = rewriter.getUnitAttr();
    if (op.getRelaxed())
      rewriter.replaceOpWithNewOp<NVVM::ClusterArriveRelaxedOp>(op, aligned);
    else
      rewriter.replaceOpWithNewOp<NVVM::ClusterArriveOp>(op, aligned);
    return success();
  }
};

struct ConvertClusterWait : ConvertOpToLLVMPattern<sched::ClusterWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(sched::ClusterWaitOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::ClusterWaitOp>(op, rewriter.getUnitAttr());
    return success();
  }
};

struct ConvertClusterStore : ConvertOpToLLVMPattern<sched::ClusterStoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult matchAndRewrite(sched::ClusterStoreOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Value own = getStridedElementPtr(rewriter, op.getLoc(), op.getMemory().getType(),
                                     adaptor.getMemory(), adaptor.getIndex());
    MLIRContext *context = op.getContext();
    if (own.getType() !=
        LLVM::LLVMPointerType::get(context, static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared)))
      return rewriter.notifyMatchFailure(op, "the memory is not shared memory");
    Type ofCluster = LLVM::LLVMPointerType::get(
        context, static_cast<unsigned>(NVVM::NVVMMemorySpace::SharedCluster));
    Value remote = NVVM::MapaOp::create(rewriter, op.getLoc(), ofCluster, own, adaptor.getRank());
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, adaptor.getValue(), remote, /*alignment=*/4);
    return success();
  }
};

/// A scalar operation that is one intrinsic.
template <typename Op> struct ConvertToIntrinsic : ConvertOpToLLVMPattern<Op> {
  ConvertToIntrinsic(const LLVMTypeConverter &converter, StringRef intrinsic)
      : ConvertOpToLLVMPattern<Op>(converter), intrinsic(intrinsic) {}
  LogicalResult matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op, op.getType(), rewriter.getStringAttr(intrinsic), adaptor.getValue());
    return success();
  }
  StringRef intrinsic;
};

/// Pairs of bf16 to f32: the low one shifted up, the high one masked where it stands, which are the
/// bits of both. A conversion of each takes the high one out of its register first (ptxas 13.0).
struct WidenBF16Pairs : ConvertOpToLLVMPattern<arith::ExtFOp> {
  WidenBF16Pairs(const LLVMTypeConverter &converter)
      : ConvertOpToLLVMPattern(converter, /*benefit=*/2) {}
  LogicalResult matchAndRewrite(arith::ExtFOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getIn().getType());
    if (!type || !type.getElementType().isBF16() || !getElementTypeOrSelf(op).isF32() ||
        type.getRank() != 1 || type.getDimSize(0) % 2 != 0)
      return rewriter.notifyMatchFailure(op, "no pairs of bf16");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    int64_t size = type.getDimSize(0);
    auto words = VectorType::get({size / 2}, b.getI32Type());
    auto all = [&](int32_t value) -> Value {
      return LLVM::ConstantOp::create(b, words, DenseElementsAttr::get(words, value));
    };
    Value pairs = LLVM::BitcastOp::create(b, words, adaptor.getIn());
    Value low = LLVM::ShlOp::create(b, pairs, all(16));
    Value high = LLVM::AndOp::create(b, pairs, all(static_cast<int32_t>(0xffff0000)));
    SmallVector<int32_t> order;
    for (int32_t pair = 0; pair < size / 2; ++pair)
      order.append({pair, pair + static_cast<int32_t>(size / 2)});
    Value wide = LLVM::ShuffleVectorOp::create(b, low, high, order);
    rewriter.replaceOpWithNewOp<LLVM::BitcastOp>(op, op.getType(), wide);
    return success();
  }
};
} // namespace

static void populatePatterns(const LLVMTypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<ConvertClusterArrive, ConvertClusterStore, ConvertClusterWait, ConvertDependencyWait,
               ConvertLoad, ConvertStore>(converter);
  patterns.add<ConvertToIntrinsic<sched::RsqrtSeedOp>>(converter, "llvm.nvvm.rsqrt.approx.f");
  patterns.add<ConvertToIntrinsic<sched::Exp2EstimateOp>>(converter,
                                                          "llvm.nvvm.ex2.approx.ftz.f32");
  patterns.add<ConvertToIntrinsic<sched::ReciprocalEstimateOp>>(converter,
                                                                "llvm.nvvm.rcp.approx.ftz.f");
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
  populateGpuToNVVMConversionPatterns(converter, patterns);
  populateMathToLLVMConversionPatterns(converter, patterns);
  populateSCFToControlFlowConversionPatterns(patterns);
  populateVectorToLLVMConversionPatterns(converter, patterns);
  vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// The block size is exact: `.reqntid`. ptxas refuses `.maxntid` beside it.
static void requireBlockSize(LLVM::LLVMFuncOp func) {
  Builder b(func.getContext());
  StringRef maximum = NVVM::NVVMDialect::getMaxntidAttrName();
  if (Attribute size = func->getAttr(maximum)) {
    func->removeAttr(maximum);
    func->setAttr(NVVM::NVVMDialect::getReqntidAttrName(), size);
  }
  if (auto ctas = func->getAttrOfType<IntegerAttr>("sched.min_ctas_per_sm")) {
    func->removeAttr("sched.min_ctas_per_sm");
    func->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), b.getI32IntegerAttr(ctas.getInt()));
  }
}

/// Names that PTX takes and blocks that a chip can launch.
static LogicalResult verifyKernel(gpu::GPUFuncOp func) {
  StringRef name = func.getName();
  if (name.empty() || llvm::isDigit(name.front()) ||
      !llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; }))
    return func.emitError("kernel name must be letters, digits and _, got '")
           << func.getName() << "'";
  int64_t threads = 1;
  if (std::optional<ArrayRef<int32_t>> block = func.getKnownBlockSize())
    for (int32_t size : *block) {
      if (size < 1 || size > 1024)
        return func.emitError("known_block_size must be from 1 to 1024, got ") << size;
      threads *= size;
    }
  if (threads > 1024)
    return func.emitError("known_block_size must be at most 1024 threads, got ") << threads;
  return success();
}

namespace {
struct ConvertGPUToNVVM : normc::impl::ConvertGPUToNVVMBase<ConvertGPUToNVVM> {
  void runOnOperation() override {
    gpu::GPUModuleOp module = getOperation();
    for (auto func : module.getOps<gpu::GPUFuncOp>())
      if (failed(verifyKernel(func)))
        return signalPassFailure();
    auto chip = module->getParentOp()->getAttrOfType<sched::TargetAttr>("sched.target");
    const TargetInfo *info = chip ? lookUpTarget(chip.getChip()) : nullptr;
    expandConversions(module, info && info->hasF8Conversion);
    LLVMTypeConverter converter(&getContext());
    configureGpuToNVVMTypeConverter(converter);
    RewritePatternSet patterns(&getContext());
    populatePatterns(converter, patterns);
    populateConvertQuantizePatterns(converter, patterns);
    if (info && !info->hasMixedFma)
      patterns.add<WidenBF16Pairs>(converter);
    LLVMConversionTarget target(getContext());
    configureGpuToNVVMConversionLegality(target);
    // Every function has become operations that NVPTX has.
    target.addLegalOp<LLVM::FMAOp, LLVM::FAbsOp, LLVM::SqrtOp, LLVM::CopySignOp>();
    target.addIllegalDialect<scf::SCFDialect, vector::VectorDialect, sched::SchedDialect>();
    if (failed(applyPartialConversion(module, target, std::move(patterns))))
      return signalPassFailure();
    module.walk(requireBlockSize);
  }
};
} // namespace
