//===- RowColumns.cpp - what tells the columns of a row apart -------------===//
//
// Rotations and choices by column. A pair of neighbours is in one piece; of a pair further apart
// the other piece is this thread's, or another lane's and comes by a shuffle, or by shared memory
// where pairs go across warps or pieces.
//
//===----------------------------------------------------------------------===//

#include "Norm/Norm.h"
#include "RowKernel.h"
#include "normc/Schedule/RotationExchange.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// By column
//===----------------------------------------------------------------------===//

namespace {
/// The columns of a piece that stand below `size` in their `width`: what is known of them for all
/// threads, and how to ask.
class ColumnTest {
public:
  ColumnTest(RowKernel &kernel, int64_t piece, int64_t width, int64_t size)
      : kernel(kernel), b(kernel.b), piece(piece), width(width), size(size) {}

  /// `inside` where the test holds, else `outside`; pieces.
  Value select(Value inside, Value outside);

private:
  /// What holds for element i of the piece, by thread: always, never, or it depends.
  std::optional<bool> known(int64_t element) const;

  RowKernel &kernel;
  ImplicitLocOpBuilder &b;
  int64_t piece, width, size;
};
} // namespace

/// The first column of a thread's piece.
static int64_t startOf(RowKernel &kernel, int64_t piece, int64_t thread) {
  return (thread + piece * kernel.config.getThreadsPerRow()) * kernel.config.getVectorWidth();
}

std::optional<bool> ColumnTest::known(int64_t element) const {
  bool holds = element % width < size;
  for (int64_t thread = 0; thread < kernel.config.getThreadsPerRow(); ++thread) {
    int64_t column = startOf(kernel, piece, thread) + element;
    bool inThread = column % width < size;
    if (thread == 0)
      holds = inThread;
    else if (column < kernel.rowLength() && inThread != holds)
      return std::nullopt;
  }
  return holds;
}

Value ColumnTest::select(Value inside, Value outside) {
  int64_t numElements = kernel.config.getVectorWidth();
  SmallVector<std::optional<bool>> all;
  for (int64_t element = 0; element < numElements; ++element)
    all.push_back(known(element));
  if (llvm::all_of(all, [&](auto holds) { return holds && *holds == all.front(); }))
    return *all.front() ? inside : outside;
  // The same of every thread.
  if (llvm::all_of(all, [](auto holds) { return holds.has_value(); })) {
    SmallVector<int64_t> from;
    for (auto [element, holds] : llvm::enumerate(all))
      from.push_back(element + (*holds ? 0 : numElements));
    return vector::ShuffleOp::create(b, inside, outside, from);
  }
  Value start = arith::RemUIOp::create(b, kernel.pieceStart(piece), kernel.i32(width));
  // Whole pieces.
  if (width % numElements == 0 && size % numElements == 0) {
    Value holds = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, start, kernel.i32(size));
    return arith::SelectOp::create(b, holds, inside, outside);
  }
  auto integers = VectorType::get({numElements}, b.getI32Type());
  auto splat = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b,
                                     DenseElementsAttr::get(integers, b.getI32IntegerAttr(value)));
  };
  SmallVector<int32_t> elements(numElements);
  std::iota(elements.begin(), elements.end(), 0);
  Value place = arith::AddIOp::create(
      b, vector::BroadcastOp::create(b, integers, start),
      arith::ConstantOp::create(b, DenseElementsAttr::get(integers, ArrayRef(elements))));
  place = arith::RemUIOp::create(b, place, splat(width));
  Value holds = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, place, splat(size));
  return arith::SelectOp::create(b, holds, inside, outside);
}

//===----------------------------------------------------------------------===//
// Rotations of pieces
//===----------------------------------------------------------------------===//

namespace {
/// A rotation that pairs whole pieces, within a warp.
class PieceRotation {
public:
  PieceRotation(RowKernel &kernel, norm::RotateOp rotate, const RowValue &x)
      : kernel(kernel), b(kernel.b), rotate(rotate), x(x), width(kernel.config.getVectorWidth()),
        threads(kernel.config.getThreadsPerRow()) {}

  Value run(int64_t piece);

private:
  using Words = SmallVector<Value>;
  int64_t numWords() const {
    return width * getElementTypeOrSelf(x.front().getType()).getIntOrFloatBitWidth() / 32;
  }
  Words wordsOf(Value piece);
  Value pieceOf(ArrayRef<Value> words);
  Words bring(int64_t piece);
  std::optional<int64_t> xorDistance(int64_t piece) const;
  Words negate(int64_t piece, Words words);
  /// The pieces of the row that are piece `piece` of some thread, and what each is paired with.
  SmallVector<std::pair<int64_t, int64_t>> pairs(int64_t piece) const;

  RowKernel &kernel;
  ImplicitLocOpBuilder &b;
  norm::RotateOp rotate;
  const RowValue &x;
  int64_t width, threads;
};
} // namespace

SmallVector<std::pair<int64_t, int64_t>> PieceRotation::pairs(int64_t piece) const {
  SmallVector<std::pair<int64_t, int64_t>> all;
  for (int64_t thread = 0; thread < threads; ++thread)
    if (int64_t column = startOf(kernel, piece, thread); column < kernel.rowLength())
      all.push_back({column / width, partnerOf(rotate, column) / width});
  return all;
}

PieceRotation::Words PieceRotation::wordsOf(Value piece) {
  auto type = VectorType::get({numWords()}, b.getI32Type());
  Value cast = vector::BitCastOp::create(b, type, piece);
  Words words;
  for (int64_t i = 0; i < numWords(); ++i)
    words.push_back(vector::ExtractOp::create(b, cast, i));
  return words;
}

Value PieceRotation::pieceOf(ArrayRef<Value> words) {
  auto type = VectorType::get({numWords()}, b.getI32Type());
  return vector::BitCastOp::create(b, cast<VectorType>(x.front().getType()),
                                   vector::FromElementsOp::create(b, type, words));
}

/// Where every thread's other piece is the same one of the thread this far away, by XOR.
std::optional<int64_t> PieceRotation::xorDistance(int64_t piece) const {
  std::optional<int64_t> distance;
  for (auto [own, other] : pairs(piece)) {
    int64_t found = (own % threads) ^ (other % threads);
    if (other / threads != piece || distance.value_or(found) != found)
      return std::nullopt;
    distance = found;
  }
  // Of a row that starts amid a warp the bits are still the lane's.
  for (int64_t row = 0; row < kernel.config.getRowsPerCta(); ++row)
    if (row * threads % ReductionTree::numLanes % (2 * llvm::bit_floor<uint64_t>(*distance)) != 0)
      return std::nullopt;
  return distance;
}

/// The other piece of each thread's piece `piece`.
PieceRotation::Words PieceRotation::bring(int64_t piece) {
  auto shuffle = [&](Value word, Value place, gpu::ShuffleMode mode) -> Value {
    return gpu::ShuffleOp::create(b, word, place, kernel.i32(ReductionTree::numLanes), mode)
        .getShuffleResult();
  };
  if (std::optional<int64_t> distance = xorDistance(piece)) {
    Words words = wordsOf(x[piece]);
    for (Value &word : words)
      word = shuffle(word, kernel.i32(*distance), gpu::ShuffleMode::XOR);
    return words;
  }
  // The piece of the row that each thread needs: of which thread, and its how many'th.
  int64_t half = rotate.getTurned() / 2 / width, period = rotate.getWidth() / width;
  Value own = arith::AddIOp::create(b, kernel.thread(), kernel.i32(piece * threads));
  Value place = arith::RemUIOp::create(b, own, kernel.i32(period));
  auto isBelow = [&](int64_t end) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, place, kernel.i32(end));
  };
  Value later = arith::AddIOp::create(b, own, kernel.i32(half));
  Value earlier = arith::SubIOp::create(b, own, kernel.i32(half));
  Value other = arith::SelectOp::create(b, isBelow(half), later, earlier);
  if (2 * half < period)
    other = arith::SelectOp::create(b, isBelow(2 * half), other, own);
  Value thread = arith::RemUIOp::create(b, other, kernel.i32(threads));
  Value number = arith::DivUIOp::create(b, other, kernel.i32(threads));
  Value lane = arith::AddIOp::create(
      b, arith::MulIOp::create(b, kernel.rowInCta(), kernel.i32(threads)), thread);
  lane = arith::RemUIOp::create(b, lane, kernel.i32(ReductionTree::numLanes));
  llvm::SmallSetVector<int64_t, 4> numbers;
  bool isNear = true;
  for (auto [from, to] : pairs(piece)) {
    numbers.insert(to / threads);
    isNear &= from % threads == to % threads;
  }
  Words words;
  for (int64_t candidate : numbers) {
    Words found = wordsOf(x[candidate]);
    if (!isNear)
      for (Value &word : found)
        word = shuffle(word, lane, gpu::ShuffleMode::IDX);
    if (words.empty()) {
      words = found;
      continue;
    }
    Value isIt = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, number, kernel.i32(candidate));
    for (auto [word, value] : llvm::zip_equal(words, found))
      word = arith::SelectOp::create(b, isIt, value, word);
  }
  return words;
}

/// Turns the signs of what comes from the second half to the first.
PieceRotation::Words PieceRotation::negate(int64_t piece, Words words) {
  bool hasHalves = getElementTypeOrSelf(x.front().getType()).getIntOrFloatBitWidth() == 16;
  Value signs = kernel.i32(hasHalves ? static_cast<int32_t>(0x80008000) : INT32_MIN);
  bool some = false, all = true;
  for (auto [own, other] : pairs(piece)) {
    some |= own < other;
    all &= own < other;
  }
  if (!some)
    return words;
  if (!all) {
    Value place =
        arith::RemUIOp::create(b, kernel.pieceStart(piece), kernel.i32(rotate.getWidth()));
    Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, place,
                                          kernel.i32(rotate.getTurned() / 2));
    signs = arith::SelectOp::create(b, isFirst, signs, kernel.i32(0));
  }
  for (Value &word : words)
    word = arith::XOrIOp::create(b, word, signs);
  return words;
}

Value PieceRotation::run(int64_t piece) { return pieceOf(negate(piece, bring(piece))); }

//===----------------------------------------------------------------------===//
// Rotations
//===----------------------------------------------------------------------===//

/// Pairs of neighbours.
static Value rotateNeighbours(RowKernel &kernel, norm::RotateOp rotate, Value x, int64_t piece) {
  ImplicitLocOpBuilder &b = kernel.b;
  int64_t numElements = kernel.config.getVectorWidth();
  SmallVector<int64_t> from;
  for (int64_t element = 0; element < numElements; element += 2)
    from.append({element + 1, numElements + element});
  Value negative = arith::NegFOp::create(b, x);
  Value rotated = vector::ShuffleOp::create(b, negative, x, from);
  return ColumnTest(kernel, piece, rotate.getWidth(), rotate.getTurned()).select(rotated, x);
}

/// Element by element through shared memory, where a row stands as f32.
static RowValue rotateInMemory(RowKernel &kernel, norm::RotateOp rotate, const RowValue &x) {
  ImplicitLocOpBuilder &b = kernel.b;
  int64_t length = kernel.rowLength(), numElements = kernel.config.getVectorWidth();
  Value memory = kernel.exchangeMemory(length * kernel.config.getRowsPerCta());
  Value row = arith::MulIOp::create(b, kernel.rowInCta(), kernel.i32(length));
  auto indexOf = [&](Value column) -> Value {
    return arith::IndexCastUIOp::create(b, b.getIndexType(), arith::AddIOp::create(b, row, column));
  };
  auto columnOf = [&](int64_t piece, int64_t element) -> Value {
    return arith::AddIOp::create(b, kernel.pieceStart(piece), kernel.i32(element));
  };
  auto isBelow = [&](Value value, int64_t end) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, value, kernel.i32(end));
  };
  for (auto [piece, value] : llvm::enumerate(x))
    for (int64_t element = 0; element < numElements; ++element) {
      Value column = columnOf(piece, element);
      Value number = widenToF32(b, vector::ExtractOp::create(b, value, element));
      auto store = [&] { memref::StoreOp::create(b, number, memory, indexOf(column)); };
      if (kernel.isPieceFull(piece)) {
        store();
        continue;
      }
      auto branch = scf::IfOp::create(b, isBelow(column, length), /*withElseRegion=*/false);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.thenBlock());
      store();
    }
  gpu::BarrierOp::create(b);
  int64_t half = rotate.getTurned() / 2;
  RowValue rotated;
  for (auto [piece, value] : llvm::enumerate(x)) {
    SmallVector<Value> elements;
    for (int64_t element = 0; element < numElements; ++element) {
      Value column = columnOf(piece, element);
      Value place = arith::RemUIOp::create(b, column, kernel.i32(rotate.getWidth()));
      Value isFirst = isBelow(place, half), isTurned = isBelow(place, 2 * half);
      Value other =
          arith::SelectOp::create(b, isFirst, arith::AddIOp::create(b, column, kernel.i32(half)),
                                  arith::SubIOp::create(b, column, kernel.i32(half)));
      other = arith::SelectOp::create(b, isTurned, other, column);
      // Past the row any place of it.
      if (!kernel.isPieceFull(piece))
        other = arith::SelectOp::create(b, isBelow(column, length), other, kernel.i32(0));
      Value number = memref::LoadOp::create(b, memory, indexOf(other));
      number = arith::SelectOp::create(b, isFirst, arith::NegFOp::create(b, number), number);
      elements.push_back(number);
    }
    Value wide = vector::FromElementsOp::create(b, kernel.pieceType(b.getF32Type()), elements);
    auto type = cast<VectorType>(value.getType());
    rotated.push_back(
        type.getElementType().isF32() ? wide : arith::TruncFOp::create(b, type, wide).getResult());
  }
  return rotated;
}

static RowValue lowerRotation(RowKernel &kernel, norm::RotateOp rotate, const RowValue &x) {
  RowValue rotated;
  bool isNear = rotate.getStyle() == norm::RotaryStyle::interleaved;
  if (!isNear && exchangeOf(rotate, threadsOf(kernel.config), kernel.rowLength()) ==
                     RotationExchange::InMemory)
    return rotateInMemory(kernel, rotate, x);
  PieceRotation pieces(kernel, rotate, x);
  for (auto [piece, value] : llvm::enumerate(x))
    rotated.push_back(isNear ? rotateNeighbours(kernel, rotate, value, piece) : pieces.run(piece));
  return rotated;
}

RowValue normc::lowerByColumn(RowKernel &kernel, Operation *op, ArrayRef<RowValue> operands) {
  // A row that is one number repeated is one piece.
  auto pieceOf = [&](const RowValue &row, int64_t piece) {
    return row.size() == 1 ? row.front() : row[piece];
  };
  if (auto rotate = dyn_cast<norm::RotateOp>(op)) {
    RowValue x;
    for (int64_t piece = 0; piece < kernel.numPieces(); ++piece)
      x.push_back(pieceOf(operands[0], piece));
    return lowerRotation(kernel, rotate, x);
  }
  auto select = cast<norm::SelectColumnsOp>(op);
  RowValue selected;
  for (int64_t piece = 0; piece < kernel.numPieces(); ++piece)
    selected.push_back(ColumnTest(kernel, piece, select.getWidth(), select.getSize())
                           .select(pieceOf(operands[0], piece), pieceOf(operands[1], piece)));
  return selected;
}
