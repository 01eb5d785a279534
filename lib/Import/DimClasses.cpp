//===- DimClasses.cpp - which axes of a function have one extent ----------===//
//
// One union-find over all axes of all values, filled in one walk.
//
//===----------------------------------------------------------------------===//

#include "normc/Import/DimClasses.h"

#include "Norm/Norm.h"

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

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

/// The same without the last axis of either.
void DimClasses::joinRows(Value a, Value b) {
  for (int64_t axis = 0, e = cast<RankedTensorType>(a.getType()).getRank() - 1; axis < e; ++axis)
    join(a, axis, b, axis);
}

/// Axis i of `operand` is axis dims[i] of `result`, unless it is one that repeats.
void DimClasses::joinBroadcast(Value operand, Value result, ArrayRef<int64_t> dims) {
  auto type = cast<RankedTensorType>(operand.getType());
  for (auto [axis, dim] : llvm::enumerate(dims))
    if (type.getDimSize(axis) != 1)
      join(operand, axis, result, dim);
}

/// Joins the axes of operands and result that a view leaves as long as they are. A sum of
/// dynamic extents is a class of its own: no axis of an argument has it.
void DimClasses::addView(Operation *op) {
  Value x = op->getOperand(0), result = op->getResult(0);
  auto type = cast<RankedTensorType>(result.getType());
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](norm::SliceOp) {
        for (int64_t axis = 0; axis < type.getRank(); ++axis)
          if (type.isDynamicDim(axis))
            join(x, axis, result, axis);
      })
      .Case([&](norm::ConcatOp it) {
        for (Value operand : it.getOperands())
          for (int64_t axis = 0; axis < type.getRank(); ++axis)
            if (axis != static_cast<int64_t>(it.getAxis()) || it.getNumOperands() == 1)
              join(operand, axis, result, axis);
      })
      .Case([&](norm::ReshapeOp) {
        SmallVector<int64_t> from, to;
        for (auto [value, axes] : {std::pair(x, &from), std::pair(result, &to)})
          for (auto [axis, extent] :
               llvm::enumerate(cast<RankedTensorType>(value.getType()).getShape()))
            if (ShapedType::isDynamic(extent))
              axes->push_back(axis);
        for (auto [axisX, axis] : llvm::zip_equal(from, to))
          join(x, axisX, result, axis);
      })
      .Case([&](norm::ColumnsOp) {
        for (int64_t axis = 0; axis + 1 < type.getRank(); ++axis)
          join(x, axis, result, axis);
      })
      .Case([&](norm::TransposeOp it) {
        for (auto [axis, axisX] : llvm::enumerate(it.getPermutation()))
          join(x, axisX, result, axis);
      });
}

void DimClasses::addOp(Operation *op) {
  if (norm::isView(op))
    return addView(op);
  // What broadcasts names its axes; the other operands have the shape of the result.
  SmallVector<Value> broadcast;
  ArrayRef<int64_t> dims;
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](norm::BroadcastOp it) {
        broadcast = {it.getOperand()};
        dims = it.getDims();
      })
      .Case([&](norm::ScaleOp it) {
        broadcast = {it.getS()};
        dims = it.getDims();
      })
      .Case([&](norm::ShiftOp it) {
        broadcast = {it.getT()};
        dims = it.getDims();
      })
      .Case([&](norm::ModulateOp it) {
        broadcast = {it.getScale(), it.getShift()};
        dims = it.getDims();
      })
      .Case([&](norm::GateOp it) {
        broadcast = {it.getG()};
        dims = it.getDims();
      })
      .Case([&](norm::QuantizeOp it) {
        if (it.getDims())
          broadcast = {it.getScale()};
        dims = it.getDims().value_or(ArrayRef<int64_t>());
      })
      .Case([&](norm::RopeOp it) {
        broadcast = {it.getCos(), it.getSin()};
        dims = it.getDims().drop_back(); // tables may have fewer columns
      });
  if (!broadcast.empty()) {
    for (Value operand : op->getOperands())
      if (llvm::is_contained(broadcast, operand))
        joinBroadcast(operand, op->getResult(0), dims);
      else
        joinAll(op->getResult(0), operand);
    return;
  }
  // A weight or bias is 1-D: its axis is static, and not the operand's first.
  if (norm::isNorm(op))
    return joinAll(op->getResult(0), op->getOperand(0));
  if (auto gather = dyn_cast<norm::GatherOp>(op)) {
    int64_t numIndexed = gather.getIndex().getType().getRank();
    for (int64_t axis = 0; axis < numIndexed; ++axis)
      join(gather.getIndex(), axis, gather, axis);
    for (int64_t axis = 1; axis < gather.getTable().getType().getRank(); ++axis)
      join(gather.getTable(), axis, gather, numIndexed + axis - 1);
    return;
  }
  // As many elements in the last axis as there are blocks.
  if (isa<norm::BlockScaleOp, norm::RepeatOp>(op))
    return joinRows(op->getResult(0), op->getOperand(0));
  if (auto dynamic = dyn_cast<norm::DynamicQuantizeOp>(op)) {
    joinAll(dynamic.getResult(), dynamic.getX());
    return joinRows(dynamic.getX(), dynamic.getScale());
  }
  for (Value result : op->getResults())
    for (Value operand : op->getOperands())
      joinAll(result, operand);
}

void DimClasses::addDescribedSizes(func::FuncOp func) {
  llvm::DenseMap<AffineExpr, std::pair<BlockArgument, int64_t>> first;
  for (BlockArgument argument : func.getArguments()) {
    auto sizes = func.getArgAttrOfType<AffineMapAttr>(argument.getArgNumber(), "norm.sizes");
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!sizes || !type || sizes.getValue().getNumResults() != type.getRank())
      continue;
    for (auto [axis, expr] : llvm::enumerate(sizes.getValue().getResults())) {
      auto [it, isNew] = first.try_emplace(expr, argument, axis);
      if (!isNew)
        join(it->second.first, it->second.second, argument, axis);
    }
  }
}

/// Dimensions to which norm.dims gives one name are one size.
void DimClasses::joinNamedAlike(func::FuncOp func) {
  auto names = func->getAttrOfType<ArrayAttr>("norm.dims");
  if (!names)
    return;
  llvm::DenseSet<unsigned> known; // static, or named already
  for (auto [extent, axis] : axisOfExtent)
    known.insert(classes.findLeader(axis));
  llvm::DenseMap<Attribute, unsigned> named;
  auto name = names.begin();
  for (BlockArgument argument : func.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    for (int64_t axis = 0, rank = type ? type.getRank() : 0; axis < rank; ++axis) {
      unsigned place = firstAxis.lookup(argument) + axis;
      if (!known.insert(classes.findLeader(place)).second)
        continue;
      if (name == names.end())
        return;
      auto [it, isNew] = named.try_emplace(*name++, place);
      if (!isNew)
        classes.join(it->second, place);
    }
  }
}

DimClasses::DimClasses(func::FuncOp func) {
  for (BlockArgument argument : func.getArguments())
    addValue(argument);
  for (Operation &op : func.front())
    for (Value result : op.getResults())
      addValue(result);
  for (Operation &op : func.front())
    addOp(&op);
  addDescribedSizes(func);
  joinNamedAlike(func);
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

int64_t normc::describeSizes(func::FuncOp func, const DimClasses &dims) {
  MLIRContext *context = func.getContext();
  llvm::MapVector<unsigned, unsigned> dimensions;
  auto expression = [&](unsigned dimClass) -> AffineExpr {
    if (std::optional<int64_t> extent = dims.extentOf(dimClass))
      return getAffineConstantExpr(*extent, context);
    unsigned number = dimensions.size();
    return getAffineSymbolExpr(dimensions.try_emplace(dimClass, number).first->second, context);
  };
  SmallVector<SmallVector<AffineExpr>> sizes;
  for (BlockArgument argument : func.getArguments()) {
    SmallVector<AffineExpr> &exprs = sizes.emplace_back();
    if (isa<RankedTensorType>(argument.getType()))
      llvm::append_range(exprs, llvm::map_range(dims.classesOf(argument), expression));
  }
  // The maps are over all dimensions, which are known only now.
  for (auto [index, exprs] : llvm::enumerate(sizes))
    func.setArgAttr(index, "norm.sizes",
                    AffineMapAttr::get(AffineMap::get(0, dimensions.size(), exprs, context)));
  return dimensions.size();
}
