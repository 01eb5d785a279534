//===- Explain.h - what was made of a graph, and why -------------*- C++ -*-===//
//
// The report of normc --explain: for each chip and launch what it computes and moves, its
// configs with reasons, what they fill of an SM, and the fusions that were not made.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_PIPELINES_EXPLAIN_H
#define NORMC_PIPELINES_EXPLAIN_H

#include "normc/Launch/Plan.h"
#include "normc/PTX/KernelResources.h"
#include "normc/Pipelines/Phases.h"
#include "normc/Schedule/ConfigReasons.h"
#include "normc/Schedule/Occupancy.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/JSON.h"

namespace normc {

/// An operation of the source.
struct SourceOp {
  std::string name; ///< without its dialect
  std::string file; ///< empty where the text does not say
  int64_t line = 0;
  int64_t number = 0; ///< its place in the source
  std::string function;
};

struct MissedFusion {
  SourceOp op, producer; ///< what reads, and what it would have been fused with
  std::string reason;
};

/// What a launch reads or writes.
struct ExplainedOperand {
  std::string name;
  bool isResult;
  SizeExpr bytes; ///< each element that its rows reach once
  int64_t bytesOfRow;
  llvm::SmallVector<int64_t> rowAxes; ///< that step to another row of it
};

struct ExplainedVariant {
  std::string kernel, name, condition;
  sched::RowConfigAttr config;
  ConfigReasons reasons;
  int64_t earlyBytes = 0;  ///< that a thread asks for at first
  int64_t sharedBytes = 0; ///< of a CTA
  std::optional<KernelResources> resources;
  Occupancy occupancy;

  /// Bytes that the threads of an SM ask for at first.
  int64_t bytesInFlight() const {
    return earlyBytes * config.getThreadsPerCta() * occupancy.ctasPerSm;
  }
};

struct ExplainedLaunch {
  std::string name;
  std::vector<SourceOp> ops;
  std::vector<ExplainedOperand> operands;
  /// First choice first; of several parts the config, its reasons and bytes in flight are those of
  /// the first.
  std::vector<ExplainedVariant> variants;
  int64_t numParts = 1;
  PlanLaunch plan;
};

struct ExplainedFunction {
  std::string name;
  llvm::SmallVector<std::string> dimensions;
  /// Their sizes, where all of them are given.
  std::optional<std::vector<int64_t>> sizes;
  std::vector<ExplainedLaunch> launches;
  std::vector<MissedFusion> missed;
};

struct ExplainedChip {
  const TargetInfo *target;
  std::vector<ExplainedFunction> functions;
  std::string noResources; ///< why registers and spills are not known; empty where they are
};

/// Catches the remarks on fusions that are not made; other diagnostics go on.
class FusionRemarks : public mlir::ScopedDiagnosticHandler {
public:
  explicit FusionRemarks(mlir::MLIRContext *context);

  struct Remark {
    mlir::Location op, producer;
    std::string reason;
  };
  std::vector<Remark> remarks;
};

/// Watches a module on its way through the phases.
class Explainer {
public:
  /// The source before any pass. `ptxas` is a program or, where there is none, the reason.
  Explainer(mlir::ModuleOp source, Result<std::string> ptxas);

  /// Takes in what a phase has left.
  mlir::LogicalResult readPhase(Phase phase, mlir::ModuleOp module);

  /// Sizes by the names of dimensions; an unknown name is an error.
  Status setShape(const llvm::StringMap<int64_t> &shape);

  llvm::ArrayRef<ExplainedChip> getChips() const { return chips; }

private:
  SourceOp sourceAt(mlir::Location loc, llvm::StringRef otherwise) const;
  void readSchedule(mlir::ModuleOp chip);
  ExplainedLaunch readLaunch(sched::LaunchOp launch);
  mlir::LogicalResult readPlans(mlir::ModuleOp chip, ExplainedChip &explained);
  void readResources(mlir::ModuleOp chip, ExplainedChip &explained);

  llvm::DenseMap<mlir::Location, SourceOp> sourceOps;
  FusionRemarks fusion;
  Result<std::string> ptxas;
  std::vector<ExplainedChip> chips;
};

/// `B * S * 8192`.
std::string toText(const SizeExpr &expr, llvm::ArrayRef<std::string> dimensions);

void printExplanation(llvm::ArrayRef<ExplainedChip> chips, llvm::raw_ostream &os);
llvm::json::Value toJson(llvm::ArrayRef<ExplainedChip> chips);

} // namespace normc

#endif // NORMC_PIPELINES_EXPLAIN_H
