//===- RowNeighbours.h - what the thread before holds ------------*- C++ -*-===//
//
// The exchange behind stores to rows at any address.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_GPU_ROWNEIGHBOURS_H
#define NORMC_LIB_GPU_ROWNEIGHBOURS_H

#include "RowRealign.h"

namespace normc {

/// 32-bit registers of a thread, lowest elements first.
using Registers = llvm::SmallVector<mlir::Value>;

/// Brings the last word of the piece before this thread's: of the thread before, or for the first
/// thread of a row the last thread's piece before.
class Neighbours {
public:
  Neighbours(RowKernel &kernel, llvm::ArrayRef<RealignedRow> rows,
             llvm::ArrayRef<llvm::SmallVector<Registers>> pieces);

  /// For the first piece of a row it has anything.
  Registers wordBefore(int64_t row, int64_t piece);

private:
  static constexpr int64_t numLanes = ReductionTree::numLanes;

  void publish();
  mlir::Value memoryIndex(int64_t row, int64_t piece, mlir::Value slot);
  llvm::ArrayRef<mlir::Value> lastWord(int64_t row, int64_t piece) const;
  mlir::Value isEqual(mlir::Value x, int64_t to);

  RowKernel &kernel;
  mlir::ImplicitLocOpBuilder &b;
  llvm::ArrayRef<RealignedRow> rows;
  llvm::ArrayRef<llvm::SmallVector<Registers>> pieces;
  int64_t threads, numSlots = 0;
  bool isInWarp;             ///< each row, whole
  mlir::VectorType inMemory; ///< a word
  mlir::Value lane, before, memory;
};

} // namespace normc

#endif // NORMC_LIB_GPU_ROWNEIGHBOURS_H
