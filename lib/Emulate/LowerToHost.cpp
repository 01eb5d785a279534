//===- LowerToHost.cpp - the way of one kernel to LLVM --------------------===//
//
// Clones a gpu.func into a module of its own and takes it, in five steps, to LLVM
// code for the host.
//
//===----------------------------------------------------------------------===//

#include "LowerToHost.h"

#include "Sched/Sched.h"
#include "Support/ExpandConversions.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;
using namespace normc;
using namespace normc::emulate;

namespace {

/// Vector operations of the gpu phase down to those that have an LLVM form. Some
/// patterns make operations for others, hence the repetition.
void lowerVectors(ModuleOp module) {
  MLIRContext *context = module.getContext();
  for (int round = 0; round < 3; ++round) {
    RewritePatternSet patterns(context);
    vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
    vector::populateVectorBroadcastLoweringPatterns(patterns);
    vector::populateVectorBitCastLoweringPatterns(patterns);
    vector::populateVectorShapeCastLoweringPatterns(patterns);
    vector::populateVectorFromElementsUnrollPatterns(patterns);
    vector::populateVectorToElementsUnrollPatterns(patterns);
    walkAndApplyPatterns(module, std::move(patterns));
  }
}

void expandConversions(ModuleOp module) {
  module.walk([](Operation *op) {
    ImplicitLocOpBuilder b(op->getLoc(), op);
    Value expanded;
    if (auto quantize = dyn_cast<sched::QuantizeOp>(op))
      expanded = expandQuantize(b, quantize.getValue(), quantize.getFormat());
    else if (auto dequantize = dyn_cast<sched::DequantizeOp>(op))
      expanded = expandDequantize(b, dequantize.getValue(), dequantize.getFormat());
    else
      return;
    op->replaceAllUsesWith(ValueRange(expanded));
    op->erase();
  });
}

/// What a load without an else has where its condition does not hold: bits that no test expects.
Value makeUnspecified(OpBuilder &b, Location loc, Type type) {
  Type element = getElementTypeOrSelf(type);
  Attribute bits;
  if (auto number = dyn_cast<FloatType>(element))
    bits = b.getFloatAttr(element, APFloat::getNaN(number.getFloatSemantics(), false, 0x55));
  else
    bits = b.getIntegerAttr(element, 0x55);
  if (auto vector = dyn_cast<VectorType>(type))
    bits = DenseElementsAttr::get(vector, bits);
  return arith::ConstantOp::create(b, loc, cast<TypedAttr>(bits));
}

/// A predicated access is a branch round the access.
void branchRoundAccesses(ModuleOp module) {
  module.walk([](sched::StoreOp store) {
    if (!store.getCondition())
      return;
    OpBuilder b(store);
    auto branch =
        scf::IfOp::create(b, store.getLoc(), store.getCondition(), /*withElseRegion=*/false);
    store.getConditionMutable().clear();
    store->moveBefore(branch.thenBlock()->getTerminator());
  });
  module.walk([](sched::LoadOp load) {
    if (!load.getCondition())
      return;
    OpBuilder b(load);
    Location loc = load.getLoc();
    auto branch = scf::IfOp::create(b, loc, load.getType(), load.getCondition(),
                                    /*withElseRegion=*/true);
    load.getResult().replaceAllUsesWith(branch.getResult(0));
    b.setInsertionPointToStart(branch.elseBlock());
    Value otherwise = load.getOtherwise();
    scf::YieldOp::create(b, loc, otherwise ? otherwise : makeUnspecified(b, loc, load.getType()));
    load.getConditionMutable().clear();
    load.getOtherwiseMutable().clear();
    b.setInsertionPointToStart(branch.thenBlock());
    auto yield = scf::YieldOp::create(b, loc, load.getResult());
    load->moveBefore(yield);
  });
}

LogicalResult lowerControlFlow(ModuleOp module) {
  RewritePatternSet patterns(module.getContext());
  populateSCFToControlFlowConversionPatterns(patterns);
  ConversionTarget target(*module.getContext());
  target.addIllegalDialect<scf::SCFDialect>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  return applyPartialConversion(module, target, std::move(patterns));
}

LogicalResult convertToLLVM(ModuleOp module, bool checks, KernelInfo &info) {
  MLIRContext *context = module.getContext();
  LLVMTypeConverter converter(context);
  // Workgroup memory is a bare pointer; its shape is known where it is accessed.
  converter.addConversion(
      [](MemRefType type) -> Type { return LLVM::LLVMPointerType::get(type.getContext()); });

  RewritePatternSet patterns(context);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  populateMathToLLVMConversionPatterns(converter, patterns);
  populateVectorToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  ub::populateUBToLLVMConversionPatterns(converter, patterns);
  populateHostPatterns(converter, patterns, info, checks);

  LLVMConversionTarget target(*context);
  target.addLegalOp<ModuleOp, UnrealizedConversionCastOp>();
  if (failed(applyFullConversion(module, target, std::move(patterns))))
    return failure();

  SmallVector<UnrealizedConversionCastOp> casts;
  module.walk([&](UnrealizedConversionCastOp cast) { casts.push_back(cast); });
  reconcileUnrealizedCasts(casts);
  return success();
}

} // namespace

void emulate::prepareContext(MLIRContext *context) {
  DialectRegistry registry;
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  context->appendDialectRegistry(registry);
  context->loadDialect<LLVM::LLVMDialect, cf::ControlFlowDialect, arith::ArithDialect,
                       math::MathDialect, vector::VectorDialect>();
}

llvm::Expected<std::unique_ptr<llvm::Module>> emulate::lowerKernel(gpu::GPUFuncOp kernel,
                                                                   bool checks, KernelInfo &info,
                                                                   llvm::LLVMContext &llvmContext) {
  std::string error = describeLocation(kernel.getLoc()) + ": ";
  bool isReported = false;
  ScopedDiagnosticHandler handler(kernel.getContext(), [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error && !isReported) {
      error = describeLocation(diagnostic.getLocation()) + ": " + diagnostic.str();
      isReported = true;
    }
    return success();
  });
  auto fail = [&](StringRef step) -> llvm::Error {
    if (!isReported)
      error += ("failed at " + step).str();
    return llvm::createStringError(error + " [kernel '" + kernel.getName().str() +
                                   "' cannot be emulated]");
  };

  OwningOpRef<ModuleOp> module = ModuleOp::create(kernel.getLoc());
  OwningOpRef<gpu::GPUFuncOp> clone = kernel.clone();
  if (failed(lowerFunction(*clone, *module, info)))
    return fail("the signature");
  expandConversions(*module);
  // The roundings first, while they are still arithmetic and not calls.
  if (failed(expandFloat16(*module)))
    return fail("f16 and bf16");
  lowerVectors(*module);
  branchRoundAccesses(*module);
  if (failed(lowerControlFlow(*module)))
    return fail("the control flow");
  if (failed(convertToLLVM(*module, checks, info)))
    return fail("the conversion to LLVM");
  std::unique_ptr<llvm::Module> result = translateModuleToLLVMIR(*module, llvmContext, info.name);
  if (!result)
    return fail("the translation to LLVM");
  return result;
}
