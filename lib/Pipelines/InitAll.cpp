//===- InitAll.cpp - registers everything ---------------------------------===//
//
// The dialects, passes and phases that normc's programs know.
//
//===----------------------------------------------------------------------===//

#include "normc/InitAll.h"

#include "Norm/Norm.h"
#include "Sched/Sched.h"
#include "normc/Fusion/Passes.h"
#include "normc/GPU/Passes.h"
#include "normc/Import/Passes.h"
#include "normc/Norm/Passes.h"
#include "normc/PTX/Passes.h"
#include "normc/Pipelines/Pipelines.h"
#include "normc/Schedule/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void normc::registerAllDialects(DialectRegistry &registry) {
  registry.insert<norm::NormDialect, sched::SchedDialect, arith::ArithDialect,
                  cf::ControlFlowDialect, func::FuncDialect, gpu::GPUDialect, LLVM::LLVMDialect,
                  math::MathDialect, memref::MemRefDialect, NVVM::NVVMDialect, scf::SCFDialect,
                  tensor::TensorDialect, vector::VectorDialect>();
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}

namespace {
struct PhaseOptions : PassPipelineOptions<PhaseOptions> {
  ListOption<std::string> chips{*this, "chips", llvm::cl::desc("the chips to compile for")};
  Option<bool> fuse{*this, "fuse", llvm::cl::desc("gather ops into launches"),
                    llvm::cl::init(true)};
};
} // namespace

void normc::registerAllPasses() {
  registerImportPasses();
  registerNormPasses();
  registerFusionPasses();
  registerSchedulePasses();
  registerGPUPasses();
  registerPTXPasses();
  registerCanonicalizerPass();
  registerCSEPass();
  for (const PhaseInfo &info : getPhases())
    PassPipelineRegistration<PhaseOptions>(
        ("normc-phase-" + info.name).str(), ("the passes of the " + info.name + " phase").str(),
        [phase = info.phase](OpPassManager &pm, const PhaseOptions &given) {
          PipelineOptions options;
          options.chips.assign(given.chips.begin(), given.chips.end());
          options.fuse = given.fuse;
          buildPhase(phase, pm, options);
        });
}
