//===- RowGroups.h - which operations share a launch -------------*- C++ -*-===//
//
// The decision of fusion, apart from the rewrite that carries it out.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_FUSION_ROWGROUPS_H
#define NORMC_LIB_FUSION_ROWGROUPS_H

#include "Norm/Norm.h"
#include "RowAxes.h"
#include "normc/Import/DimClasses.h"

namespace normc {

/// What the rows of a group run over.
struct RowSpace {
  mlir::MLIRContext *context = nullptr;
  GatherIndices *gathers = nullptr;      ///< of the function
  llvm::SmallVector<unsigned, 4> rows;   ///< classes of the row axes
  std::optional<int64_t> rowLength;      ///< none: one number a row
  llvm::SmallVector<int64_t, 4> extents; ///< of the row axes as typed, dynamic or static
  /// The last row axis counts the parts that the last axis of values is cut into.
  bool isCut = false;

  int64_t numRowAxes() const { return rows.size(); }
  /// The outer axes of a value that has one element for each element of a row.
  int64_t numOuterAxes() const { return numRowAxes() - isCut; }
  /// The extents of the dimensions of Axes.
  llvm::SmallVector<int64_t, 4> dimExtents() const;
  /// The axes of a value that has one element for each element of a row.
  Axes wholeRow() const;
  /// The same as a map, which is unique.
  mlir::AffineMap mapOf(const Axes &axes) const;
  /// The axes of a value that has one number for each row.
  Axes onePerRow() const;

  bool operator==(const RowSpace &other) const {
    return rows == other.rows && rowLength == other.rowLength && extents == other.extents &&
           isCut == other.isCut;
  }
};

/// A value and the axes of its rows; the windows of one value are several.
using Rows = std::pair<mlir::Value, mlir::AffineMap>;

struct RowGroup {
  RowSpace space;
  llvm::SmallVector<mlir::Operation *> ops; ///< in program order
  llvm::DenseSet<Rows> rowsRead;            ///< whole rows that it reads from memory
  /// A concat, alone: no launch, but memory that launches write parts of.
  bool isConcat = false;
};

/// The most whole rows that a launch reads from memory (see RowGroups::hasRoom).
constexpr size_t mostRows = 16;

/// Reductions, norms, scales of blocks and what tells columns apart read whole rows of their first
/// operand.
inline bool readsRows(mlir::Operation *op) {
  return norm::isNorm(op) || norm::isReduction(op) || norm::isByColumn(op) ||
         mlir::isa<norm::BlockScaleOp>(op);
}

/// The axes of a value that the rows of a space compute.
Axes ownAxes(mlir::Value value, const RowSpace &space);

/// Where values are stored: what the function returns, and the parts of a concat.
inline bool isStore(mlir::Operation *op) {
  return mlir::isa<mlir::func::ReturnOp, norm::ConcatOp>(op);
}

/// The groups of a function, in an order in which each comes after what it reads.
class RowGroups {
public:
  RowGroups(mlir::func::FuncOp func, const DimClasses &dims, bool fuse);

  llvm::ArrayRef<RowGroup> get() const { return ordered; }

  /// The group that computes the operation's results; none for what is computed again
  /// wherever it is used (constants, broadcasts, what only broadcasts read).
  std::optional<unsigned> groupOf(mlir::Operation *op) const;

  /// The operands whose elements the operation reads: a splat or broadcast takes only the
  /// shape of its second.
  static mlir::OperandRange readOperands(mlir::Operation *op);

  /// For a stored view of what a group computes, the value computed and where its rows stand
  /// in the view; none where the view is a launch of its own.
  std::optional<std::pair<mlir::Value, Axes>> sourceOf(mlir::Value stored) const;

  /// The group that writes the value to memory, as it is or as a stored view; none for arguments
  /// and for what is computed again.
  std::optional<unsigned> writerOf(mlir::Value value) const;

  /// The axes of operand `index` of an operation whose result has `axes`, in a space.
  static Axes operandAxes(mlir::Operation *op, unsigned index, const Axes &axes,
                          const RowSpace &space);

private:
  void findRead(mlir::func::FuncOp func);
  void classify(mlir::func::FuncOp func);
  bool isOnlyStored(mlir::Operation *op) const;
  RowSpace spaceOf(mlir::Operation *op) const;
  bool fits(mlir::Operation *op, const RowSpace &space) const;
  llvm::SmallVector<mlir::Operation *> producersOf(mlir::Operation *op) const;
  llvm::DenseSet<Rows> rowsRead(mlir::Operation *op, const RowSpace &space) const;
  bool hasRoom(mlir::Operation *op, unsigned cluster) const;
  bool readsElsewhere(mlir::Operation *op, unsigned cluster) const;
  bool reaches(unsigned from, unsigned to, bool exceptDirect) const;
  unsigned find(unsigned cluster) const;
  unsigned place(mlir::Operation *op);
  size_t numRowsRead(unsigned a, unsigned b) const;
  void merge(unsigned into, unsigned from);
  void mergeSiblings();
  bool cutRows(unsigned cluster);
  void cutLongRows();
  bool placeStoredView(mlir::Operation *op);
  void placeConcat(mlir::Operation *op);
  void order(mlir::func::FuncOp func);

  const DimClasses &dims;
  mutable GatherIndices gathers;
  bool fuse;
  llvm::DenseSet<mlir::Operation *> read; ///< what a result depends on
  llvm::DenseSet<mlir::Operation *> recomputed;
  llvm::SmallVector<RowGroup> clusters;
  mutable llvm::SmallVector<unsigned> parent;
  llvm::SmallVector<llvm::DenseSet<unsigned>> successors;
  llvm::DenseMap<mlir::Operation *, unsigned> clusterOf;
  llvm::DenseMap<mlir::Value, std::pair<mlir::Value, Axes>> storedViews;
  llvm::SmallVector<RowGroup> ordered;
  llvm::DenseMap<unsigned, unsigned> orderOf;
};

} // namespace normc

#endif // NORMC_LIB_FUSION_ROWGROUPS_H
