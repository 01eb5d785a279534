//===- HostPatterns.cpp - the gpu phase's own operations on the host ------===//
//
// Patterns for thread numbers, exchanges and memory. Each exchange and, with checks
// on, each access calls its hook with its number in the kernel's table.
//
//===----------------------------------------------------------------------===//

#include "LowerToHost.h"

#include "Sched/Sched.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace normc;
using namespace normc::emulate;

std::string emulate::describeLocation(Location loc) {
  std::string text = "unknown location";
  loc->walk([&](Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file)
      return WalkResult::advance();
    text.clear();
    llvm::raw_string_ostream(text)
        << file.getFilename().getValue() << ":" << file.getLine() << ":" << file.getColumn();
    return WalkResult::interrupt();
  });
  return text;
}

Value emulate::accessBase(Operation *op) {
  if (auto load = dyn_cast<sched::LoadOp>(op))
    return load.getBase();
  if (auto store = dyn_cast<sched::StoreOp>(op))
    return store.getBase();
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getMemRef();
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return store.getMemRef();
  if (auto load = dyn_cast<vector::LoadOp>(op))
    return load.getBase();
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return store.getBase();
  if (auto store = dyn_cast<sched::ClusterStoreOp>(op))
    return store.getMemory();
  return {};
}

namespace {

/// A pattern that knows the kernel's table.
template <typename OpTy> struct HostPattern : ConvertOpToLLVMPattern<OpTy> {
  HostPattern(const LLVMTypeConverter &converter, KernelInfo &info, bool checks)
      : ConvertOpToLLVMPattern<OpTy>(converter), info(info), checks(checks) {}

  static Value contextOf(Operation *op) {
    return op->getParentOfType<LLVM::LLVMFuncOp>().getArgument(0);
  }

  Value makeI32(ConversionPatternRewriter &rewriter, Location loc, int64_t value) const {
    return LLVM::ConstantOp::create(rewriter, loc, rewriter.getI32Type(),
                                    rewriter.getI32IntegerAttr(value));
  }

  Value addOp(ConversionPatternRewriter &rewriter, Operation *op, OpInfo entry) const {
    entry.location = describeLocation(op->getLoc());
    info.ops.push_back(std::move(entry));
    return makeI32(rewriter, op->getLoc(), info.ops.size() - 1);
  }

  /// Describes an access of `type` and, with checks on, calls its hook with the
  /// number of the first element.
  void addAccess(ConversionPatternRewriter &rewriter, Operation *op, OpKind kind, Type type,
                 int64_t alignment, bool isInvariant, Value element) const {
    OpInfo entry{kind, {}};
    entry.target = op->getAttrOfType<IntegerAttr>(targetAttrName).getInt();
    entry.elementBytes = bytesOf(getElementTypeOrSelf(type));
    if (auto vector = dyn_cast<VectorType>(type))
      entry.numElements = vector.getNumElements();
    entry.alignment = alignment ? alignment : entry.elementBytes;
    entry.invariant = isInvariant;
    bool isShared = kind == OpKind::SharedLoad || kind == OpKind::SharedStore;
    Value id = addOp(rewriter, op, std::move(entry));
    if (checks)
      LLVM::CallOp::create(rewriter, op->getLoc(), TypeRange(),
                           isShared ? "normc_emulate_check_shared" : "normc_emulate_check_global",
                           ValueRange{contextOf(op), id, element});
  }

  KernelInfo &info;
  bool checks;
};

/// Thread numbers and extents are loads from the context.
template <typename OpTy> struct LowerContextRead : ConvertOpToLLVMPattern<OpTy> {
  LowerContextRead(const LLVMTypeConverter &converter, unsigned slot)
      : ConvertOpToLLVMPattern<OpTy>(converter), slot(slot) {}

  LogicalResult matchAndRewrite(OpTy op, typename OpTy::Adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    unsigned field = slot;
    if constexpr (std::is_same_v<OpTy, gpu::ThreadIdOp> || std::is_same_v<OpTy, gpu::BlockIdOp> ||
                  std::is_same_v<OpTy, gpu::BlockDimOp> || std::is_same_v<OpTy, gpu::GridDimOp>)
      field += static_cast<unsigned>(op.getDimension());
    Value context = op->template getParentOfType<LLVM::LLVMFuncOp>().getArgument(0);
    Value address =
        LLVM::GEPOp::create(rewriter, op.getLoc(), context.getType(), rewriter.getI64Type(),
                            context, ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(field)});
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(op, rewriter.getI64Type(), address, /*alignment=*/8,
                                              /*isVolatile=*/false, /*isNonTemporal=*/false,
                                              /*isInvariant=*/true);
    return success();
  }

  unsigned slot;
};

struct LowerSubgroupSize : ConvertOpToLLVMPattern<gpu::SubgroupSizeOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(gpu::SubgroupSizeOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::ConstantOp>(op, rewriter.getI64Type(),
                                                  rewriter.getI64IntegerAttr(warpSize));
    return success();
  }
};

struct LowerBarrier : HostPattern<gpu::BarrierOp> {
  using HostPattern::HostPattern;

  LogicalResult matchAndRewrite(gpu::BarrierOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Value id = addOp(rewriter, op, {OpKind::Barrier, {}});
    rewriter.replaceOpWithNewOp<LLVM::CallOp>(op, TypeRange(), "normc_emulate_barrier",
                                              ValueRange{contextOf(op), id});
    return success();
  }
};

/// Arrivals at a cluster barrier and waits for it.
template <typename OpTy> struct LowerClusterBarrier : HostPattern<OpTy> {
  using HostPattern<OpTy>::HostPattern;

  LogicalResult matchAndRewrite(OpTy op, typename OpTy::Adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    constexpr bool arrives = std::is_same_v<OpTy, sched::ClusterArriveOp>;
    OpInfo entry{arrives ? OpKind::ClusterArrive : OpKind::ClusterWait, {}};
    if constexpr (arrives)
      entry.isRelaxed = op.getRelaxed();
    Value id = this->addOp(rewriter, op, std::move(entry));
    rewriter.replaceOpWithNewOp<LLVM::CallOp>(
        op, TypeRange(), arrives ? "normc_emulate_cluster_arrive" : "normc_emulate_cluster_wait",
        ValueRange{this->contextOf(op), id});
    return success();
  }
};

/// Clusters lie along x.
struct LowerClusterRank : ConvertOpToLLVMPattern<gpu::ClusterBlockIdOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(gpu::ClusterBlockIdOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type i64 = rewriter.getI64Type();
    if (op.getDimension() != gpu::Dimension::x) {
      rewriter.replaceOpWithNewOp<LLVM::ConstantOp>(op, i64, rewriter.getI64IntegerAttr(0));
      return success();
    }
    Value context = op->getParentOfType<LLVM::LLVMFuncOp>().getArgument(0);
    Value address =
        LLVM::GEPOp::create(rewriter, op.getLoc(), context.getType(), i64, context,
                            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(SlotClusterRank)});
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(op, i64, address);
    return success();
  }
};

struct LowerShuffle : HostPattern<gpu::ShuffleOp> {
  using HostPattern::HostPattern;

  static ShuffleMode modeOf(gpu::ShuffleMode mode) {
    switch (mode) {
    case gpu::ShuffleMode::XOR:
      return ShuffleMode::Xor;
    case gpu::ShuffleMode::UP:
      return ShuffleMode::Up;
    case gpu::ShuffleMode::DOWN:
      return ShuffleMode::Down;
    case gpu::ShuffleMode::IDX:
      return ShuffleMode::Idx;
    }
    llvm_unreachable("a shuffle mode");
  }

  LogicalResult matchAndRewrite(gpu::ShuffleOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type(), i64 = rewriter.getI64Type();
    Type type = adaptor.getValue().getType();
    if (!LLVM::isCompatibleType(type) ||
        !(type.isF32() || type == i32 ||
          (isa<VectorType>(type) && cast<VectorType>(type).getNumElements() *
                                            getElementTypeOrSelf(type).getIntOrFloatBitWidth() ==
                                        32)))
      return op.emitOpError("exchanges ") << op.getValue().getType() << ", expected 32 bits";

    OpInfo entry{OpKind::Shuffle, {}};
    entry.mode = modeOf(op.getMode());
    entry.isValidUsed = !op.getValid().use_empty();
    Value id = addOp(rewriter, op, std::move(entry));
    Value bits = adaptor.getValue();
    if (type != i32)
      bits = LLVM::BitcastOp::create(rewriter, loc, i32, bits);
    auto call = LLVM::CallOp::create(
        rewriter, loc, TypeRange(i64), "normc_emulate_shuffle",
        ValueRange{contextOf(op), id, bits, adaptor.getOffset(), adaptor.getWidth()});
    Value result = LLVM::TruncOp::create(rewriter, loc, i32, call.getResult());
    if (type != i32)
      result = LLVM::BitcastOp::create(rewriter, loc, type, result);
    Value half = LLVM::ConstantOp::create(rewriter, loc, i64, rewriter.getI64IntegerAttr(32));
    Value valid = LLVM::LShrOp::create(rewriter, loc, call.getResult(), half);
    valid = LLVM::TruncOp::create(rewriter, loc, rewriter.getI1Type(), valid);
    rewriter.replaceOp(op, {result, valid});
    return success();
  }
};

struct LowerReturn : ConvertOpToLLVMPattern<gpu::ReturnOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(gpu::ReturnOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::ReturnOp>(op, ValueRange());
    return success();
  }
};

/// Accesses are compiled as unaligned: the check, not a host fault, reports a
/// misaligned one.
constexpr unsigned hostAlignment = 1;

struct LowerLoad : HostPattern<sched::LoadOp> {
  using HostPattern::HostPattern;

  LogicalResult matchAndRewrite(sched::LoadOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = op.getResult().getType();
    addAccess(rewriter, op, OpKind::GlobalLoad, type, op.getAlignment(), op.getInvariant(),
              adaptor.getOffset());
    Value base = adaptor.getBase();
    Value address =
        LLVM::GEPOp::create(rewriter, op.getLoc(), base.getType(), getElementTypeOrSelf(type), base,
                            ArrayRef<LLVM::GEPArg>{adaptor.getOffset()});
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(op, type, address, hostAlignment);
    return success();
  }
};

struct LowerStore : HostPattern<sched::StoreOp> {
  using HostPattern::HostPattern;

  LogicalResult matchAndRewrite(sched::StoreOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = op.getValue().getType();
    addAccess(rewriter, op, OpKind::GlobalStore, type, op.getAlignment(), false,
              adaptor.getOffset());
    Value base = adaptor.getBase();
    Value address =
        LLVM::GEPOp::create(rewriter, op.getLoc(), base.getType(), getElementTypeOrSelf(type), base,
                            ArrayRef<LLVM::GEPArg>{adaptor.getOffset()});
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, adaptor.getValue(), address, hostAlignment);
    return success();
  }
};

/// Loads and stores of workgroup memory, scalar (memref) and vector.
template <typename OpTy> struct LowerShared : HostPattern<OpTy> {
  using HostPattern<OpTy>::HostPattern;
  static constexpr bool isLoad =
      std::is_same_v<OpTy, memref::LoadOp> || std::is_same_v<OpTy, vector::LoadOp>;

  LogicalResult matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto memory = cast<MemRefType>(accessBase(op).getType());
    // The row-major number of the first element.
    Type i64 = rewriter.getI64Type();
    Value element = LLVM::ConstantOp::create(rewriter, loc, i64, rewriter.getI64IntegerAttr(0));
    for (auto [index, size] : llvm::zip_equal(adaptor.getIndices(), memory.getShape())) {
      Value extent = LLVM::ConstantOp::create(rewriter, loc, i64, rewriter.getI64IntegerAttr(size));
      element = LLVM::MulOp::create(rewriter, loc, element, extent);
      element = LLVM::AddOp::create(rewriter, loc, element, index);
    }
    Value base;
    Type type;
    if constexpr (isLoad)
      type = op.getResult().getType();
    if constexpr (std::is_same_v<OpTy, memref::StoreOp>)
      type = op.getValueToStore().getType();
    if constexpr (std::is_same_v<OpTy, vector::StoreOp>)
      type = op.getValueToStore().getType();
    if constexpr (std::is_same_v<OpTy, memref::LoadOp> || std::is_same_v<OpTy, memref::StoreOp>)
      base = adaptor.getMemref();
    else
      base = adaptor.getBase();
    this->addAccess(rewriter, op, isLoad ? OpKind::SharedLoad : OpKind::SharedStore, type, 0, false,
                    element);
    Value address = LLVM::GEPOp::create(rewriter, loc, base.getType(), memory.getElementType(),
                                        base, ArrayRef<LLVM::GEPArg>{element});
    if constexpr (isLoad)
      rewriter.replaceOpWithNewOp<LLVM::LoadOp>(op, type, address, hostAlignment);
    if constexpr (std::is_same_v<OpTy, memref::StoreOp>)
      rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, adaptor.getValue(), address, hostAlignment);
    if constexpr (std::is_same_v<OpTy, vector::StoreOp>)
      rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, adaptor.getValueToStore(), address,
                                                 hostAlignment);
    return success();
  }
};

/// The hook knows where the other CTA's memory is.
struct LowerClusterStore : HostPattern<sched::ClusterStoreOp> {
  using HostPattern::HostPattern;

  LogicalResult matchAndRewrite(sched::ClusterStoreOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    OpInfo entry{OpKind::ClusterStore, {}};
    entry.target = op->getAttrOfType<IntegerAttr>(targetAttrName).getInt();
    entry.elementBytes = bytesOf(rewriter.getF32Type());
    Value id = addOp(rewriter, op, std::move(entry));
    Type pointer = LLVM::LLVMPointerType::get(op.getContext());
    auto address = LLVM::CallOp::create(
        rewriter, op.getLoc(), TypeRange(pointer), "normc_emulate_cluster_address",
        ValueRange{contextOf(op), id, adaptor.getRank(), adaptor.getIndex()});
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, adaptor.getValue(), address.getResult(),
                                               hostAlignment);
    return success();
  }
};

/// Launches follow one another on the host: there is nothing to wait for.
struct EraseDependencyWait : ConvertOpToLLVMPattern<sched::DependencyWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(sched::DependencyWaitOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};

/// In f64 the quotient is far closer than 1 ulp of f32; 0, inf, NaN and negative
/// numbers come out as IEEE says.
struct LowerRsqrtSeed : ConvertOpToLLVMPattern<sched::RsqrtSeedOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(sched::RsqrtSeedOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type f64 = rewriter.getF64Type();
    Value wide = LLVM::FPExtOp::create(rewriter, loc, f64, adaptor.getValue());
    Value root = LLVM::SqrtOp::create(rewriter, loc, f64, wide);
    Value one = LLVM::ConstantOp::create(rewriter, loc, f64, rewriter.getF64FloatAttr(1));
    Value quotient = LLVM::FDivOp::create(rewriter, loc, f64, one, root);
    rewriter.replaceOpWithNewOp<LLVM::FPTruncOp>(op, rewriter.getF32Type(), quotient);
    return success();
  }
};

/// Estimates that miss by as much as they may (Estimates.cpp).
template <typename OpTy> struct LowerEstimate : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Value context = op->template getParentOfType<LLVM::LLVMFuncOp>().getArgument(0);
    constexpr bool isPower = std::is_same_v<OpTy, sched::Exp2EstimateOp>;
    rewriter.replaceOpWithNewOp<LLVM::CallOp>(op, TypeRange(op.getType()),
                                              isPower ? "normc_emulate_exp2_estimate"
                                                      : "normc_emulate_reciprocal_estimate",
                                              ValueRange{context, adaptor.getValue()});
    return success();
  }
};

} // namespace

void emulate::populateHostPatterns(const LLVMTypeConverter &converter, RewritePatternSet &patterns,
                                   KernelInfo &info, bool checks) {
  patterns.add<LowerContextRead<gpu::ThreadIdOp>>(converter, SlotThread);
  patterns.add<LowerContextRead<gpu::BlockIdOp>>(converter, SlotCta);
  patterns.add<LowerContextRead<gpu::BlockDimOp>>(converter, SlotCtaExtent);
  patterns.add<LowerContextRead<gpu::GridDimOp>>(converter, SlotGridExtent);
  patterns.add<LowerContextRead<gpu::LaneIdOp>>(converter, SlotLane);
  patterns.add<LowerContextRead<gpu::SubgroupIdOp>>(converter, SlotWarp);
  patterns.add<LowerContextRead<gpu::NumSubgroupsOp>>(converter, SlotNumWarps);
  patterns.add<EraseDependencyWait, LowerClusterRank, LowerEstimate<sched::Exp2EstimateOp>,
               LowerEstimate<sched::ReciprocalEstimateOp>, LowerReturn, LowerRsqrtSeed,
               LowerSubgroupSize>(converter);
  patterns.add<LowerBarrier, LowerClusterBarrier<sched::ClusterArriveOp>,
               LowerClusterBarrier<sched::ClusterWaitOp>, LowerClusterStore, LowerShuffle,
               LowerLoad, LowerStore, LowerShared<memref::LoadOp>, LowerShared<memref::StoreOp>,
               LowerShared<vector::LoadOp>, LowerShared<vector::StoreOp>>(converter, info, checks);
}
