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

static LogicalResult writePart(RowKernel &part, Value cta) {
  part.enter(cta);
  return part.isLooped() ? writeLoopedKernel(part) : writeKernel(part);
}

/// The parts of a kernel from `parts` on: CTA `cta` does the first of them if it has so many, else
/// one of those after it.
static LogicalResult writeParts(MutableArrayRef<RowKernel> parts, Value cta) {
  RowKernel &first = parts.front();
  if (parts.size() == 1)
    return writePart(first, cta);
  ImplicitLocOpBuilder &b = first.b;
  Value numCtas = first.numCtas();
  Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, cta, numCtas);
  auto branch = scf::IfOp::create(b, TypeRange(), isFirst, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  if (failed(writePart(first, cta)))
    return failure();
  b.setInsertionPointToStart(branch.elseBlock());
  return writeParts(parts.drop_front(), arith::SubIOp::create(b, cta, numCtas));
}

/// The kernel of one variant of a launch.
static FailureOr<gpu::GPUFuncOp> writeKernelOf(ImplicitLocOpBuilder &b, StringRef name,
                                               ArrayRef<sched::GroupOp> groups,
                                               sched::VariantAttr variant, bool waits) {
  KernelFrame frame = openKernel(b, name, groups, variant, waits);
  ValueRange arguments = frame.func.getArguments();
  std::vector<RowKernel> parts;
  for (sched::GroupOp group : groups) {
    size_t count = RowKernel::parametersOf(group, variant).size();
    parts.emplace_back(b, frame, group, variant, arguments.take_front(count));
    arguments = arguments.drop_front(count);
  }
  Value cta =
      arith::IndexCastUIOp::create(b, b.getI64Type(), gpu::BlockIdOp::create(b, gpu::Dimension::x));
  if (failed(writeParts(parts, cta)))
    return failure();
  gpu::ReturnOp::create(b);
  return frame.func;
}

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
      SmallVector<sched::GroupOp, 1> groups = sched::LaunchOp::getGroups(region);
      for (sched::GroupOp group : groups)
        if (!group.getConfig()) {
          group.emitError("needs a config before it becomes a kernel");
          return WalkResult::interrupt();
        }
      auto module = cast<gpu::GPUModuleOp>(kernels.getOp());
      ImplicitLocOpBuilder b(launch.getLoc(), OpBuilder::atBlockEnd(module.getBody()));
      std::string name = (launch.getKernelName() + "_" + variant.getName()).str();
      FailureOr<gpu::GPUFuncOp> kernel = writeKernelOf(b, name, groups, variant, waits);
      if (failed(kernel))
        return WalkResult::interrupt();
      names[groups.front()] = kernels.insert(*kernel);
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
