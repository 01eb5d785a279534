//===- KernelWriter.cpp - from a row program to what a thread does --------===//
//
// The values of a program, and the kernel that holds its rows in registers.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

#include "Norm/Norm.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

RowValues KernelWriter::load(BlockArgument argument) {
  return loadRows(kernel, argument.getArgNumber(), sched::Policy::plain);
}

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

//===----------------------------------------------------------------------===//
// Rows in registers
//===----------------------------------------------------------------------===//

namespace {
class HeldWriter : public KernelWriter {
public:
  using KernelWriter::KernelWriter;
  LogicalResult run();

private:
  RowValues load(BlockArgument argument) override;
  LogicalResult lower(Operation *op);
  void define(Value value, RowValues rows);
  void forgetRows();

  /// The last reduction of the program.
  Operation *lastReduction = nullptr;
  /// Inputs that are read once more after it, and whether that has come.
  llvm::DenseSet<Value> reread;
  bool isAfter = false;
};
} // namespace

RowValues HeldWriter::load(BlockArgument argument) {
  int64_t operand = argument.getArgNumber();
  bool isOnce = kernel.varies(operand) == sched::Varies::Always;
  sched::Policy policy = sched::Policy::plain;
  if (reread.contains(argument))
    policy = isAfter ? sched::Policy::evict_first : sched::Policy::evict_last;
  else if (isOnce && kernel.config.getCaching() == sched::Caching::streaming)
    policy = sched::Policy::streaming;
  return loadRows(kernel, operand, policy);
}

/// After the last reduction: rows that depend on an input that is read again leave the
/// registers. What was stored is not stored again.
void HeldWriter::forgetRows() {
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
void HeldWriter::define(Value value, RowValues rows) {
  int64_t numInputs = kernel.group.getInputs().size();
  for (auto [index, result] : llvm::enumerate(kernel.group.getYield().getValues()))
    if (result == value)
      storeRows(kernel, numInputs + index, rows);
  values[value] = std::move(rows);
}

LogicalResult HeldWriter::lower(Operation *op) {
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

LogicalResult HeldWriter::run() {
  lastReduction = lastReductionOf(kernel.group);
  reread = rereadInputs(kernel.group);
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
  return success();
}

LogicalResult normc::writeKernel(RowKernel &kernel) { return HeldWriter(kernel).run(); }
