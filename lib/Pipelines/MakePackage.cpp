//===- MakePackage.cpp - compiled modules as a package --------------------===//
//
// Gathers the plans and the PTX of every chip.
//
//===----------------------------------------------------------------------===//

#include "normc/Pipelines/MakePackage.h"

#include "Sched/Sched.h"
#include "normc/GPU/ReadPlan.h"
#include "normc/Pipelines/Pipelines.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace normc;

/// Whether each kernel of the text waits for the launch before.
static bool allWait(StringRef ptx) {
  size_t kernels = ptx.count(".entry "), waits = ptx.count("griddepcontrol.wait");
  return kernels > 0 && waits == kernels;
}

static LogicalResult addChip(ModuleOp module, Package &package) {
  PackageChip chip;
  auto target = module->getAttrOfType<sched::TargetAttr>("sched.target");
  if (!target)
    return module.emitError("needs a target, such as sched.target = #sched.target<\"sm_90\">");
  chip.chip = target.getChip().str();
  chip.waits = true;
  for (auto binary : module.getOps<gpu::BinaryOp>())
    for (Attribute object : binary.getObjects()) {
      StringRef ptx = cast<gpu::ObjectAttr>(object).getObject().getValue();
      chip.waits &= allWait(ptx);
      chip.blobs.push_back({PackageBlob::Ptx, ptx.str()});
    }
  bool isFirst = package.chips.empty();
  for (auto op : module.getOps<sched::PlanOp>()) {
    FailureOr<Plan> plan = readPlan(op);
    if (failed(plan))
      return failure();
    if (isFirst) {
      auto law = op->getAttrOfType<StringAttr>("norm.numerics");
      package.functions.push_back({plan->name, law && law == "relaxed"});
    }
    chip.plans.push_back(std::move(*plan));
  }
  package.chips.push_back(std::move(chip));
  return success();
}

FailureOr<Package> normc::makePackage(ModuleOp module) {
  Package package;
  package.compiler = getVersion().str();
  for (auto chip : module.getOps<ModuleOp>())
    if (failed(addChip(chip, package)))
      return failure();
  return std::move(package);
}
