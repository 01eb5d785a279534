//===- RowAxes.h - where a row's elements stand in a value -------*- C++ -*-===//
//
// For each axis of a value, an index expression over a point of the row space: dimensions
// d0 ... dn-1 are the row axes, dn is the place in the row. Views map indices of their
// result to indices of their operand; no data moves.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_FUSION_ROWAXES_H
#define NORMC_LIB_FUSION_ROWAXES_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Operation.h"

namespace normc {

using Axes = llvm::SmallVector<mlir::AffineExpr, 4>;

/// The numbers by which rows are gathered: symbol i of an index expression is the number that
/// the i-th of these values has at its axes.
class GatherIndices {
public:
  /// More than any expression has, so that maps over all symbols are the same throughout.
  static constexpr unsigned maxSymbols = 1 << 16;

  mlir::AffineExpr symbolOf(mlir::Value index, const Axes &axes);
  llvm::ArrayRef<std::pair<mlir::Value, Axes>> get() const { return indices; }

private:
  llvm::SmallVector<std::pair<mlir::Value, Axes>> indices;
};

/// The indices of the view's operand, given those of its result. `extents` are those of the
/// dimensions, dynamic ones unknown. Takes slice, reshape, transpose and columns.
Axes viewOperandAxes(mlir::Operation *view, const Axes &axes, llvm::ArrayRef<int64_t> extents);

/// The indices of the result of a reshape or transpose, given those of its operand.
Axes viewResultAxes(mlir::Operation *view, const Axes &axes, llvm::ArrayRef<int64_t> extents);

/// Whether the place in the row (dimension `row`) is part of an index.
bool runsAlongRow(const Axes &axes, unsigned row);

/// How many neighbours in the row are one element of the last axis; 1 where each is another.
int64_t blockOf(const Axes &axes, unsigned row);

/// Where along the last axis a row starts, if its elements, or those of its blocks, are neighbours
/// there; else null: it cannot be accessed as a row.
mlir::AffineExpr rowStart(const Axes &axes, unsigned row);

/// Whether rows of several elements with these axes can be accessed: neighbours, or columns that a
/// map names.
bool canAccessRow(const Axes &axes, unsigned row);

} // namespace normc

#endif // NORMC_LIB_FUSION_ROWAXES_H
