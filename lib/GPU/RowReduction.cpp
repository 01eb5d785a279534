//===- RowReduction.cpp - row reductions by the one tree ------------------===//
//
// Folds a row in the order of ReductionTree: in a thread's registers as far as the tree
// stays there, between warps through shared memory, between lanes by shuffles.
//
//===----------------------------------------------------------------------===//

#include "Norm/Norm.h"
#include "RowKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// Combining two partial results
//===----------------------------------------------------------------------===//

namespace {
/// What is folded, and how. Squares are summed once their chunks are folded.
enum class Fold { Add, Squares, Mul, Max, Min };

/// A partial result; null is the exact identity.
using Partial = Value;
} // namespace

/// Numbers of a lane that every warp folds for itself; a second barrier and a second reading take
/// about as long as reading 8 more. Counted, not measured.
static constexpr int64_t mostFoldedByAll = 8;

static float identityOf(Fold fold) {
  switch (fold) {
  case Fold::Add:
  case Fold::Squares:
    return -0.0f; // x + -0.0 is x for every x, also for -0.0
  case Fold::Mul:
    return 1.0f;
  case Fold::Max:
    return -std::numeric_limits<float>::infinity();
  case Fold::Min:
    return std::numeric_limits<float>::infinity();
  }
  llvm_unreachable("unknown fold");
}

static Partial combine(ImplicitLocOpBuilder &b, Fold fold, Partial lower, Partial higher) {
  if (!lower || !higher)
    return lower ? lower : higher;
  switch (fold) {
  case Fold::Add:
  case Fold::Squares:
    return arith::AddFOp::create(b, lower, higher);
  case Fold::Mul:
    return arith::MulFOp::create(b, lower, higher);
  case Fold::Max:
    return arith::MaximumFOp::create(b, lower, higher);
  case Fold::Min:
    return arith::MinimumFOp::create(b, lower, higher);
  }
  llvm_unreachable("unknown fold");
}

/// Folds by halving: i with i + n/2, ..., i with i + 1.
static Partial halve(ImplicitLocOpBuilder &b, Fold fold, SmallVector<Partial> values) {
  while (values.size() > 1) {
    size_t half = values.size() / 2;
    for (size_t i = 0; i < half; ++i)
      values[i] = combine(b, fold, values[i], values[i + half]);
    values.truncate(half);
  }
  return values.front();
}

/// Folds odd * power groups: those of each residue ascending, then the residues by halving.
static Partial foldGroups(ImplicitLocOpBuilder &b, Fold fold, ArrayRef<Partial> values,
                          int64_t odd) {
  int64_t power = values.size() / odd;
  SmallVector<Partial> residues;
  for (int64_t r = 0; r < power; ++r) {
    Partial folded = values[r];
    for (int64_t piece = 1; piece < odd; ++piece)
      folded = combine(b, fold, folded, values[r + piece * power]);
    residues.push_back(folded);
  }
  return halve(b, fold, residues);
}

//===----------------------------------------------------------------------===//
// One exchange over the row
//===----------------------------------------------------------------------===//

namespace {
/// Folds several values of the same row together, with the same barriers for all.
///
/// A thread that owns pieces of two chunks acts as two virtual threads, 2t and 2t + 1.
class Exchange {
public:
  Exchange(RowKernel &kernel)
      : kernel(kernel), b(kernel.b), tree(ReductionTree::get(*kernel.group.getRowLength())),
        chunksAtOnce(kernel.config.getVectorWidth() / ReductionTree::chunkLength),
        virtualThreads(kernel.config.getThreadsPerRow() * chunksAtOnce) {}

  struct Input {
    Fold fold;
    RowValue pieces; ///< f32, or for a maximum or minimum 16 bits
  };
  SmallVector<Value> run(ArrayRef<Input> inputs);

private:
  /// For one input: of each virtual thread, the partials that it could not fold further.
  using Partials = SmallVector<SmallVector<Partial>, 2>;

  Partial foldChunk(Fold fold, Value piece, int64_t pieceIndex, int64_t chunk);
  Partial foldNarrow(Fold fold, ArrayRef<Value> pieces, int64_t chunk);
  Partials foldThread(const Input &input);
  SmallVector<Value> exchangeWarps(ArrayRef<Input> inputs, ArrayRef<Partials> partials);
  Value shuffle(Value value, int64_t distance);
  Value foldLanes(Fold fold, Partials partials);
  Value constant(float value) { return arith::ConstantOp::create(b, b.getF32FloatAttr(value)); }

  RowKernel &kernel;
  ImplicitLocOpBuilder &b;
  ReductionTree tree;
  int64_t chunksAtOnce;
  int64_t virtualThreads;
};
} // namespace

/// Elements 8k ... 8k + 7 ascending; what lies past the row is the identity.
Partial Exchange::foldChunk(Fold fold, Value piece, int64_t pieceIndex, int64_t chunk) {
  constexpr int64_t length = ReductionTree::chunkLength;
  int64_t tail = kernel.rowLength() % length;
  bool isFull = kernel.isPieceFull(pieceIndex);
  auto startsBefore = [&](int64_t end) -> Value {
    Value start =
        arith::AddIOp::create(b, kernel.pieceStart(pieceIndex), kernel.i32(chunk * length));
    return arith::CmpIOp::create(b, arith::CmpIPredicate::slt, start, kernel.i32(end));
  };
  Value isWhole = !isFull && tail ? startsBefore(kernel.rowLength() - length + 1) : Value();
  // A square of 0 leaves a sum of squares as it is.
  Value nothing = isWhole ? constant(fold == Fold::Squares ? 0.0f : identityOf(fold)) : Value();
  Value folded;
  for (int64_t j = 0; j < length; ++j) {
    Value x = vector::ExtractOp::create(b, piece, chunk * length + j);
    if (isWhole && j >= tail)
      x = arith::SelectOp::create(b, isWhole, x, nothing);
    if (fold == Fold::Squares)
      folded = j == 0 ? arith::MulFOp::create(b, x, x).getResult()
                      : math::FmaOp::create(b, x, x, folded).getResult();
    else
      folded = combine(b, fold, folded, x);
  }
  if (isFull)
    return folded;
  return arith::SelectOp::create(b, startsBefore(kernel.rowLength()), folded,
                                 constant(identityOf(fold)));
}

/// The chunks of pieces within the row, of 16 bits, to one f32: two elements at once and in any
/// order, since a maximum rounds nothing.
Partial Exchange::foldNarrow(Fold fold, ArrayRef<Value> pieces, int64_t chunk) {
  auto slice = [&](Value vector, int64_t first, int64_t size) {
    return b.createOrFold<vector::ExtractStridedSliceOp>(vector, first, size, 1);
  };
  int64_t size = ReductionTree::chunkLength;
  Value folded;
  for (Value piece : pieces)
    folded = combine(b, fold, folded, slice(piece, chunk * size, size));
  for (size /= 2; size > 1; size /= 2) {
    Value low = slice(folded, 0, size);
    folded = combine(b, fold, low, slice(folded, size, size));
  }
  Value low = widenToF32(b, vector::ExtractOp::create(b, folded, 0));
  return combine(b, fold, low, widenToF32(b, vector::ExtractOp::create(b, folded, 1)));
}

Exchange::Partials Exchange::foldThread(const Input &input) {
  // Whole lanes or groups of the tree, also those that the row does not reach.
  int64_t numPieces = tree.lanes * tree.numGroups / virtualThreads;
  int64_t numNarrow = 0; // pieces of 16 bits that are within the row
  if (!getElementTypeOrSelf(input.pieces.front().getType()).isF32())
    while (numNarrow < static_cast<int64_t>(input.pieces.size()) && kernel.isPieceFull(numNarrow))
      ++numNarrow;
  Partials partials(chunksAtOnce);
  for (int64_t chunk = 0; chunk < chunksAtOnce; ++chunk) {
    SmallVector<Partial> chunks(numPieces);
    for (int64_t index = numNarrow, e = input.pieces.size(); index < e; ++index)
      chunks[index] = foldChunk(input.fold, widenToF32(b, input.pieces[index]), index, chunk);
    if (numNarrow > 0)
      chunks[0] = foldNarrow(input.fold, ArrayRef(input.pieces).take_front(numNarrow), chunk);
    if (!tree.foldsInThread(virtualThreads)) {
      partials[chunk] = chunks;
      continue;
    }
    // Lanes that one virtual thread owns: several where it stands for more than one.
    int64_t numLanes = std::max<int64_t>(1, tree.lanes / virtualThreads);
    SmallVector<Partial> lanes;
    for (int64_t lane = 0; lane < numLanes; ++lane) {
      SmallVector<Partial> groups;
      for (int64_t group = lane; group < numPieces; group += numLanes)
        groups.push_back(chunks[group]);
      lanes.push_back(foldGroups(b, input.fold, groups, tree.oddFactor));
    }
    partials[chunk] = {halve(b, input.fold, lanes)};
  }
  return partials;
}

/// Whether a warp can fold any of them: they differ before the exchange alone.
static bool foldAlike(ArrayRef<Exchange::Input> inputs) {
  auto afterChunks = [](Fold fold) { return fold == Fold::Squares ? Fold::Add : fold; };
  return llvm::all_of(inputs, [&](const Exchange::Input &input) {
    return afterChunks(input.fold) == afterChunks(inputs.front().fold);
  });
}

/// Each thread stores its partials and reads those of its lanes from all warps; of many, one warp
/// for each input does, and all read what it makes of them: to 32 warps of 32 numbers each, shared
/// memory gives out 128 bytes 1024 times, once a cycle. Not in clusters: for 4 to 12 bytes of
/// spills ptxas 13.0 leaves kernels of 512 threads 64 registers then (bf16 RMSNorm of 131072 on
/// sm_120).
SmallVector<Value> Exchange::exchangeWarps(ArrayRef<Input> inputs, ArrayRef<Partials> partials) {
  int64_t numWarps = virtualThreads / ReductionTree::numLanes;
  int64_t perThread = partials.front().front().size();
  int64_t perInput = perThread * virtualThreads, numInputs = inputs.size();
  // Pieces of two chunks have rows of one and a half warps.
  int64_t threads = kernel.config.getThreadsPerRow();
  bool hasWarps =
      threads % ReductionTree::numLanes == 0 && numInputs <= threads / ReductionTree::numLanes;
  bool isShared = hasWarps && !kernel.isClustered() && foldAlike(inputs) &&
                  perThread * numWarps > mostFoldedByAll;
  int64_t numValues = numInputs * (perInput + (isShared ? ReductionTree::numLanes : 0));
  Value memory = kernel.exchangeMemory(numValues * kernel.config.getRowsPerCta());

  Value rowStart = arith::MulIOp::create(b, kernel.rowInCta(), kernel.i32(numValues));
  Value firstOwn = arith::MulIOp::create(b, kernel.thread(), kernel.i32(chunksAtOnce));
  auto index = [&](Value place, int64_t offset) -> Value {
    Value sum =
        arith::AddIOp::create(b, arith::AddIOp::create(b, rowStart, place), kernel.i32(offset));
    return arith::IndexCastUIOp::create(b, b.getIndexType(), sum);
  };
  for (auto [i, own] : llvm::enumerate(partials))
    for (auto [chunk, values] : llvm::enumerate(own))
      for (auto [p, value] : llvm::enumerate(values)) {
        Value stored = value ? value : constant(identityOf(inputs[i].fold));
        int64_t offset = static_cast<int64_t>(i) * perInput + p * virtualThreads + chunk;
        memref::StoreOp::create(b, stored, memory, index(firstOwn, offset));
      }
  gpu::BarrierOp::create(b);

  Value lane = arith::RemUIOp::create(b, firstOwn, kernel.i32(ReductionTree::numLanes));
  // What a thread folded leaves a power of two of warps; else all groups are here.
  int64_t odd = tree.foldsInThread(virtualThreads) ? 1 : tree.oddFactor;
  auto foldFrom = [&](Fold fold, Value place, int64_t start) {
    Partials lanes(chunksAtOnce);
    for (int64_t chunk = 0; chunk < chunksAtOnce; ++chunk) {
      SmallVector<Partial> groups;
      for (int64_t group = 0; group < perThread * numWarps; ++group)
        groups.push_back(memref::LoadOp::create(
            b, memory, index(place, start + group * ReductionTree::numLanes + chunk)));
      lanes[chunk] = {foldGroups(b, fold, groups, odd)};
    }
    return foldLanes(fold, lanes);
  };
  SmallVector<Value> results;
  if (!isShared) {
    for (auto [i, input] : llvm::enumerate(inputs))
      results.push_back(foldFrom(input.fold, lane, static_cast<int64_t>(i) * perInput));
    return results;
  }
  Value laneOfThread =
      arith::RemUIOp::create(b, kernel.thread(), kernel.i32(ReductionTree::numLanes));
  Value warp = arith::DivUIOp::create(b, kernel.thread(), kernel.i32(ReductionTree::numLanes));
  Value folds = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, warp, kernel.i32(numInputs));
  auto branch = scf::IfOp::create(b, folds, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    Value start = arith::MulIOp::create(b, warp, kernel.i32(perInput));
    Value folded = foldFrom(inputs.front().fold, arith::AddIOp::create(b, start, lane), 0);
    memref::StoreOp::create(b, folded, memory, index(kernel.thread(), numInputs * perInput));
  }
  gpu::BarrierOp::create(b);
  for (int64_t i = 0; i < numInputs; ++i)
    results.push_back(memref::LoadOp::create(
        b, memory, index(laneOfThread, numInputs * perInput + i * ReductionTree::numLanes)));
  return results;
}

Value Exchange::shuffle(Value value, int64_t distance) {
  return gpu::ShuffleOp::create(b, value, kernel.i32(distance), kernel.i32(32),
                                gpu::ShuffleMode::XOR)
      .getShuffleResult();
}

/// Lanes by halving; neighbouring lanes of one thread come last.
Value Exchange::foldLanes(Fold fold, Partials partials) {
  int64_t lanes = std::min<int64_t>(virtualThreads, ReductionTree::numLanes);
  for (int64_t distance = lanes / 2; distance >= chunksAtOnce; distance /= 2)
    for (SmallVector<Partial> &own : partials)
      own.front() = combine(b, fold, own.front(), shuffle(own.front(), distance / chunksAtOnce));
  SmallVector<Partial> neighbours;
  for (SmallVector<Partial> &own : partials)
    neighbours.push_back(own.front());
  return halve(b, fold, neighbours);
}

SmallVector<Value> Exchange::run(ArrayRef<Input> inputs) {
  SmallVector<Partials> partials;
  for (const Input &input : inputs)
    partials.push_back(foldThread(input));
  if (kernel.config.getThreadsPerRow() > ReductionTree::numLanes)
    return exchangeWarps(inputs, partials);
  SmallVector<Value> results;
  for (auto [input, own] : llvm::zip_equal(inputs, partials)) {
    // One warp that acts as two: its halves first, by a shuffle.
    if (kernel.config.getThreadsPerRow() == ReductionTree::numLanes && chunksAtOnce == 2)
      for (SmallVector<Partial> &values : own)
        values.front() = combine(b, input.fold, values.front(), shuffle(values.front(), 16));
    results.push_back(foldLanes(input.fold, own));
  }
  return results;
}

//===----------------------------------------------------------------------===//
// The reductions of the norm dialect
//===----------------------------------------------------------------------===//

static Fold foldOf(norm::ReduceKind kind) {
  switch (kind) {
  case norm::ReduceKind::add:
    return Fold::Add;
  case norm::ReduceKind::mul:
    return Fold::Mul;
  case norm::ReduceKind::max:
    return Fold::Max;
  case norm::ReduceKind::min:
    return Fold::Min;
  }
  llvm_unreachable("unknown kind of reduction");
}

using Numbers = SmallVector<SmallVector<Value>>;

/// mean, correction and m2 of each row: two exchanges.
static Numbers lowerMoments(RowKernel &kernel, const RowValues &x) {
  ImplicitLocOpBuilder &b = kernel.b;
  float inverse = 1.0f / static_cast<float>(kernel.rowLength());
  Value inverseLength = arith::ConstantOp::create(b, b.getF32FloatAttr(inverse));
  Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0.0f));
  SmallVector<Exchange::Input> inputs;
  for (const RowValue &row : x)
    inputs.push_back({Fold::Add, row});
  SmallVector<Value> means;
  for (Value sum : Exchange(kernel).run(inputs))
    means.push_back(arith::MulFOp::create(b, sum, inverseLength));
  inputs.clear();
  for (auto [row, mean] : llvm::zip_equal(x, means)) {
    Value all = vector::BroadcastOp::create(b, kernel.pieceType(b.getF32Type()), mean);
    RowValue distances;
    for (Value piece : row)
      distances.push_back(arith::SubFOp::create(b, piece, all));
    inputs.push_back({Fold::Add, distances});
    inputs.push_back({Fold::Squares, distances});
  }
  SmallVector<Value> sums = Exchange(kernel).run(inputs);
  Numbers moments;
  for (auto [row, mean] : llvm::enumerate(means)) {
    Value sum = sums[2 * row], squares = sums[2 * row + 1];
    Value correction = arith::MulFOp::create(b, sum, inverseLength);
    Value excess = arith::MulFOp::create(b, sum, correction);
    Value m2 = arith::SubFOp::create(b, squares, excess);
    moments.push_back({mean, correction, arith::MaximumFOp::create(b, m2, zero)});
  }
  return moments;
}

FailureOr<Numbers> normc::lowerReduction(RowKernel &kernel, Operation *op, const RowValues &x) {
  auto reduce = dyn_cast<norm::ReduceOp>(op);
  RowValues wide = x;
  if (!reduce || (foldOf(reduce.getKind()) != Fold::Max && foldOf(reduce.getKind()) != Fold::Min))
    for (RowValue &row : wide)
      for (Value &piece : row)
        piece = widenToF32(kernel.b, piece);
  if (isa<norm::MomentsOp>(op))
    return lowerMoments(kernel, wide);
  Fold fold;
  if (isa<norm::SumSquaresOp>(op))
    fold = Fold::Squares;
  else if (reduce)
    fold = foldOf(reduce.getKind());
  else
    return op->emitError("'") << op->getName() << "' is no reduction of a row program";
  SmallVector<Exchange::Input> inputs;
  for (const RowValue &row : wide)
    inputs.push_back({fold, row});
  Numbers numbers;
  for (Value number : Exchange(kernel).run(inputs))
    numbers.push_back({number});
  return numbers;
}

//===----------------------------------------------------------------------===//
// Segments of a long row
//===----------------------------------------------------------------------===//

/// The steps stand in dialects/Norm/README.md, "Statistics".
static SmallVector<Value> combineMoments(RowKernel &kernel, Value done, int64_t length,
                                         ArrayRef<Value> a, ArrayRef<Value> next) {
  ImplicitLocOpBuilder &b = kernel.b;
  auto add = [&](Value x, Value y) -> Value { return arith::AddFOp::create(b, x, y); };
  auto sub = [&](Value x, Value y) -> Value { return arith::SubFOp::create(b, x, y); };
  auto mul = [&](Value x, Value y) -> Value { return arith::MulFOp::create(b, x, y); };
  Type f32 = b.getF32Type();
  Value segment = kernel.i64(length);
  Value n = arith::UIToFPOp::create(b, f32, done), k = arith::UIToFPOp::create(b, f32, segment);
  Value w = arith::DivFOp::create(
      b, k, arith::UIToFPOp::create(b, f32, arith::AddIOp::create(b, done, segment)));
  Value delta = add(sub(next[0], a[0]), sub(next[1], a[1]));
  Value t = mul(delta, w);
  Value mean = add(a[0], t);
  Value moved = sub(mean, a[0]);
  Value error = add(sub(a[0], sub(mean, moved)), sub(t, moved));
  Value m2 = add(add(a[2], next[2]), mul(mul(delta, delta), mul(n, w)));
  SmallVector<Value> combined = {mean, add(a[1], error), m2};
  // Of the first segment there is nothing before.
  Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, done, kernel.i64(0));
  for (auto [value, alone] : llvm::zip_equal(combined, next))
    value = arith::SelectOp::create(b, isFirst, alone, value);
  return combined;
}

Numbers normc::combineSegments(RowKernel &kernel, Operation *op, Value done, int64_t length,
                               ArrayRef<SmallVector<Value>> soFar,
                               ArrayRef<SmallVector<Value>> next) {
  Numbers numbers;
  for (auto [a, segment] : llvm::zip_equal(soFar, next)) {
    if (isa<norm::MomentsOp>(op)) {
      numbers.push_back(combineMoments(kernel, done, length, a, segment));
      continue;
    }
    auto reduce = dyn_cast<norm::ReduceOp>(op);
    Fold fold = reduce ? foldOf(reduce.getKind()) : Fold::Add;
    numbers.push_back({combine(kernel.b, fold, a.front(), segment.front())});
  }
  return numbers;
}

Value normc::startOfSegments(RowKernel &kernel, Operation *op) {
  auto reduce = dyn_cast<norm::ReduceOp>(op);
  float identity =
      isa<norm::MomentsOp>(op) ? 0.0f : identityOf(reduce ? foldOf(reduce.getKind()) : Fold::Add);
  return arith::ConstantOp::create(kernel.b, kernel.b.getF32FloatAttr(identity));
}
