//===- VerifyRules.h - rules that several ops share --------------*- C++ -*-===//
//
// Checks behind the numbered constraints of more than one file's ops.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_DIALECTS_NORM_VERIFYRULES_H
#define NORMC_DIALECTS_NORM_VERIFYRULES_H

#include "Norm/Norm.h"

namespace normc::norm {

/// Refuses an operand of a reduction or norm without rows of a static length.
mlir::LogicalResult verifyRows(mlir::Operation *op, mlir::RankedTensorType type);

mlir::LogicalResult verifyResultShape(mlir::Operation *op, mlir::RankedTensorType x,
                                      mlir::RankedTensorType result);

/// Does `operand` broadcast to `result` with axis i becoming axis dims[i]?
mlir::LogicalResult verifyBroadcast(mlir::Operation *op, llvm::StringRef name,
                                    mlir::RankedTensorType operand, mlir::RankedTensorType result,
                                    llvm::ArrayRef<int64_t> dims);

/// Element types P and the result's: P itself, or one that P rounds to.
mlir::LogicalResult verifySugar(mlir::Operation *op, mlir::RankedTensorType x,
                                llvm::ArrayRef<mlir::Type> operands, mlir::RankedTensorType result);

} // namespace normc::norm

#endif // NORMC_DIALECTS_NORM_VERIFYRULES_H
