//===- SerializeToPTX.cpp - kernels to PTX text ---------------------------===//
//
// Translates a module's kernels to LLVM IR and lets NVPTX print them, in process.
//
//===----------------------------------------------------------------------===//

#include "normc/PTX/Passes.h"

#include "Sched/Sched.h"
#include "normc/Schedule/TargetInfo.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Parallel.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

extern "C" {
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace normc {
#define GEN_PASS_DEF_SERIALIZETOPTX
#include "normc/PTX/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

static constexpr llvm::StringLiteral tripleName = "nvptx64-nvidia-cuda";

static void initializeNVPTX() {
  static const bool once = [] {
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)once;
}

/// Whether an access of the module carries an L2 policy.
static bool hasCacheHint(gpu::GPUModuleOp module) {
  return module
      ->walk([&](LLVM::InlineAsmOp op) {
        bool isPolicy = op.getAsmString().starts_with("createpolicy");
        return isPolicy ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether the module converts f32 to fp8.
static bool hasF8Conversion(gpu::GPUModuleOp module) {
  return module
      ->walk([](LLVM::CallIntrinsicOp op) {
        return op.getIntrin().starts_with("llvm.nvvm.ff.to.e") ? WalkResult::interrupt()
                                                               : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether the module takes clusters: its kernels' CTAs, or what they do.
static bool hasClusters(gpu::GPUModuleOp module) {
  return module
      ->walk([](Operation *op) {
        bool takesOne = op->hasAttr(NVVM::NVVMDialect::getClusterDimAttrName()) ||
                        isa<NVVM::ClusterArriveOp, NVVM::ClusterArriveRelaxedOp,
                            NVVM::ClusterWaitOp, NVVM::MapaOp>(op);
        return takesOne ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether an access of the module is wider than 128 bits.
static bool hasWideAccess(gpu::GPUModuleOp module) {
  auto isWide = [](Type type, std::optional<uint64_t> alignment) {
    auto vector = dyn_cast<VectorType>(type);
    return vector && alignment.value_or(0) >= 32 &&
           vector.getNumElements() * vector.getElementTypeBitWidth() >= 256;
  };
  return module
      ->walk([&](Operation *op) {
        if (auto load = dyn_cast<LLVM::LoadOp>(op);
            load && isWide(load.getType(), load.getAlignment()))
          return WalkResult::interrupt();
        if (auto store = dyn_cast<LLVM::StoreOp>(op);
            store && isWide(store.getValue().getType(), store.getAlignment()))
          return WalkResult::interrupt();
        if (auto access = dyn_cast<LLVM::InlineAsmOp>(op);
            access && access.getAsmString().contains(".v8.b32"))
          return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

static std::unique_ptr<llvm::TargetMachine> createTargetMachine(StringRef chip, StringRef features,
                                                                std::string &error) {
  initializeNVPTX();
  llvm::Triple triple(tripleName);
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  llvm::TargetOptions options;
  // No contraction: every rounding of the source stays, and arithmetic carries `.rn`.
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, chip, features, options, llvm::Reloc::PIC_, std::nullopt,
                                  llvm::CodeGenOptLevel::Default));
}

/// Cleans up what the conversion left. Kernels are one straight line with few branches and no
/// memory of their own, and ptxas does the rest. InstCombine would sink the loads of operands
/// that only the stores need behind the shuffles, into the branch of rows that exist.
static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::SimplifyCFGPass());
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      passes.run(function, functions);
}

/// The symbols that the text declares and does not define.
static SmallVector<StringRef> externalFunctions(StringRef ptx) {
  SmallVector<StringRef> names;
  for (size_t at = 0; (at = ptx.find(".extern .func", at)) != StringRef::npos; ++at) {
    StringRef rest = ptx.substr(at + strlen(".extern .func")).ltrim();
    if (rest.consume_front("("))
      rest = rest.substr(rest.find(')') + 1).ltrim();
    names.push_back(rest.take_until([](char c) { return isspace(c) || c == '('; }));
  }
  return names;
}

/// One kernel with what it refers to, as a module of its own; in the order of the source.
static SmallVector<OwningOpRef<gpu::GPUModuleOp>> splitKernels(gpu::GPUModuleOp module) {
  SmallVector<OwningOpRef<gpu::GPUModuleOp>> parts;
  SymbolTable symbols(module);
  for (auto func : module.getOps<LLVM::LLVMFuncOp>()) {
    if (func.isExternal() || !func->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()))
      continue;
    OpBuilder builder(module.getContext());
    auto part = gpu::GPUModuleOp::create(builder, module.getLoc(), module.getName());
    builder.setInsertionPointToStart(part.getBody());
    llvm::SetVector<Operation *> needed;
    needed.insert(func);
    for (size_t next = 0; next < needed.size(); ++next)
      if (auto uses = SymbolTable::getSymbolUses(needed[next]))
        for (SymbolTable::SymbolUse use : *uses)
          if (Operation *used = symbols.lookup(use.getSymbolRef().getLeafReference()))
            needed.insert(used);
    for (Operation &op : *module.getBody())
      if (needed.contains(&op))
        builder.clone(op);
    parts.push_back(part);
  }
  return parts;
}

namespace {
/// One kernel on its way to text, with everything of LLVM's that is not shared by threads.
struct Emission {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> module;
  llvm::SmallString<0> text;
  bool isPrinted = true;

  void run() {
    module->setTargetTriple(machine->getTargetTriple());
    module->setDataLayout(machine->createDataLayout());
    optimize(*module, *machine);
    llvm::raw_svector_ostream os(text);
    llvm::legacy::PassManager passes;
    isPrinted =
        !machine->addPassesToEmitFile(passes, os, nullptr, llvm::CodeGenFileType::AssemblyFile);
    if (isPrinted)
      passes.run(*module);
  }
};
} // namespace

/// The texts of the kernels after one header: the later ones without their own.
static std::string joinTexts(ArrayRef<std::unique_ptr<Emission>> emissions) {
  std::string ptx;
  for (const std::unique_ptr<Emission> &emission : emissions) {
    StringRef text = emission->text;
    constexpr StringRef lastOfHeader = ".address_size 64\n";
    if (!ptx.empty())
      text = text.substr(text.find(lastOfHeader) + lastOfHeader.size());
    ptx += text;
  }
  return ptx;
}

static FailureOr<std::string> emitPTX(gpu::GPUModuleOp module, StringRef chip, StringRef features) {
  SmallVector<std::unique_ptr<Emission>> emissions;
  for (OwningOpRef<gpu::GPUModuleOp> &part : splitKernels(module)) {
    auto emission = std::make_unique<Emission>();
    std::string error;
    emission->machine = createTargetMachine(chip, features, error);
    if (!emission->machine)
      return module.emitError("this LLVM cannot emit code for ") << tripleName << ": " << error;
    emission->module = translateModuleToLLVMIR(*part, emission->context);
    if (!emission->module)
      return module.emitError("cannot be translated to LLVM IR");
    emissions.push_back(std::move(emission));
  }
  // Printing is most of the time of a compilation, and kernels share nothing.
  llvm::parallelForEach(emissions,
                        [](const std::unique_ptr<Emission> &emission) { emission->run(); });
  for (const std::unique_ptr<Emission> &emission : emissions)
    if (!emission->isPrinted)
      return module.emitError("this LLVM cannot print PTX");
  std::string ptx = joinTexts(emissions);
  SmallVector<StringRef> names = externalFunctions(ptx);
  if (names.empty())
    return ptx;
  InFlightDiagnostic diag = module.emitError("PTX must call no external function, got ");
  llvm::interleaveComma(names, diag);
  return diag;
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

static LogicalResult serialize(gpu::GPUModuleOp module) {
  auto target = module->getParentOp()->getAttrOfType<sched::TargetAttr>("sched.target");
  if (!target)
    return module.emitError("needs a module with a target around it, such as sched.target = "
                            "#sched.target<\"sm_90\">");
  const TargetInfo *info = lookUpTarget(target.getChip());
  if (!info)
    return module.emitError("unknown chip '")
           << target.getChip() << "', did you mean '" << getNearestTarget(target.getChip()) << "'?";
  int64_t version = info->ptxVersion;
  if (hasWideAccess(module))
    version = std::max(version, info->wideAccessPtxVersion);
  if (hasCacheHint(module))
    version = std::max(version, info->cacheHintPtxVersion);
  if (hasF8Conversion(module))
    version = std::max(version, info->f8ConversionPtxVersion);
  bool isClustered = hasClusters(module);
  if (isClustered && info->largestCluster == 1)
    return module.emitError("has clusters of CTAs, which ")
           << info->chip << " has not, chips from sm_90 on do";
  if (isClustered)
    version = std::max(version, info->clusterPtxVersion);
  std::string features = "+ptx" + std::to_string(version);
  FailureOr<std::string> ptx = emitPTX(module, info->chip, features);
  if (failed(ptx))
    return failure();
  OpBuilder builder(module);
  MLIRContext *context = module.getContext();
  auto targetAttr =
      NVVM::NVVMTargetAttr::get(context, /*optLevel=*/2, tripleName, info->chip, features);
  auto object = gpu::ObjectAttr::get(context, targetAttr, gpu::CompilationTarget::Assembly,
                                     builder.getStringAttr(*ptx), nullptr, nullptr);
  gpu::BinaryOp::create(builder, module.getLoc(), module.getName(), nullptr,
                        builder.getArrayAttr({object}));
  module.erase();
  return success();
}

namespace {
struct SerializeToPTX : normc::impl::SerializeToPTXBase<SerializeToPTX> {
  void runOnOperation() override {
    SmallVector<gpu::GPUModuleOp> modules;
    getOperation().walk([&](gpu::GPUModuleOp module) { modules.push_back(module); });
    for (gpu::GPUModuleOp module : modules)
      if (failed(serialize(module)))
        return signalPassFailure();
  }
};
} // namespace
