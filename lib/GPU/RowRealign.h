//===- RowRealign.h - wide accesses to rows at any address -------*- C++ -*-===//
//
// Where a row that starts anywhere lies in the aligned 16-byte words of memory, and the shift of
// registers that takes words to pieces and back. Word w of a piece is the w-th that the piece
// reaches into: it starts `shift` elements before element w * elementsPerWord of the piece.
// A piece that is shifted reaches into one word more than it fills.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_GPU_ROWREALIGN_H
#define NORMC_LIB_GPU_ROWREALIGN_H

#include "RowKernel.h"

namespace normc {

/// Moves registers down by the same bytes for all threads of a row, fewer than a word has.
class RegisterShift {
public:
  /// With `hasHalves` the bytes, an i32, are whole halves of registers, else whole registers.
  RegisterShift(RowKernel &kernel, mlir::Value bytes, bool hasHalves);

  /// The lowest `count` registers after the move, of four more or as many.
  llvm::SmallVector<mlir::Value> apply(llvm::ArrayRef<mlir::Value> registers, int64_t count) const;

private:
  mlir::ImplicitLocOpBuilder &b;
  mlir::Value movesTwo, movesOne;
  mlir::Value bits; ///< 0 or 16; null without halves
};

class RealignedRow {
public:
  static constexpr int64_t wordBytes = 16, registersPerWord = 4;

  /// Whether the kernel may access the operand so: it assumes no alignment, pieces have whole
  /// words, and rows more words than both ends cut.
  static bool isWorthwhile(RowKernel &kernel, int64_t operand);

  RealignedRow(RowKernel &kernel, int64_t row, int64_t operand);

  bool hasHalves() const { return elementsPerRegister > 1; }
  mlir::VectorType wordType() const { return mlir::VectorType::get({elementsPerWord}, element); }
  /// What a register holds: two halves, or a number.
  mlir::Type registerType() const;
  /// Where register `reg` of a word of this thread's piece lies, an i64 in elements.
  mlir::Value offset(int64_t piece, int64_t word, int64_t reg = 0);

  /// Whether some thread's word reaches outside of the row.
  bool mayBeOutside(int64_t piece, int64_t word) const;
  /// Whether this thread's word does not; for words that may.
  mlir::Value isInside(int64_t piece, int64_t word);
  /// Whether the register is inside of the row though its word is not; null where it never is.
  mlir::Value isInsideAlone(int64_t piece, int64_t word, int64_t reg);

  /// One end of the row: an element that shares its register with what is outside.
  struct End {
    int64_t piece, index; ///< in the piece
    mlir::Value offset;   ///< in memory
    mlir::Value isAlone;  ///< whether it is this thread's and does
  };
  /// Both ends; none where registers are elements.
  llvm::SmallVector<End> ends();

  int64_t elementsPerWord, elementsPerRegister, wordsPerPiece;
  mlir::Type element;
  mlir::Value shift;      ///< elements from the word boundary before the row to the row, an i32
  mlir::Value shiftBytes; ///< the same in bytes
  mlir::Value isShifted;

private:
  mlir::Value placeInRow(int64_t piece, int64_t word);
  bool mayStartBefore(int64_t piece, int64_t word) const { return piece == 0 && word == 0; }
  bool mayEndAfter(int64_t piece, int64_t word) const;

  RowKernel &kernel;
  mlir::ImplicitLocOpBuilder &b;
  mlir::Value origin; ///< word 0 of this thread's piece 0 in memory, an i64 in elements
};

/// Loads the pieces of a row by aligned words; past the end of the row they are zeros.
RowValue loadRealigned(RowKernel &kernel, int64_t row, int64_t operand, sched::Policy policy);

/// Stores the rows of a result by aligned words. All threads of the CTA meet here.
void storeRealigned(RowKernel &kernel, int64_t operand, const RowValues &values);

} // namespace normc

#endif // NORMC_LIB_GPU_ROWREALIGN_H
