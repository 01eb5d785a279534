//===- StoredViews.cpp - what views and concats may be --------------------===//
//
// Brings concats into the form that launches write, and refuses views that no map says.
//
//===----------------------------------------------------------------------===//

#include "StoredViews.h"

#include "RowGroups.h"
#include "normc/Launch/Plan.h"

#include <map>

using namespace mlir;
using namespace normc;

/// A concat's parts are as many as those of the concats in it.
static LogicalResult verifyNumParts(func::FuncOp func) {
  llvm::DenseMap<Value, int64_t> counts;
  for (auto concat : func.getOps<norm::ConcatOp>()) {
    int64_t count = 0;
    for (Value part : concat.getOperands())
      count += std::max<int64_t>(counts.lookup(part), 1);
    if (count > maxPlanTensors)
      return concat.emitError("a concat of at most ")
             << maxPlanTensors << " parts is supported, got " << count;
    counts[concat.getResult()] = count;
  }
  return success();
}

LogicalResult normc::separateParts(func::FuncOp func) {
  if (failed(verifyNumParts(func)))
    return failure();
  SmallVector<norm::ConcatOp> concats(func.getOps<norm::ConcatOp>());
  for (norm::ConcatOp concat : llvm::reverse(concats)) {
    OpBuilder builder(concat);
    for (OpOperand &part : concat->getOpOperands())
      if (isa<BlockArgument>(part.get()))
        part.set(
            norm::ReshapeOp::create(builder, concat.getLoc(), part.get().getType(), part.get()));
    SmallVector<OpOperand *> stores;
    for (OpOperand &use : concat->getUses())
      if (isStore(use.getOwner()))
        stores.push_back(&use);
    for (OpOperand *store : ArrayRef(stores).drop_front(stores.empty() ? 0 : 1))
      store->set(builder.clone(*concat)->getResult(0));
  }
  return success();
}

/// The sum of dynamic extents must be a size of its own: that it is another one, a launch would
/// have to check.
static LogicalResult verifySum(norm::ConcatOp concat, const DimClasses &dims,
                               std::map<unsigned, std::vector<unsigned>> &sums) {
  int64_t axis = concat.getAxis();
  if (!concat.getType().isDynamicDim(axis) || concat.getNumOperands() == 1)
    return success();
  if (!llvm::all_of(concat->getUsers(), isStore))
    return concat.emitError("a concat along dynamic axis ")
           << axis << " can be returned, not read by other operations yet";
  std::vector<unsigned> terms;
  for (Value part : concat.getOperands())
    terms.push_back(dims.classesOf(part)[axis]);
  llvm::sort(terms);
  unsigned sum = dims.classesOf(concat.getResult())[axis];
  const std::vector<unsigned> &known = sums.try_emplace(sum, terms).first->second;
  if (dims.argumentOf(sum).first || dims.extentOf(sum) || known != terms)
    return concat.emitError("the size along dynamic axis ")
           << axis << " of a concat must be no other size, nothing checks that they are equal yet";
  return success();
}

LogicalResult normc::verifyViews(func::FuncOp func, const DimClasses &dims) {
  std::map<unsigned, std::vector<unsigned>> sums;
  for (Operation &op : func.front()) {
    if (auto concat = dyn_cast<norm::ConcatOp>(op); concat && failed(verifySum(concat, dims, sums)))
      return failure();
    auto slice = dyn_cast<norm::SliceOp>(op);
    if (!slice)
      continue;
    auto from = cast<RankedTensorType>(slice.getX().getType());
    for (auto [axis, extent] : llvm::enumerate(slice.getType().getShape()))
      if (from.isDynamicDim(axis) && !ShapedType::isDynamic(extent))
        return op.emitError("a slice must take all of dynamic axis ")
               << axis << ", got " << extent << " elements";
  }
  return success();
}

bool normc::followsRows(Operation *op) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(op->getResult(0).getType()).getShape();
  SmallVector<Operation *> work = {op};
  llvm::DenseSet<Operation *> seen;
  while (!work.empty()) {
    Operation *current = work.pop_back_val();
    if (readsRows(current) && !norm::isReduction(current))
      return true;
    for (Value operand : RowGroups::readOperands(current)) {
      Operation *producer = operand.getDefiningOp();
      auto type = dyn_cast<RankedTensorType>(operand.getType());
      if (producer && type && type.getShape() == shape && !norm::isView(producer) &&
          seen.insert(producer).second)
        work.push_back(producer);
    }
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Where they are stored
//===----------------------------------------------------------------------===//

/// A stored reshape or transpose of computed rows needs no launch, fused or not: the rows are
/// stored where the view has them.
bool RowGroups::placeStoredView(Operation *op) {
  SmallVector<Operation *> views;
  Operation *source = op;
  while (source && isa<norm::ReshapeOp, norm::TransposeOp>(source) && recomputed.contains(source)) {
    views.push_back(source);
    source = source->getOperand(0).getDefiningOp();
  }
  if (!source || views.empty() || isa<norm::ConcatOp>(source))
    return false;
  // One number for each row of a launch that others compute again: stored by the launch.
  if (recomputed.contains(source) && !clusterOf.contains(source)) {
    SmallVector<Operation *> producers = producersOf(source);
    bool isNumberOfLaunch = source->hasTrait<OpTrait::Elementwise>() && !producers.empty() &&
                            llvm::all_of(producers, [&](Operation *producer) {
                              const RowSpace &space =
                                  clusters[find(clusterOf.lookup(producer))].space;
                              return norm::isReduction(producer) && fits(source, space);
                            });
    if (!isNumberOfLaunch)
      return false;
    clusterOf[source] = place(source);
  }
  const RowSpace &space = clusters[find(clusterOf.lookup(source))].space;
  Axes axes = ownAxes(source->getResult(0), space);
  bool isRow = runsAlongRow(axes, space.numRowAxes());
  for (Operation *view : llvm::reverse(views))
    axes = viewResultAxes(view, axes, space.dimExtents());
  if (isRow && !canAccessRow(axes, space.numRowAxes()))
    return false;
  storedViews[op->getResult(0)] = {views.back()->getOperand(0), axes};
  return true;
}

/// After the launches that write its parts, before those that read it.
void RowGroups::placeConcat(Operation *op) {
  unsigned cluster = clusters.size();
  clusters.push_back({spaceOf(op), {op}, {}, /*isConcat=*/true});
  parent.push_back(cluster);
  successors.emplace_back();
  for (Value part : op->getOperands()) {
    auto source = sourceOf(part);
    Operation *producer = (source ? source->first : part).getDefiningOp();
    successors[find(clusterOf.lookup(producer))].insert(cluster);
  }
  clusterOf[op] = cluster;
}

std::optional<std::pair<Value, Axes>> RowGroups::sourceOf(Value stored) const {
  auto it = storedViews.find(stored);
  if (it == storedViews.end())
    return std::nullopt;
  return it->second;
}
