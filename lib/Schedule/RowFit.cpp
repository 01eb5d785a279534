//===- RowFit.cpp - which thread counts fit a row -------------------------===//
//
// The two rules that every config keeps.
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/RowFit.h"

#include "Norm/ReductionTree.h"

#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace normc;

int64_t normc::elementsPerThread(int64_t rowLength, int64_t threadsPerRow, int64_t vectorWidth) {
  int64_t length = std::min(rowLength, ReductionTree::segmentLength);
  return llvm::divideCeil(length, threadsPerRow * vectorWidth) * vectorWidth;
}

int64_t normc::numSegments(int64_t rowLength) {
  return llvm::divideCeil(rowLength, ReductionTree::segmentLength);
}

bool normc::fitsRow(std::optional<int64_t> rowLength, int64_t threadsPerRow, int64_t vectorWidth) {
  if (!rowLength)
    return threadsPerRow == 1;
  return ReductionTree::get(*rowLength)
             .isNatural(threadsPerRow * vectorWidth / ReductionTree::chunkLength) &&
         elementsPerThread(*rowLength, threadsPerRow, vectorWidth) <= maxElementsPerThread;
}
