//===- SelectRowConfig.cpp - the heuristic for row configs ----------------===//
//
// Chooses how many threads walk a row, how many rows share a CTA and how wide each
// operand is accessed. Every threshold stands beside the measurement behind it.
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/Passes.h"

#include "AccessBits.h"
#include "FewRows.h"
#include "Norm/ReductionTree.h"
#include "Sched/ColumnRuns.h"
#include "Target.h"
#include "normc/Schedule/ConfigOverrides.h"
#include "normc/Schedule/ConfigReasons.h"
#include "normc/Schedule/RotationExchange.h"
#include "normc/Schedule/RowFit.h"
#include "normc/Schedule/TunedConfigs.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
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

/// Bits of one element, for each input and result; 0 for one number a row or block.
static SmallVector<int64_t> elementBits(sched::GroupOp group) {
  SmallVector<int64_t> bits;
  for (int64_t operand = 0; operand < group.getNumOperandsAndResults(); ++operand) {
    auto tensor = dyn_cast<RankedTensorType>(group.getRowType(operand));
    bool isRow = tensor && group.getBlock(operand) == 1;
    bits.push_back(isRow ? tensor.getElementTypeBitWidth() : 0);
  }
  return bits;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// 16 where a 16-bit operand would leave half of a 256-bit access unused with pieces of 8, and
/// a row is long enough for 64 threads. The bound is a choice: no chip with 256-bit accesses
/// has been measured.
static Choice<int64_t> selectVectorWidth(ArrayRef<int64_t> bits, int64_t rowLength,
                                         const TargetInfo &info) {
  bool hasNarrow = llvm::is_contained(bits, 16);
  bool fillsWarps = rowLength % 16 == 0 && rowLength / 16 >= 64;
  if (hasNarrow && info.widestAccessBits >= 256 && fillsWarps)
    return {16, "16-bit rows fill accesses of 256 bits, and 64 threads"};
  return {8, "one chunk of the reduction tree"};
}

namespace {
/// What the rules ask of a group.
struct Workload {
  explicit Workload(sched::GroupOp group) : rowLength(group.getRowLength().value_or(1)) {
    hasMoments = !group.getBody().front().getOps<norm::MomentsOp>().empty();
    bool isBefore = false;
    for (Operation &op : llvm::reverse(group.getBody().front())) {
      isBefore |= norm::isReduction(&op);
      bool isRow = op.getNumResults() && isa<RankedTensorType>(op.getResult(0).getType());
      computesFunctions |= isBefore && isRow && isFunction(&op);
    }
    for (int64_t operand = 0; operand < static_cast<int64_t>(group.getInputs().size()); ++operand)
      if (group.getRowAxis(operand) && group.getBlock(operand) == 1)
        ++(sched::getVaries(group, operand) == sched::Varies::Always ? streams : repeated);
  }

  /// One row in, at most a weight beside it, and no moments: hardly any arithmetic.
  bool isLight() const { return !hasMoments && streams <= 1 && repeated <= 1; }

  /// What takes tens of instructions an element.
  static bool isFunction(Operation *op) {
    return isa<norm::ExpOp, norm::TanhOp, norm::ErfOp, norm::SigmoidOp, norm::SiluOp, norm::GeluOp,
               norm::RsqrtOp, arith::DivFOp, math::SqrtOp>(op);
  }

  int64_t rowLength;
  bool hasMoments;
  bool computesFunctions = false; ///< before the last reduction
  int64_t streams = 0;            ///< inputs that are another row each time
  int64_t repeated = 0;           ///< inputs whose rows come again
};
} // namespace

/// The threads of a row, in chunks of the tree that they own at a time: two pieces a thread
/// or more, and the more arithmetic a row takes the more before a row gets 256 threads.
///
/// H200, driver 580.159, 2026-11-29: bf16, 12800 rows, cold, GB/s by threads a row, the best
/// with each (normc-run --tune):
///
///   N     RMSNorm          + modulate      LayerNorm        + modulate
///   128   16 2139 8 2150   16 2029 8 2025  16 2024          16 2013 8 2006
///   1024  128 3833 64 3819 64 3576         32 3554 64 3503  32 3566 64 3559
///   3072  128 4083         128 3974        128 3945 64 3928 128 3976 64 3952
///   4096  256 4170 128 4112 128 4007 256 3970 128 4023 64 4013 128 4042 256 4025
///   8192  256 4201         256 4155        128 4184 256 4078 128 4143 256 4104
///
/// The sum of two rows, stored too, before an RMSNorm, N = 4096, 8192 rows (2026-11-30): 128 3752,
/// 256 4144, 512 4185.
static Choice<int64_t> selectChunksAtATime(const ReductionTree &tree, const Workload &work) {
  bool hasLittle = !work.hasMoments && work.repeated <= 1;
  int64_t wantedOf256 = work.hasMoments ? 8 : hasLittle ? 2 : 4;
  // A CTA has a long row to itself, and little in flight: a choice, not measured.
  if (work.rowLength > ReductionTree::segmentLength)
    return {512, "a CTA has a segment of a row at a time"};
  int64_t best = 1;
  for (int64_t count : tree.naturalCounts()) {
    int64_t pieces = llvm::divideCeil(tree.numChunks, count);
    if (tree.foldsInThread(count) && count <= 256 && pieces >= (count > 128 ? wantedOf256 : 2))
      best = count;
  }
  std::string why = "the most, up to 256, that leave a thread two chunks, and past 128 " +
                    std::to_string(wantedOf256) + ": ";
  why += work.hasMoments ? "moments take arithmetic"
         : hasLittle     ? "hardly any arithmetic"
                         : "rows of weights to read";
  // The longest rows: no more than a thread can hold.
  while (llvm::divideCeil(tree.numChunks, best) * ReductionTree::chunkLength >
         maxElementsPerThread) {
    best *= 2;
    why = "the fewest that hold a row this long";
  }
  return {best, why};
}

/// Small rows share a CTA of four warps: at N = 128 above 8 x 16 and 16 x 8 are the best; at
/// N = 1024 a CTA of one row of 64 threads reaches what one of two does.
static Choice<int64_t> selectRowsPerCta(int64_t threads) {
  if (threads >= 64)
    return {1, "64 threads a row or more are a CTA"};
  return {128 / threads, "rows of fewer than 64 threads share a CTA of four warps"};
}

/// Two where the loads of one do not fill the memory's queue. N = 1024 as above: RMSNorm 3553
/// with one, 3770 with two; + modulate 3545 and 3576; LayerNorm is slower with two.
static Choice<int64_t> selectRowsPerThread(const Workload &work) {
  bool isShort = work.rowLength > 512 && work.rowLength <= 1024;
  if (isShort && !work.hasMoments && work.streams <= 1)
    return {2, "the loads of one such row do not fill the memory's queue"};
  return {1, isShort ? "moments, or several rows to load, are slower with two"
                     : "two pay off for rows of 513 to 1024 elements alone"};
}

/// With it ptxas 13.0 spills nothing in aligned kernels: sm_90 and sm_100, rows of 40008 and 131072
/// elements of bf16 and f32, the norms of bench/cases. Other counts have not been measured.
static Choice<int64_t> selectThreadsOfCluster() {
  return {512, "a thread's registers hold 32 elements and what they meet"};
}

/// A cluster for a row of several segments, where the chip has one so large, and the user has not
/// said what goes without.
static Choice<int64_t> selectCtasPerRow(const Workload &work, const TargetInfo &info,
                                        const ConfigOverrides &given) {
  int64_t segments = numSegments(work.rowLength);
  if (segments == 1)
    return {1, "a CTA holds rows of up to " + std::to_string(ReductionTree::segmentLength) +
                   " elements"};
  if (segments > info.largestCluster)
    return {1, "the row has " + std::to_string(segments) + " segments, " +
                   (info.largestCluster == 1
                        ? "and the chip no clusters"
                        : "and a cluster " + std::to_string(info.largestCluster) + " CTAs")};
  if (given.residency == sched::Residency::looped || given.rowsPerCta.value_or(1) > 1 ||
      given.rowsPerThread.value_or(1) > 1)
    return {1, "what is given goes without a cluster"};
  return {segments, "a cluster holds the row, a segment each CTA"};
}

/// Long rows are read again for what follows the last reduction: the registers that they leave
/// free are worth more than the L2's bandwidth. N = 8192 as above, held and read again: RMSNorm
/// 4106 4201, + modulate 4082 4155, LayerNorm 4089 4184, + modulate 4104 4143. Gate + residual +
/// LayerNorm + modulate, N = 3072, 32768 rows: 4169 4248.
static Choice<sched::Residency> selectResidency(const Workload &work, int64_t ctas) {
  if (ctas > 1)
    return {sched::Residency::registers, "each CTA holds a segment, which is read once"};
  if (work.rowLength > ReductionTree::segmentLength)
    return {sched::Residency::looped, "no CTA holds a row this long"};
  if (work.computesFunctions)
    return {sched::Residency::registers, "functions are not computed twice"};
  bool isLong = work.rowLength > 4096 || (work.rowLength >= 3072 && work.streams > 1);
  if (isLong)
    return {sched::Residency::reread,
            "rows this long leave free registers worth more than L2 reads"};
  return {sched::Residency::registers, "the row is short enough to be held"};
}

static Choice<sched::OperandLoads> selectOperandLoads(sched::Residency residency) {
  if (residency != sched::Residency::registers)
    return {sched::OperandLoads::late, "the registers are to stay free"};
  return {sched::OperandLoads::early, "more bytes in flight"};
}

/// Short rows with something to do between load and store: N = 128, plain and streaming:
/// + modulate 1855 2029, LayerNorm 2017 2024; N = 1024: LayerNorm 3450 3554. RMSNorm alone loses
/// (N = 1024: 3833 3784), and so do longer rows (LayerNorm + modulate, 3072: 3976 3920).
static Choice<sched::Caching> selectCaching(const Workload &work) {
  if (work.rowLength <= 1024 && !work.isLight())
    return {sched::Caching::streaming, "short rows with work between load and store"};
  return {sched::Caching::plain, work.isLight() ? "hardly any work between load and store"
                                                : "rows over 1024 elements lose by streaming"};
}

/// What fits no longer once the user has fixed the rest: rows a thread.
static Choice<int64_t> rowsThatFit(Choice<int64_t> wanted, int64_t rowLength, int64_t threads,
                                   int64_t width) {
  while (wanted.value > 1 &&
         wanted.value * elementsPerThread(rowLength, threads, width) > maxElementsPerThread)
    wanted = {wanted.value / 2, "more would not fit the registers of a thread"};
  return wanted;
}

namespace {
/// What no rule chooses, and where it is from.
struct Given {
  ConfigOverrides overrides;
  std::string from = "heuristic";
};
} // namespace

/// What the user says; where that is nothing, what the tuned table says.
static Given givenFor(sched::GroupOp group, const TargetInfo &info, const ConfigOverrides &user) {
  if (!user.isEmpty())
    return {user, "--config"};
  StringRef tuned = findTunedConfig(info.chip, group);
  if (tuned.empty())
    return {};
  return {llvm::cantFail(parseConfigOverrides(tuned)), "tuned table"};
}

static sched::RowConfigAttr selectConfig(sched::GroupOp group, const TargetInfo &info,
                                         const Given &from, ConfigReasons &reasons) {
  const ConfigOverrides &given = from.overrides;
  SmallVector<int64_t> bits = elementBits(group);
  std::optional<int64_t> rowLength = group.getRowLength();
  if (int64_t width = given.vectorWidth.value_or(8); width != 8 && width != 16) {
    group.emitError("vector_width must be 8 or 16, got ") << width;
    return nullptr;
  }
  auto choose = [&](StringRef key, auto fixed, auto choice) {
    reasons.add(key, fixed ? from.from : choice.why);
    return fixed.value_or(choice.value);
  };
  Workload work(group);
  Choice<int64_t> width{8, "one number a row"},
      atATime{1, "one number a row: a thread takes a row"};
  if (rowLength) {
    width = selectVectorWidth(bits, *rowLength, info);
    atATime = selectChunksAtATime(ReductionTree::get(*rowLength), work);
  }
  int64_t vectorWidth = choose("vector_width", rowLength ? given.vectorWidth : std::nullopt, width);
  if (rowLength)
    atATime.value = std::max<int64_t>(1, atATime.value * ReductionTree::chunkLength / vectorWidth);
  int64_t ctas = choose("ctas_per_row", given.ctasPerRow, selectCtasPerRow(work, info, given));
  if (ctas > 1)
    atATime = selectThreadsOfCluster();
  int64_t threads = choose("threads_per_row", given.threadsPerRow, atATime);
  Choice<int64_t> rowsWanted = selectRowsPerCta(threads);
  // Rows that share a warp fill it.
  while (!given.rowsPerCta && rowLength &&
         threads * rowsWanted.value % ReductionTree::numLanes != 0)
    ++rowsWanted.value;
  while (rowsWanted.value % 2 == 0 &&
         threads * rowsWanted.value % (2 * ReductionTree::numLanes) == 0 &&
         rotationBytes(group, {threads, rowsWanted.value, vectorWidth}) > info.smemBytesPerCta)
    rowsWanted = {rowsWanted.value / 2, "rotations of more would not fit shared memory"};
  int64_t rows = choose("rows_per_cta", given.rowsPerCta, rowsWanted);
  int64_t rowsPerThread =
      choose("rows_per_thread", given.rowsPerThread,
             rowsThatFit(selectRowsPerThread(work), work.rowLength, threads, vectorWidth));
  sched::Residency residency = choose("residency", given.residency, selectResidency(work, ctas));
  sched::OperandLoads loads =
      choose("operand_loads", given.operandLoads, selectOperandLoads(residency));
  sched::Caching caching = choose("caching", given.caching, selectCaching(work));
  SmallVector<int64_t> access;
  for (auto [operand, width] : llvm::enumerate(bits))
    access.push_back(width ? widestAccessBits(group, operand, vectorWidth, info) : 0);
  reasons.add("access_bits", "the widest, up to " + std::to_string(info.widestAccessBits) +
                                 ", that divide a piece and where rows start");
  int64_t minCtasPerSm =
      choose("min_ctas_per_sm", given.minCtasPerSm, Choice<int64_t>{0, "ptxas is asked for none"});
  auto emitError = [&] { return group.emitError(); };
  return sched::RowConfigAttr::getChecked(llvm::function_ref<InFlightDiagnostic()>(emitError),
                                          group.getContext(), threads, ctas, rows, rowsPerThread,
                                          vectorWidth, residency, loads, caching,
                                          ArrayRef<int64_t>(access), minCtasPerSm);
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
      Given given = givenFor(group, *info, *overrides);
      ConfigReasons reasons(given.from);
      sched::RowConfigAttr config = selectConfig(group, *info, given, reasons);
      if (!config)
        return WalkResult::interrupt();
      group.setConfigAttr(config);
      if (given.overrides.ctasPerRow)
        group->setAttr(clusterGivenAttr, UnitAttr::get(group.getContext()));
      if (overrides->isEmpty())
        group->setAttr(forManyRowsAttr, UnitAttr::get(group.getContext()));
      if (explain)
        reasons.attachTo(group);
      return WalkResult::advance();
    });
    if (walked.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
