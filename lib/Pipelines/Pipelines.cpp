//===- Pipelines.cpp - the whole journey on one screen --------------------===//
//
// The passes of each phase, each with the reason for its place.
//
//===----------------------------------------------------------------------===//

#include "normc/Pipelines/Pipelines.h"

#include "normc/Fusion/Passes.h"
#include "normc/GPU/Passes.h"
#include "normc/Import/Passes.h"
#include "normc/Norm/Passes.h"
#include "normc/PTX/Passes.h"
#include "normc/Schedule/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace normc;

llvm::StringRef normc::getVersion() { return NORMC_VERSION; }

static void buildInput(OpPassManager &pm) {
  // Before anything is folded or moved, so that an error names what the user wrote.
  pm.addPass(createVerifyGraph());
  // While the operations that make sizes equal are all there.
  pm.addNestedPass<func::FuncOp>(createDescribeArguments());
  // Once arguments have names.
  pm.addNestedPass<func::FuncOp>(createVerifyInPlace());
}

static void buildNorm(OpPassManager &pm) {
  // First: a fold of a math function would use the host's libm.
  pm.addPass(createConvertMathToNorm());
  // Before concats are places to store to.
  pm.addNestedPass<func::FuncOp>(createFindRotations());
  pm.addPass(createExpandSugar());
  // Once sugar is elementwise.
  pm.addNestedPass<func::FuncOp>(createHoistTransposes());
  // Once what is sliced is computed, not transposed.
  pm.addNestedPass<func::FuncOp>(createWidenParts());
  // Broadcasts that the sugar repeated become one; dead operations must not become
  // launches. No canonicalisation: its float folds keep roundings, but its patterns for
  // truncf of extf need not.
  pm.addPass(createCSEPass());
}

static void buildFusion(OpPassManager &pm, const PipelineOptions &options) {
  pm.addNestedPass<func::FuncOp>(createFormRowGroups({options.fuse}));
  // After the groups are formed: a norm is one operation while fusion decides.
  pm.addPass(createDecomposeNorms());
  // Once norms are spelt out, so that their roundings go as well.
  pm.addNestedPass<func::FuncOp>(createRelaxRounding());
  // Two norms of one row share their statistics.
  pm.addPass(createCSEPass());
}

static void buildSchedule(OpPassManager &pm, const PipelineOptions &options) {
  // Everything after depends on the chip.
  pm.addPass(createClonePerTarget({llvm::to_vector(options.chips)}));
  // A config before the variants: they follow from its access widths.
  pm.addPass(createSelectRowConfig({options.config, options.explain}));
  pm.addPass(createExpandVariants());
  if (options.fuse)
    pm.nest<ModuleOp>().addNestedPass<func::FuncOp>(createMergeLaunches());
  // Last: also configs that a file brought along.
  pm.addPass(createVerifyRowConfig());
}

static void buildGpu(OpPassManager &pm) {
  pm.addPass(createConvertSchedToGPU());
  // Addresses and masks of the pieces repeat.
  OpPassManager &kernels = pm.nest<ModuleOp>().nest<gpu::GPUModuleOp>();
  kernels.addPass(createCSEPass());
}

static void buildPtx(OpPassManager &pm) {
  OpPassManager &kernels = pm.nest<ModuleOp>().nest<gpu::GPUModuleOp>();
  kernels.addPass(createConvertGPUToNVVM());
  pm.addPass(createSerializeToPTX());
}

void normc::buildPhase(Phase phase, OpPassManager &pm, const PipelineOptions &options) {
  switch (phase) {
  case Phase::Input:
    return buildInput(pm);
  case Phase::Norm:
    return buildNorm(pm);
  case Phase::Fusion:
    return buildFusion(pm, options);
  case Phase::Schedule:
    return buildSchedule(pm, options);
  case Phase::Gpu:
    return buildGpu(pm);
  case Phase::Ptx:
    return buildPtx(pm);
  }
}
