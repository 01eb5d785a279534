//===- RealignedLoad.cpp - rows at any address to registers ---------------===//
//
// Each thread loads the aligned words that its pieces reach into, all before the first is
// shifted. The last word of a piece is the first of the next thread's: the L1 has it. Of words
// that the ends of the row cut, the registers inside are loaded one by one.
//
//===----------------------------------------------------------------------===//

#include "RowRealign.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace normc;

namespace {
class RealignedLoad {
public:
  RealignedLoad(RowKernel &kernel, int64_t row, int64_t operand, sched::Policy policy)
      : kernel(kernel), b(kernel.b), at(kernel, row, operand), operand(operand),
        // Words are read twice: streaming is not for them.
        policy(policy == sched::Policy::streaming ? sched::Policy::plain : policy) {}

  RowValue run();

private:
  Value load(Type type, Value offset, Value condition, Value otherwise);
  Value loadWord(int64_t piece, int64_t word);
  void loadCutWord(int64_t piece, int64_t word, MutableArrayRef<Value> registers);
  void loadEnds(MutableArrayRef<SmallVector<Value>> pieces);

  RowKernel &kernel;
  ImplicitLocOpBuilder &b;
  RealignedRow at;
  int64_t operand;
  sched::Policy policy;
};
} // namespace

Value RealignedLoad::load(Type type, Value offset, Value condition, Value otherwise) {
  int64_t bytes = getElementTypeOrSelf(type).getIntOrFloatBitWidth() / 8;
  if (auto vector = dyn_cast<VectorType>(type))
    bytes *= vector.getNumElements();
  return sched::LoadOp::create(b, type, kernel.pointer(operand), offset, condition, otherwise,
                               bytes, /*invariant=*/true,
                               condition ? sched::Policy::plain : policy);
}

/// The word of this thread; where it is not inside of the row, zeros, and where the piece does
/// not reach into it, anything.
Value RealignedLoad::loadWord(int64_t piece, int64_t word) {
  Value condition, zeros;
  if (at.mayBeOutside(piece, word)) {
    condition = at.isInside(piece, word);
    zeros = arith::ConstantOp::create(b, b.getZeroAttr(at.wordType()));
  }
  if (word == at.wordsPerPiece)
    condition =
        condition ? arith::AndIOp::create(b, condition, at.isShifted).getResult() : at.isShifted;
  return load(at.wordType(), at.offset(piece, word), condition, zeros);
}

void RealignedLoad::loadCutWord(int64_t piece, int64_t word, MutableArrayRef<Value> registers) {
  auto oneRegister = VectorType::get({1}, b.getI32Type());
  for (auto [reg, value] : llvm::enumerate(registers)) {
    Value isInside = at.isInsideAlone(piece, word, reg);
    if (!isInside)
      continue;
    Type type = at.registerType();
    if (!at.hasHalves()) {
      Value otherwise = arith::BitcastOp::create(b, type, value);
      Value loaded = load(type, at.offset(piece, word, reg), isInside, otherwise);
      value = arith::BitcastOp::create(b, b.getI32Type(), loaded);
      continue;
    }
    Value otherwise = vector::BitCastOp::create(
        b, cast<VectorType>(type), vector::FromElementsOp::create(b, oneRegister, value));
    Value loaded = load(type, at.offset(piece, word, reg), isInside, otherwise);
    value = vector::ExtractOp::create(b, vector::BitCastOp::create(b, oneRegister, loaded), 0);
  }
}

/// Elements that share their register with what is outside: zeros so far.
void RealignedLoad::loadEnds(MutableArrayRef<SmallVector<Value>> pieces) {
  for (const RealignedRow::End &end : at.ends()) {
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(at.element));
    Value loaded = load(at.element, end.offset, end.isAlone, zero);
    Value bits = arith::BitcastOp::create(b, b.getI16Type(), loaded);
    bits = arith::ExtUIOp::create(b, b.getI32Type(), bits);
    if (end.index % 2 == 1)
      bits = arith::ShLIOp::create(b, bits, kernel.i32(16));
    Value &reg = pieces[end.piece][end.index / 2];
    reg = arith::OrIOp::create(b, reg, bits);
  }
}

RowValue RealignedLoad::run() {
  constexpr int64_t perWord = RealignedRow::registersPerWord;
  auto wordOfRegisters = VectorType::get({perWord}, b.getI32Type());
  SmallVector<SmallVector<Value>> pieces(kernel.numPieces());
  // The words that pieces start in first: the others are on their way with them.
  for (int64_t word = 0; word <= at.wordsPerPiece; ++word)
    for (auto [piece, registers] : llvm::enumerate(pieces)) {
      Value loaded = vector::BitCastOp::create(b, wordOfRegisters, loadWord(piece, word));
      for (int64_t i = 0; i < perWord; ++i)
        registers.push_back(vector::ExtractOp::create(b, loaded, i));
      if (at.mayBeOutside(piece, word))
        loadCutWord(piece, word, MutableArrayRef(registers).take_back(perWord));
    }
  RegisterShift shift(kernel, at.shiftBytes, at.hasHalves());
  int64_t numRegisters = at.wordsPerPiece * perWord;
  for (SmallVector<Value> &registers : pieces)
    registers = shift.apply(registers, numRegisters);
  loadEnds(pieces);
  RowValue value;
  for (ArrayRef<Value> registers : pieces) {
    auto type = VectorType::get({numRegisters}, b.getI32Type());
    value.push_back(vector::BitCastOp::create(b, kernel.pieceType(at.element),
                                              vector::FromElementsOp::create(b, type, registers)));
  }
  return value;
}

RowValue normc::loadRealigned(RowKernel &kernel, int64_t row, int64_t operand,
                              sched::Policy policy) {
  return RealignedLoad(kernel, row, operand, policy).run();
}
