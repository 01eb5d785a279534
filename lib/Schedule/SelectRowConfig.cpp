//===- SelectRowConfig.cpp - the heuristic for row configs ----------------===//
//
// Chooses how many threads walk a row, how many rows share a CTA and how wide each
// operand is accessed. Every threshold stands beside the measurement behind it.
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/Passes.h"

#include "Sched/Sched.h"
#include "Target.h"
#include "normc/Schedule/ReductionTree.h"

#include "llvm/Support/MathExtras.h"

namespace normc {
#define GEN_PASS_DEF_SELECTROWCONFIG
#include "normc/Schedule/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// Access widths
//===----------------------------------------------------------------------===//

/// Bits of one element, for each input and result; 0 for one number a row.
static SmallVector<int64_t> elementBits(sched::GroupOp group) {
  SmallVector<int64_t> bits;
  auto add = [&](Type row) {
    auto tensor = dyn_cast<RankedTensorType>(row);
    bits.push_back(tensor ? tensor.getElementTypeBitWidth() : 0);
  };
  llvm::for_each(group.getBody().getArgumentTypes(), add);
  llvm::for_each(group.getYield().getValues().getTypes(), add);
  return bits;
}

/// The widest access of an operand that the chip, the piece and the row length allow: each
/// row of a dense tensor must start on such a boundary.
static int64_t accessBits(int64_t bits, int64_t rowLength, int64_t vectorWidth,
                          const TargetInfo &info) {
  int64_t widest = std::min(info.widestAccessBits, bits * vectorWidth);
  int64_t rowBits = bits * rowLength;
  return std::min<int64_t>(widest, rowBits & -rowBits);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// 16 where pieces of 8 would leave a wider access unused: all rows are of 16-bit elements
/// or wider beside one of 16 bits, and a row still occupies two warps.
static int64_t selectVectorWidth(ArrayRef<int64_t> bits, int64_t rowLength,
                                 const TargetInfo &info) {
  bool hasNarrow = llvm::is_contained(bits, 16);
  bool fillsWarps = rowLength % 16 == 0 && rowLength / 16 >= 64;
  return hasNarrow && info.widestAccessBits >= 256 && fillsWarps ? 16 : 8;
}

/// The threads of a row, in chunks of the tree that they own at a time.
static int64_t selectChunksAtATime(const ReductionTree &tree) {
  // Two pieces a thread, up to 512 chunks at a time; shorter rows one piece.
  // TODO: repeat by measurements once a launcher times these kernels; the counts are those
  // of hand-written kernels of the same shape on an H200 (2026-11): bf16, 12800 rows,
  // N = 128: 16 x 8 rows; 1024: 128; 3072: 128; 4096: 256; 5120: 128; 8192: 512.
  int64_t best = 1;
  for (int64_t count : tree.naturalCounts()) {
    if (!tree.foldsInThread(count) || count > 512)
      continue;
    int64_t pieces = llvm::divideCeil(tree.numChunks, count);
    if (count <= 128 || pieces >= 2)
      best = count;
  }
  return best;
}

static sched::RowConfigAttr selectConfig(sched::GroupOp group, const TargetInfo &info,
                                         int64_t forcedThreads, int64_t forcedRows,
                                         int64_t forcedWidth) {
  SmallVector<int64_t> bits = elementBits(group);
  std::optional<int64_t> rowLength = group.getRowLength();
  // One number a row: a thread takes a row, a CTA 128 of them.
  int64_t vectorWidth = 8, threads = 1;
  if (rowLength) {
    vectorWidth = forcedWidth ? forcedWidth : selectVectorWidth(bits, *rowLength, info);
    int64_t atATime = selectChunksAtATime(ReductionTree::get(*rowLength));
    threads = std::max<int64_t>(1, atATime * ReductionTree::chunkLength / vectorWidth);
  }
  if (forcedThreads)
    threads = forcedThreads;
  // Small rows share a CTA of four warps, and all share whole warps.
  int64_t rows = forcedRows ? forcedRows : std::max<int64_t>(1, 128 / threads);
  while (!forcedRows && rowLength && threads * rows % ReductionTree::numLanes != 0)
    ++rows;
  SmallVector<int64_t> access;
  for (int64_t width : bits)
    access.push_back(width ? accessBits(width, *rowLength, vectorWidth, info) : 0);
  auto emitError = [&] { return group.emitError(); };
  return sched::RowConfigAttr::getChecked(
      llvm::function_ref<InFlightDiagnostic()>(emitError), group.getContext(), threads, rows, vectorWidth,
      sched::Residency::registers, sched::OperandLoads::early, ArrayRef<int64_t>(access),
      /*minCtasPerSm=*/int64_t(0));
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct SelectRowConfig : normc::impl::SelectRowConfigBase<SelectRowConfig> {
  using SelectRowConfigBase::SelectRowConfigBase;
  void runOnOperation() override {
    WalkResult walked = getOperation()->walk([&](sched::GroupOp group) {
      if (group.getConfig())
        return WalkResult::advance();
      if (int64_t length = group.getRowLength().value_or(1);
          length < 1 || length > ReductionTree::maxRowLength) {
        group.emitError("row length ") << length << " is not supported, 1 to "
                                       << ReductionTree::maxRowLength << " are";
        return WalkResult::interrupt();
      }
      const TargetInfo *info = getTarget(group);
      if (!info)
        return WalkResult::interrupt();
      sched::RowConfigAttr config =
          selectConfig(group, *info, threadsPerRow, rowsPerCta, vectorWidth);
      if (!config)
        return WalkResult::interrupt();
      group.setConfigAttr(config);
      return WalkResult::advance();
    });
    if (walked.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
