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

/// 16 where a 16-bit operand would leave half of a 256-bit access unused with pieces of 8, and
/// a row is long enough for 64 threads. The bound is a choice: no chip with 256-bit accesses
/// has been measured.
static int64_t selectVectorWidth(ArrayRef<int64_t> bits, int64_t rowLength,
                                 const TargetInfo &info) {
  bool hasNarrow = llvm::is_contained(bits, 16);
  bool fillsWarps = rowLength % 16 == 0 && rowLength / 16 >= 64;
  return hasNarrow && info.widestAccessBits >= 256 && fillsWarps ? 16 : 8;
}

namespace {
/// What a thread does for each element that it holds.
enum class Load {
  Light,    ///< at most a weight beside the row
  Operands, ///< several rows of operands
  Moments,  ///< centred statistics
};
} // namespace

static Load loadOf(sched::GroupOp group) {
  if (!group.getBody().front().getOps<norm::MomentsOp>().empty())
    return Load::Moments;
  int64_t numRows =
      llvm::count_if(group.getBody().getArgumentTypes(), llvm::IsaPred<RankedTensorType>);
  return numRows > 2 ? Load::Operands : Load::Light;
}

/// The threads of a row, in chunks of the tree that they own at a time.
///
/// H200, driver 580.159, 2026-11-29: bf16, 12800 rows, cold, share of a memcpy of the same
/// bytes, by threads a row:
///
///   N     RMSNorm                  LayerNorm                RMSNorm + modulate
///   128   16: 97.5, 8: 87.6        16: 82.9, 8: 82.1        16: 84.2, 8: 82.1
///   1024  128: 98.0, 64: 97.4      64: 95.4, 128: 84.5      64: 91.0, 128: 89.7
///   3072  192: 98.5, 128: 97.7     128: 96.4, 192: 91.4     128: 95.5, 192: 94.5
///   4096  256: 95.6, 128: 95.5     128: 95.0, 256: 92.1     256: 93.9, 128: 93.8
///   5120  320: 99.0, 128: 97.2     128: 97.5, 320: 77.8     128: 96.8, 320: 85.5
///   8192  512: 98.1, 256: 96.5     256: 98.1, 512: 80.1     256: 96.9, 512: 89.7
static int64_t selectChunksAtATime(const ReductionTree &tree, Load load) {
  int64_t best = 1;
  for (int64_t count : tree.naturalCounts()) {
    int64_t pieces = llvm::divideCeil(tree.numChunks, count);
    bool isGood = count <= 64 || (count <= 128 && pieces >= (load == Load::Light ? 1 : 2)) ||
                  (count <= 256 && pieces >= (load == Load::Moments ? 4 : 2)) ||
                  (count <= 512 && pieces >= 2 && load == Load::Light);
    if (tree.foldsInThread(count) && isGood)
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
    int64_t atATime = selectChunksAtATime(ReductionTree::get(*rowLength), loadOf(group));
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
