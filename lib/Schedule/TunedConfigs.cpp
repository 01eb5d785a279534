//===- TunedConfigs.cpp - configs that a search found ---------------------===//
//
// TunedConfigs.inc is written by bench/tuned.py from the files of normc-run --tune.
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/TunedConfigs.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace normc;
using llvm::StringRef;

static constexpr TunedConfig tunedConfigs[] = {
#define TUNED(chip, rowLength, signature, config) {chip, signature, rowLength, config},
#include "TunedConfigs.inc"
#undef TUNED
};

llvm::ArrayRef<TunedConfig> normc::getTunedConfigs() { return tunedConfigs; }

static void printOperand(llvm::raw_ostream &os, sched::GroupOp group, int64_t operand) {
  static constexpr StringRef marks[] = {"", " +", " *"}; // never, sometimes, always
  os << getElementTypeOrSelf(group.getOperandType(operand))
     << marks[static_cast<int>(sched::getVaries(group, operand))]
     << (group.getRowAxis(operand) ? " row" : "");
}

std::string normc::getSignature(sched::GroupOp group) {
  std::string text;
  llvm::raw_string_ostream os(text);
  int64_t numInputs = group.getInputs().size();
  for (int64_t operand = 0; operand < group.getNumOperandsAndResults(); ++operand) {
    os << (operand == numInputs ? " -> " : operand ? ", " : "");
    printOperand(os, group, operand);
  }
  os << ":";
  int64_t numOps = 0;
  for (Operation &op : group.getBody().front().without_terminator()) {
    ++numOps;
    if (norm::isReduction(&op))
      os << " " << op.getName().stripDialect() << ",";
  }
  os << " " << numOps << " ops";
  return text;
}

StringRef normc::findTunedConfig(StringRef chip, sched::GroupOp group) {
  std::optional<int64_t> rowLength = group.getRowLength();
  if (!rowLength)
    return "";
  std::string signature;
  for (const TunedConfig &tuned : tunedConfigs) {
    if (tuned.chip != chip || tuned.rowLength != *rowLength)
      continue;
    if (signature.empty())
      signature = getSignature(group);
    if (tuned.signature == signature)
      return tuned.config;
  }
  return "";
}
