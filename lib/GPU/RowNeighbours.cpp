//===- RowNeighbours.cpp - what the thread before holds -------------------===//
//
// A shuffle brings it, and where the thread before is in another warp, shared memory: the last
// threads of warps and rows leave their words there. Rows within a warp need no memory.
//
//===----------------------------------------------------------------------===//

#include "RowNeighbours.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace normc;

static constexpr int64_t perWord = RealignedRow::registersPerWord;

ArrayRef<Value> Neighbours::lastWord(int64_t row, int64_t piece) const {
  return ArrayRef(pieces[row][piece]).take_back(perWord);
}

Value Neighbours::isEqual(Value x, int64_t to) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, x, kernel.i32(to));
}

Neighbours::Neighbours(RowKernel &kernel, ArrayRef<RealignedRow> rows,
                       ArrayRef<SmallVector<Registers>> pieces)
    : kernel(kernel), b(kernel.b), rows(rows), pieces(pieces),
      threads(kernel.config.getThreadsPerRow()), isInWarp(numLanes % threads == 0),
      inMemory(VectorType::get({perWord}, b.getF32Type())) {
  if (threads == 1)
    return;
  Value rowInCta = arith::MulIOp::create(b, kernel.rowInCta(), kernel.i32(threads));
  Value inCta = arith::AddIOp::create(b, rowInCta, kernel.thread());
  auto inTurn = [&](Value x, int64_t count) -> Value {
    return arith::RemUIOp::create(b, x, kernel.i32(count));
  };
  lane = inTurn(inCta, numLanes);
  // In turn: to the first of a row the last, to the first of a warp any.
  int64_t turn = isInWarp ? threads : numLanes;
  Value inTurnOf = isInWarp ? kernel.thread() : lane;
  before = inTurn(arith::AddIOp::create(b, inTurnOf, kernel.i32(turn - 1)), turn);
  if (isInWarp)
    before = arith::AddIOp::create(b, before, arith::SubIOp::create(b, lane, kernel.thread()));
  else
    publish();
}

/// One slot for the end of each warp's part of a row; the last is the row's.
Value Neighbours::memoryIndex(int64_t row, int64_t piece, Value slot) {
  int64_t ofRow = kernel.numPieces() * numSlots;
  Value first = arith::MulIOp::create(b, kernel.rowInCta(), kernel.i32(rows.size() * ofRow));
  Value word = arith::AddIOp::create(b, arith::AddIOp::create(b, first, slot),
                                     kernel.i32(row * ofRow + piece * numSlots));
  Value index = arith::MulIOp::create(b, word, kernel.i32(perWord));
  return arith::IndexCastUIOp::create(b, b.getIndexType(), index);
}

/// The last threads of warps and rows store their words where those behind them read.
void Neighbours::publish() {
  // The tree has places for multiples of half a warp: a row that starts amid a warp starts at its
  // middle, and has no more ends of warps than one that does not.
  assert(threads % (numLanes / 2) == 0 && "slots for other rows");
  numSlots = llvm::divideCeil(threads, numLanes);
  int64_t numWords = rows.size() * kernel.config.getRowsPerCta() * kernel.numPieces() * numSlots;
  memory = kernel.exchangeMemory(numWords * perWord, RealignedRow::wordBytes);
  Value isLastOfRow = isEqual(kernel.thread(), threads - 1);
  auto branch =
      scf::IfOp::create(b, arith::OrIOp::create(b, isEqual(lane, numLanes - 1), isLastOfRow),
                        /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    Value slot = arith::DivUIOp::create(b, kernel.thread(), kernel.i32(numLanes));
    slot = arith::SelectOp::create(b, isLastOfRow, kernel.i32(numSlots - 1), slot);
    auto registers = VectorType::get({perWord}, b.getI32Type());
    for (int64_t row = 0; row < static_cast<int64_t>(rows.size()); ++row)
      for (int64_t piece = 0; piece < kernel.numPieces(); ++piece) {
        Value word = vector::FromElementsOp::create(b, registers, lastWord(row, piece));
        vector::StoreOp::create(b, vector::BitCastOp::create(b, inMemory, word), memory,
                                memoryIndex(row, piece, slot), /*nontemporal=*/false,
                                llvm::MaybeAlign(RealignedRow::wordBytes));
      }
  }
  gpu::BarrierOp::create(b);
}

Registers Neighbours::wordBefore(int64_t row, int64_t piece) {
  Registers own(lastWord(row, piece));
  if (threads == 1)
    return piece > 0 ? Registers(lastWord(row, piece - 1)) : own;
  Value isFirstOfRow = isEqual(kernel.thread(), 0);
  // What goes to the first of the row is of the piece before.
  if (isInWarp && piece > 0) {
    Value isLast = isEqual(kernel.thread(), threads - 1);
    if (rows[row].wordsPerPiece == 1)
      isLast = arith::AndIOp::create(b, isLast, rows[row].isShifted);
    for (auto [value, earlier] : llvm::zip_equal(own, lastWord(row, piece - 1)))
      value = arith::SelectOp::create(b, isLast, earlier, value);
  }
  // A piece of one word that is not shifted is its own.
  Value source = before;
  if (rows[row].wordsPerPiece == 1)
    source = arith::SelectOp::create(b, rows[row].isShifted, before, lane);
  for (Value &value : own)
    value = gpu::ShuffleOp::create(b, value, source, kernel.i32(numLanes), gpu::ShuffleMode::IDX)
                .getShuffleResult();
  if (isInWarp)
    return own;
  Value isFirst = isEqual(lane, 0);
  if (piece > 0) {
    isFirst = arith::OrIOp::create(b, isFirst, isFirstOfRow);
  } else {
    Value isTrue = arith::ConstantOp::create(b, b.getBoolAttr(true));
    isFirst = arith::AndIOp::create(b, isFirst, arith::XOrIOp::create(b, isFirstOfRow, isTrue));
  }
  auto registers = VectorType::get({perWord}, b.getI32Type());
  auto read = scf::IfOp::create(
      b, arith::AndIOp::create(b, isFirst, rows[row].isShifted),
      [&](OpBuilder &, Location) {
        // -1 for the first of the row: the last slot of the piece before.
        Value slot =
            arith::ShRSIOp::create(b, arith::SubIOp::create(b, kernel.thread(), kernel.i32(1)),
                                   kernel.i32(llvm::Log2_64(numLanes)));
        Value word = vector::LoadOp::create(b, inMemory, memory, memoryIndex(row, piece, slot),
                                            /*nontemporal=*/false,
                                            llvm::MaybeAlign(RealignedRow::wordBytes));
        word = vector::BitCastOp::create(b, registers, word);
        Registers values;
        for (int64_t i = 0; i < perWord; ++i)
          values.push_back(vector::ExtractOp::create(b, word, i));
        scf::YieldOp::create(b, values);
      },
      [&](OpBuilder &, Location) { scf::YieldOp::create(b, own); });
  return Registers(read.getResults());
}
