//===- RowRealign.cpp - wide loads of rows at any address -----------------===//
//
// A row that starts anywhere is read by aligned 16-byte words, shifted into place in
// registers: one word more than the piece has, instead of one load an element.
//
//===----------------------------------------------------------------------===//

#include "RowRealign.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
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
  Value shiftBytes = arith::TruncIOp::create(b, b.getI32Type(), inWord);
  shift = arith::DivUIOp::create(b, shiftBytes, kernel.i32(bytes));
  auto hasBit = [&](int64_t bit) -> Value {
    Value masked = arith::AndIOp::create(b, shiftBytes, kernel.i32(bit));
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, masked, kernel.i32(0));
  };
  byTwoRegisters = hasBit(8);
  byOneRegister = hasBit(4);
  halfRegister = hasBit(2);
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
  // Shifted down by two registers, one, and half of one, as the row's address says.
  auto shiftBy = [&](Value condition, int64_t count) {
    for (size_t i = 0; i + count < registers.size(); ++i)
      registers[i] = arith::SelectOp::create(b, condition, registers[i + count], registers[i]);
  };
  shiftBy(byTwoRegisters, 2);
  shiftBy(byOneRegister, 1);
  int64_t numRegisters = numWords * registersPerWord;
  if (elementsPerWord > registersPerWord)
    for (int64_t i = 0; i < numRegisters; ++i) {
      Value low = arith::ShRUIOp::create(b, registers[i], kernel.i32(16));
      Value high = arith::ShLIOp::create(b, registers[i + 1], kernel.i32(16));
      Value funnel = arith::OrIOp::create(b, low, high);
      registers[i] = arith::SelectOp::create(b, halfRegister, funnel, registers[i]);
    }
  registers.truncate(numRegisters);
  auto asRegisters = VectorType::get({numRegisters}, b.getI32Type());
  Value value = vector::FromElementsOp::create(b, asRegisters, registers);
  return vector::BitCastOp::create(b, VectorType::get({width}, element), value);
}
