//===- NormVerify.h - constraints that several ops share ---------*- C++ -*-===//
//
// What the verifiers of the norm dialect have in common.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_DIALECTS_NORM_NORMVERIFY_H
#define NORMC_DIALECTS_NORM_NORMVERIFY_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace normc::norm {

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

#endif // NORMC_DIALECTS_NORM_NORMVERIFY_H
