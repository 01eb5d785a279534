//===- RowDivision.h - a row divided by one number ---------------*- C++ -*-===//
//
// Divides all that a thread holds of a row by one number, with one division where that
// gives the bits of as many as there are elements.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_GPU_ROWDIVISION_H
#define NORMC_LIB_GPU_ROWDIVISION_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace normc {

/// Whether each element of the pieces (vectors of f32) is 0 or large and small enough for the
/// short form. `isExp`: each is from +0 to 2 or NaN; what is not gives any bits, but no fault.
mlir::Value areDividendsInRange(mlir::ImplicitLocOpBuilder &b, llvm::ArrayRef<mlir::Value> pieces,
                                bool isExp);

/// The IEEE quotients of each piece and its divisor, an f32: one for all pieces, or one each.
/// `inRange` is what areDividendsInRange says, where it has been asked.
llvm::SmallVector<mlir::Value, 4> divideByNumbers(mlir::ImplicitLocOpBuilder &b,
                                                  llvm::ArrayRef<mlir::Value> pieces,
                                                  llvm::ArrayRef<mlir::Value> divisors, bool isExp,
                                                  mlir::Value inRange = {});

} // namespace normc

#endif // NORMC_LIB_GPU_ROWDIVISION_H
