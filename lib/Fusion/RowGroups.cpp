//===- RowGroups.cpp - which operations share a launch --------------------===//
//
// One pass in program order: each operation joins the launches that compute what it
// reads, where the row spaces agree and no launch would have to wait for itself.
//
//===----------------------------------------------------------------------===//

#include "RowGroups.h"

#include "Norm/ReductionTree.h"
#include "StoredViews.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// Row spaces
//===----------------------------------------------------------------------===//

Axes RowSpace::onePerRow() const {
  Axes axes;
  for (int64_t axis = 0; axis < numOuterAxes(); ++axis)
    axes.push_back(getAffineDimExpr(axis, context));
  return axes;
}

Axes RowSpace::wholeRow() const {
  Axes axes = onePerRow();
  AffineExpr place = getAffineDimExpr(numRowAxes(), context);
  axes.push_back(isCut ? getAffineDimExpr(numOuterAxes(), context) * *rowLength + place : place);
  return axes;
}

AffineMap RowSpace::mapOf(const Axes &axes) const {
  return AffineMap::get(numRowAxes() + 1, GatherIndices::maxSymbols, axes, context);
}

SmallVector<int64_t, 4> RowSpace::dimExtents() const {
  SmallVector<int64_t, 4> all(extents);
  all.push_back(rowLength.value_or(1));
  return all;
}

/// The value whose shape says which rows the operation runs over.
static Value spaceValue(Operation *op) {
  return readsRows(op) ? op->getOperand(0) : op->getResult(0);
}

RowSpace RowGroups::spaceOf(Operation *op) const {
  Value value = spaceValue(op);
  auto type = cast<RankedTensorType>(value.getType());
  RowSpace space;
  space.context = op->getContext();
  space.gathers = &gathers;
  space.rows = dims.classesOf(value);
  space.extents.assign(type.getShape().begin(), type.getShape().end());
  // A dynamic last axis, or one longer than a row may be, is walked one number at a time.
  if (type.getRank() > 0 && !type.isDynamicDim(type.getRank() - 1) && type.getShape().back() > 0 &&
      type.getShape().back() <= ReductionTree::maxRowLength) {
    space.rowLength = type.getShape().back();
    space.rows.pop_back();
    space.extents.pop_back();
  }
  return space;
}

/// Whether the value has the rows of `space`, as whole rows or, if allowed, one number each.
static bool hasRowsOf(Value value, const RowSpace &space, const DimClasses &dims, bool allowOne) {
  SmallVector<unsigned> classes = dims.classesOf(value);
  ArrayRef<int64_t> shape = cast<RankedTensorType>(value.getType()).getShape();
  auto rowsMatch = [&] {
    return ArrayRef(classes).take_front(space.numRowAxes()) == ArrayRef(space.rows) &&
           shape.take_front(space.numRowAxes()) == ArrayRef(space.extents);
  };
  if (static_cast<int64_t>(classes.size()) == space.numRowAxes())
    return allowOne && rowsMatch();
  return static_cast<int64_t>(classes.size()) == space.numRowAxes() + 1 && space.rowLength &&
         shape.back() == *space.rowLength && rowsMatch();
}

bool RowGroups::fits(Operation *op, const RowSpace &space) const {
  return hasRowsOf(spaceValue(op), space, dims, /*allowOne=*/!readsRows(op));
}

/// The axes of what an operation over the rows results in.
static Axes resultAxes(Operation *op, const RowSpace &space) {
  if (auto scale = dyn_cast<norm::BlockScaleOp>(op)) {
    Axes axes = space.wholeRow();
    axes.back() = axes.back().floorDiv(scale.getBlock());
    return axes;
  }
  bool isOne = norm::isReduction(op) ||
               (!readsRows(op) && cast<RankedTensorType>(op->getResult(0).getType()).getRank() ==
                                      space.numOuterAxes());
  return isOne ? space.onePerRow() : space.wholeRow();
}

Axes normc::ownAxes(Value value, const RowSpace &space) {
  return resultAxes(value.getDefiningOp(), space);
}

Axes RowGroups::operandAxes(Operation *op, unsigned index, const Axes &axes,
                            const RowSpace &space) {
  if (auto broadcast = dyn_cast<norm::BroadcastOp>(op)) {
    Axes result;
    RankedTensorType operand = broadcast.getOperand().getType();
    for (auto [axis, dim] : llvm::enumerate(broadcast.getDims())) {
      bool repeats = operand.getDimSize(axis) == 1 && broadcast.getType().getDimSize(dim) != 1;
      result.push_back(repeats ? getAffineConstantExpr(0, space.context) : axes[dim]);
    }
    return result;
  }
  AffineExpr placeInRow = getAffineDimExpr(space.numRowAxes(), space.context);
  if (norm::isNorm(op) && index > 0)
    return {placeInRow};
  if (!isa<RankedTensorType>(op->getOperand(index).getType()))
    return {};
  if (norm::isReduction(op)) {
    Axes result = axes;
    result.push_back(placeInRow);
    return result;
  }
  if (isa<norm::BlockScaleOp>(op)) {
    Axes result = axes;
    result.back() = space.wholeRow().back();
    return result;
  }
  if (auto gather = dyn_cast<norm::GatherOp>(op)) {
    int64_t numIndexed = gather.getIndex().getType().getRank();
    Axes chosenBy(ArrayRef(axes).take_front(numIndexed));
    if (index == 1)
      return chosenBy;
    // Each element of a row from another: an index that no map of rows or columns has.
    Axes result = {runsAlongRow(chosenBy, space.numRowAxes())
                       ? (placeInRow + getAffineSymbolExpr(0, space.context)).floorDiv(3)
                       : space.gathers->symbolOf(gather.getIndex(), chosenBy)};
    result.append(axes.begin() + numIndexed, axes.end());
    return result;
  }
  if (auto repeat = dyn_cast<norm::RepeatOp>(op)) {
    Axes result = axes;
    result.back() = axes.back().floorDiv(repeat.getCount());
    return result;
  }
  if (norm::isView(op))
    return viewOperandAxes(op, axes, space.dimExtents());
  return axes;
}

//===----------------------------------------------------------------------===//
// What is computed again wherever it is used
//===----------------------------------------------------------------------===//

/// A use that repeats the value along axes it lacks, or only takes its shape.
static bool isBroadcastUse(OpOperand &use) {
  Operation *user = use.getOwner();
  if (isa<norm::BroadcastOp, norm::GatherOp, norm::SplatOp, norm::RepeatOp>(user))
    return true;
  return norm::isNorm(user) && use.getOperandNumber() > 0;
}

OperandRange RowGroups::readOperands(Operation *op) {
  return op->getOperands().take_front(
      isa<norm::BroadcastOp, norm::SplatOp>(op) ? 1 : op->getNumOperands());
}

void RowGroups::findRead(func::FuncOp func) {
  SmallVector<Operation *> work = {func.front().getTerminator()};
  while (!work.empty())
    for (Value operand : readOperands(work.pop_back_val()))
      if (Operation *producer = operand.getDefiningOp(); producer && read.insert(producer).second)
        work.push_back(producer);
}

void RowGroups::classify(func::FuncOp func) {
  for (Operation &op : llvm::reverse(func.front().without_terminator())) {
    if (isa<norm::ConcatOp>(op))
      continue;
    // Conditions are no tensors in memory.
    bool isShape = isa<arith::ConstantOp, arith::CmpFOp, norm::BroadcastOp, norm::SplatOp,
                       norm::RepeatOp, norm::GatherOp>(op) ||
                   norm::isView(&op);
    bool isNumber = !isa<RankedTensorType>(op.getResult(0).getType());
    bool isRead = fuse && !readsRows(&op) && llvm::all_of(op.getUses(), [&](OpOperand &use) {
                    return isBroadcastUse(use) || recomputed.contains(use.getOwner()) ||
                           isStore(use.getOwner());
                  });
    if (isShape || isNumber || !read.contains(&op) || (isRead && !isOnlyStored(&op)))
      recomputed.insert(&op);
  }
}

/// What is only stored is computed once, in its own rows, where it can be stored from them: as
/// neighbours, or column by column where the rows are needed whole.
bool RowGroups::isOnlyStored(Operation *op) const {
  RowSpace space = spaceOf(op);
  bool needsRows = followsRows(op);
  SmallVector<std::pair<Operation *, Axes>> work = {{op, resultAxes(op, space)}};
  while (!work.empty()) {
    auto [current, axes] = work.pop_back_val();
    if (space.rowLength && !rowStart(axes, space.numRowAxes()) &&
        !(needsRows && canAccessRow(axes, space.numRowAxes())))
      return false;
    for (Operation *user : current->getUsers()) {
      if (isa<norm::ReshapeOp, norm::TransposeOp>(user))
        work.push_back({user, viewResultAxes(user, axes, space.dimExtents())});
      else if (!isStore(user))
        return false;
    }
  }
  return true;
}

/// The operations with launches of their own that `op` reads, through recomputed ones.
SmallVector<Operation *> RowGroups::producersOf(Operation *op) const {
  SmallVector<Operation *> producers;
  SmallVector<Operation *> work = {op};
  llvm::DenseSet<Operation *> seen;
  while (!work.empty()) {
    Operation *current = work.pop_back_val();
    for (Value operand : readOperands(current)) {
      Operation *producer = operand.getDefiningOp();
      if (!producer || !seen.insert(producer).second)
        continue;
      (recomputed.contains(producer) ? work : producers).push_back(producer);
    }
  }
  return producers;
}

//===----------------------------------------------------------------------===//
// Placing one operation
//===----------------------------------------------------------------------===//

unsigned RowGroups::find(unsigned cluster) const {
  while (parent[cluster] != cluster)
    cluster = parent[cluster] = parent[parent[cluster]];
  return cluster;
}

/// Whether the operation reads a value of the cluster along other axes than those along
/// which the cluster's rows compute it.
bool RowGroups::readsElsewhere(Operation *op, unsigned cluster) const {
  const RowSpace &space = clusters[cluster].space;
  SmallVector<std::pair<Operation *, Axes>> work;
  work.push_back({op, resultAxes(op, space)});
  llvm::DenseSet<std::pair<Operation *, AffineMap>> seen;
  while (!work.empty()) {
    auto [current, axes] = work.pop_back_val();
    if (!seen.insert({current, space.mapOf(axes)}).second)
      continue;
    for (auto [i, operand] : llvm::enumerate(readOperands(current))) {
      Operation *producer = operand.getDefiningOp();
      if (!producer)
        continue;
      Axes read = operandAxes(current, i, axes, space);
      if (recomputed.contains(producer))
        work.push_back({producer, read});
      else if (find(clusterOf.lookup(producer)) == cluster && read != ownAxes(operand, space))
        return true;
    }
  }
  return false;
}

/// The rows of arguments and other operations that the operation reads, through recomputed ones.
llvm::DenseSet<Rows> RowGroups::rowsRead(Operation *op, const RowSpace &space) const {
  llvm::DenseSet<Rows> rows;
  if (!space.rowLength)
    return rows;
  SmallVector<std::pair<Operation *, Axes>> work = {{op, resultAxes(op, space)}};
  llvm::DenseSet<std::pair<Operation *, AffineMap>> seen;
  while (!work.empty()) {
    auto [current, axes] = work.pop_back_val();
    for (auto [i, operand] : llvm::enumerate(readOperands(current))) {
      Operation *producer = operand.getDefiningOp();
      Axes read = operandAxes(current, i, axes, space);
      if (producer && recomputed.contains(producer)) {
        if (seen.insert({producer, space.mapOf(read)}).second)
          work.push_back({producer, read});
      } else if (runsAlongRow(read, space.numRowAxes())) {
        rows.insert({operand, space.mapOf(read)});
      }
    }
  }
  return rows;
}

/// Whether the cluster with the operation keeps its rows in registers. ptxas 13.0 for sm_90,
/// LayerNorm of a sum of bf16 rows: 16 rows of 4096 take at most 100 registers a thread in the
/// aligned kernels and do not spill, 60 rows of 8192 do.
bool RowGroups::hasRoom(Operation *op, unsigned cluster) const {
  llvm::DenseSet<Rows> rows = clusters[cluster].rowsRead;
  for (const Rows &row : rowsRead(op, clusters[cluster].space)) {
    Operation *producer = row.first.getDefiningOp();
    if (!producer || find(clusterOf.lookup(producer)) != cluster)
      rows.insert(row);
  }
  return rows.size() <= mostRows;
}

/// A path between clusters; with `exceptDirect`, one through a third cluster.
bool RowGroups::reaches(unsigned from, unsigned to, bool exceptDirect) const {
  SmallVector<unsigned> work;
  llvm::DenseSet<unsigned> seen;
  for (unsigned next : successors[from])
    if (find(next) != from && !(exceptDirect && find(next) == to))
      work.push_back(find(next));
  while (!work.empty()) {
    unsigned cluster = work.pop_back_val();
    if (cluster == to)
      return true;
    if (!seen.insert(cluster).second)
      continue;
    for (unsigned next : successors[cluster])
      if (find(next) != cluster)
        work.push_back(find(next));
  }
  return false;
}

/// The whole rows that two clusters read as one.
size_t RowGroups::numRowsRead(unsigned a, unsigned b) const {
  llvm::DenseSet<Rows> rows = clusters[a].rowsRead;
  rows.insert_range(clusters[b].rowsRead);
  return rows.size();
}

void RowGroups::merge(unsigned into, unsigned from) {
  parent[from] = into;
  llvm::append_range(clusters[into].ops, clusters[from].ops);
  clusters[into].rowsRead.insert_range(clusters[from].rowsRead);
  successors[into].insert(successors[from].begin(), successors[from].end());
}

/// Puts the operation into a cluster, merging those that it brings together.
unsigned RowGroups::place(Operation *op) {
  SmallVector<Operation *> producers = producersOf(op);
  SmallVector<unsigned> read;
  for (Operation *producer : producers)
    if (unsigned cluster = find(clusterOf.lookup(producer)); !llvm::is_contained(read, cluster))
      read.push_back(cluster);

  // Joining a cluster that another one read comes after would make a cycle.
  auto isLast = [&](unsigned cluster) {
    return llvm::none_of(read, [&](unsigned other) {
      return other != cluster && reaches(cluster, other, /*exceptDirect=*/false);
    });
  };
  llvm::DenseMap<unsigned, StringRef> reasons;
  std::optional<unsigned> chosen;
  for (unsigned cluster : read) {
    if (!fuse)
      reasons[cluster] = "fusion is off";
    else if (clusters[cluster].isConcat)
      reasons[cluster] = "a concat is stored before it is read";
    else if (!fits(op, clusters[cluster].space))
      reasons[cluster] = "the row spaces differ";
    else if (readsElsewhere(op, cluster))
      reasons[cluster] = "it reads whole results of the other launch in each row";
    else if (!hasRoom(op, cluster))
      reasons[cluster] = "too many rows would be in registers at once";
    else if (!chosen && isLast(cluster))
      chosen = cluster;
  }
  for (unsigned cluster : read) {
    if (cluster == chosen || reasons.count(cluster))
      continue;
    if (chosen && !(clusters[cluster].space == clusters[*chosen].space))
      reasons[cluster] = "the row spaces differ";
    else if (!chosen || reaches(cluster, *chosen, /*exceptDirect=*/true) ||
             reaches(*chosen, cluster, /*exceptDirect=*/false))
      reasons[cluster] = "the launches would wait for each other";
    else if (numRowsRead(*chosen, cluster) > mostRows)
      reasons[cluster] = "too many rows would be in registers at once";
    else
      merge(*chosen, cluster);
  }
  llvm::DenseSet<unsigned> said;
  if (fuse)
    for (Operation *producer : producers) {
      auto reason = reasons.find(find(clusterOf.lookup(producer)));
      if (reason == reasons.end() || !said.insert(reason->first).second)
        continue;
      InFlightDiagnostic remark = op->emitRemark("not fused with what it reads: ")
                                  << reason->second;
      remark.attachNote(producer->getLoc()) << "this is computed by another launch";
    }
  if (!chosen) {
    chosen = clusters.size();
    clusters.push_back({spaceOf(op), {}, {}});
    parent.push_back(*chosen);
    successors.emplace_back();
  }
  clusters[*chosen].ops.push_back(op);
  for (const Rows &row : rowsRead(op, clusters[*chosen].space))
    if (Operation *producer = row.first.getDefiningOp();
        !producer || find(clusterOf.lookup(producer)) != *chosen)
      clusters[*chosen].rowsRead.insert(row);
  for (unsigned cluster : read)
    if (find(cluster) != *chosen)
      successors[find(cluster)].insert(*chosen);
  return *chosen;
}

//===----------------------------------------------------------------------===//
// All groups
//===----------------------------------------------------------------------===//

RowGroups::RowGroups(func::FuncOp func, const DimClasses &dims, bool fuse)
    : dims(dims), fuse(fuse) {
  findRead(func);
  classify(func);
  for (Operation &op : func.front().without_terminator()) {
    if (!read.contains(&op) || (recomputed.contains(&op) && llvm::none_of(op.getUsers(), isStore)))
      continue;
    if (isa<norm::ConcatOp>(op))
      placeConcat(&op);
    else if (!placeStoredView(&op))
      clusterOf[&op] = place(&op);
  }
  if (fuse)
    mergeSiblings();
  cutLongRows();
  order(func);
}

std::optional<unsigned> RowGroups::groupOf(Operation *op) const {
  auto it = clusterOf.find(op);
  if (recomputed.contains(op) || it == clusterOf.end())
    return std::nullopt;
  return orderOf.lookup(find(it->second));
}

std::optional<unsigned> RowGroups::writerOf(Value value) const {
  if (auto source = sourceOf(value))
    value = source->first;
  Operation *op = value.getDefiningOp();
  return op ? groupOf(op) : std::nullopt;
}
