//===- SelectRowConfig.cpp - the heuristic for row configs ----------------===//
//
// Chooses how many threads walk a row, how many rows share a CTA and how wide each
// operand is accessed. Every threshold stands beside the measurement behind it.
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/Passes.h"

#include "Norm/ReductionTree.h"
#include "Sched/Sched.h"
#include "Target.h"
#include "normc/Schedule/ConfigOverrides.h"
#include "normc/Schedule/RowFit.h"

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

/// The widest access of an operand that the chip and the piece allow, and where its rows start:
/// in a dense tensor at multiples of its last axis and within it where the map says.
static int64_t accessBits(sched::GroupOp group, int64_t operand, int64_t bits, int64_t vectorWidth,
                          const TargetInfo &info) {
  int64_t widest = std::min(info.widestAccessBits, bits * vectorWidth);
  int64_t extent = cast<RankedTensorType>(group.getOperandType(operand)).getShape().back();
  for (int64_t elements : {extent, group.getStartDivisor(operand)})
    if (elements > 0)
      widest = std::min<int64_t>(widest, bits * (elements & -elements));
  return widest;
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

/// The threads of a row, in chunks of the tree that they own at a time: at least two pieces
/// a thread, four where 256 threads centre a row.
///
/// H200, driver 580.159, 2026-11-29: bf16, 12800 rows, cold, share of a memcpy of the same
/// bytes, by threads a row (x rows a CTA):
///
///   N     RMSNorm              LayerNorm            RMSNorm + modulate   LayerNorm + modulate
///   128   8x16 98.5  16x8 96.8 16x8 91.9  8x16 91.6 16x8 93.1  8x16 93.0 16x8 92.2  8x16 92.1
///   256   16x8 97.4  32x4 90.4 16x8 91.0  32x4 88.2 16x8 89.3  32x4 88.9 16x8 97.0  32x4 86.7
///   512   64x2 95.4  32x4 94.5 32x4 88.1  64x2 82.6 64x2 88.5  32x4 86.5 32x4 90.3  64x2 82.2
///   1024  64 97.2    128 97.1  64 93.9    128 83.4  64 91.7    128 90.2  64 92.4    128 82.2
///   2048  128 99.2   64 97.8   128 97.2   256 74.7  128 95.5   256 84.3  128 94.9   256 73.7
///   3072  192 99.5   128 97.7  128 97.6   192 90.1  128 95.5   192 94.1  128 95.4   192 93.4
///   4096  256 97.4   128 95.5  128 96.2   256 92.9  128 94.4   256 94.1  256 96.2   128 94.9
///   5120  160 98.0   128 96.6  128 94.1   160 93.6  128 95.6   160 95.3  128 96.0   160 95.2
///   8192  256 96.2   512 94.7  256 95.1   512 78.8  256 95.5   512 88.9  256 95.9   512 81.2
static int64_t selectChunksAtATime(const ReductionTree &tree, bool hasMoments) {
  int64_t best = 1;
  for (int64_t count : tree.naturalCounts()) {
    int64_t pieces = llvm::divideCeil(tree.numChunks, count);
    int64_t wanted = hasMoments && count > 128 ? 4 : 2;
    if (tree.foldsInThread(count) && count <= 256 && pieces >= wanted)
      best = count;
  }
  // The longest rows: no more than a thread can hold.
  while (llvm::divideCeil(tree.numChunks, best) * ReductionTree::chunkLength > maxElementsPerThread)
    best *= 2;
  return best;
}

/// Small rows share a CTA of four warps: at N = 1024 above, 64 threads a CTA of one row reach
/// 93.9 and 91.7 (LayerNorm, RMSNorm + modulate), of two rows 91.3 and 90.0; at N = 512 one
/// row of 64 threads reaches 79.4 and two 82.6.
static int64_t selectRowsPerCta(int64_t threads) { return threads >= 64 ? 1 : 128 / threads; }

static sched::RowConfigAttr selectConfig(sched::GroupOp group, const TargetInfo &info,
                                         const ConfigOverrides &given) {
  SmallVector<int64_t> bits = elementBits(group);
  std::optional<int64_t> rowLength = group.getRowLength();
  if (int64_t width = given.vectorWidth.value_or(8); width != 8 && width != 16) {
    group.emitError("vector_width must be 8 or 16, got ") << width;
    return nullptr;
  }
  // One number a row: a thread takes a row, a CTA 128 of them.
  int64_t vectorWidth = 8, threads = 1;
  if (rowLength) {
    vectorWidth = given.vectorWidth.value_or(selectVectorWidth(bits, *rowLength, info));
    bool hasMoments = !group.getBody().front().getOps<norm::MomentsOp>().empty();
    int64_t atATime = selectChunksAtATime(ReductionTree::get(*rowLength), hasMoments);
    threads = std::max<int64_t>(1, atATime * ReductionTree::chunkLength / vectorWidth);
  }
  threads = given.threadsPerRow.value_or(threads);
  int64_t rows = given.rowsPerCta.value_or(selectRowsPerCta(threads));
  // Rows that share a warp fill it.
  while (!given.rowsPerCta && rowLength && threads * rows % ReductionTree::numLanes != 0)
    ++rows;
  SmallVector<int64_t> access;
  for (auto [operand, width] : llvm::enumerate(bits))
    access.push_back(width ? accessBits(group, operand, width, vectorWidth, info) : 0);
  auto emitError = [&] { return group.emitError(); };
  return sched::RowConfigAttr::getChecked(
      llvm::function_ref<InFlightDiagnostic()>(emitError), group.getContext(), threads, rows,
      given.rowsPerThread.value_or(1), vectorWidth,
      given.residency.value_or(sched::Residency::registers),
      given.operandLoads.value_or(sched::OperandLoads::early),
      given.caching.value_or(sched::Caching::plain), ArrayRef<int64_t>(access),
      given.minCtasPerSm.value_or(0));
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct SelectRowConfig : normc::impl::SelectRowConfigBase<SelectRowConfig> {
  using SelectRowConfigBase::SelectRowConfigBase;
  void runOnOperation() override {
    llvm::Expected<ConfigOverrides> overrides = parseConfigOverrides(config);
    if (!overrides) {
      getOperation()->emitError("config: ") << llvm::toString(overrides.takeError());
      return signalPassFailure();
    }
    WalkResult walked = getOperation()->walk([&](sched::GroupOp group) {
      if (group.getConfig())
        return WalkResult::advance();
      if (int64_t length = group.getRowLength().value_or(1);
          length < 1 || length > ReductionTree::maxRowLength) {
        group.emitError("row length ")
            << length << " is not supported, 1 to " << ReductionTree::maxRowLength << " are";
        return WalkResult::interrupt();
      }
      const TargetInfo *info = getTarget(group);
      if (!info)
        return WalkResult::interrupt();
      sched::RowConfigAttr config = selectConfig(group, *info, *overrides);
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
