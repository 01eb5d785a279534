//===- FinishRowGroups.cpp - groups once every operation has one ----------===//
//
// Joins groups that run over the same rows, cuts long rows, and puts the groups in order.
//
//===----------------------------------------------------------------------===//

#include "RowGroups.h"

#include "Norm/ReductionTree.h"

#include <map>

using namespace mlir;
using namespace normc;

/// Launches over one row space that do not read each other become one, while their rows are
/// short: query and key of a head norm. The bound is a choice: at these sizes a launch costs as
/// much as the rows, and a thread holds both.
void RowGroups::mergeSiblings() {
  constexpr size_t mostElements = 4096;
  std::map<std::vector<int64_t>, unsigned> last;
  for (unsigned cluster = 0; cluster < clusters.size(); ++cluster) {
    const RowGroup &group = clusters[cluster];
    if (find(cluster) != cluster || !group.space.rowLength || group.isConcat)
      continue;
    std::vector<int64_t> key(group.space.rows.begin(), group.space.rows.end());
    key.insert(key.end(), group.space.extents.begin(), group.space.extents.end());
    key.push_back(*group.space.rowLength);
    auto [it, isNew] = last.try_emplace(std::move(key), cluster);
    if (isNew)
      continue;
    unsigned other = it->second;
    size_t rows = numRowsRead(other, cluster);
    bool fits = rows <= mostRows && rows * *group.space.rowLength <= mostElements;
    if (fits && !reaches(other, cluster, /*exceptDirect=*/false) &&
        !reaches(cluster, other, /*exceptDirect=*/false))
      merge(other, cluster);
    else
      it->second = cluster;
  }
}

/// Cuts the rows of a cluster into parts of the last axis, each a row of its own: the most
/// elements that divide it, up to 2048, in whole accesses. The bounds are a choice: a part is what
/// a CTA of 128 threads holds in two accesses each.
bool RowGroups::cutRows(unsigned cluster) {
  constexpr int64_t longest = 2048, shortest = 256, access = 8;
  RowSpace &space = clusters[cluster].space;
  int64_t length = *space.rowLength, part = longest;
  while (part >= shortest && length % part != 0)
    part -= access;
  if (part < shortest)
    return false;
  AffineExpr whole = getAffineDimExpr(space.numRowAxes(), space.context);
  for (auto &[view, source] : storedViews)
    if (find(clusterOf.lookup(source.first.getDefiningOp())) == cluster &&
        runsAlongRow(source.second, space.numRowAxes()) &&
        !rowStart(source.second, space.numRowAxes()))
      return false; // parts of columns that stand apart
  space.rows.push_back(dims.classesOf(clusters[cluster].ops.front()->getResult(0)).back());
  space.extents.push_back(length / part);
  space.rowLength = part;
  space.isCut = true;
  // What stood at a place of the row stands in a part of it.
  AffineExpr place = space.wholeRow().back();
  for (auto &[view, source] : storedViews)
    if (find(clusterOf.lookup(source.first.getDefiningOp())) == cluster)
      for (AffineExpr &axis : source.second)
        axis = axis.replace(whole, place);
  return true;
}

/// Rows that nothing reduces need not stay whole: long ones are cut, so that few rows fill the
/// chip too. What has no divisor and is longer than a segment is walked one number at a time.
void RowGroups::cutLongRows() {
  constexpr int64_t longestWhole = 4096; // as measured whole; a choice
  for (unsigned cluster = 0; cluster < clusters.size(); ++cluster) {
    RowGroup &group = clusters[cluster];
    RowSpace &space = group.space;
    auto isWhole = [&](Operation *op) {
      return cast<RankedTensorType>(op->getResult(0).getType()).getRank() > space.numRowAxes();
    };
    if (find(cluster) != cluster || group.isConcat || space.rowLength.value_or(0) <= longestWhole ||
        llvm::any_of(group.ops, readsRows) || !llvm::all_of(group.ops, isWhole) ||
        cutRows(cluster) || *space.rowLength <= ReductionTree::segmentLength)
      continue;
    space.rows.push_back(dims.classesOf(group.ops.front()->getResult(0)).back());
    space.extents.push_back(*space.rowLength);
    space.rowLength = std::nullopt;
  }
}

/// Sorts the groups so that each comes after what it reads, else by their first operation.
void RowGroups::order(func::FuncOp func) {
  llvm::DenseMap<unsigned, unsigned> numRead;
  for (unsigned cluster = 0; cluster < clusters.size(); ++cluster) {
    if (find(cluster) != cluster)
      continue;
    llvm::DenseSet<unsigned> next;
    for (unsigned successor : successors[cluster])
      if (find(successor) != cluster)
        next.insert(find(successor));
    successors[cluster] = next;
    for (unsigned successor : next)
      ++numRead[successor];
  }
  auto isLater = [&](unsigned a, unsigned b) {
    return clusters[b].ops.front()->isBeforeInBlock(clusters[a].ops.front());
  };
  SmallVector<unsigned> ready;
  for (unsigned cluster = 0; cluster < clusters.size(); ++cluster) {
    if (find(cluster) != cluster)
      continue;
    llvm::sort(clusters[cluster].ops,
               [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    if (numRead.lookup(cluster) == 0)
      ready.push_back(cluster);
  }
  std::make_heap(ready.begin(), ready.end(), isLater);
  while (!ready.empty()) {
    std::pop_heap(ready.begin(), ready.end(), isLater);
    unsigned cluster = ready.pop_back_val();
    orderOf[cluster] = ordered.size();
    ordered.push_back(clusters[cluster]);
    for (unsigned successor : successors[cluster])
      if (--numRead[successor] == 0) {
        ready.push_back(successor);
        std::push_heap(ready.begin(), ready.end(), isLater);
      }
  }
}
