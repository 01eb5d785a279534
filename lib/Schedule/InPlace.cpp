//===- InPlace.cpp - results in place of arguments ------------------------===//
//
// Decides which results may be exactly an argument. A kernel computes a row by threads that
// hold the same elements of every row, so nobody else's accesses matter where both are walked
// alike: the pair is safe if each thread has loaded its elements of the argument's row, for the
// last time, before it stores the result's.
//
// Two rules keep it so in every variant: a row past the last, computed on the last one's
// values, loads nothing that is overwritten, and a misaligned row is then read element by
// element, for the aligned words around a piece hold elements that other threads store
// (lib/GPU/RowAccess.cpp).
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/InPlace.h"

#include "Norm/Norm.h"

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// Row programs
//===----------------------------------------------------------------------===//

/// Adds the inputs whose rows the value is computed from, element by element.
static void collectInputs(Value value, llvm::DenseSet<Value> &inputs) {
  SmallVector<Value> open = {value};
  llvm::DenseSet<Value> seen;
  while (!open.empty()) {
    Value next = open.pop_back_val();
    if (!isa<RankedTensorType>(next.getType()) || !seen.insert(next).second)
      continue;
    if (isa<BlockArgument>(next))
      inputs.insert(next);
    else
      llvm::append_range(open, operandsRead(next.getDefiningOp()));
  }
}

Operation *normc::lastReductionOf(sched::GroupOp group) {
  Operation *last = nullptr;
  for (Operation &op : group.getBody().front())
    if (norm::isReduction(&op))
      last = &op;
  return last;
}

/// Those used on both sides of the last reduction, themselves or as what is computed from them.
llvm::DenseSet<Value> normc::rereadInputs(sched::GroupOp group) {
  llvm::DenseSet<Value> before, after;
  Operation *last = lastReductionOf(group);
  std::optional<sched::RowConfigAttr> config = group.getConfig();
  if (!last || !config || config->getResidency() != sched::Residency::reread)
    return {};
  for (Operation &op : group.getBody().front()) {
    bool isLater = last->isBeforeInBlock(&op);
    if (norm::isReduction(&op) || isLater)
      for (Value operand : operandsRead(&op))
        collectInputs(operand, isLater ? after : before);
  }
  llvm::DenseSet<Value> reread;
  for (Value input : before)
    if (after.contains(input) &&
        sched::getVaries(group, cast<BlockArgument>(input).getArgNumber()) == sched::Varies::Always)
      reread.insert(input);
  return reread;
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

/// The argument that a result of the function may be; null where none.
static BlockArgument permittedArgument(func::FuncOp func, unsigned result) {
  auto name = func.getResultAttrOfType<StringAttr>(result, "norm.in_place");
  for (BlockArgument argument : func.getArguments())
    if (name && func.getArgAttr(argument.getArgNumber(), "norm.name") == name)
      return argument;
  return nullptr;
}

static sched::GroupOp groupOf(Region &body) { return cast<sched::GroupOp>(body.front().front()); }

SmallVector<InPlacePair> normc::inPlacePairs(sched::LaunchOp launch) {
  SmallVector<InPlacePair> pairs;
  auto func = launch->getParentOfType<func::FuncOp>();
  if (!func || launch.getGroups().size() > 1) // a launch of several parts permits none
    return pairs;
  auto inputs = groupOf(launch.getBodies().front()).getInputs();
  for (OpOperand &returned : func.front().getTerminator()->getOpOperands()) {
    auto result = dyn_cast<OpResult>(returned.get());
    if (!result || result.getOwner() != launch)
      continue;
    Value argument = permittedArgument(func, returned.getOperandNumber());
    auto input = llvm::find(inputs, argument);
    if (argument && input != inputs.end())
      pairs.push_back({result.getResultNumber(), input - inputs.begin()});
  }
  return pairs;
}

std::string normc::whyNotInPlace(sched::GroupOp group, InPlacePair pair) {
  std::string text;
  llvm::raw_string_ostream os(text);
  int64_t input = pair.input, result = group.getInputs().size() + pair.result;
  Value argument = group.getBody().getArgument(input);
  Value computed = group.getYield().getValues()[pair.result];
  llvm::DenseSet<Value> rows;
  collectInputs(computed, rows);
  Operation *last = lastReductionOf(group), *source = computed.getDefiningOp();
  if (group.getOperandType(input) != group.getOperandType(result))
    os << "it is '" << group.getOperandType(result) << "', the argument '"
       << group.getOperandType(input) << "'";
  else if (llvm::count(group.getInputs(), group.getInputs()[input]) > 1)
    os << "its kernel reads the argument in several ways";
  else if (group.getMap(input) != group.getMap(result) ||
           group.getRowAxis(input) != group.getRowAxis(result))
    os << "its kernel reads the argument by " << group.getMap(input) << " and stores the result by "
       << group.getMap(result);
  else if (!isa<RankedTensorType>(argument.getType()))
    os << "every thread of a row reads the argument's one number, which the first would overwrite";
  else if (group.getBlock(input) > 1)
    os << "every thread of a block reads the argument's one number, which the first would "
          "overwrite";
  else if (!rows.contains(argument))
    os << "no element of it is computed from the same element of the argument, only through "
          "reductions or not at all";
  else if (rereadInputs(group).contains(argument) && source && source->isBeforeInBlock(last))
    os << "it is stored before the last reduction, after which a kernel of residency reread reads "
          "the argument again";
  return text;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static sched::LaunchOp findLaterReader(sched::LaunchOp launch, Value argument) {
  for (Operation *next = launch->getNextNode(); next; next = next->getNextNode())
    if (auto later = dyn_cast<sched::LaunchOp>(next))
      for (sched::GroupOp group : later.getGroups())
        if (llvm::is_contained(group.getInputs(), argument))
          return later;
  return nullptr;
}

/// Why the launch's result must not be the argument in the kernels of in_place variants; empty
/// where it may.
static std::string whyRefused(sched::LaunchOp launch, OpResult result, Value argument) {
  SmallVector<InPlacePair> pairs = inPlacePairs(launch);
  auto pair = llvm::find_if(pairs, [&](InPlacePair each) {
    return each.result == static_cast<int64_t>(result.getResultNumber()) &&
           groupOf(launch.getBodies().front()).getInputs()[each.input] == argument;
  });
  if (pair == pairs.end())
    return "its kernel does not read the argument";
  if (findLaterReader(launch, argument))
    return "a later launch reads the argument";
  bool hasVariant = false;
  for (auto [variant, body] : llvm::zip_equal(*launch.getVariants(), launch.getBodies())) {
    if (!cast<sched::VariantAttr>(variant).getInPlace())
      continue;
    hasVariant = true;
    if (std::string why = normc::whyNotInPlace(groupOf(body), *pair); !why.empty())
      return why;
  }
  return hasVariant ? "" : "its launch has no variant that is in_place";
}

LogicalResult normc::verifyInPlace(func::FuncOp func) {
  Operation *terminator = func.front().getTerminator();
  for (OpOperand &returned : terminator->getOpOperands()) {
    unsigned index = returned.getOperandNumber();
    BlockArgument argument = permittedArgument(func, index);
    if (argument && returned.get().getDefiningOp<norm::ConcatOp>())
      return terminator->emitError("result ")
             << index << " cannot be in place of '"
             << func.getResultAttrOfType<StringAttr>(index, "norm.in_place").getValue()
             << "': it is a concat, whose parts several stores write";
    auto launch = returned.get().getDefiningOp<sched::LaunchOp>();
    if (!argument || !launch || !launch.getVariants())
      continue;
    std::string why = whyRefused(launch, cast<OpResult>(returned.get()), argument);
    if (why.empty())
      continue;
    InFlightDiagnostic diag =
        terminator->emitError("result ")
        << index << " cannot be in place of '"
        << func.getResultAttrOfType<StringAttr>(index, "norm.in_place").getValue() << "': " << why;
    diag.attachNote(launch.getLoc()) << "its launch is here";
    if (sched::LaunchOp later = findLaterReader(launch, argument))
      diag.attachNote(later.getLoc()) << "a later launch is here";
    return diag;
  }
  for (auto launch : func.getOps<sched::LaunchOp>())
    for (Attribute variant :
         launch.getVariants() ? launch.getVariants()->getValue() : ArrayRef<Attribute>())
      if (cast<sched::VariantAttr>(variant).getInPlace() && inPlacePairs(launch).empty())
        return launch.emitError("has a variant that is in_place, but no result of it says so by "
                                "norm.in_place");
  return success();
}
