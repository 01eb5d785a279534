//===- RowAccess.cpp - rows from and to global memory ---------------------===//
//
// Loads and stores the pieces that a thread holds; past the end of the row nothing is
// accessed.
//
//===----------------------------------------------------------------------===//

#include "RowBlocks.h"
#include "RowRealign.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace normc;

namespace {
/// The accesses of one thread to one row of one operand.
class Access {
public:
  Access(RowKernel &kernel, int64_t row, int64_t operand, sched::Policy policy)
      : kernel(kernel), b(kernel.b), row(row), operand(operand), policy(policy),
        element(memoryType(getElementTypeOrSelf(kernel.rowType(operand)))),
        width(kernel.config.getVectorWidth()), tail(kernel.rowLength() % width) {}

  Value loadPiece(int64_t piece);
  void storePiece(int64_t piece, Value value);

private:
  Value offset(int64_t piece, int64_t first);
  Value load(int64_t piece, int64_t first, int64_t count);
  void store(int64_t piece, int64_t first, Value value);
  int64_t alignmentAt(int64_t first);
  sched::Policy policyAt(int64_t first, int64_t count);
  Value isInside(int64_t piece, int64_t count);
  Value loadTail(int64_t piece);
  void storeTail(int64_t piece, Value value);

  RowKernel &kernel;
  ImplicitLocOpBuilder &b;
  int64_t row, operand;
  sched::Policy policy;
  Type element;
  int64_t width;
  /// Elements of the one piece of the row that is not whole; 0 if all are.
  int64_t tail;
};
} // namespace

/// Splits `count` elements into powers of two, largest first: (first, count).
static SmallVector<std::pair<int64_t, int64_t>> powersOfTwo(int64_t count) {
  SmallVector<std::pair<int64_t, int64_t>> parts;
  for (int64_t first = 0; first < count;) {
    int64_t part = llvm::bit_floor(static_cast<uint64_t>(count - first));
    parts.push_back({first, part});
    first += part;
  }
  return parts;
}

Value Access::offset(int64_t piece, int64_t first) {
  Value inRow = arith::ExtUIOp::create(b, b.getI64Type(), kernel.pieceStart(piece));
  Value start = arith::AddIOp::create(b, kernel.elementsOffset(row, operand), inRow);
  return first == 0 ? start : arith::AddIOp::create(b, start, kernel.i64(first)).getResult();
}

/// Bytes that divide the address of element `first` of a piece.
int64_t Access::alignmentAt(int64_t first) {
  int64_t bytes = element.getIntOrFloatBitWidth() / 8;
  int64_t align = std::min(kernel.alignment(operand), width * bytes);
  int64_t offset = first * bytes;
  return offset == 0 ? align : std::min(align, offset & -offset);
}

/// Small accesses, those of a row's tail, stay plain.
sched::Policy Access::policyAt(int64_t first, int64_t count) {
  bool isWide = alignmentAt(first) >= 4 && count * element.getIntOrFloatBitWidth() % 32 == 0;
  return isWide ? policy : sched::Policy::plain;
}

Value Access::load(int64_t piece, int64_t first, int64_t count) {
  Type type = count == 1 ? element : VectorType::get({count}, element);
  return sched::LoadOp::create(b, type, kernel.pointer(operand), offset(piece, first),
                               alignmentAt(first), /*invariant=*/!kernel.isShared(operand),
                               policyAt(first, count));
}

void Access::store(int64_t piece, int64_t first, Value value) {
  auto type = dyn_cast<VectorType>(value.getType());
  sched::StoreOp::create(b, value, kernel.pointer(operand), offset(piece, first), Value(),
                         alignmentAt(first), policyAt(first, type ? type.getDimSize(0) : 1));
}

/// Whether the first `count` elements of this thread's piece are in the row.
Value Access::isInside(int64_t piece, int64_t count) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::sle, kernel.pieceStart(piece),
                               kernel.i32(kernel.rowLength() - count));
}

/// The elements that the row's last piece has, then zeros.
Value Access::loadTail(int64_t piece) {
  Value value = arith::ConstantOp::create(b, b.getZeroAttr(VectorType::get({width}, element)));
  for (auto [first, count] : powersOfTwo(tail)) {
    Value part = load(piece, first, count);
    value = count == 1 ? vector::InsertOp::create(b, part, value, first).getResult()
                       : vector::InsertStridedSliceOp::create(b, part, value, first, 1).getResult();
  }
  return value;
}

void Access::storeTail(int64_t piece, Value value) {
  for (auto [first, count] : powersOfTwo(tail)) {
    Value part = count == 1
                     ? vector::ExtractOp::create(b, value, first).getResult()
                     : vector::ExtractStridedSliceOp::create(b, value, first, count, 1).getResult();
    store(piece, first, part);
  }
}

/// One of two ways to a piece.
static Value orElse(ImplicitLocOpBuilder &b, Value condition, function_ref<Value()> then,
                    function_ref<Value()> otherwise) {
  auto branch = scf::IfOp::create(
      b, condition, [&](OpBuilder &, Location) { scf::YieldOp::create(b, then()); },
      [&](OpBuilder &, Location) { scf::YieldOp::create(b, otherwise()); });
  return branch.getResult(0);
}

Value Access::loadPiece(int64_t piece) {
  if (kernel.isPieceFull(piece))
    return load(piece, 0, width);
  VectorType type = VectorType::get({width}, element);
  auto zeros = [&]() -> Value { return arith::ConstantOp::create(b, b.getZeroAttr(type)); };
  auto whole = [&] { return load(piece, 0, width); };
  auto ending = [&] { return loadTail(piece); };
  auto part = [&] { return orElse(b, isInside(piece, 1), ending, zeros); };
  if (tail == 0)
    return orElse(b, isInside(piece, width), whole, zeros);
  if (kernel.rowLength() < width)
    return part();
  return orElse(b, isInside(piece, width), whole, part);
}

void Access::storePiece(int64_t piece, Value value) {
  auto when = [&](Value condition, auto then, auto otherwise) {
    auto branch = scf::IfOp::create(b, TypeRange(), condition, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    then();
    b.setInsertionPointToStart(branch.elseBlock());
    otherwise();
  };
  auto nothing = [] {};
  auto whole = [&] { store(piece, 0, value); };
  auto part = [&] { when(isInside(piece, 1), [&] { storeTail(piece, value); }, nothing); };
  auto inRow = [&] {
    if (kernel.isPieceFull(piece))
      whole();
    else if (tail == 0)
      when(isInside(piece, width), whole, nothing);
    else if (kernel.rowLength() < width)
      part();
    else
      when(isInside(piece, width), whole, part);
  };
  if (Value exists = kernel.rowExists(row))
    when(exists, inRow, nothing);
  else
    inRow();
}

//===----------------------------------------------------------------------===//
// The rows of an operand
//===----------------------------------------------------------------------===//

/// Whether rows are accessed by aligned words at any address. Not in memory that is overwritten:
/// the words around a piece hold elements that other threads load and store meanwhile. Element by
/// element, each is touched by one thread alone.
static bool goesByWords(RowKernel &kernel, int64_t operand) {
  return !kernel.isShared(operand) && !kernel.group.hasColumns(operand) &&
         RealignedRow::isWorthwhile(kernel, operand);
}

static RowValue loadPieces(RowKernel &kernel, int64_t row, int64_t operand, sched::Policy policy) {
  if (kernel.group.hasColumns(operand))
    return loadColumns(kernel, row, operand, policy);
  if (goesByWords(kernel, operand))
    return loadRealigned(kernel, row, operand, policy);
  Access access(kernel, row, operand, policy);
  RowValue value;
  for (int64_t piece = 0; piece < kernel.numPieces(); ++piece)
    value.push_back(access.loadPiece(piece));
  return value;
}

/// Zeros for a row that does not exist: its stand-in, the last row, is overwritten by others.
static RowValue loadIfExists(RowKernel &kernel, Value exists, VectorType type,
                             function_ref<RowValue()> load) {
  ImplicitLocOpBuilder &b = kernel.b;
  auto branch = scf::IfOp::create(
      b, exists, [&](OpBuilder &, Location) { scf::YieldOp::create(b, load()); },
      [&](OpBuilder &, Location) {
        Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
        scf::YieldOp::create(b, RowValue(kernel.numPieces(), zero));
      });
  return RowValue(branch.getResults());
}

static RowValue loadRow(RowKernel &kernel, int64_t row, int64_t operand, sched::Policy policy) {
  ImplicitLocOpBuilder &b = kernel.b;
  if (!isa<RankedTensorType>(kernel.group.getInputs()[operand].getType()))
    return {kernel.number(operand)};
  Type type = kernel.rowType(operand);
  if (kernel.group.getBlock(operand) > 1)
    return loadBlocks(kernel, row, operand);
  if (!isa<RankedTensorType>(type))
    return {sched::LoadOp::create(b, memoryType(type), kernel.pointer(operand),
                                  kernel.rowOffset(row, operand), kernel.alignment(operand),
                                  /*invariant=*/true, sched::Policy::plain)};
  auto load = [&] { return loadPieces(kernel, row, operand, policy); };
  Value exists = kernel.rowExists(row);
  if (!exists || !kernel.isShared(operand))
    return load();
  return loadIfExists(kernel, exists, kernel.pieceType(getElementTypeOrSelf(type)), load);
}

/// What row 0 has already, where row `row` is the same in memory.
static RowValue reuseOrLoad(RowKernel &kernel, int64_t row, int64_t operand, const RowValue &first,
                            sched::Policy policy) {
  ImplicitLocOpBuilder &b = kernel.b;
  Value isSame = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, kernel.rowOffset(row, operand),
                                       kernel.rowOffset(0, operand));
  auto branch = scf::IfOp::create(
      b, isSame, [&](OpBuilder &, Location) { scf::YieldOp::create(b, first); },
      [&](OpBuilder &, Location) {
        scf::YieldOp::create(b, loadRow(kernel, row, operand, policy));
      });
  return RowValue(branch.getResults());
}

RowValues normc::loadRows(RowKernel &kernel, int64_t operand, sched::Policy policy) {
  RowValues values = {loadRow(kernel, 0, operand, policy)};
  for (int64_t row = 1; row < kernel.numRows(); ++row) {
    switch (kernel.varies(operand)) {
    case sched::Varies::Never:
      values.push_back(values.front());
      break;
    case sched::Varies::Sometimes:
      values.push_back(reuseOrLoad(kernel, row, operand, values.front(), policy));
      break;
    case sched::Varies::Always:
      values.push_back(loadRow(kernel, row, operand, policy));
      break;
    }
  }
  return values;
}

static void storeRow(RowKernel &kernel, int64_t row, int64_t operand, const RowValue &value) {
  ImplicitLocOpBuilder &b = kernel.b;
  if (kernel.group.getBlock(operand) > 1)
    return storeBlocks(kernel, row, operand, value);
  if (isa<RankedTensorType>(kernel.rowType(operand))) {
    bool streams = kernel.config.getCaching() == sched::Caching::streaming;
    sched::Policy policy = streams ? sched::Policy::streaming : sched::Policy::plain;
    if (kernel.group.hasColumns(operand))
      return storeColumns(kernel, row, operand, policy, value);
    Access access(kernel, row, operand, policy);
    for (int64_t piece = 0; piece < kernel.numPieces(); ++piece)
      access.storePiece(piece, value[piece]);
    return;
  }
  // Every thread of the row holds the number; the first stores it.
  Value stores = kernel.isFirstOfRow();
  if (Value exists = kernel.rowExists(row))
    stores = arith::AndIOp::create(b, stores, exists);
  auto branch = scf::IfOp::create(b, stores, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  sched::StoreOp::create(b, value.front(), kernel.pointer(operand), kernel.rowOffset(row, operand),
                         Value(), kernel.alignment(operand), sched::Policy::plain);
}

void normc::storeRows(RowKernel &kernel, int64_t operand, const RowValues &values) {
  if (isa<RankedTensorType>(kernel.rowType(operand)) && goesByWords(kernel, operand))
    return storeRealigned(kernel, operand, values);
  for (auto [row, value] : llvm::enumerate(values))
    storeRow(kernel, row, operand, value);
}
