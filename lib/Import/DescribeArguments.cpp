//===- DescribeArguments.cpp - names and sizes of arguments ---------------===//
//
// Gives each argument the name and the sizes that plans and messages use, while every
// operation that makes two sizes equal is still there.
//
//===----------------------------------------------------------------------===//

#include "normc/Import/ArgumentNames.h"
#include "normc/Import/DimClasses.h"
#include "normc/Import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

namespace normc {
#define GEN_PASS_DEF_DESCRIBEARGUMENTS
#include "normc/Import/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

/// Refuses a name that is no name or given twice; an argument without one becomes `argN`.
static LogicalResult nameArguments(func::FuncOp func) {
  llvm::StringSet<> names;
  for (BlockArgument argument : func.getArguments()) {
    auto name = func.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "norm.name");
    if (!name)
      continue;
    if (!isArgumentName(name))
      return emitError(argument.getLoc(), "an argument's name must be letters, digits and _, "
                                          "and not that of a result, got '")
             << name.getValue() << "'";
    if (!names.insert(name).second)
      return emitError(argument.getLoc(), "two arguments are named '") << name.getValue() << "'";
  }
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i) {
    if (func.getArgAttr(i, "norm.name"))
      continue;
    std::string name = "arg" + std::to_string(i);
    while (!names.insert(name).second)
      name += "_";
    func.setArgAttr(i, "norm.name", StringAttr::get(func.getContext(), name));
  }
  return success();
}

namespace {
struct DescribeArguments : normc::impl::DescribeArgumentsBase<DescribeArguments> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (failed(nameArguments(func)))
      return signalPassFailure();
    DimClasses dims(func);
    if (auto conflict = dims.findConflict()) {
      func.emitError("one size is used as ") << conflict->first << " and as " << conflict->second;
      return signalPassFailure();
    }
    int64_t numDimensions = describeSizes(func, dims);
    // Fewer names are fine: the other dimensions keep s0, s1, ...
    auto names = func->getAttrOfType<ArrayAttr>("norm.dims");
    if (!names)
      return;
    // From here on what is named alike is one dimension.
    llvm::SmallSetVector<Attribute, 8> once(names.begin(), names.end());
    if (static_cast<int64_t>(once.size()) > numDimensions) {
      func.emitError("norm.dims has more names than the function has dimensions: ")
          << once.size() << " and " << numDimensions;
      return signalPassFailure();
    }
    func->setAttr("norm.dims", ArrayAttr::get(func.getContext(), once.getArrayRef()));
  }
};
} // namespace
