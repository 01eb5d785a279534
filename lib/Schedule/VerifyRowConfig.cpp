//===- VerifyRowConfig.cpp - configs against row, tree and chip -----------===//
//
// A config read from a file or chosen by a rule is held to the same facts.
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/Passes.h"

#include "Norm/ReductionTree.h"
#include "Sched/ColumnRuns.h"
#include "Target.h"
#include "normc/Schedule/RotationExchange.h"
#include "normc/Schedule/RowFit.h"

namespace normc {
#define GEN_PASS_DEF_VERIFYROWCONFIG
#include "normc/Schedule/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

/// Threads of several rows in one warp shuffle together: the warps must be whole.
static LogicalResult verifyWarps(sched::GroupOp group, sched::RowConfigAttr config) {
  if (!group.getRowLength() || config.getThreadsPerCta() % ReductionTree::numLanes == 0)
    return success();
  return group.emitError("threads_per_row * rows_per_cta must be a multiple of ")
         << ReductionTree::numLanes << ", got " << config.getThreadsPerRow() << " * "
         << config.getRowsPerCta();
}

/// Each CTA of a cluster has one segment.
static LogicalResult verifyCluster(sched::GroupOp group, sched::RowConfigAttr config,
                                   const TargetInfo &info) {
  if (!config.isClustered())
    return success();
  int64_t segments = numSegments(group.getRowLength().value_or(1));
  bool canBe = segments > 1 && segments <= info.largestCluster;
  if (!canBe || config.getCtasPerRow() != segments)
    return group.emitError("ctas_per_row must be 1")
           << (canBe ? " or " + std::to_string(segments) : "") << " where a row has " << segments
           << (segments > 1 ? " segments" : " segment") << " and a cluster of " << info.chip
           << " at most " << info.largestCluster << (info.largestCluster > 1 ? " CTAs" : " CTA")
           << ", got " << config.getCtasPerRow();
  if (config.getRowsInCta() > 1)
    return group.emitError("rows_per_cta and rows_per_thread must be 1 where ")
           << config.getCtasPerRow() << " CTAs share a row, got " << config.getRowsPerCta()
           << " and " << config.getRowsPerThread();
  return success();
}

/// A thread holds its part of a row in registers.
static LogicalResult verifyRegisters(sched::GroupOp group, sched::RowConfigAttr config) {
  int64_t held = config.getRowsPerThread() * elementsPerThread(group.getRowLength().value_or(1),
                                                               config.getThreadsPerRow(),
                                                               config.getVectorWidth());
  if (held <= maxElementsPerThread)
    return success();
  return group.emitError("a thread would hold ")
         << held << " elements with " << config.getThreadsPerRow() << " threads a row and "
         << config.getRowsPerThread() << " rows a thread, at most " << maxElementsPerThread
         << " fit its registers";
}

/// The thread count must have a place in the tree.
static LogicalResult verifyThreads(sched::GroupOp group, sched::RowConfigAttr config) {
  std::optional<int64_t> rowLength = group.getRowLength();
  if (!rowLength) {
    if (config.getThreadsPerRow() == 1)
      return success();
    return group.emitError("threads_per_row must be 1 where a row is one number, got ")
           << config.getThreadsPerRow();
  }
  if (*rowLength < 1 || *rowLength > ReductionTree::maxRowLength)
    return group.emitError("row length ")
           << *rowLength << " is not supported, 1 to " << ReductionTree::maxRowLength << " are";
  bool isLong = *rowLength > ReductionTree::segmentLength && !config.isClustered();
  if (isLong != (config.getResidency() == sched::Residency::looped))
    return group.emitError("residency must ")
           << (isLong ? "" : "not ") << "be looped where "
           << (config.isClustered() ? "CTAs share a row of " : "a row has ") << *rowLength
           << " elements, got " << sched::stringifyResidency(config.getResidency());
  ReductionTree tree = ReductionTree::get(*rowLength);
  int64_t chunksAtOnce = config.getVectorWidth() / ReductionTree::chunkLength;
  if (tree.isNatural(config.getThreadsPerRow() * chunksAtOnce))
    return success();
  SmallVector<int64_t> counts;
  for (int64_t count : tree.naturalCounts())
    if (count % chunksAtOnce == 0 && count / chunksAtOnce <= 1024)
      counts.push_back(count / chunksAtOnce);
  if (counts.empty())
    return group.emitError("vector_width ")
           << config.getVectorWidth() << " is more than rows of " << *rowLength
           << " elements have for a thread, 8 is not";
  InFlightDiagnostic diag =
      group.emitError("threads_per_row ")
      << config.getThreadsPerRow() << " has no place in the reduction tree of " << *rowLength
      << " elements with vector_width " << config.getVectorWidth() << ", which takes ";
  llvm::interleaveComma(counts, diag);
  return diag;
}

static LogicalResult verifyAccess(sched::GroupOp group, sched::RowConfigAttr config,
                                  const TargetInfo &info) {
  SmallVector<Type> rows(group.getBody().getArgumentTypes());
  llvm::append_range(rows, group.getYield().getValues().getTypes());
  for (auto [index, row, bits] : llvm::enumerate(rows, config.getAccessBits())) {
    int64_t element = getElementTypeOrSelf(row).getIntOrFloatBitWidth();
    if (!isa<RankedTensorType>(row) || group.getBlock(index) > 1) {
      if (bits != 0)
        return group.emitError("access_bits ")
               << index << " must be 0 where a row "
               << (isa<RankedTensorType>(row) ? "has one number a block" : "is one number")
               << ", got " << bits;
      continue;
    }
    int64_t atOnce = config.getVectorWidth(), divisor = group.getStartDivisor(index);
    if (group.hasColumns(index)) {
      sched::ColumnRuns runs = sched::findColumnRuns(group, index, atOnce);
      atOnce = runs.elements;
      divisor = runs.divisor;
    }
    int64_t widest = std::min(info.widestAccessBits, element * atOnce);
    if (int64_t start = divisor * element; start % std::max<int64_t>(bits, 1))
      return group.emitError("access_bits ")
             << index << " must divide where its rows start, multiples of " << start
             << " bits, got " << bits;
    if (bits < element || bits > widest)
      return group.emitError("access_bits ") << index << " must be from " << element << " to "
                                             << widest << " on " << info.chip << ", got " << bits;
  }
  return success();
}

static LogicalResult verifyOccupancy(sched::GroupOp group, sched::RowConfigAttr config,
                                     const TargetInfo &info) {
  int64_t resident = config.getMinCtasPerSm() * config.getThreadsPerCta();
  if (resident <= info.threadsPerSm && config.getMinCtasPerSm() <= info.ctasPerSm)
    return success();
  return group.emitError("min_ctas_per_sm ")
         << config.getMinCtasPerSm() << " of " << config.getThreadsPerCta()
         << " threads is more than an SM of " << info.chip << " holds, " << info.threadsPerSm
         << " threads and " << info.ctasPerSm << " CTAs";
}

/// Two buffers of two sums each, and what came out (lib/GPU/RowReduction.cpp); threads that cannot
/// fold their part exchange all of it. What misaligned rows exchange for their stores
/// (lib/GPU/RealignedStore.cpp) is no more: a word of 16 bytes for each piece and warp. Clusters
/// have two buffers more, of three numbers a CTA.
static LogicalResult verifySharedMemory(sched::GroupOp group, sched::RowConfigAttr config,
                                        const TargetInfo &info) {
  if (int64_t bytes = rotationBytes(group, threadsOf(config)); bytes > info.smemBytesPerCta)
    return group.emitError("rotations exchange ")
           << config.getRowsPerCta() << (config.getRowsPerCta() > 1 ? " rows" : " row")
           << " through " << bytes << " bytes of shared memory, at most " << info.smemBytesPerCta
           << " are";
  if (config.getThreadsPerRow() <= ReductionTree::numLanes)
    return success();
  ReductionTree tree = ReductionTree::get(*group.getRowLength());
  int64_t owners = config.getThreadsPerRow() * config.getVectorWidth() / ReductionTree::chunkLength;
  int64_t partials = tree.foldsInThread(owners) ? owners : tree.numGroups * ReductionTree::numLanes;
  if (partials > 8 * ReductionTree::numLanes)
    partials += ReductionTree::numLanes;
  int64_t floats = 2 * 2 * partials * config.getRowsInCta();
  if (config.isClustered())
    floats += 2 * 3 * config.getCtasPerRow();
  int64_t bytes = floats * static_cast<int64_t>(sizeof(float));
  if (bytes <= info.smemBytesPerCta)
    return success();
  return group.emitError("the config may need ")
         << bytes << " bytes of shared memory, at most " << info.smemBytesPerCta << " are";
}

/// Rows in segments: each holds whole heads.
static LogicalResult verifyColumns(sched::GroupOp group) {
  if (group.getRowLength().value_or(1) <= ReductionTree::segmentLength)
    return success();
  for (Operation &op : group.getBody().front())
    if (norm::isByColumn(&op) && ReductionTree::segmentLength % norm::columnPeriod(&op) != 0)
      return op.emitError("rows of ")
             << *group.getRowLength() << " elements are held in segments of "
             << ReductionTree::segmentLength << ", which width must divide, got "
             << norm::columnPeriod(&op);
  return success();
}

namespace {
struct VerifyRowConfig : normc::impl::VerifyRowConfigBase<VerifyRowConfig> {
  void runOnOperation() override {
    WalkResult walked = getOperation()->walk([](sched::GroupOp group) {
      const TargetInfo *info = getTarget(group);
      if (!info)
        return WalkResult::interrupt();
      std::optional<sched::RowConfigAttr> config = group.getConfig();
      if (!config) {
        group.emitError("needs a config");
        return WalkResult::interrupt();
      }
      if (failed(verifyCluster(group, *config, *info)) || failed(verifyThreads(group, *config)) ||
          failed(verifyWarps(group, *config)) || failed(verifyRegisters(group, *config)) ||
          failed(verifyAccess(group, *config, *info)) ||
          failed(verifyOccupancy(group, *config, *info)) || failed(verifyColumns(group)) ||
          failed(verifySharedMemory(group, *config, *info)))
        return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (walked.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
