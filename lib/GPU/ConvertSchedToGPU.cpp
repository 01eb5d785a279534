//===- ConvertSchedToGPU.cpp - launches to kernels, functions to plans ----===//
//
// Writes one gpu.func for each variant of each launch by walking its row program, then
// the plan of each function.
//
//===----------------------------------------------------------------------===//

#include "normc/GPU/Passes.h"

#include "Norm/Norm.h"
#include "RowKernel.h"
#include "Sched/Sched.h"
#include "normc/Schedule/TargetInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/SymbolTable.h"

namespace normc {
#define GEN_PASS_DEF_CONVERTSCHEDTOGPU
#include "normc/GPU/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// One kernel
//===----------------------------------------------------------------------===//

namespace {
/// Walks a row program and writes what one thread does for its rows.
class KernelWriter {
public:
  explicit KernelWriter(RowKernel &kernel) : kernel(kernel) {}

  LogicalResult run();

private:
  FailureOr<RowValues> valueOf(Value value);
  RowValues load(BlockArgument argument);
  FailureOr<RowValues> compute(Operation *op);
  LogicalResult lower(Operation *op);
  void define(Value value, RowValues rows);
  void findRereads();
  void forgetRows();

  RowKernel &kernel;
  llvm::DenseMap<Value, RowValues> values;
  /// The last reduction of the program.
  Operation *lastReduction = nullptr;
  /// Inputs that are read once more after it, and whether that has come.
  llvm::DenseSet<Value> reread;
  bool isAfter = false;
};
} // namespace

static bool isRow(Value value) { return isa<RankedTensorType>(value.getType()); }

/// Of its second operand a splat only takes the shape.
static OperandRange operandsRead(Operation *op) {
  return op->getOperands().take_front(isa<norm::SplatOp>(op) ? 1 : op->getNumOperands());
}

/// The inputs that are used on both sides of the last reduction, themselves or as what is
/// computed from them.
void KernelWriter::findRereads() {
  Block &body = kernel.group.getBody().front();
  for (Operation &op : body)
    if (norm::isReduction(&op))
      lastReduction = &op;
  if (!lastReduction || kernel.config.getResidency() != sched::Residency::reread)
    return;
  auto collect = [&](Operation *op, llvm::DenseSet<Value> &inputs) {
    SmallVector<Value> open(operandsRead(op));
    llvm::DenseSet<Value> seen;
    while (!open.empty()) {
      Value value = open.pop_back_val();
      if (!isRow(value) || !seen.insert(value).second)
        continue;
      if (auto argument = dyn_cast<BlockArgument>(value)) {
        if (kernel.varies(argument.getArgNumber()) == sched::Varies::Always)
          inputs.insert(value);
      } else {
        llvm::append_range(open, operandsRead(value.getDefiningOp()));
      }
    }
  };
  llvm::DenseSet<Value> before, after;
  for (Operation &op : body) {
    bool isLater = lastReduction->isBeforeInBlock(&op);
    if (norm::isReduction(&op) || isLater)
      collect(&op, isLater ? after : before);
  }
  for (Value input : before)
    if (after.contains(input))
      reread.insert(input);
}

RowValues KernelWriter::load(BlockArgument argument) {
  int64_t operand = argument.getArgNumber();
  bool isOnce = kernel.varies(operand) == sched::Varies::Always;
  sched::Policy policy = sched::Policy::plain;
  if (reread.contains(argument))
    policy = isAfter ? sched::Policy::evict_first : sched::Policy::evict_last;
  else if (isOnce && kernel.config.getCaching() == sched::Caching::streaming)
    policy = sched::Policy::streaming;
  return loadRows(kernel, operand, policy);
}

/// The rows of a value. An input that no operation needed yet is loaded now; what was
/// forgotten is computed again.
FailureOr<RowValues> KernelWriter::valueOf(Value value) {
  auto it = values.find(value);
  if (it != values.end())
    return it->second;
  auto argument = dyn_cast<BlockArgument>(value);
  FailureOr<RowValues> rows = argument ? load(argument) : compute(value.getDefiningOp());
  if (succeeded(rows))
    values[value] = *rows;
  return rows;
}

/// After the last reduction: rows that depend on an input that is read again leave the
/// registers. What was stored is not stored again.
void KernelWriter::forgetRows() {
  isAfter = true;
  SmallVector<Value> forgotten;
  for (auto &[value, rows] : values) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (isRow(value) && (argument ? reread.contains(value) : !reread.empty()))
      forgotten.push_back(value);
  }
  for (Value value : forgotten)
    values.erase(value);
}

/// Takes in computed rows, and stores them at once where they are a result: the registers
/// are free if nothing else needs them.
void KernelWriter::define(Value value, RowValues rows) {
  int64_t numInputs = kernel.group.getInputs().size();
  for (auto [index, result] : llvm::enumerate(kernel.group.getYield().getValues()))
    if (result == value)
      storeRows(kernel, numInputs + index, rows);
  values[value] = std::move(rows);
}

/// An elementwise operation on each row; rows with the same operands are one.
FailureOr<RowValues> KernelWriter::compute(Operation *op) {
  SmallVector<RowValues> operands;
  for (Value operand : operandsRead(op)) {
    FailureOr<RowValues> rows = valueOf(operand);
    if (failed(rows))
      return failure();
    operands.push_back(std::move(*rows));
  }
  RowValues results;
  for (int64_t row = 0; row < kernel.numRows(); ++row) {
    auto isFirst = [&](const RowValues &rows) { return rows[row] == rows[0]; };
    if (row > 0 && llvm::all_of(operands, isFirst)) {
      results.push_back(results.front());
      continue;
    }
    SmallVector<RowValue> ofRow;
    for (const RowValues &rows : operands)
      ofRow.push_back(rows[row]);
    FailureOr<RowValue> result = lowerElementwise(kernel, op, ofRow);
    if (failed(result))
      return failure();
    results.push_back(std::move(*result));
  }
  return results;
}

LogicalResult KernelWriter::lower(Operation *op) {
  kernel.b.setLoc(op->getLoc());
  if (!norm::isReduction(op)) {
    FailureOr<RowValues> rows = compute(op);
    if (failed(rows))
      return failure();
    define(op->getResult(0), std::move(*rows));
    return success();
  }
  FailureOr<RowValues> x = valueOf(op->getOperand(0));
  if (failed(x))
    return failure();
  FailureOr<SmallVector<SmallVector<Value>>> numbers = lowerReduction(kernel, op, *x);
  if (failed(numbers))
    return failure();
  for (auto [index, result] : llvm::enumerate(op->getResults())) {
    RowValues rows;
    for (ArrayRef<Value> ofRow : *numbers)
      rows.push_back({ofRow[index]});
    define(result, std::move(rows));
  }
  if (op == lastReduction)
    forgetRows();
  return success();
}

LogicalResult KernelWriter::run() {
  findRereads();
  Block &body = kernel.group.getBody().front();
  if (kernel.config.getOperandLoads() == sched::OperandLoads::early)
    for (BlockArgument argument : body.getArguments())
      if (!argument.use_empty())
        values[argument] = load(argument);
  for (Operation &op : body.without_terminator())
    if (failed(lower(&op)))
      return failure();
  // An input that is handed through as a result.
  for (auto [index, result] : llvm::enumerate(kernel.group.getYield().getValues()))
    if (auto argument = dyn_cast<BlockArgument>(result)) {
      FailureOr<RowValues> rows = valueOf(argument);
      if (failed(rows))
        return failure();
      storeRows(kernel, kernel.group.getInputs().size() + index, *rows);
    }
  gpu::ReturnOp::create(kernel.b);
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// Writes the kernels of all launches below `root` into `kernels`; a name that is taken gets
/// a number.
static LogicalResult writeKernels(Operation *root, bool waits, SymbolTable &kernels,
                                  KernelNames &names) {
  WalkResult walked = root->walk([&](sched::LaunchOp launch) {
    if (!launch.getVariants()) {
      launch.emitError("needs variants before it becomes kernels");
      return WalkResult::interrupt();
    }
    for (auto [attr, region] : llvm::zip_equal(*launch.getVariants(), launch.getBodies())) {
      auto variant = cast<sched::VariantAttr>(attr);
      auto group = cast<sched::GroupOp>(region.front().front());
      if (!group.getConfig()) {
        group.emitError("needs a config before it becomes a kernel");
        return WalkResult::interrupt();
      }
      auto module = cast<gpu::GPUModuleOp>(kernels.getOp());
      ImplicitLocOpBuilder b(launch.getLoc(), OpBuilder::atBlockEnd(module.getBody()));
      std::string name = (launch.getKernelName() + "_" + variant.getName()).str();
      RowKernel kernel(b, group, variant, name, waits);
      if (failed(KernelWriter(kernel).run()))
        return WalkResult::interrupt();
      names[group] = kernels.insert(kernel.func);
    }
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

static LogicalResult convertModule(ModuleOp module) {
  SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
  if (functions.empty())
    return success();
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto kernels = gpu::GPUModuleOp::create(builder, module.getLoc(), "kernels");
  auto target = module->getAttrOfType<sched::TargetAttr>("sched.target");
  const TargetInfo *info = target ? lookUpTarget(target.getChip()) : nullptr;
  bool waits = info && info->hasDependencyWait;
  SymbolTable symbols(kernels);
  KernelNames names;
  for (func::FuncOp function : functions)
    if (failed(writeKernels(function, waits, symbols, names)) ||
        failed(buildPlan(builder, function, kernels, names)))
      return failure();
  for (func::FuncOp function : functions)
    function.erase();
  return success();
}

namespace {
struct ConvertSchedToGPU : normc::impl::ConvertSchedToGPUBase<ConvertSchedToGPU> {
  void runOnOperation() override {
    // One nested module a chip; or a module for one chip by itself.
    SmallVector<ModuleOp> modules;
    getOperation().walk([&](ModuleOp module) {
      if (!module.getOps<func::FuncOp>().empty())
        modules.push_back(module);
    });
    for (ModuleOp module : modules)
      if (failed(convertModule(module)))
        return signalPassFailure();
  }
};
} // namespace
