//===- RealignedStore.cpp - registers to rows at any address --------------===//
//
// Each thread stores the aligned words that its pieces start in: the end of the piece before,
// then its own. Of words that the ends of the row cut, the registers inside are stored one by one.
//
//===----------------------------------------------------------------------===//

#include "RowNeighbours.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace normc;

static constexpr int64_t perWord = RealignedRow::registersPerWord;

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

namespace {
class RealignedStore {
public:
  RealignedStore(RowKernel &kernel, int64_t row, int64_t operand, RealignedRow &at)
      : kernel(kernel), b(kernel.b), at(at), operand(operand), exists(kernel.rowExists(row)),
        up(kernel,
           arith::AndIOp::create(
               b, arith::SubIOp::create(b, kernel.i32(RealignedRow::wordBytes), at.shiftBytes),
               kernel.i32(RealignedRow::wordBytes - 1)),
           at.hasHalves()) {}

  void storeWords(int64_t piece, ArrayRef<Value> wordBefore, ArrayRef<Value> own);
  void storeWordAfter(ArrayRef<Value> lastWord);
  void storeEnds(const RowValue &value);

private:
  Value andExists(Value condition);
  void store(Value value, Value offset, Value condition);
  void storeCutWord(int64_t piece, int64_t word, ArrayRef<Value> registers, Value isThread);

  RowKernel &kernel;
  ImplicitLocOpBuilder &b;
  RealignedRow &at;
  int64_t operand;
  Value exists;
  RegisterShift up;
};
} // namespace

Value RealignedStore::andExists(Value condition) {
  if (!exists || !condition)
    return exists ? exists : condition;
  return arith::AndIOp::create(b, condition, exists);
}

void RealignedStore::store(Value value, Value offset, Value condition) {
  int64_t bytes = at.element.getIntOrFloatBitWidth() / 8;
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    bytes *= vector.getNumElements();
  sched::StoreOp::create(b, value, kernel.pointer(operand), offset, andExists(condition), bytes,
                         sched::Policy::plain);
}

void RealignedStore::storeCutWord(int64_t piece, int64_t word, ArrayRef<Value> registers,
                                  Value isThread) {
  auto oneRegister = VectorType::get({1}, b.getI32Type());
  for (auto [reg, value] : llvm::enumerate(registers)) {
    Value isInside = at.isInsideAlone(piece, word, reg);
    if (!isInside)
      continue;
    if (isThread)
      isInside = arith::AndIOp::create(b, isInside, isThread);
    Value number;
    if (at.hasHalves())
      number = vector::BitCastOp::create(b, cast<VectorType>(at.registerType()),
                                         vector::FromElementsOp::create(b, oneRegister, value));
    else
      number = arith::BitcastOp::create(b, at.element, value);
    store(number, at.offset(piece, word, reg), isInside);
  }
}

void RealignedStore::storeWords(int64_t piece, ArrayRef<Value> wordBefore, ArrayRef<Value> own) {
  Registers registers(wordBefore);
  llvm::append_range(registers, own);
  // Not shifted, the words are the piece's; of one word, the shuffle has seen to that.
  if (at.wordsPerPiece > 1 || kernel.config.getThreadsPerRow() == 1)
    for (auto [value, unshifted] : llvm::zip(registers, own))
      value = arith::SelectOp::create(b, at.isShifted, value, unshifted);
  registers = up.apply(registers, own.size());
  auto wordOfRegisters = VectorType::get({perWord}, b.getI32Type());
  for (int64_t word = 0; word < at.wordsPerPiece; ++word) {
    ArrayRef<Value> ofWord = ArrayRef(registers).slice(word * perWord, perWord);
    Value whole = vector::FromElementsOp::create(b, wordOfRegisters, ofWord);
    whole = vector::BitCastOp::create(b, at.wordType(), whole);
    bool isEdge = at.mayBeOutside(piece, word);
    store(whole, at.offset(piece, word), isEdge ? at.isInside(piece, word) : Value());
    if (isEdge)
      storeCutWord(piece, word, ofWord, Value());
  }
}

/// The row may end in a word that no piece starts in.
void RealignedStore::storeWordAfter(ArrayRef<Value> lastWord) {
  int64_t threads = kernel.config.getThreadsPerRow(), piece = kernel.numPieces() - 1;
  int64_t end = kernel.numPieces() * threads * kernel.config.getVectorWidth();
  if (kernel.rowLength() + at.elementsPerWord - 1 <= end)
    return;
  Registers registers(lastWord);
  registers.append(perWord, kernel.i32(0));
  Value isLast =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, kernel.thread(), kernel.i32(threads - 1));
  storeCutWord(piece, at.wordsPerPiece, up.apply(registers, perWord), isLast);
}

/// Elements that share their register with what is outside.
void RealignedStore::storeEnds(const RowValue &value) {
  for (const RealignedRow::End &end : at.ends())
    store(vector::ExtractOp::create(b, value[end.piece], end.index), end.offset, end.isAlone);
}

void normc::storeRealigned(RowKernel &kernel, int64_t operand, const RowValues &values) {
  ImplicitLocOpBuilder &b = kernel.b;
  SmallVector<RealignedRow> rows;
  SmallVector<SmallVector<Registers>> pieces(values.size());
  for (auto [row, value] : llvm::enumerate(values)) {
    RealignedRow &at = rows.emplace_back(kernel, row, operand);
    int64_t numRegisters = at.wordsPerPiece * perWord;
    for (Value piece : value) {
      auto type = VectorType::get({numRegisters}, b.getI32Type());
      Value whole = vector::BitCastOp::create(b, type, piece);
      Registers &registers = pieces[row].emplace_back();
      for (int64_t i = 0; i < numRegisters; ++i)
        registers.push_back(vector::ExtractOp::create(b, whole, i));
    }
  }
  Neighbours neighbours(kernel, rows, pieces);
  for (auto [row, value] : llvm::enumerate(values)) {
    RealignedStore store(kernel, row, operand, rows[row]);
    for (auto [piece, own] : llvm::enumerate(pieces[row]))
      store.storeWords(piece, neighbours.wordBefore(row, piece), own);
    store.storeWordAfter(ArrayRef(pieces[row].back()).take_back(perWord));
    store.storeEnds(value);
  }
}
