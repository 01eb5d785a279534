//===- ReductionTree.cpp - the one reduction tree -------------------------===//
//
// The shape of the tree for a row length, and the thread counts it has a place for.
//
//===----------------------------------------------------------------------===//

#include "Norm/ReductionTree.h"

#include "llvm/Support/MathExtras.h"
#include <cassert>

using namespace normc;

ReductionTree ReductionTree::get(int64_t rowLength) {
  assert(rowLength >= 1 && rowLength <= maxRowLength && "no tree for this row length");
  ReductionTree tree;
  tree.numChunks = llvm::divideCeil(std::min(rowLength, segmentLength), chunkLength);
  tree.lanes = tree.numChunks <= 16 ? llvm::PowerOf2Ceil(tree.numChunks) : numLanes;
  int64_t needed = llvm::divideCeil(tree.numChunks, numLanes);
  tree.numGroups = 0;
  for (int64_t odd : {1, 3, 5, 7}) {
    int64_t power = llvm::PowerOf2Ceil(llvm::divideCeil(needed, odd));
    if (tree.numGroups != 0 && odd * power >= tree.numGroups)
      continue;
    tree.numGroups = odd * power;
    tree.oddFactor = odd;
    tree.powerOfTwo = power;
  }
  return tree;
}

bool ReductionTree::isNatural(int64_t count) const {
  if (count < 1)
    return false;
  if (count <= numLanes)
    return llvm::isPowerOf2_64(count) && count <= lanes;
  if (count % numLanes != 0)
    return false;
  int64_t groups = count / numLanes;
  if (foldsInThread(count))
    return true;
  return groups % oddFactor == 0 && llvm::isPowerOf2_64(groups / oddFactor) &&
         groups / oddFactor <= powerOfTwo;
}

bool ReductionTree::foldsInThread(int64_t count) const {
  if (count <= numLanes)
    return true;
  int64_t groups = count / numLanes;
  return llvm::isPowerOf2_64(groups) && groups <= powerOfTwo;
}

llvm::SmallVector<int64_t> ReductionTree::naturalCounts() const {
  llvm::SmallVector<int64_t> counts;
  for (int64_t count = 1; count <= numLanes * numGroups; ++count)
    if (isNatural(count))
      counts.push_back(count);
  return counts;
}
