//===- ReductionTree.cpp - the one reduction tree, again ------------------===//
//
// Folds chunks of 8 elements in order, then the groups of each lane, then the lanes.
//
//===----------------------------------------------------------------------===//

#include "Reference/ReductionTree.h"

#include "llvm/Support/MathExtras.h"

#include <limits>
#include <optional>

using namespace llvm;
using namespace normc::reference;
using normc::norm::ReduceKind;

static constexpr size_t kChunk = 8;  // elements
static constexpr size_t kLanes = 32; // chunks of a group

/// What stands for a missing part: combined with it, every number stays itself.
static float getIdentity(ReduceKind kind) {
  switch (kind) {
  case ReduceKind::add:
    return -0.0f; // +0 would turn a row of -0 into +0
  case ReduceKind::mul:
    return 1.0f;
  case ReduceKind::max:
    return -std::numeric_limits<float>::infinity();
  case ReduceKind::min:
    return std::numeric_limits<float>::infinity();
  }
  llvm_unreachable("every kind has an identity");
}

/// Combines the first half with the second until one is left; a power of two of them.
static float halve(ReduceKind kind, std::vector<float> parts) {
  for (size_t half = parts.size() / 2; half >= 1; half /= 2)
    for (size_t i = 0; i < half; ++i)
      parts[i] = combine(kind, parts[i], parts[i + half]);
  return parts[0];
}

namespace {
/// A number of groups, strands * length with strands a power of two.
struct GroupCount {
  size_t strands;
  size_t length; // 1, 3, 5 or 7
};
} // namespace

/// The smallest such number of at least `groups`.
static GroupCount roundUpGroups(size_t groups) {
  for (size_t count = groups;; ++count) {
    size_t strands = size_t(1) << countr_zero(count);
    if (count / strands <= 7)
      return {strands, count / strands};
  }
}

/// Folds each strand r, r + strands, r + 2 strands ... of one lane's groups in order,
/// then halves over the strands.
static float combineGroups(ReduceKind kind, GroupCount count, ArrayRef<float> groups) {
  std::vector<float> strands;
  for (size_t r = 0; r < count.strands; ++r) {
    float part = groups[r];
    for (size_t step = 1; step < count.length; ++step)
      part = combine(kind, part, groups[r + step * count.strands]);
    strands.push_back(part);
  }
  return halve(kind, strands);
}

static float combineChunks(ReduceKind kind, std::vector<float> chunks) {
  float identity = getIdentity(kind);
  if (chunks.size() <= kLanes / 2) {
    chunks.resize(PowerOf2Ceil(chunks.size()), identity);
    return halve(kind, chunks);
  }

  GroupCount count = roundUpGroups(divideCeil(chunks.size(), kLanes));
  size_t numGroups = count.strands * count.length;
  chunks.resize(numGroups * kLanes, identity);
  std::vector<float> lanes;
  for (size_t lane = 0; lane < kLanes; ++lane) {
    std::vector<float> groups;
    for (size_t group = 0; group < numGroups; ++group)
      groups.push_back(chunks[group * kLanes + lane]);
    lanes.push_back(combineGroups(kind, count, groups));
  }
  return halve(kind, lanes);
}

/// Splits `row` into chunks, the last one shorter, and folds each with `fold`.
template <typename Fold> static std::vector<float> foldChunks(ArrayRef<float> row, Fold fold) {
  std::vector<float> chunks;
  for (; !row.empty(); row = row.drop_front(std::min(kChunk, row.size())))
    chunks.push_back(fold(row.take_front(kChunk)));
  return chunks;
}

/// Folds the chunks of each segment of a row by the tree, a long row's by the tree of a whole
/// segment, and combines the segments in order.
template <typename Fold>
static float foldRow(ReduceKind kind, ArrayRef<float> row, bool isSegment, Fold fold) {
  if (row.size() <= kSegment && !isSegment)
    return combineChunks(kind, foldChunks(row, fold));
  std::optional<float> all;
  for (; !row.empty(); row = row.drop_front(std::min<size_t>(kSegment, row.size()))) {
    std::vector<float> chunks = foldChunks(row.take_front(kSegment), fold);
    chunks.resize(kSegment / kChunk, getIdentity(kind));
    float segment = combineChunks(kind, chunks);
    all = all ? combine(kind, *all, segment) : segment;
  }
  return *all;
}

float normc::reference::reduceByTree(ReduceKind kind, ArrayRef<float> row, bool isSegment) {
  return foldRow(kind, row, isSegment, [&](ArrayRef<float> chunk) {
    float s = chunk[0];
    for (float x : chunk.drop_front())
      s = combine(kind, s, x);
    return s;
  });
}

float normc::reference::sumSquaresByTree(ArrayRef<float> row, bool isSegment) {
  return foldRow(ReduceKind::add, row, isSegment, [](ArrayRef<float> chunk) {
    float s = chunk[0] * chunk[0];
    for (float x : chunk.drop_front())
      s = std::fma(x, x, s);
    return s;
  });
}
