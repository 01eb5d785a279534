//===- ColumnAccess.cpp - rows whose columns stand anywhere ---------------===//
//
// Loads and stores what a map of columns names: a piece by its runs of neighbours, of which
// elements may repeat when they are read. Tables of rotary embedding are read so, of half the
// columns or for each head again.
//
//===----------------------------------------------------------------------===//

#include "RowKernel.h"
#include "Sched/ColumnRuns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace normc;

namespace {
class ColumnAccess {
public:
  ColumnAccess(RowKernel &kernel, int64_t row, int64_t operand, sched::Policy policy)
      : kernel(kernel), b(kernel.b), row(row), operand(operand), policy(policy),
        width(kernel.config.getVectorWidth()),
        runs(sched::findColumnRuns(kernel.group, operand, width)),
        element(getElementTypeOrSelf(kernel.rowType(operand))) {}

  Value loadPiece(int64_t piece);
  void storePiece(int64_t piece, Value value);

private:
  Value evaluate(AffineExpr expr, Value column);
  Value offset(Value column);
  Value loadRun(int64_t piece, int64_t run);
  Value loadRuns(int64_t piece);
  Value zeros(int64_t count) {
    return arith::ConstantOp::create(b, b.getZeroAttr(VectorType::get({count}, element)));
  }
  Value isInside(int64_t piece, int64_t end);
  Value ifInside(int64_t piece, int64_t end, int64_t count, function_ref<Value()> load);
  void storeRun(int64_t piece, int64_t run, Value value);
  int64_t alignment() const {
    int64_t bytes = element.getIntOrFloatBitWidth() / 8;
    return std::min(kernel.alignment(operand), runs.elements * bytes);
  }
  /// Small accesses stay plain.
  sched::Policy policyOf() const {
    bool isWide = alignment() >= 4 && runs.elements * element.getIntOrFloatBitWidth() % 32 == 0;
    return isWide ? policy : sched::Policy::plain;
  }

  RowKernel &kernel;
  ImplicitLocOpBuilder &b;
  int64_t row, operand;
  sched::Policy policy;
  int64_t width;
  sched::ColumnRuns runs;
  Type element;
};
} // namespace

/// What the column adds to an index, an i32.
Value ColumnAccess::evaluate(AffineExpr expr, Value column) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return kernel.i32(constant.getValue());
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return column;
  Value left = evaluate(binary.getLHS(), column), right = evaluate(binary.getRHS(), column);
  return applyToIndices(b, expr.getKind(), left, right);
}

/// Where a column of the row stands, an i64 in elements.
Value ColumnAccess::offset(Value column) {
  Value offset = kernel.rowOffset(row, operand);
  AffineMap map = kernel.group.getMap(operand);
  for (auto [axis, expr] : llvm::enumerate(map.getResults())) {
    AffineExpr ofColumn = sched::splitIndex(expr, kernel.group.getNumRowAxes())->column;
    if (!ofColumn.isFunctionOfDim(kernel.group.getNumRowAxes()))
      continue;
    Value index = arith::ExtUIOp::create(b, b.getI64Type(), evaluate(ofColumn, column));
    if (Value stride = kernel.strideOf(operand, axis))
      index = arith::MulIOp::create(b, index, stride);
    offset = arith::AddIOp::create(b, offset, index);
  }
  return offset;
}

/// The columns of a run, a vector.
Value ColumnAccess::loadRun(int64_t piece, int64_t run) {
  int64_t count = runs.elements;
  Type type = count == 1 ? element : VectorType::get({count}, element);
  Value loaded = sched::LoadOp::create(
      b, type, kernel.pointer(operand), offset(kernel.columnOf(piece, run * runs.columns)),
      alignment(), /*invariant=*/!kernel.isShared(operand), policyOf());
  if (count == 1)
    return vector::BroadcastOp::create(b, VectorType::get({runs.columns}, element), loaded);
  if (count == runs.columns)
    return loaded;
  SmallVector<int64_t> from;
  for (int64_t column = 0; column < runs.columns; ++column)
    from.push_back(column * count / runs.columns);
  return vector::ShuffleOp::create(b, loaded, loaded, from);
}

/// Whether the first `end` elements of the piece are in the row.
Value ColumnAccess::isInside(int64_t piece, int64_t end) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::sle, kernel.pieceStart(piece),
                               kernel.i32(kernel.rowLength() - end));
}

/// `load`, where they are; else zeros.
Value ColumnAccess::ifInside(int64_t piece, int64_t end, int64_t count,
                             function_ref<Value()> load) {
  if (kernel.isPieceFull(piece))
    return load();
  auto branch = scf::IfOp::create(
      b, isInside(piece, end), [&](OpBuilder &, Location) { scf::YieldOp::create(b, load()); },
      [&](OpBuilder &, Location) { scf::YieldOp::create(b, zeros(count)); });
  return branch.getResult(0);
}

/// All runs of a piece; where the row ends in a piece, each for itself: a run is never cut.
Value ColumnAccess::loadRuns(int64_t piece) {
  bool isCut = kernel.rowLength() % width != 0;
  if (runs.columns == width)
    return loadRun(piece, 0);
  Value value = zeros(width);
  for (int64_t run = 0; run < width / runs.columns; ++run) {
    auto load = [&] { return loadRun(piece, run); };
    Value part = isCut ? ifInside(piece, (run + 1) * runs.columns, runs.columns, load) : load();
    value = vector::InsertStridedSliceOp::create(b, part, value, run * runs.columns, 1);
  }
  return value;
}

Value ColumnAccess::loadPiece(int64_t piece) {
  auto load = [&] { return loadRuns(piece); };
  return kernel.rowLength() % width == 0 ? ifInside(piece, width, width, load) : load();
}

void ColumnAccess::storeRun(int64_t piece, int64_t run, Value value) {
  int64_t first = run * runs.columns;
  Value part = value;
  if (runs.columns == 1)
    part = vector::ExtractOp::create(b, value, first);
  else if (runs.columns < width)
    part = vector::ExtractStridedSliceOp::create(b, value, first, runs.columns, 1);
  sched::StoreOp::create(b, part, kernel.pointer(operand), offset(kernel.columnOf(piece, first)),
                         Value(), alignment(), policyOf());
}

/// Each run where its columns are in the row, and the row exists.
void ColumnAccess::storePiece(int64_t piece, Value value) {
  for (int64_t run = 0; run < width / runs.columns; ++run) {
    Value stores = kernel.rowExists(row);
    if (!kernel.isPieceFull(piece)) {
      Value inside = isInside(piece, (run + 1) * runs.columns);
      stores = stores ? arith::AndIOp::create(b, stores, inside).getResult() : inside;
    }
    OpBuilder::InsertionGuard guard(b);
    if (stores) {
      auto branch = scf::IfOp::create(b, stores, /*withElseRegion=*/false);
      b.setInsertionPointToStart(branch.thenBlock());
    }
    storeRun(piece, run, value);
  }
}

void normc::storeColumns(RowKernel &kernel, int64_t row, int64_t operand, sched::Policy policy,
                         const RowValue &value) {
  ColumnAccess access(kernel, row, operand, policy);
  for (int64_t piece = 0; piece < kernel.numPieces(); ++piece)
    access.storePiece(piece, value[piece]);
}

RowValue normc::loadColumns(RowKernel &kernel, int64_t row, int64_t operand, sched::Policy policy) {
  ColumnAccess access(kernel, row, operand, policy);
  RowValue value;
  for (int64_t piece = 0; piece < kernel.numPieces(); ++piece)
    value.push_back(access.loadPiece(piece));
  return value;
}
