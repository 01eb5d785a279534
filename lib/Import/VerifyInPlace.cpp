//===- VerifyInPlace.cpp - which argument a result may be -----------------===//
//
// Holds each norm.in_place against the arguments: there is one of that name, with the type and
// the sizes of the result, and no two results name it. Whether its kernel can is found out where
// kernels are written.
//
//===----------------------------------------------------------------------===//

#include "normc/Import/DimClasses.h"
#include "normc/Import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace normc {
#define GEN_PASS_DEF_VERIFYINPLACE
#include "normc/Import/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

static constexpr llvm::StringLiteral attrName = "norm.in_place";

static BlockArgument argumentNamed(func::FuncOp func, StringAttr name) {
  for (BlockArgument argument : func.getArguments())
    if (func.getArgAttr(argument.getArgNumber(), "norm.name") == name)
      return argument;
  return nullptr;
}

/// The first axis that need not be as long in both; none where all are.
static std::optional<size_t> findOtherSize(const DimClasses &dims, Value a, Value b) {
  for (auto [axis, classes] : llvm::enumerate(llvm::zip(dims.classesOf(a), dims.classesOf(b))))
    if (std::get<0>(classes) != std::get<1>(classes))
      return axis;
  return std::nullopt;
}

static LogicalResult verifyResult(func::FuncOp func, const DimClasses &dims, OpOperand &returned) {
  unsigned index = returned.getOperandNumber();
  Attribute attr = func.getResultAttr(index, attrName);
  if (!attr)
    return success();
  auto name = dyn_cast<StringAttr>(attr);
  if (!name)
    return returned.getOwner()->emitError("norm.in_place of result ")
           << index << " must be the name of an argument, got " << attr;
  auto refuse = [&] {
    return returned.getOwner()->emitError("result ")
           << index << " cannot be in place of '" << name.getValue() << "': ";
  };
  BlockArgument argument = argumentNamed(func, name);
  if (!argument)
    return refuse() << "no argument has that name";
  auto withNote = [&](InFlightDiagnostic diag) -> LogicalResult {
    diag.attachNote(argument.getLoc()) << "the argument is here";
    return diag;
  };
  Value result = returned.get();
  if (result.getType() != argument.getType())
    return withNote(refuse() << "it is " << result.getType() << ", the argument "
                             << argument.getType());
  if (std::optional<size_t> axis = findOtherSize(dims, result, argument))
    return withNote(refuse() << "axis " << *axis << " need not be as long as the argument's");
  for (unsigned other = 0; other < index; ++other)
    if (func.getResultAttr(other, attrName) == name)
      return withNote(refuse() << "result " << other << " is");
  return success();
}

namespace {
struct VerifyInPlace : normc::impl::VerifyInPlaceBase<VerifyInPlace> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    DimClasses dims(func);
    for (OpOperand &returned : func.front().getTerminator()->getOpOperands())
      if (failed(verifyResult(func, dims, returned)))
        return signalPassFailure();
  }
};
} // namespace
