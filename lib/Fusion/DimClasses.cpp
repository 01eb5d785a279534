//===- DimClasses.cpp - which axes of a function have one extent ----------===//
//
// One union-find over all axes of all values, filled in one walk.
//
//===----------------------------------------------------------------------===//

#include "DimClasses.h"

#include "Norm/Norm.h"

using namespace mlir;
using namespace normc;

void DimClasses::addValue(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return;
  firstAxis[value] = numAxes;
  classes.grow(numAxes + type.getRank());
  for (int64_t extent : type.getShape()) {
    if (!ShapedType::isDynamic(extent)) {
      auto [it, isNew] = axisOfExtent.try_emplace(extent, numAxes);
      if (!isNew)
        classes.join(it->second, numAxes);
    }
    ++numAxes;
  }
}

void DimClasses::join(Value a, int64_t axisA, Value b, int64_t axisB) {
  classes.join(firstAxis.lookup(a) + axisA, firstAxis.lookup(b) + axisB);
}

/// Joins the axes that `a` and `b` both have, place by place.
void DimClasses::joinAll(Value a, Value b) {
  auto typeA = dyn_cast<RankedTensorType>(a.getType());
  auto typeB = dyn_cast<RankedTensorType>(b.getType());
  if (!typeA || !typeB)
    return;
  for (int64_t axis = 0, e = std::min(typeA.getRank(), typeB.getRank()); axis < e; ++axis)
    join(a, axis, b, axis);
}

void DimClasses::addOp(Operation *op) {
  if (auto broadcast = dyn_cast<norm::BroadcastOp>(op)) {
    joinAll(broadcast.getResult(), broadcast.getLike());
    RankedTensorType type = broadcast.getOperand().getType();
    for (auto [axis, dim] : llvm::enumerate(broadcast.getDims()))
      if (type.getDimSize(axis) != 1)
        join(broadcast.getOperand(), axis, broadcast.getResult(), dim);
    return;
  }
  // A weight or bias is 1-D: its axis is static, and not the operand's first.
  if (isa<norm::RmsNormOp, norm::LayerNormOp>(op))
    return joinAll(op->getResult(0), op->getOperand(0));
  for (Value result : op->getResults())
    for (Value operand : op->getOperands())
      joinAll(result, operand);
}

DimClasses::DimClasses(func::FuncOp func) {
  for (BlockArgument argument : func.getArguments())
    addValue(argument);
  for (Operation &op : func.front())
    for (Value result : op.getResults())
      addValue(result);
  for (Operation &op : func.front())
    addOp(&op);
  classes.compress();
  for (auto [extent, axis] : axisOfExtent) {
    auto [known, isNew] = extents.try_emplace(classes[axis], extent);
    if (!isNew)
      conflict = std::minmax(known->second, extent);
  }
  for (BlockArgument argument : func.getArguments())
    if (auto type = dyn_cast<RankedTensorType>(argument.getType()))
      for (int64_t axis = 0; axis < type.getRank(); ++axis)
        arguments.try_emplace(classes[firstAxis.lookup(argument) + axis], argument, axis);
}

SmallVector<unsigned> DimClasses::classesOf(Value value) const {
  SmallVector<unsigned> result;
  for (int64_t axis = 0, e = cast<RankedTensorType>(value.getType()).getRank(); axis < e; ++axis)
    result.push_back(classes[firstAxis.lookup(value) + axis]);
  return result;
}

std::optional<int64_t> DimClasses::extentOf(unsigned dimClass) const {
  auto it = extents.find(dimClass);
  return it == extents.end() ? std::nullopt : std::optional<int64_t>(it->second);
}

std::pair<BlockArgument, int64_t> DimClasses::argumentOf(unsigned dimClass) const {
  return arguments.lookup(dimClass);
}
