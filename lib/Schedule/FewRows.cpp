//===- FewRows.cpp - the config for rows that are few ---------------------===//
//
// Where all CTAs are on the chip at once, no other CTA hides what one waits for: its row has many
// threads with little each, and all that it reads is asked for at once.
//
//===----------------------------------------------------------------------===//

#include "FewRows.h"

#include "AccessBits.h"
#include "Norm/Norm.h"
#include "Norm/ReductionTree.h"
#include "normc/Schedule/RowFit.h"
#include "normc/Schedule/TargetInfo.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace normc;

/// Shorter rows have few chunks a thread, held, and their operands early, for any number of rows. A
/// choice.
static constexpr int64_t shortestRow = 2048;

/// The most CTAs an SM of which the rows are still few; with more, others hide what one waits for.
/// H200, driver 580.159, 2026-11-30, RMSNorm of bf16, us cold by this config and by the one for
/// many rows: 1 row of 8192 1.76 2.82, 1 of 3072 1.51 1.76, 128 of 3072 2.08 2.19; of 4096 64
/// rows 2.07 2.27, 264 2.79 2.93, 528 (4 an SM) 3.66 4.04, 2048 10.59 9.42. LayerNorm + modulate of
/// 8192: 16 rows 2.74 3.29, 132 rows 3.46 3.95.
static constexpr int64_t mostCtasPerSm = 4;

/// Of a CTA.
static constexpr int64_t mostThreads = 1024;

/// One chunk at a time: more threads rather than wider accesses.
static constexpr int64_t vectorWidth = ReductionTree::chunkLength;

/// The threads of a row: many share its chunks, but each warp more is one number more for an
/// exchange to read and add, a lane. Of rows of 8192 512 threads have two chunks each and exchange
/// 16 numbers, 1024 one and 32; of 9216, 256 have five and exchange 8, 320 four and 40. A chunk is
/// about ten times as long: 8 numbers to widen and to add one after another, and as many to scale
/// and to round. Counted, not measured.
static int64_t selectThreads(int64_t rowLength) {
  ReductionTree tree = ReductionTree::get(rowLength);
  auto cost = [&](int64_t threads) {
    int64_t exchanged =
        tree.foldsInThread(threads) ? threads / ReductionTree::numLanes : tree.numGroups;
    return 10 * llvm::divideCeil(tree.numChunks, threads) + exchanged;
  };
  SmallVector<int64_t> counts = llvm::filter_to_vector(tree.naturalCounts(), [&](int64_t count) {
    return count >= ReductionTree::numLanes && count <= mostThreads;
  });
  return *llvm::min_element(counts, [&](int64_t a, int64_t b) { return cost(a) < cost(b); });
}

/// The registers of a thread that has loaded all its rows: those, one in f32, and about as many
/// more as kernels of one row take for addresses and an exchange (ptxas 13.0, sm_90, bench/cases).
static int64_t registersOf(sched::GroupOp group, int64_t threads) {
  int64_t elements = elementsPerThread(*group.getRowLength(), threads, vectorWidth);
  int64_t registers = 24 + elements;
  for (Type row : group.getBody().getArgumentTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(row))
      registers += elements * tensor.getElementTypeBitWidth() / 32;
  return registers;
}

/// Its rows where the graph says how many they are.
static std::optional<int64_t> numRows(sched::GroupOp group) {
  int64_t rows = 1;
  for (int64_t extent : group.getStaticRowSizes()) {
    if (ShapedType::isDynamic(extent))
      return std::nullopt;
    rows *= extent;
  }
  return rows;
}

std::optional<FewRows> normc::selectFewRows(sched::GroupOp group, const TargetInfo &info) {
  int64_t rowLength = group.getRowLength().value_or(1);
  if (!group->hasAttr(forManyRowsAttr) || rowLength < shortestRow ||
      rowLength > ReductionTree::segmentLength)
    return std::nullopt;
  // Without a reduction nothing waits for the whole row.
  if (llvm::none_of(group.getBody().front(), [](Operation &op) { return norm::isReduction(&op); }))
    return std::nullopt;
  sched::RowConfigAttr many = *group.getConfig();
  int64_t threads = selectThreads(rowLength);
  int64_t registers = registersOf(group, threads);
  int64_t ctasPerSm = std::min(
      {mostCtasPerSm, info.threadsPerSm / threads, info.registersPerSm / (threads * registers)});
  // Later loads leave the registers of one CTA.
  sched::OperandLoads loads =
      ctasPerSm > 0 ? sched::OperandLoads::early : sched::OperandLoads::late;
  SmallVector<int64_t> accessBits(many.getAccessBits());
  for (auto [operand, bits] : llvm::enumerate(accessBits))
    if (bits != 0)
      bits = std::min(bits, widestAccessBits(group, operand, vectorWidth, info));
  FewRows few;
  few.maxCtas = info.smCount * std::max<int64_t>(1, ctasPerSm);
  few.config = sched::RowConfigAttr::get(
      group.getContext(), threads, /*ctasPerRow=*/1, /*rowsPerCta=*/1, /*rowsPerThread=*/1,
      vectorWidth, sched::Residency::registers, loads, sched::Caching::plain, accessBits,
      /*minCtasPerSm=*/0);
  if (few.maxCtas == 0 || numRows(group).value_or(0) > few.maxCtas || few.config == many)
    return std::nullopt;
  return few;
}
