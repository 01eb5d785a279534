//===- LowerFunction.cpp - gpu.func to llvm.func --------------------------===//
//
// The signature of an emulated kernel: a context and slots of arguments in, no
// result; workgroup memory is a part of the CTA's buffer.
//
//===----------------------------------------------------------------------===//

#include "LowerToHost.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace normc;
using namespace normc::emulate;

namespace {

std::optional<KernelArgument::Kind> kindOf(Type type) {
  if (isa<LLVM::LLVMPointerType>(type))
    return KernelArgument::Pointer;
  if (type.isF32())
    return KernelArgument::Float;
  if (type.isIndex() || (type.isInteger() && type.getIntOrFloatBitWidth() <= 64))
    return KernelArgument::Integer;
  return std::nullopt;
}

/// Notes at each access what it accesses, while that is still a block argument.
LogicalResult nameTargets(gpu::GPUFuncOp kernel) {
  Block &entry = kernel.getBody().front();
  unsigned numArguments = kernel.getFunctionType().getNumInputs();
  WalkResult result = kernel.walk([&](Operation *op) {
    Value base = accessBase(op);
    if (!base)
      return WalkResult::advance();
    auto argument = dyn_cast<BlockArgument>(base);
    if (!argument || argument.getOwner() != &entry) {
      op->emitOpError("accesses memory that is not an argument of the kernel");
      return WalkResult::interrupt();
    }
    unsigned number = argument.getArgNumber();
    if (isa<MemRefType>(base.getType())) {
      if (number < numArguments) {
        op->emitOpError("accesses a memref argument; global memory is a pointer");
        return WalkResult::interrupt();
      }
      number -= numArguments;
    }
    op->setAttr(targetAttrName, IntegerAttr::get(IntegerType::get(op->getContext(), 32), number));
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult layOutShared(gpu::GPUFuncOp kernel, KernelInfo &info) {
  if (!kernel.getPrivateAttributions().empty())
    return kernel.emitOpError("has private attributions, which the emulator lacks");
  for (BlockArgument attribution : kernel.getWorkgroupAttributions()) {
    auto type = cast<MemRefType>(attribution.getType());
    if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
        !type.getElementType().isIntOrFloat())
      return kernel.emitOpError("has a workgroup attribution of type ")
             << type << ", expected a static shape of numbers";
    unsigned elementBytes = bytesOf(type.getElementType());
    info.sharedArrays.push_back({info.sharedBytes, type.getNumElements(), elementBytes});
    info.sharedBytes += llvm::alignTo(type.getNumElements() * elementBytes, 64);
  }
  return success();
}

void declareHooks(ModuleOp module) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Type ptr = LLVM::LLVMPointerType::get(module.getContext());
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  Type none = LLVM::LLVMVoidType::get(module.getContext());
  auto declare = [&](StringRef name, Type result, ArrayRef<Type> inputs) {
    LLVM::LLVMFuncOp::create(builder, module.getLoc(), name,
                             LLVM::LLVMFunctionType::get(result, inputs));
  };
  declare("normc_emulate_barrier", none, {ptr, i32});
  declare("normc_emulate_shuffle", i64, {ptr, i32, i32, i32, i32});
  declare("normc_emulate_check_global", none, {ptr, i32, i64});
  declare("normc_emulate_check_shared", none, {ptr, i32, i64});
  declare("normc_emulate_cluster_arrive", none, {ptr, i32});
  declare("normc_emulate_cluster_wait", none, {ptr, i32});
  declare("normc_emulate_cluster_address", ptr, {ptr, i32, i32, i64});
  Type f32 = builder.getF32Type();
  declare("normc_emulate_exp2_estimate", f32, {ptr, f32});
  declare("normc_emulate_reciprocal_estimate", f32, {ptr, f32});
}

} // namespace

LogicalResult emulate::lowerFunction(gpu::GPUFuncOp kernel, ModuleOp module, KernelInfo &info) {
  info.name = kernel.getName().str();
  if (auto size = kernel.getKnownBlockSize())
    llvm::copy(*size, info.knownBlockSize.begin());
  if (auto size = kernel.getKnownClusterSize()) {
    ArrayRef<int32_t> extents = *size;
    if (extents[0] < 1 || extents[0] > 8 || extents[1] != 1 || extents[2] != 1)
      return kernel.emitOpError("has clusters of ")
             << extents << " CTAs, expected 1 to 8 along x alone";
    info.clusterSize = extents[0];
  }
  if (kernel.getFunctionType().getNumResults() != 0)
    return kernel.emitOpError("has results, which a kernel cannot have");
  for (Type type : kernel.getFunctionType().getInputs()) {
    std::optional<KernelArgument::Kind> kind = kindOf(type);
    if (!kind)
      return kernel.emitOpError("has an argument of type ")
             << type << ", expected a pointer, an integer or f32";
    info.arguments.push_back(*kind);
  }
  if (failed(nameTargets(kernel)) || failed(layOutShared(kernel, info)))
    return failure();

  declareHooks(module);
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Location loc = kernel.getLoc();
  Type ptr = LLVM::LLVMPointerType::get(module.getContext());
  auto function = LLVM::LLVMFuncOp::create(
      builder, loc, info.name,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(module.getContext()), {ptr, ptr}));
  function.getBody().takeBody(kernel.getBody());

  Block &entry = function.getBody().front();
  unsigned numOld = entry.getNumArguments();
  Value context = entry.addArgument(ptr, loc);
  Value slots = entry.addArgument(ptr, loc);
  builder.setInsertionPointToStart(&entry);
  auto slotAddress = [&](Value base, unsigned slot) -> Value {
    return LLVM::GEPOp::create(builder, loc, ptr, builder.getI64Type(), base,
                               ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(slot)});
  };
  Value shared;
  for (unsigned i = 0; i < numOld; ++i) {
    BlockArgument old = entry.getArgument(i);
    Value now;
    if (i < info.arguments.size()) {
      Type type = old.getType();
      bool isIndex = type.isIndex();
      now = LLVM::LoadOp::create(builder, loc, isIndex ? builder.getI64Type() : type,
                                 slotAddress(slots, i));
      if (isIndex)
        now = UnrealizedConversionCastOp::create(builder, loc, type, now).getResult(0);
    } else {
      if (!shared)
        shared = LLVM::LoadOp::create(builder, loc, ptr, slotAddress(context, SlotShared));
      int64_t offset = info.sharedArrays[i - info.arguments.size()].byteOffset;
      Value address = LLVM::GEPOp::create(builder, loc, ptr, builder.getI8Type(), shared,
                                          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
      now = UnrealizedConversionCastOp::create(builder, loc, old.getType(), address).getResult(0);
    }
    old.replaceAllUsesWith(now);
  }
  entry.eraseArguments(0, numOld);
  return success();
}
