//===- RotationExchange.cpp - where the other column of a pair is ---------===//
//
// Seen by trying every piece of the row.
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/RotationExchange.h"

#include "Norm/ReductionTree.h"

using namespace mlir;
using namespace normc;

int64_t normc::partnerOf(norm::RotateOp rotate, int64_t column) {
  int64_t place = column % rotate.getWidth(), turned = rotate.getTurned();
  if (place >= turned)
    return column;
  if (rotate.getStyle() == norm::RotaryStyle::interleaved)
    return place % 2 == 0 ? column + 1 : column - 1;
  return place < turned / 2 ? column + turned / 2 : column - turned / 2;
}

bool normc::pairsPieces(norm::RotateOp rotate, int64_t width) {
  return rotate.getStyle() == norm::RotaryStyle::half_split &&
         rotate.getTurned() / 2 % width == 0 && rotate.getWidth() % width == 0;
}

RotationExchange normc::exchangeOf(norm::RotateOp rotate, RowThreads config, int64_t length) {
  // A pair of neighbours is in one piece.
  if (rotate.getStyle() == norm::RotaryStyle::interleaved)
    return RotationExchange::InThread;
  constexpr int64_t lanes = ReductionTree::numLanes;
  int64_t width = config.vectorWidth, threads = config.threadsPerRow;
  if (!pairsPieces(rotate, width))
    return RotationExchange::InMemory;
  auto exchange = RotationExchange::InThread;
  for (int64_t piece = 0; piece < length / width; ++piece) {
    int64_t thread = piece % threads, other = partnerOf(rotate, piece * width) / width % threads;
    if (thread == other)
      continue;
    exchange = RotationExchange::InWarp;
    // A warp may hold rows that start at several of its lanes.
    for (int64_t row = 0; row < config.rowsPerCta; ++row)
      if ((row * threads + thread) / lanes != (row * threads + other) / lanes)
        return RotationExchange::InMemory;
  }
  return exchange;
}

int64_t normc::rotationBytes(sched::GroupOp group, RowThreads threads) {
  int64_t length = std::min(group.getRowLength().value_or(1), ReductionTree::segmentLength);
  for (auto rotate : group.getBody().front().getOps<norm::RotateOp>())
    if (exchangeOf(rotate, threads, length) == RotationExchange::InMemory)
      return 2 * length * threads.rowsPerCta * static_cast<int64_t>(sizeof(float));
  return 0;
}
