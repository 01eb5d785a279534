//===- ExpandVariants.cpp - one group for each kind of arguments ----------===//
//
// Clones each launch's group once for each variant of its kernel.
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/Passes.h"

#include "FewRows.h"
#include "Norm/ReductionTree.h"
#include "Sched/Sched.h"
#include "Target.h"
#include "normc/Schedule/ConfigReasons.h"
#include "normc/Schedule/InPlace.h"
#include "normc/Schedule/RowFit.h"

#include "mlir/IR/IRMapping.h"

namespace normc {
#define GEN_PASS_DEF_EXPANDVARIANTS
#include "normc/Schedule/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

namespace {
/// The variants for grids of few CTAs.
struct Few {
  int64_t maxCtas = 0; ///< 0: there are none
  /// Each kernel takes its time to compile, and who has few rows has them aligned: what has no
  /// other reason than latency is made of the first choice alone. A choice.
  bool isAlignedAlone = false;
};
} // namespace

/// The variants of a group whose operands are accessed `widestBits` at a time, first choice
/// first. The launcher takes the first whose assumptions the arguments meet; the last
/// assumes nothing. With `inPlace` the same once more for calls in place. With `few` those
/// for few CTAs first.
static SmallVector<sched::VariantAttr> variantsOf(sched::GroupOp group, bool inPlace, Few few) {
  MLIRContext *context = group.getContext();
  SmallVector<sched::VariantAttr> variants;
  int64_t align = llvm::max_element(group.getConfig()->getAccessBits())[0] / 8;
  bool hasWideAccess = false;
  SmallVector<Type> types(group.getInputs().getTypes());
  llvm::append_range(types, group.getResultTypes());
  for (auto [type, bits] : llvm::zip_equal(types, group.getConfig()->getAccessBits()))
    hasWideAccess |= bits > getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  bool collapses = llvm::any_of(llvm::seq(group.getNumOperandsAndResults()), [&](int64_t operand) {
    return group.getCollapsibleAxes(operand) > 0;
  });
  auto add = [&](bool isInPlace, int64_t most) {
    std::string suffix = most ? "_few" : "";
    suffix += isInPlace ? "_in_place" : "";
    auto addOne = [&](StringRef name, int64_t bytes, bool collapse) {
      variants.push_back(sched::VariantAttr::get(context, (name + suffix).str(), bytes, collapse,
                                                 isInPlace, most));
    };
    bool isAlone = most && few.isAlignedAlone;
    if (hasWideAccess) {
      addOne("aligned", align, collapses);
      if (collapses && !isAlone)
        addOne("strided", align, /*collapse=*/false);
    }
    if (!isAlone)
      addOne("misaligned", 1, /*collapse=*/false);
  };
  for (bool isInPlace : {false, true}) {
    if (isInPlace && !inPlace)
      continue;
    if (few.maxCtas)
      add(isInPlace, few.maxCtas);
    add(isInPlace, /*most=*/0);
  }
  return variants;
}

/// The CTAs up to which rows get clusters: those that are on the chip at once. H200, driver
/// 580.159, 2026-11-30, bf16: RMSNorm of rows of 131072 by a cluster and by one CTA each, 1 row 3.6
/// and 17.4 us, 64 rows (512 CTAs) 14.4 and 20.0; LayerNorm of 1024 rows of 32768 (2048 CTAs) 76
/// and 46.
static int64_t mostClusterCtas(sched::GroupOp group, const TargetInfo *info) {
  sched::RowConfigAttr config = *group.getConfig();
  if (!info || !config.isClustered() || group->hasAttr(clusterGivenAttr))
    return 0;
  return info->smCount * (info->threadsPerSm / config.getThreadsPerCta());
}

/// The config for more rows than clusters are for: a CTA walks the segments of a row.
static sched::RowConfigAttr loopedConfig(sched::RowConfigAttr config) {
  return sched::RowConfigAttr::get(config.getContext(), config.getThreadsPerRow(), /*ctasPerRow=*/1,
                                   config.getRowsPerCta(), config.getRowsPerThread(),
                                   config.getVectorWidth(), sched::Residency::looped,
                                   sched::OperandLoads::late, config.getCaching(),
                                   config.getAccessBits(), config.getMinCtasPerSm());
}

/// The config of one variant. Realigning takes registers for the words around each piece: a
/// misaligned kernel holds at most two pieces of one chunk, and loads operands where they are
/// used (ptxas 13.0, sm_100, LayerNorm of the sum of 8 bf16 rows of 4096: 556 bytes of spills
/// with pieces of two chunks). Its code for a piece is the longest, too. No more than 256 threads:
/// 512 leave 128 registers each, and RMSNorm of f32 rows of 8192 spilled 12 bytes on sm_90.
static sched::RowConfigAttr configOf(sched::GroupOp group, sched::VariantAttr variant) {
  sched::RowConfigAttr config = *group.getConfig();
  if (variant.getAlign() > 1 || !group.getRowLength())
    return config;
  int64_t threads = config.getThreadsPerRow(), rows = config.getRowsPerCta();
  int64_t width = config.getVectorWidth();
  if (config.isClustered() && fitsRow(group.getRowLength(), threads, ReductionTree::chunkLength)) {
    width = ReductionTree::chunkLength; // as many threads as a segment's registers are for
  } else if (threads * rows * (width / ReductionTree::chunkLength) <= 1024) {
    threads *= width / ReductionTree::chunkLength;
    width = ReductionTree::chunkLength;
  }
  ReductionTree tree = ReductionTree::get(*group.getRowLength());
  while (
      elementsPerThread(*group.getRowLength(), threads, width) > 2 * ReductionTree::chunkLength &&
      threads * 2 * rows <= 256 && tree.isNatural(threads * 2) && tree.foldsInThread(threads * 2))
    threads *= 2;
  SmallVector<int64_t> access;
  for (auto [operand, bits] : llvm::enumerate(config.getAccessBits()))
    access.push_back(
        bits ? getElementTypeOrSelf(group.getOperandType(operand)).getIntOrFloatBitWidth() : 0);
  return sched::RowConfigAttr::get(
      group.getContext(), threads, config.getCtasPerRow(), rows, /*rowsPerThread=*/1, width,
      config.getResidency() == sched::Residency::looped ? sched::Residency::looped
                                                        : sched::Residency::registers,
      sched::OperandLoads::late, sched::Caching::plain, access, /*minCtasPerSm=*/0);
}

/// Of a group with reasons: those of its own config, from where the group's is if not `from`.
static void explainVariant(sched::GroupOp group, StringRef key, StringRef reason,
                           std::string from = "") {
  ConfigReasons reasons = ConfigReasons::of(group);
  if (reasons.get().empty())
    return;
  ConfigReasons own(from.empty() ? reasons.getFrom() : std::move(from));
  own.add(key, reason.str());
  own.attachTo(group);
}

/// A row that is overwritten before it would be read again is held instead: a permission must
/// not depend on what the heuristic chose.
static sched::RowConfigAttr holdRows(sched::GroupOp group, ArrayRef<InPlacePair> pairs) {
  sched::RowConfigAttr config = *group.getConfig();
  bool isSafe =
      llvm::all_of(pairs, [&](InPlacePair pair) { return whyNotInPlace(group, pair).empty(); });
  if (isSafe || config.getResidency() != sched::Residency::reread)
    return config;
  return sched::RowConfigAttr::get(
      group.getContext(), config.getThreadsPerRow(), config.getCtasPerRow(), config.getRowsPerCta(),
      config.getRowsPerThread(), config.getVectorWidth(), sched::Residency::registers,
      config.getOperandLoads(), config.getCaching(), config.getAccessBits(),
      config.getMinCtasPerSm());
}

namespace {
struct ExpandVariants : normc::impl::ExpandVariantsBase<ExpandVariants> {
  void runOnOperation() override {
    WalkResult walked = getOperation()->walk([](sched::LaunchOp launch) {
      if (launch.getVariants())
        return WalkResult::advance();
      auto group = cast<sched::GroupOp>(launch.getBodies().front().front().front());
      if (!group.getConfig()) {
        group.emitError("needs a config before it is cloned for variants");
        return WalkResult::interrupt();
      }
      SmallVector<InPlacePair> pairs = inPlacePairs(launch);
      const TargetInfo *info = getTarget(group);
      int64_t clusterCtas = mostClusterCtas(group, info);
      std::optional<FewRows> few = info ? selectFewRows(group, *info) : std::nullopt;
      SmallVector<sched::VariantAttr> variants =
          variantsOf(group, !pairs.empty(),
                     few ? Few{few->maxCtas, /*isAlignedAlone=*/true} : Few{clusterCtas});
      OpBuilder builder(launch);
      auto expanded = sched::LaunchOp::create(
          builder, launch.getLoc(), launch.getResultTypes(), launch.getKernelNameAttr(),
          builder.getArrayAttr(SmallVector<Attribute>(variants.begin(), variants.end())),
          variants.size());
      for (auto [body, variant] : llvm::zip_equal(expanded.getBodies(), variants)) {
        IRMapping mapping;
        launch.getBodies().front().cloneInto(&body, mapping);
        auto clone = cast<sched::GroupOp>(body.front().front());
        clone->removeAttr(clusterGivenAttr);
        clone->removeAttr(forManyRowsAttr);
        if (few && variant.getMaxCtas()) {
          explainVariant(
              clone, "few",
              "all CTAs are on the chip at once: a row has many threads with little each, "
              "is held, and waits for the memory once",
              "heuristic");
          clone.setConfigAttr(few->config);
        }
        if (clusterCtas && !variant.getMaxCtas()) {
          explainVariant(clone, "many", "more rows than clusters hold at once");
          clone.setConfigAttr(loopedConfig(*clone.getConfig()));
        }
        sched::RowConfigAttr config = configOf(clone, variant);
        if (config != clone.getConfigAttr())
          explainVariant(clone, "misaligned",
                         "realigning takes registers: two chunks of a row a thread at most where "
                         "256 threads allow it, one row, operands loaded where they are used");
        clone.setConfigAttr(config);
        if (!variant.getInPlace())
          continue;
        config = holdRows(clone, pairs);
        if (config != clone.getConfigAttr())
          explainVariant(clone, "in_place",
                         "rows are held that would be overwritten before they are read again");
        clone.setConfigAttr(config);
      }
      launch.replaceAllUsesWith(expanded);
      launch.erase();
      return WalkResult::advance();
    });
    if (walked.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
