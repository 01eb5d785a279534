//===- RoundedFunctions.h - functions rounded to bf16 ------------*- C++ -*-===//
//
// Functions of bf16 in fewer instructions where their result is rounded to bf16.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_GPU_ROUNDEDFUNCTIONS_H
#define NORMC_LIB_GPU_ROUNDEDFUNCTIONS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace normc {

/// The bits of `op`, an elementwise function, of a vector of bf16, in bf16. `exact` makes the f32
/// function of a vector of f32 for the elements that need its bits. Null if there is no short form.
mlir::Value applyRounded(mlir::ImplicitLocOpBuilder &b, mlir::Operation *op, mlir::Value piece,
                         llvm::function_ref<mlir::Value(mlir::Value)> exact);

} // namespace normc

#endif // NORMC_LIB_GPU_ROUNDEDFUNCTIONS_H
