//===- RowRealign.h - wide accesses to rows at any address -------*- C++ -*-===//
//
// Reads and writes a row that starts anywhere by aligned words.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_GPU_ROWREALIGN_H
#define NORMC_LIB_GPU_ROWREALIGN_H

#include "RowKernel.h"

namespace normc {

class RealignedRow {
public:
  /// Whether the kernel may access the operand so: it assumes no alignment, and some piece's
  /// words lie inside the row.
  static bool isWorthwhile(RowKernel &kernel, int64_t operand);

  RealignedRow(RowKernel &kernel, int64_t row, int64_t operand);

  /// Whether all words of this thread's piece lie inside the row.
  mlir::Value wordsAreInside(int64_t piece);

  /// The piece, where they do.
  mlir::Value loadPiece(int64_t piece);

  /// Writes the piece: its words with the ends of the neighbour's piece, which a shuffle brings,
  /// and by elements what no word has. All threads of a warp meet here.
  void storePiece(int64_t piece, mlir::Value value);

private:
  mlir::Value isAtMost(mlir::Value index, int64_t end);
  mlir::Value asWord(llvm::ArrayRef<mlir::Value> registers);
  void storeElements(int64_t piece, mlir::Value value, llvm::ArrayRef<mlir::Value> isUncovered);
  void loadWord(int64_t piece, int64_t word, llvm::SmallVectorImpl<mlir::Value> &registers);

  RowKernel &kernel;
  mlir::ImplicitLocOpBuilder &b;
  int64_t row, operand;
  mlir::Type element;
  int64_t elementsPerWord;
  mlir::Value shift; ///< elements from the word boundary to the row, an i32
  mlir::Value shiftBytes;
};

} // namespace normc

#endif // NORMC_LIB_GPU_ROWREALIGN_H
