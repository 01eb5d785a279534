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

/// The IEEE quotients of each piece (a vector of f32) and `divisor`, an f32. `isExp`: each element
/// is from +0 to 2 or NaN; what is not gives any bits, but no fault.
llvm::SmallVector<mlir::Value, 4> divideByNumber(mlir::ImplicitLocOpBuilder &b,
                                                 llvm::ArrayRef<mlir::Value> pieces,
                                                 mlir::Value divisor, bool isExp);

} // namespace normc

#endif // NORMC_LIB_GPU_ROWDIVISION_H
