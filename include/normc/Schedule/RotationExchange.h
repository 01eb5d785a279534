//===- RotationExchange.h - where the other column of a pair is --*- C++ -*-===//
//
// A rotation pairs each column with another. Whether a thread holds both, or another thread of its
// warp or CTA the other, follows from the config alone.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_SCHEDULE_ROTATIONEXCHANGE_H
#define NORMC_SCHEDULE_ROTATIONEXCHANGE_H

#include "Sched/Sched.h"

namespace normc {

/// How the threads of a row come by the other columns: they hold them themselves, by shuffles, or
/// by shared memory.
enum class RotationExchange { InThread, InWarp, InMemory };

/// The column of a row that `column` is paired with; itself where it is not turned.
int64_t partnerOf(norm::RotateOp rotate, int64_t column);

/// Whether whole pieces of `width` columns are paired.
bool pairsPieces(norm::RotateOp rotate, int64_t width);

/// What of a config it depends on.
struct RowThreads {
  int64_t threadsPerRow, rowsPerCta, vectorWidth;
};
inline RowThreads threadsOf(sched::RowConfigAttr config) {
  return {config.getThreadsPerRow(), config.getRowsPerCta(), config.getVectorWidth()};
}

/// For a row, or segment of a row, of `length` columns.
RotationExchange exchangeOf(norm::RotateOp rotate, RowThreads threads, int64_t length);

/// Bytes of shared memory that the rotations of a group take: two rows of f32 for each row of the
/// CTA (exchanges take turns with two buffers), or none.
int64_t rotationBytes(sched::GroupOp group, RowThreads threads);

} // namespace normc

#endif // NORMC_SCHEDULE_ROTATIONEXCHANGE_H
