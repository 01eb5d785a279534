//===- ReductionTree.h - the one reduction tree ------------------*- C++ -*-===//
//
// The order in which a row is folded, and which thread counts can follow it. The
// rule itself is stated in README.md beside this file.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_DIALECTS_NORM_REDUCTIONTREE_H
#define NORMC_DIALECTS_NORM_REDUCTIONTREE_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace normc {

struct ReductionTree {
  static constexpr int64_t maxRowLength = int64_t(1) << 20;
  /// Longer rows are cut into segments of so many elements.
  static constexpr int64_t segmentLength = 16384;
  static constexpr int64_t chunkLength = 8;
  static constexpr int64_t numLanes = 32;

  /// Chunks of 8 elements, the last perhaps short.
  int64_t numChunks;
  /// Places along the lanes: 32, or the power of two that holds at most 16 chunks.
  int64_t lanes;
  /// Groups of 32 chunks, rounded up to oddFactor * powerOfTwo.
  int64_t numGroups;
  int64_t oddFactor;
  int64_t powerOfTwo;

  /// The tree of rows of `rowLength` elements, 1 to maxRowLength; of longer ones than a
  /// segment, that of each segment.
  static ReductionTree get(int64_t rowLength);

  /// Whether threads that own the chunks t, t + count, t + 2 * count, ... can fold their
  /// part by the tree: a power of two up to `lanes`, or 32 times 2^a or oddFactor * 2^a
  /// with 2^a up to powerOfTwo.
  bool isNatural(int64_t count) const;

  /// Whether each such thread's chunks fold to one number before any exchange.
  bool foldsInThread(int64_t count) const;

  /// All natural counts, ascending.
  llvm::SmallVector<int64_t> naturalCounts() const;
};

} // namespace normc

#endif // NORMC_DIALECTS_NORM_REDUCTIONTREE_H
