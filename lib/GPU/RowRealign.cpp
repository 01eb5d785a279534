//===- RowRealign.cpp - wide accesses to rows at any address --------------===//
//
// Which words a thread's pieces reach into, which of them the ends of the row cut, and the
// shift between the two. Nothing here branches: ptxas moves no load across a branch, and the loads
// of a row would wait for each other.
//
// Counted, not measured: bf16 RMSNorm of 3420 elements on sm_90, 64 threads of 7 pieces, takes
// 980 instructions, 103 registers and 2 branches (with a branch round each piece and single
// elements at the ends of warps 1733, 108 and 46; aligned to 8 bytes 449, 95 and 6).
//
//===----------------------------------------------------------------------===//

#include "RowRealign.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// Shifts
//===----------------------------------------------------------------------===//

RegisterShift::RegisterShift(RowKernel &kernel, Value bytes, bool hasHalves) : b(kernel.b) {
  auto bit = [&](int64_t which) -> Value {
    return arith::AndIOp::create(b, bytes, kernel.i32(which));
  };
  auto isSet = [&](int64_t which) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, bit(which), kernel.i32(0));
  };
  movesTwo = isSet(8);
  movesOne = isSet(4);
  if (hasHalves)
    bits = arith::MulIOp::create(b, bit(2), kernel.i32(8));
}

SmallVector<Value> RegisterShift::apply(ArrayRef<Value> registers, int64_t count) const {
  SmallVector<Value> moved(registers);
  auto move = [&](Value moves, int64_t by, int64_t needed) {
    for (int64_t i = 0; i < needed; ++i)
      moved[i] = arith::SelectOp::create(b, moves, moved[i + by], moved[i]);
  };
  int64_t withHalf = bits ? count + 1 : count;
  move(movesTwo, 2, withHalf + 1);
  move(movesOne, 1, withHalf);
  for (int64_t i = 0; bits && i < count; ++i)
    moved[i] = LLVM::FshrOp::create(b, moved[i + 1], moved[i], bits);
  moved.truncate(count);
  return moved;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static int64_t elementsOfWord(RowKernel &kernel, int64_t operand) {
  return RealignedRow::wordBytes * 8 /
         getElementTypeOrSelf(kernel.rowType(operand)).getIntOrFloatBitWidth();
}

bool RealignedRow::isWorthwhile(RowKernel &kernel, int64_t operand) {
  int64_t width = kernel.config.getVectorWidth(), elements = elementsOfWord(kernel, operand);
  // Bytes have no shift here: they, and numbers of blocks, go one by one.
  bool isWide = getElementTypeOrSelf(kernel.rowType(operand)).getIntOrFloatBitWidth() > 8;
  return kernel.variant.getAlign() == 1 && isWide && kernel.group.getBlock(operand) == 1 &&
         width % elements == 0 && kernel.rowLength() >= width + elements;
}

RealignedRow::RealignedRow(RowKernel &kernel, int64_t row, int64_t operand)
    : elementsPerWord(elementsOfWord(kernel, operand)),
      elementsPerRegister(elementsPerWord / registersPerWord),
      wordsPerPiece(kernel.config.getVectorWidth() / elementsPerWord),
      element(getElementTypeOrSelf(kernel.rowType(operand))), kernel(kernel), b(kernel.b) {
  int64_t bytes = wordBytes / elementsPerWord;
  Value base = LLVM::PtrToIntOp::create(b, b.getI64Type(), kernel.pointer(operand));
  Value rowStart = kernel.elementsOffset(row, operand);
  Value start = arith::MulIOp::create(b, rowStart, kernel.i64(bytes));
  Value address = arith::TruncIOp::create(b, b.getI32Type(), arith::AddIOp::create(b, base, start));
  shiftBytes = arith::AndIOp::create(b, address, kernel.i32(wordBytes - 1));
  shift = arith::DivUIOp::create(b, shiftBytes, kernel.i32(bytes));
  isShifted = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, shiftBytes, kernel.i32(0));
  Value own = arith::SubIOp::create(b, kernel.pieceStart(0), shift);
  origin = arith::AddIOp::create(b, rowStart, arith::ExtSIOp::create(b, b.getI64Type(), own));
}

Type RealignedRow::registerType() const {
  return hasHalves() ? Type(VectorType::get({elementsPerRegister}, element)) : element;
}

Value RealignedRow::offset(int64_t piece, int64_t word, int64_t reg) {
  int64_t inPiece = word * elementsPerWord + reg * elementsPerRegister;
  int64_t distance = piece * kernel.config.getThreadsPerRow() * kernel.config.getVectorWidth();
  return arith::AddIOp::create(b, origin, kernel.i64(distance + inPiece));
}

/// The first element of the word, an i32; before the row it is negative.
Value RealignedRow::placeInRow(int64_t piece, int64_t word) {
  Value start = arith::SubIOp::create(b, kernel.pieceStart(piece), shift);
  return word == 0
             ? start
             : arith::AddIOp::create(b, start, kernel.i32(word * elementsPerWord)).getResult();
}

/// The last thread's, unshifted, is the furthest.
bool RealignedRow::mayEndAfter(int64_t piece, int64_t word) const {
  int64_t lastPiece = (piece + 1) * kernel.config.getThreadsPerRow() - 1;
  int64_t end = lastPiece * kernel.config.getVectorWidth() + (word + 1) * elementsPerWord;
  return end > kernel.rowLength();
}

bool RealignedRow::mayBeOutside(int64_t piece, int64_t word) const {
  return mayStartBefore(piece, word) || mayEndAfter(piece, word);
}

Value RealignedRow::isInside(int64_t piece, int64_t word) {
  Value place = placeInRow(piece, word);
  // Before the row is far behind it without a sign.
  if (mayEndAfter(piece, word))
    return arith::CmpIOp::create(
        b, mayStartBefore(piece, word) ? arith::CmpIPredicate::ule : arith::CmpIPredicate::sle,
        place, kernel.i32(kernel.rowLength() - elementsPerWord));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::sge, place, kernel.i32(0));
}

Value RealignedRow::isInsideAlone(int64_t piece, int64_t word, int64_t reg) {
  Value place = placeInRow(piece, word), isAlone;
  int64_t before = reg * elementsPerRegister; // elements of the word before and with the register
  int64_t with = before + elementsPerRegister;
  auto isBelow = [&](Value x, int64_t bound) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, x, kernel.i32(bound));
  };
  // place from -before to -1.
  if (mayStartBefore(piece, word) && before > 0)
    isAlone = isBelow(arith::AddIOp::create(b, place, kernel.i32(before)), before);
  // place from rowLength - elementsPerWord + 1 to rowLength - with.
  if (mayEndAfter(piece, word) && with < elementsPerWord) {
    Value first = kernel.i32(kernel.rowLength() - elementsPerWord + 1);
    Value atEnd = isBelow(arith::SubIOp::create(b, place, first), elementsPerWord - with);
    isAlone = isAlone ? arith::OrIOp::create(b, isAlone, atEnd).getResult() : atEnd;
  }
  return isAlone;
}

SmallVector<RealignedRow::End> RealignedRow::ends() {
  if (!hasHalves())
    return {};
  SmallVector<End> ends;
  int64_t width = kernel.config.getVectorWidth(), threads = kernel.config.getThreadsPerRow();
  for (int64_t place : {int64_t(0), kernel.rowLength() - 1}) {
    Value isOwn = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, kernel.thread(),
                                        kernel.i32(place / width % threads));
    // The first in the upper half of its register, the last in the lower.
    Value parity = arith::AndIOp::create(b, shift, kernel.i32(1));
    Value isApart = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, parity,
                                          kernel.i32(place == 0 ? 1 : place % 2));
    int64_t piece = place / width / threads, index = place % width;
    // From where the words are: one address for both.
    Value atPiece =
        arith::AddIOp::create(b, origin, arith::ExtUIOp::create(b, b.getI64Type(), shift));
    ends.push_back({piece, index,
                    arith::AddIOp::create(b, atPiece, kernel.i64(piece * threads * width + index)),
                    arith::AndIOp::create(b, isOwn, isApart)});
  }
  return ends;
}
