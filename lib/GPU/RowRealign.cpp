//===- RowRealign.cpp - wide accesses to rows at any address --------------===//
//
// A row that starts anywhere is read by aligned 16-byte words, shifted into place in
// registers: one word more than the piece has, instead of one load an element. It is written
// by aligned words, too: each has the end of the neighbouring thread's piece, and only where a
// warp's pieces begin and end are there single elements.
//
//===----------------------------------------------------------------------===//

#include "RowRealign.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace normc;

static constexpr int64_t wordBytes = 16;
static constexpr int64_t registersPerWord = wordBytes / 4;

RealignedRow::RealignedRow(RowKernel &kernel, int64_t row, int64_t operand)
    : kernel(kernel), b(kernel.b), row(row), operand(operand),
      element(getElementTypeOrSelf(kernel.rowType(operand))),
      elementsPerWord(wordBytes * 8 / element.getIntOrFloatBitWidth()) {
  // Elements between the word boundary before the row and the row.
  Value base = LLVM::PtrToIntOp::create(b, b.getI64Type(), kernel.pointer(operand));
  int64_t bytes = wordBytes / elementsPerWord;
  Value start = arith::MulIOp::create(b, kernel.elementsOffset(row, operand), kernel.i64(bytes));
  Value inWord =
      arith::RemUIOp::create(b, arith::AddIOp::create(b, base, start), kernel.i64(wordBytes));
  shiftBytes = arith::TruncIOp::create(b, b.getI32Type(), inWord);
  shift = arith::DivUIOp::create(b, shiftBytes, kernel.i32(bytes));
}

/// Moves registers down by `bytes`, an i32 below twice `most` registers, to whole elements.
static void shiftDown(RowKernel &kernel, SmallVectorImpl<Value> &registers, Value bytes,
                      int64_t most, int64_t count, bool hasHalves) {
  ImplicitLocOpBuilder &b = kernel.b;
  auto hasBit = [&](int64_t bit) -> Value {
    Value masked = arith::AndIOp::create(b, bytes, kernel.i32(bit));
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, masked, kernel.i32(0));
  };
  for (int64_t by = most; by >= 1; by /= 2) {
    Value moves = hasBit(by * 4);
    for (size_t i = 0; i + by < registers.size(); ++i)
      registers[i] = arith::SelectOp::create(b, moves, registers[i + by], registers[i]);
  }
  if (!hasHalves)
    return registers.truncate(count);
  Value movesHalf = hasBit(2);
  for (int64_t i = 0; i < count; ++i) {
    Value low = arith::ShRUIOp::create(b, registers[i], kernel.i32(16));
    Value high = arith::ShLIOp::create(b, registers[i + 1], kernel.i32(16));
    Value funnel = arith::OrIOp::create(b, low, high);
    registers[i] = arith::SelectOp::create(b, movesHalf, funnel, registers[i]);
  }
  registers.truncate(count);
}

bool RealignedRow::isWorthwhile(RowKernel &kernel, int64_t operand) {
  int64_t elements =
      wordBytes * 8 / getElementTypeOrSelf(kernel.rowType(operand)).getIntOrFloatBitWidth();
  int64_t width = kernel.config.getVectorWidth();
  return kernel.variant.getAlign() == 1 && width >= elements &&
         kernel.rowLength() >= width + elements;
}

Value RealignedRow::wordsAreInside(int64_t piece) {
  Value start = kernel.pieceStart(piece);
  int64_t reach = kernel.config.getVectorWidth() + elementsPerWord;
  Value afterBegin = arith::CmpIOp::create(b, arith::CmpIPredicate::sge, start, shift);
  Value end = arith::AddIOp::create(b, start, kernel.i32(reach));
  end = arith::SubIOp::create(b, end, shift);
  Value beforeEnd =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sle, end, kernel.i32(kernel.rowLength()));
  return arith::AndIOp::create(b, afterBegin, beforeEnd);
}

/// The registers of one aligned word; the first word holds the piece's first element.
void RealignedRow::loadWord(int64_t piece, int64_t word, SmallVectorImpl<Value> &registers) {
  Value first = arith::SubIOp::create(b, kernel.pieceStart(piece), shift);
  first = arith::AddIOp::create(b, first, kernel.i32(word * elementsPerWord));
  Value offset = arith::AddIOp::create(b, kernel.elementsOffset(row, operand),
                                       arith::ExtSIOp::create(b, b.getI64Type(), first));
  Value loaded =
      sched::LoadOp::create(b, VectorType::get({elementsPerWord}, element), kernel.pointer(operand),
                            offset, wordBytes, /*invariant=*/true, sched::Policy::plain);
  auto asRegisters = VectorType::get({registersPerWord}, b.getI32Type());
  Value cast = vector::BitCastOp::create(b, asRegisters, loaded);
  for (int64_t i = 0; i < registersPerWord; ++i)
    registers.push_back(vector::ExtractOp::create(b, cast, i));
}

Value RealignedRow::loadPiece(int64_t piece) {
  int64_t width = kernel.config.getVectorWidth();
  int64_t numWords = width / elementsPerWord;
  SmallVector<Value> registers;
  for (int64_t word = 0; word <= numWords; ++word)
    loadWord(piece, word, registers);
  int64_t numRegisters = numWords * registersPerWord;
  shiftDown(kernel, registers, shiftBytes, registersPerWord / 2, numRegisters,
            elementsPerWord > registersPerWord);
  auto asRegisters = VectorType::get({numRegisters}, b.getI32Type());
  Value value = vector::FromElementsOp::create(b, asRegisters, registers);
  return vector::BitCastOp::create(b, VectorType::get({width}, element), value);
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

Value RealignedRow::isAtMost(Value index, int64_t end) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::sle, index, kernel.i32(end));
}

Value RealignedRow::asWord(ArrayRef<Value> registers) {
  auto asRegisters = VectorType::get({registersPerWord}, b.getI32Type());
  Value word = vector::FromElementsOp::create(b, asRegisters, registers);
  return vector::BitCastOp::create(b, VectorType::get({elementsPerWord}, element), word);
}

/// Element j of the piece is in word j div elementsPerWord, or in the next where the row starts
/// late enough in its word.
void RealignedRow::storeElements(int64_t piece, Value value, ArrayRef<Value> isUncovered) {
  Value start = kernel.pieceStart(piece);
  Value rowStart = kernel.elementsOffset(row, operand);
  int64_t bytes = element.getIntOrFloatBitWidth() / 8;
  for (int64_t j = 0; j < kernel.config.getVectorWidth(); ++j) {
    int64_t word = j / elementsPerWord, inWord = j % elementsPerWord;
    Value isNext = arith::CmpIOp::create(b, arith::CmpIPredicate::sge, shift,
                                         kernel.i32(elementsPerWord - inWord));
    Value stores = arith::SelectOp::create(b, isNext, isUncovered[word + 1], isUncovered[word]);
    if (!kernel.isPieceFull(piece))
      stores = arith::AndIOp::create(b, stores, isAtMost(start, kernel.rowLength() - 1 - j));
    Value place = arith::AddIOp::create(b, start, kernel.i32(j));
    Value offset =
        arith::AddIOp::create(b, rowStart, arith::ExtUIOp::create(b, b.getI64Type(), place));
    sched::StoreOp::create(b, vector::ExtractOp::create(b, value, j), kernel.pointer(operand),
                           offset, stores, bytes, sched::Policy::plain);
  }
}

void RealignedRow::storePiece(int64_t piece, Value value) {
  int64_t width = kernel.config.getVectorWidth(), numWords = width / elementsPerWord;
  int64_t numRegisters = numWords * registersPerWord, rowLength = kernel.rowLength();
  Value own = vector::BitCastOp::create(b, VectorType::get({numRegisters}, b.getI32Type()), value);
  SmallVector<Value> registers, ofNeighbour;
  for (int64_t i = 0; i < numRegisters; ++i)
    registers.push_back(vector::ExtractOp::create(b, own, i));
  // The lane before; to the first of a warp the last, whose word it does not use.
  Value inCta = arith::AddIOp::create(
      b, arith::MulIOp::create(b, kernel.rowInCta(), kernel.i32(kernel.config.getThreadsPerRow())),
      kernel.thread());
  Value before = arith::RemUIOp::create(
      b, arith::AddIOp::create(b, inCta, kernel.i32(ReductionTree::numLanes - 1)),
      kernel.i32(ReductionTree::numLanes));
  for (Value last : ArrayRef(registers).take_back(registersPerWord))
    ofNeighbour.push_back(
        gpu::ShuffleOp::create(b, last, before, kernel.i32(32), gpu::ShuffleMode::IDX)
            .getShuffleResult());
  registers.insert(registers.begin(), ofNeighbour.begin(), ofNeighbour.end());
  Value up = arith::SubIOp::create(b, kernel.i32(wordBytes), shiftBytes);
  shiftDown(kernel, registers, up, registersPerWord, numRegisters,
            elementsPerWord > registersPerWord);

  // Threads whose neighbour is in another warp or row.
  Value lane = arith::RemUIOp::create(b, inCta, kernel.i32(ReductionTree::numLanes));
  auto isEither = [&](int64_t whichLane, int64_t whichThread) -> Value {
    auto is = [&](Value x, int64_t which) -> Value {
      return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, x, kernel.i32(which));
    };
    Value isEndOfWarp = is(lane, whichLane);
    return arith::OrIOp::create(b, isEndOfWarp, is(kernel.thread(), whichThread));
  };
  Value isFirst = isEither(0, 0);
  Value isLast = isEither(ReductionTree::numLanes - 1, kernel.config.getThreadsPerRow() - 1);
  Value isTrue = arith::ConstantOp::create(b, b.getBoolAttr(true));
  auto isNot = [&](Value x) -> Value { return arith::XOrIOp::create(b, x, isTrue); };
  Value isAligned = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, shiftBytes, kernel.i32(0));
  Value first = arith::SubIOp::create(b, kernel.pieceStart(piece), shift);
  Value exists = kernel.rowExists(row);
  SmallVector<Value> isUncovered;
  for (int64_t word = 0; word <= numWords; ++word) {
    Value isCovered = isAtMost(first, rowLength - (word + 1) * elementsPerWord);
    if (word == 0)
      isCovered =
          arith::AndIOp::create(b, isCovered, arith::OrIOp::create(b, isNot(isFirst), isAligned));
    if (word == numWords)
      isCovered = arith::AndIOp::create(b, isCovered, isNot(isLast));
    isUncovered.push_back(isNot(isCovered));
    if (word == numWords)
      break; // the neighbour's
    Value stores = exists ? arith::AndIOp::create(b, isCovered, exists).getResult() : isCovered;
    auto branch = scf::IfOp::create(b, stores, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    Value place = arith::AddIOp::create(b, first, kernel.i32(word * elementsPerWord));
    Value offset = arith::AddIOp::create(b, kernel.elementsOffset(row, operand),
                                         arith::ExtSIOp::create(b, b.getI64Type(), place));
    sched::StoreOp::create(
        b, asWord(ArrayRef(registers).slice(word * registersPerWord, registersPerWord)),
        kernel.pointer(operand), offset, Value(), wordBytes, sched::Policy::plain);
  }
  Value any = isUncovered.front();
  for (Value uncovered : ArrayRef(isUncovered).drop_front())
    any = arith::OrIOp::create(b, any, uncovered);
  if (exists)
    any = arith::AndIOp::create(b, any, exists);
  auto branch = scf::IfOp::create(b, any, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  storeElements(piece, value, isUncovered);
}
