//===- RowBlocks.cpp - one number for each block of a row -----------------===//
//
// A block is 16 to 256 neighbouring elements: pieces of neighbouring threads, or of all the
// threads of a row and several pieces of each. Each thread has, for each of its pieces, the
// number of the piece's block. Blocks lie within rows and segments as a whole: what threads past
// the end make of theirs meets nothing else.
//
//===----------------------------------------------------------------------===//

#include "RowBlocks.h"

#include "Norm/Norm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

static Value maximum(ImplicitLocOpBuilder &b, Value x, Value y) {
  return x ? arith::MaximumFOp::create(b, x, y).getResult() : y;
}

/// The largest magnitude of a piece, in f32: halves of it at once, for a maximum rounds nothing.
static Value largestOf(ImplicitLocOpBuilder &b, Value piece) {
  Value folded = math::AbsFOp::create(b, piece);
  for (int64_t size = cast<VectorType>(piece.getType()).getDimSize(0) / 2; size > 1; size /= 2) {
    Value low = b.createOrFold<vector::ExtractStridedSliceOp>(folded, 0, size, 1);
    folded = maximum(b, low, b.createOrFold<vector::ExtractStridedSliceOp>(folded, size, size, 1));
  }
  Value low = widenToF32(b, vector::ExtractOp::create(b, folded, 0));
  return maximum(b, low, widenToF32(b, vector::ExtractOp::create(b, folded, 1)));
}

RowValue normc::lowerBlockScale(RowKernel &kernel, norm::BlockScaleOp op, const RowValue &x) {
  ImplicitLocOpBuilder &b = kernel.b;
  int64_t threads = kernel.config.getThreadsPerRow();
  int64_t ofBlock = op.getBlock() / kernel.config.getVectorWidth(); // pieces
  int64_t piecesOfThread = std::max<int64_t>(1, ofBlock / threads);
  Value floor = arith::ConstantOp::create(b, op.getFloorAttr());
  Value largest = arith::ConstantOp::create(b, op.getLargestAttr());
  RowValue scales;
  for (size_t first = 0; first < x.size(); first += piecesOfThread) {
    Value most;
    for (Value piece : ArrayRef(x).slice(first, piecesOfThread))
      most = maximum(b, most, largestOf(b, piece));
    for (int64_t distance = std::min(ofBlock, threads) / 2; distance > 0; distance /= 2)
      most = maximum(b, most,
                     gpu::ShuffleOp::create(b, most, kernel.i32(distance), kernel.i32(32),
                                            gpu::ShuffleMode::XOR)
                         .getShuffleResult());
    Value scale = arith::DivFOp::create(b, maximum(b, most, floor), largest);
    scales.append(piecesOfThread, scale);
  }
  return scales;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Where the number of a piece's block lies, an i64.
static Value offsetOf(RowKernel &kernel, int64_t row, int64_t operand, int64_t piece) {
  ImplicitLocOpBuilder &b = kernel.b;
  int64_t block = kernel.group.getBlock(operand);
  Value place = arith::ExtUIOp::create(b, b.getI64Type(), kernel.pieceStart(piece));
  if (Value start = kernel.segmentStart())
    place = arith::AddIOp::create(b, place, start);
  place = arith::DivUIOp::create(b, place, kernel.i64(block));
  return arith::AddIOp::create(b, kernel.rowOffset(row, operand), place);
}

/// Whether a piece is in the row; null where all threads' are.
static Value isInside(RowKernel &kernel, int64_t piece) {
  if (kernel.isPieceFull(piece))
    return nullptr;
  return arith::CmpIOp::create(kernel.b, arith::CmpIPredicate::slt, kernel.pieceStart(piece),
                               kernel.i32(kernel.rowLength()));
}

RowValue normc::loadBlocks(RowKernel &kernel, int64_t row, int64_t operand) {
  ImplicitLocOpBuilder &b = kernel.b;
  Type element = memoryType(getElementTypeOrSelf(kernel.rowType(operand)));
  RowValue numbers;
  for (int64_t piece = 0; piece < kernel.numPieces(); ++piece) {
    Value inside = isInside(kernel, piece), otherwise;
    if (inside)
      otherwise = arith::ConstantOp::create(b, b.getZeroAttr(element));
    numbers.push_back(sched::LoadOp::create(
        b, element, kernel.pointer(operand), offsetOf(kernel, row, operand, piece), inside,
        otherwise, kernel.alignment(operand), /*invariant=*/true, sched::Policy::plain));
  }
  return numbers;
}

/// The thread with a block's first element stores its number.
void normc::storeBlocks(RowKernel &kernel, int64_t row, int64_t operand, const RowValue &numbers) {
  ImplicitLocOpBuilder &b = kernel.b;
  int64_t block = kernel.group.getBlock(operand);
  for (int64_t piece = 0; piece < kernel.numPieces(); ++piece) {
    Value inBlock = arith::AndIOp::create(b, kernel.pieceStart(piece), kernel.i32(block - 1));
    Value stores = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, inBlock, kernel.i32(0));
    for (Value condition : {isInside(kernel, piece), kernel.rowExists(row)})
      if (condition)
        stores = arith::AndIOp::create(b, stores, condition);
    sched::StoreOp::create(b, numbers[piece], kernel.pointer(operand),
                           offsetOf(kernel, row, operand, piece), stores, kernel.alignment(operand),
                           sched::Policy::plain);
  }
}
