//===- ColumnRuns.h - rows that a map of columns names -----------*- C++ -*-===//
//
// Where the elements of a row stand that are no neighbours in memory: each index of an operand
// is a part for the row plus a part for the column.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_DIALECTS_SCHED_COLUMNRUNS_H
#define NORMC_DIALECTS_SCHED_COLUMNRUNS_H

#include "Sched/Sched.h"

namespace normc::sched {

/// An index as the sum of what the row and what the column adds.
struct SplitIndex {
  mlir::AffineExpr row, column;
};

/// Splits an index, of which dimension `column` is the column; none where they are mixed.
std::optional<SplitIndex> splitIndex(mlir::AffineExpr index, unsigned column);

/// Whether a row can be accessed whose indices are these: all split, the last one by the column.
bool canAccessColumns(llvm::ArrayRef<mlir::AffineExpr> indices, unsigned column);

/// Columns that are accessed at once. A row is runs from its start to its end.
struct ColumnRuns {
  int64_t columns;  ///< of a run, a power of two
  int64_t elements; ///< neighbours that they are: as many, or fewer that repeat
  int64_t divisor;  ///< of the places in the last axis where runs start; 0 where all are 0
};

/// The longest runs, up to `most` columns, of an operand with a map of columns.
ColumnRuns findColumnRuns(GroupOp group, int64_t operand, int64_t most);

} // namespace normc::sched

#endif // NORMC_DIALECTS_SCHED_COLUMNRUNS_H
