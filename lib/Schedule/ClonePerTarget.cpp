//===- ClonePerTarget.cpp - one module for each chip ----------------------===//
//
// Moves the functions of a module into one nested module for each chip.
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/Passes.h"

#include "Sched/Sched.h"
#include "normc/Schedule/TargetInfo.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSet.h"

namespace normc {
#define GEN_PASS_DEF_CLONEPERTARGET
#include "normc/Schedule/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

namespace {
struct ClonePerTarget : normc::impl::ClonePerTargetBase<ClonePerTarget> {
  using ClonePerTargetBase::ClonePerTargetBase;
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (chips.empty()) {
      module.emitError("needs a chip to compile for, such as sm_90");
      return signalPassFailure();
    }
    SmallVector<Operation *> functions;
    for (Operation &op : *module.getBody())
      functions.push_back(&op);
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    llvm::StringSet<> done;
    for (const std::string &name : chips) {
      const TargetInfo *info = lookUpTarget(name);
      if (!info) {
        module.emitError("unknown chip '")
            << name << "', did you mean '" << getNearestTarget(name) << "'?";
        return signalPassFailure();
      }
      if (!done.insert(info->chip).second)
        continue;
      auto nested = ModuleOp::create(builder, module.getLoc(), info->chip);
      nested->setAttr("sched.target", sched::TargetAttr::get(&getContext(), info->chip));
      OpBuilder inner = OpBuilder::atBlockEnd(nested.getBody());
      for (Operation *function : functions)
        inner.clone(*function);
    }
    for (Operation *function : functions)
      function->erase();
  }
};
} // namespace
