//===- MergeLaunches.cpp - independent launches to parts of one -----------===//
//
// A launch costs microseconds, and small ones do not fill the chip: what needs no other's
// results runs beside them, on CTAs of its own of the same grid.
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/Passes.h"

#include "Sched/Sched.h"
#include "normc/Launch/Plan.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/StringSet.h"
#include <numeric>

namespace normc {
#define GEN_PASS_DEF_MERGELAUNCHES
#include "normc/Schedule/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

/// The code of all parts is one kernel's, with the registers of the largest. A choice.
static constexpr size_t mostParts = 8;
/// Of a CTA, where the parts' own CTAs have other numbers of threads. A choice.
static constexpr int64_t mostThreads = 512;

/// First choice first, as each launch has some of them; `misaligned` assumes nothing, all have it.
static constexpr StringRef variantNames[] = {"aligned_few", "strided_few", "misaligned_few",
                                             "aligned",     "strided",     "misaligned"};

/// The region and variant that a launch runs where `name` is chosen: what assumes no more. With no
/// axes to collapse, aligned is strided too.
static std::pair<Region *, sched::VariantAttr> choiceFor(sched::LaunchOp launch, StringRef name) {
  StringRef stem = name;
  bool isFew = stem.consume_back("_few");
  SmallVector<StringRef, 3> stems = {stem, "misaligned"};
  if (stem == "strided")
    stems.insert(stems.begin() + 1, "aligned");
  SmallVector<StringRef, 2> suffixes = {""};
  if (isFew)
    suffixes.insert(suffixes.begin(), "_few");
  for (StringRef suffix : suffixes)
    for (StringRef choice : stems)
      for (auto [attr, body] : llvm::zip_equal(*launch.getVariants(), launch.getBodies()))
        if (auto variant = cast<sched::VariantAttr>(attr);
            variant.getName() == choice.str() + suffix.str())
          return {&body, variant};
  return {nullptr, nullptr};
}

/// The names of the variants that either has; none where one is in place: a part has no pairs.
static SmallVector<StringRef, 3> namesOf(sched::LaunchOp first, sched::LaunchOp second) {
  llvm::StringSet<> has;
  for (sched::LaunchOp launch : {first, second})
    for (auto variant : launch.getVariants()->getAsRange<sched::VariantAttr>())
      has.insert(variant.getName());
  SmallVector<StringRef, 3> names;
  for (StringRef name : variantNames)
    if (has.erase(name))
      names.push_back(name);
  return has.empty() && names.back() == "misaligned" ? names : SmallVector<StringRef, 3>();
}

static sched::RowConfigAttr configOf(sched::LaunchOp launch, StringRef name) {
  Region *body = choiceFor(launch, name).first;
  return *sched::LaunchOp::getGroups(*body).front().getConfig();
}

/// The threads of CTAs that hold rows of either: a part with fewer gets more rows a CTA.
static int64_t commonThreads(sched::LaunchOp first, sched::LaunchOp second, StringRef name) {
  return std::lcm(configOf(first, name).getThreadsPerCta(),
                  configOf(second, name).getThreadsPerCta());
}

/// Whether the kernels that are chosen together can be one: its CTAs hold rows of either, and its
/// clusters are as large as each has them.
static bool haveCommonCtas(sched::LaunchOp first, sched::LaunchOp second, StringRef name) {
  sched::RowConfigAttr a = configOf(first, name), b = configOf(second, name);
  if (a.isClustered() || b.isClustered())
    return a.getCtasPerRow() == b.getCtasPerRow() && a.getThreadsPerCta() == b.getThreadsPerCta();
  return commonThreads(first, second, name) <= mostThreads;
}

/// Whether the variant is one without which few rows take the others' time, no more: one launch is
/// worth more. Of clusters it is the one that holds the row.
static bool isForLatency(sched::LaunchOp first, sched::LaunchOp second, StringRef name) {
  return name.ends_with("_few") && !configOf(first, name).isClustered() &&
         !configOf(second, name).isClustered();
}

/// The group's config on CTAs of `threads`.
static sched::RowConfigAttr configFor(sched::GroupOp group, int64_t threads) {
  sched::RowConfigAttr config = *group.getConfig();
  return sched::RowConfigAttr::get(
      group.getContext(), config.getThreadsPerRow(), config.getCtasPerRow(),
      threads / config.getThreadsPerRow(), config.getRowsPerThread(), config.getVectorWidth(),
      config.getResidency(), config.getOperandLoads(), config.getCaching(), config.getAccessBits(),
      config.getMinCtasPerSm());
}

/// More than a launch can be given: an operand is a pointer and a stride for each of its axes but
/// the row's, a row axis a size.
static bool fits(sched::LaunchOp first, sched::LaunchOp second) {
  size_t numParts = 0;
  int64_t numParameters = 0;
  for (sched::LaunchOp launch : {first, second})
    for (sched::GroupOp group : launch.getGroups()) {
      ++numParts;
      numParameters += group.getNumRowAxes();
      for (int64_t operand = 0; operand < group.getNumOperandsAndResults(); ++operand)
        numParameters += 1 + group.getMap(operand).getNumResults();
    }
  return numParts <= mostParts && numParameters <= maxKernelParameters;
}

/// Whether all that the launch reads is there before `place`.
static bool isReadyAt(sched::LaunchOp launch, Operation *place, DominanceInfo &dominance) {
  for (sched::GroupOp group : launch.getGroups())
    for (Value operand : group->getOperands())
      if (!dominance.properlyDominates(operand, place))
        return false;
  return true;
}

/// What both variants assume: where one has no bound of CTAs, the other's; else the lower one, as
/// few as are on the chip at once where each is as large as that one's.
static sched::VariantAttr variantOf(StringRef name, sched::VariantAttr a, sched::VariantAttr b) {
  bool collapses = name.starts_with("aligned") && (a.getCollapse() || b.getCollapse());
  int64_t most = std::max(a.getMaxCtas(), b.getMaxCtas());
  if (a.getMaxCtas() && b.getMaxCtas())
    most = std::min(a.getMaxCtas(), b.getMaxCtas());
  return sched::VariantAttr::get(a.getContext(), name, std::max(a.getAlign(), b.getAlign()),
                                 collapses, /*in_place=*/false, most);
}

/// `q_bf16_n128`, then `q_bf16_n128_2_parts`, then `q_bf16_n128_3_parts`.
static std::string nameOf(sched::LaunchOp first) {
  size_t numParts = first.getGroups().size();
  StringRef name = first.getKernelName();
  if (numParts > 1)
    name.consume_back("_" + std::to_string(numParts) + "_parts");
  return (name + "_" + Twine(numParts + 1) + "_parts").str();
}

static sched::LaunchOp merge(sched::LaunchOp first, sched::LaunchOp second,
                             ArrayRef<StringRef> names) {
  OpBuilder builder(first);
  SmallVector<Type> types(first.getResultTypes());
  llvm::append_range(types, second.getResultTypes());
  SmallVector<Attribute> variants;
  for (StringRef name : names)
    variants.push_back(
        variantOf(name, choiceFor(first, name).second, choiceFor(second, name).second));
  auto merged = sched::LaunchOp::create(
      builder, builder.getFusedLoc({first.getLoc(), second.getLoc()}), types,
      builder.getStringAttr(nameOf(first)), builder.getArrayAttr(variants), names.size());
  for (auto [body, name] : llvm::zip_equal(merged.getBodies(), names)) {
    builder.createBlock(&body);
    SmallVector<Value> results;
    for (sched::LaunchOp launch : {first, second})
      for (sched::GroupOp group : sched::LaunchOp::getGroups(*choiceFor(launch, name).first)) {
        auto part = cast<sched::GroupOp>(builder.clone(*group));
        part.setConfigAttr(configFor(part, commonThreads(first, second, name)));
        llvm::append_range(results, part.getResults());
      }
    sched::YieldOp::create(builder, merged.getLoc(), results);
  }
  first->replaceAllUsesWith(merged.getResults().take_front(first.getNumResults()));
  second->replaceAllUsesWith(merged.getResults().drop_front(first.getNumResults()));
  first.erase();
  second.erase();
  return merged;
}

namespace {
struct MergeLaunches : normc::impl::MergeLaunchesBase<MergeLaunches> {
  void runOnOperation() override {
    // Of launches before their variants and configs nothing is known yet.
    for (auto launch : getOperation().getOps<sched::LaunchOp>())
      for (Region &body : launch.getBodies())
        for (sched::GroupOp group : sched::LaunchOp::getGroups(body))
          if (!launch.getVariants() || !group.getConfig())
            return;
    SmallVector<sched::LaunchOp> launches;
    for (auto launch : llvm::make_early_inc_range(getOperation().getOps<sched::LaunchOp>())) {
      DominanceInfo dominance(getOperation());
      bool isMerged = false;
      for (sched::LaunchOp &before : launches) {
        if (isMerged || !fits(before, launch) || !isReadyAt(launch, before, dominance))
          continue;
        SmallVector<StringRef, 3> names = namesOf(before, launch);
        auto canShare = [&](StringRef name) { return haveCommonCtas(before, launch, name); };
        llvm::erase_if(names, [&](StringRef name) {
          return isForLatency(before, launch, name) && !canShare(name);
        });
        if (names.empty() || !llvm::all_of(names, canShare))
          continue;
        before = merge(before, launch, names);
        isMerged = true;
      }
      if (!isMerged)
        launches.push_back(launch);
    }
  }
};
} // namespace
