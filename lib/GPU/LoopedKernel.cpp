//===- LoopedKernel.cpp - a kernel that walks segments --------------------===//
//
// Rows that are too long for registers: one pass over the segments of the row for each
// reduction, which combines their results in order, and one for the results. In each pass
// rows are loaded and computed anew; numbers live on.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

#include "Norm/Norm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace normc;

namespace {
class LoopedWriter : public KernelWriter {
public:
  using KernelWriter::KernelWriter;
  LogicalResult run();

private:
  using Numbers = SmallVector<SmallVector<Value>>; ///< for each row, of each result

  /// Makes what is combined so far and the segment's first element (an i64) into what is combined
  /// with the segment.
  using Body = llvm::function_ref<FailureOr<SmallVector<Value>>(Value start, ValueRange soFar)>;
  FailureOr<SmallVector<Value>> walkSegments(SmallVector<Value> soFar, Body body);
  LogicalResult reduce(Operation *op);
  LogicalResult storeResults();
  void forgetRows();
};
} // namespace

void LoopedWriter::forgetRows() {
  SmallVector<Value> rows;
  for (auto &[value, row] : values)
    if (isRow(value))
      rows.push_back(value);
  for (Value row : rows)
    values.erase(row);
}

/// All whole segments in a loop, then what is left.
FailureOr<SmallVector<Value>> LoopedWriter::walkSegments(SmallVector<Value> soFar, Body body) {
  ImplicitLocOpBuilder &b = kernel.b;
  constexpr int64_t length = ReductionTree::segmentLength;
  int64_t rowLength = *kernel.group.getRowLength();
  int64_t whole = rowLength / length * length, rest = rowLength - whole;
  auto loop = scf::ForOp::create(b, kernel.i64(0), kernel.i64(whole), kernel.i64(length), soFar);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    kernel.enterSegment(loop.getInductionVar(), length);
    unsigned before = kernel.exchangesSoFar();
    FailureOr<SmallVector<Value>> next = body(loop.getInductionVar(), loop.getRegionIterArgs());
    if (failed(next))
      return failure();
    // The next segment writes to the memory that this one exchanged through.
    if (kernel.exchangesSoFar() > before)
      gpu::BarrierOp::create(b);
    if (!soFar.empty())
      scf::YieldOp::create(b, *next);
    forgetRows();
  }
  soFar.assign(loop.getResults().begin(), loop.getResults().end());
  if (rest > 0) {
    Value start = kernel.i64(whole);
    kernel.enterSegment(start, rest);
    FailureOr<SmallVector<Value>> next = body(start, soFar);
    if (failed(next))
      return failure();
    soFar = std::move(*next);
    forgetRows();
  }
  return soFar;
}

LogicalResult LoopedWriter::reduce(Operation *op) {
  size_t numResults = op->getNumResults();
  auto split = [&](ValueRange flat) {
    Numbers numbers;
    for (int64_t row = 0; row < kernel.numRows(); ++row)
      numbers.emplace_back(flat.slice(row * numResults, numResults));
    return numbers;
  };
  auto body = [&](Value start, ValueRange soFar) -> FailureOr<SmallVector<Value>> {
    FailureOr<RowValues> x = valueOf(op->getOperand(0));
    if (failed(x))
      return failure();
    FailureOr<Numbers> numbers = lowerReduction(kernel, op, *x);
    if (failed(numbers))
      return failure();
    SmallVector<Value> flat;
    for (ArrayRef<Value> ofRow :
         combineSegments(kernel, op, start, kernel.rowLength(), split(soFar), *numbers))
      llvm::append_range(flat, ofRow);
    return flat;
  };
  SmallVector<Value> soFar(kernel.numRows() * numResults, startOfSegments(kernel, op));
  FailureOr<SmallVector<Value>> all = walkSegments(std::move(soFar), body);
  if (failed(all))
    return failure();
  Numbers numbers = split(*all);
  for (auto [index, result] : llvm::enumerate(op->getResults())) {
    RowValues &rows = values[result];
    for (ArrayRef<Value> ofRow : numbers)
      rows.push_back({ofRow[index]});
  }
  return success();
}

LogicalResult LoopedWriter::storeResults() {
  auto body = [&](Value, ValueRange) -> FailureOr<SmallVector<Value>> {
    for (auto [index, result] : llvm::enumerate(getYielded())) {
      if (!isRow(result))
        continue;
      FailureOr<RowValues> rows = valueOf(result);
      if (failed(rows))
        return failure();
      storeRows(kernel, resultOperand(index), *rows);
    }
    return SmallVector<Value>();
  };
  if (llvm::any_of(getYielded(), isRow) && failed(walkSegments({}, body)))
    return failure();
  for (auto [index, result] : llvm::enumerate(getYielded()))
    if (!isRow(result))
      storeRows(kernel, resultOperand(index), values.at(result));
  return success();
}

LogicalResult LoopedWriter::run() {
  // Numbers before any loop, so that all of them have them.
  for (BlockArgument argument : getProgram().getArguments())
    if (!isRow(argument) && !argument.use_empty())
      values[argument] = load(argument);
  for (Operation &op : getProgram().without_terminator()) {
    kernel.b.setLoc(op.getLoc());
    if (norm::isReduction(&op)) {
      if (failed(reduce(&op)))
        return failure();
    } else if (!isRow(op.getResult(0))) {
      FailureOr<RowValues> number = compute(&op);
      if (failed(number))
        return failure();
      values[op.getResult(0)] = std::move(*number);
    }
  }
  if (failed(storeResults()))
    return failure();
  return success();
}

LogicalResult normc::writeLoopedKernel(RowKernel &kernel) { return LoopedWriter(kernel).run(); }
