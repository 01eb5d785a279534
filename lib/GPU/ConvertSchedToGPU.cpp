//===- ConvertSchedToGPU.cpp - launches to kernels, functions to plans ----===//
//
// Writes one gpu.func for each variant of each launch by walking its row program, then
// the plan of each function.
//
//===----------------------------------------------------------------------===//

#include "normc/GPU/Passes.h"

#include "KernelWriter.h"
#include "Norm/Norm.h"
#include "RowKernel.h"
#include "Sched/Sched.h"
#include "normc/Schedule/InPlace.h"
#include "normc/Schedule/TargetInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/SymbolTable.h"

namespace normc {
#define GEN_PASS_DEF_CONVERTSCHEDTOGPU
#include "normc/GPU/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// Writes the kernels of all launches below `root` into `kernels`; a name that is taken gets
/// a number.
static LogicalResult writeKernels(Operation *root, bool waits, SymbolTable &kernels,
                                  KernelNames &names) {
  WalkResult walked = root->walk([&](sched::LaunchOp launch) {
    if (!launch.getVariants()) {
      launch.emitError("needs variants before it becomes kernels");
      return WalkResult::interrupt();
    }
    for (auto [attr, region] : llvm::zip_equal(*launch.getVariants(), launch.getBodies())) {
      auto variant = cast<sched::VariantAttr>(attr);
      auto group = cast<sched::GroupOp>(region.front().front());
      if (!group.getConfig()) {
        group.emitError("needs a config before it becomes a kernel");
        return WalkResult::interrupt();
      }
      auto module = cast<gpu::GPUModuleOp>(kernels.getOp());
      ImplicitLocOpBuilder b(launch.getLoc(), OpBuilder::atBlockEnd(module.getBody()));
      std::string name = (launch.getKernelName() + "_" + variant.getName()).str();
      RowKernel kernel(b, group, variant, name, waits);
      if (failed(kernel.isLooped() ? writeLoopedKernel(kernel) : writeKernel(kernel)))
        return WalkResult::interrupt();
      names[group] = kernels.insert(kernel.func);
    }
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

static LogicalResult convertModule(ModuleOp module) {
  SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
  if (functions.empty())
    return success();
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto kernels = gpu::GPUModuleOp::create(builder, module.getLoc(), "kernels");
  auto target = module->getAttrOfType<sched::TargetAttr>("sched.target");
  const TargetInfo *info = target ? lookUpTarget(target.getChip()) : nullptr;
  bool waits = info && info->hasDependencyWait;
  SymbolTable symbols(kernels);
  KernelNames names;
  for (func::FuncOp function : functions)
    if (failed(verifyInPlace(function)) || failed(writeKernels(function, waits, symbols, names)) ||
        failed(buildPlan(builder, function, kernels, names)))
      return failure();
  for (func::FuncOp function : functions)
    function.erase();
  return success();
}

namespace {
struct ConvertSchedToGPU : normc::impl::ConvertSchedToGPUBase<ConvertSchedToGPU> {
  void runOnOperation() override {
    // One nested module a chip; or a module for one chip by itself.
    SmallVector<ModuleOp> modules;
    getOperation().walk([&](ModuleOp module) {
      if (!module.getOps<func::FuncOp>().empty())
        modules.push_back(module);
    });
    for (ModuleOp module : modules)
      if (failed(convertModule(module)))
        return signalPassFailure();
  }
};
} // namespace
