//===- ExplainText.cpp - the report of --explain as text ------------------===//
//
// A block for each chip and function, in it one for each launch and variant.
//
//===----------------------------------------------------------------------===//

#include "ConfigKeys.h"
#include "normc/Pipelines/Explain.h"
#include "normc/Schedule/PredictTime.h"
#include "normc/Schedule/TargetInfo.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace normc;
using llvm::format;
using llvm::raw_ostream;

namespace {
/// Lines of a launch or variant: what it is about, then what is said of it.
class Lines {
public:
  Lines(raw_ostream &os, unsigned indent) : os(os), indent(indent) {}

  raw_ostream &line(StringRef about) {
    os.indent(indent) << llvm::left_justify(about, 11);
    return os;
  }

private:
  raw_ostream &os;
  unsigned indent;
};
} // namespace

/// `rms_norm (model.mlir:3)`; the file once, where the next is of the same one.
static void printOp(const SourceOp &op, std::string &lastFile, raw_ostream &os) {
  os << op.name;
  if (op.file.empty())
    return;
  os << " (";
  if (op.file != lastFile)
    os << llvm::sys::path::filename(op.file) << ":";
  os << op.line << ")";
  lastFile = op.file;
}

static void printBytes(const ExplainedLaunch &launch, const ExplainedFunction &function,
                       Lines &lines) {
  for (bool isResult : {false, true}) {
    StringRef about = isResult ? "writes" : "reads";
    for (const ExplainedOperand &operand : launch.operands)
      if (operand.isResult == isResult) {
        lines.line(about) << operand.name << ": " << toText(operand.bytes, function.dimensions)
                          << " bytes\n";
        about = "";
      }
  }
  lines.line("moves") << toText(launch.plan.bytes, function.dimensions) << " bytes\n";
}

static void printTime(const ExplainedLaunch &launch, const ExplainedFunction &function,
                      const TargetInfo &target, Lines &lines) {
  std::optional<double> reached = predictGigabytesPerSecond(target);
  raw_ostream &os = lines.line("predicted");
  if (!reached) {
    os << "unknown: so is the bandwidth of " << target.chip << "\n";
    return;
  }
  auto roof = static_cast<double>(target.dramGbPerS);
  if (!function.sizes) {
    os << format("up to %.0f GB/s of the roof's %.0f; a time needs --shape with ", *reached, roof);
    llvm::interleaveComma(function.dimensions, os);
    os << "\n";
    return;
  }
  int64_t bytes = *bytesOf(launch.plan, function.sizes->data());
  double time = *predictMicroseconds(target, bytes), moved = static_cast<double>(bytes) / 1e3;
  os << format("%.2f us, %.0f GB/s; at the roof's %.0f GB/s %.2f us", time, moved / time, roof,
               moved / roof)
     << ": " << bytes << " bytes\n";
}

static void printConfig(const ExplainedVariant &variant, Lines &lines, raw_ostream &os) {
  lines.line("config") << "from " << variant.reasons.getFrom() << "\n";
  llvm::StringSet<> keys;
  for (auto [key, value] : configKeys(variant.config)) {
    keys.insert(key);
    os.indent(8) << key << " = " << value;
    for (const ConfigReason &reason : variant.reasons.get())
      if (reason.key == key)
        os << ": " << reason.why;
    os << "\n";
  }
  // Those of the variant as a whole.
  for (const ConfigReason &reason : variant.reasons.get())
    if (!keys.contains(reason.key))
      os.indent(8) << reason.key << ": " << reason.why << "\n";
}

static void printVariant(const ExplainedVariant &variant, const ExplainedVariant *before,
                         const ExplainedChip &chip, raw_ostream &os) {
  os << "    variant " << variant.name << ", kernel " << variant.kernel << "\n";
  Lines lines(os, 6);
  lines.line("when") << variant.condition << "\n";
  if (before && before->config == variant.config)
    lines.line("config") << "as of " << before->name << "\n";
  else
    printConfig(variant, lines, os);
  if (variant.resources)
    lines.line("registers") << variant.resources->registers << " a thread, "
                            << variant.resources->spillBytes << " bytes spilled\n";
  else
    lines.line("registers") << "unknown: " << chip.noResources << "\n";
  lines.line("occupancy") << (variant.resources ? "" : "at most ") << variant.occupancy.ctasPerSm
                          << " CTAs an SM of " << variant.config.getThreadsPerCta()
                          << " threads and " << variant.sharedBytes
                          << " bytes of shared memory, limited by " << variant.occupancy.limit
                          << "\n";
  lines.line("in flight") << (variant.resources ? "" : "at most ") << variant.bytesInFlight()
                          << " bytes an SM, " << variant.earlyBytes << " a thread\n";
}

static void printLaunch(unsigned number, const ExplainedLaunch &launch,
                        const ExplainedFunction &function, const ExplainedChip &chip,
                        raw_ostream &os) {
  os << "  launch " << number << ", " << launch.name << "\n";
  Lines lines(os, 4);
  std::string file;
  lines.line("computes");
  llvm::interleaveComma(launch.ops, os, [&](const SourceOp &op) { printOp(op, file, os); });
  os << "\n";
  if (launch.numParts > 1)
    lines.line("parts") << launch.numParts
                        << " on CTAs of their own; config and bytes in flight are the first's\n";
  printBytes(launch, function, lines);
  printTime(launch, function, *chip.target, lines);
  const ExplainedVariant *before = nullptr;
  for (const ExplainedVariant &variant : launch.variants) {
    printVariant(variant, before, chip, os);
    before = &variant;
  }
}

void normc::printExplanation(ArrayRef<ExplainedChip> chips, raw_ostream &os) {
  for (const ExplainedChip &chip : chips)
    for (const ExplainedFunction &function : chip.functions) {
      os << function.name << " for " << chip.target->chip << " (" << chip.target->model << ")";
      StringRef separator = ": ";
      for (auto [index, name] : llvm::enumerate(function.dimensions)) {
        os << separator << name;
        if (function.sizes)
          os << "=" << (*function.sizes)[index];
        separator = " ";
      }
      os << "\n";
      for (auto [number, launch] : llvm::enumerate(function.launches))
        printLaunch(number, launch, function, chip, os);
      for (const MissedFusion &missed : function.missed) {
        std::string file;
        os << "  not fused, ";
        printOp(missed.op, file, os);
        os << " with ";
        printOp(missed.producer, file, os);
        os << ": " << missed.reason << "\n";
      }
    }
}
