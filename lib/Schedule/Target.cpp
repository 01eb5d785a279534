//===- Target.cpp - the chip that an operation is scheduled for -----------===//
//
// Finds the target of the module around an operation.
//
//===----------------------------------------------------------------------===//

#include "Target.h"

#include "Sched/Sched.h"

using namespace mlir;
using namespace normc;

const TargetInfo *normc::getTarget(Operation *op) {
  for (Operation *parent = op; parent; parent = parent->getParentOp()) {
    auto target = parent->getAttrOfType<sched::TargetAttr>("sched.target");
    if (!target)
      continue;
    if (const TargetInfo *info = lookUpTarget(target.getChip()))
      return info;
    parent->emitError("unknown chip '")
        << target.getChip() << "', did you mean '" << getNearestTarget(target.getChip()) << "'?";
    return nullptr;
  }
  op->emitError("needs a module with a target around it, such as sched.target = "
                "#sched.target<\"sm_90\">");
  return nullptr;
}
