//===- DimClasses.h - which axes of a function have one extent ---*- C++ -*-===//
//
// Equal extents by the meaning of the operations: two `?` at the same place of one
// operation are the same size.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_IMPORT_DIMCLASSES_H
#define NORMC_IMPORT_DIMCLASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/IntEqClasses.h"

namespace normc {

class DimClasses {
public:
  /// Also takes in what `norm.sizes` of the arguments says: an operation that made two sizes
  /// equal may be gone.
  explicit DimClasses(mlir::func::FuncOp func);

  /// The class of each axis of `value`.
  llvm::SmallVector<unsigned> classesOf(mlir::Value value) const;

  /// The static extent of a class, if any axis of it has one.
  std::optional<int64_t> extentOf(unsigned dimClass) const;

  /// An argument of the function and the axis of it that is in the class; none for the sum
  /// of dynamic extents that a concat makes.
  std::pair<mlir::BlockArgument, int64_t> argumentOf(unsigned dimClass) const;

  /// Two static extents that the operations say are equal and are not.
  std::optional<std::pair<int64_t, int64_t>> findConflict() const { return conflict; }

private:
  void addValue(mlir::Value value);
  void join(mlir::Value a, int64_t axisA, mlir::Value b, int64_t axisB);
  void joinAll(mlir::Value a, mlir::Value b);
  void joinRows(mlir::Value a, mlir::Value b);
  void joinBroadcast(mlir::Value operand, mlir::Value result, llvm::ArrayRef<int64_t> dims);
  void addView(mlir::Operation *op);
  void addOp(mlir::Operation *op);
  void addDescribedSizes(mlir::func::FuncOp func);
  void joinNamedAlike(mlir::func::FuncOp func);

  llvm::IntEqClasses classes;
  llvm::DenseMap<mlir::Value, unsigned> firstAxis;
  unsigned numAxes = 0;
  /// By static extent: the axis that stands for it.
  llvm::DenseMap<int64_t, unsigned> axisOfExtent;
  llvm::DenseMap<unsigned, int64_t> extents;
  std::optional<std::pair<int64_t, int64_t>> conflict;
  llvm::DenseMap<unsigned, std::pair<mlir::BlockArgument, int64_t>> arguments;
};

/// Gives each argument its sizes as expressions over the function's dimensions
/// (`norm.sizes`), so that a plan can check that equal ones are equal. Returns how many
/// dimensions there are.
int64_t describeSizes(mlir::func::FuncOp func, const DimClasses &dims);

} // namespace normc

#endif // NORMC_IMPORT_DIMCLASSES_H
