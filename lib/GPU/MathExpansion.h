//===- MathExpansion.h - f32 math as IEEE operations ------------*- C++ -*-===//
//
// Declares the builders that expand f32 math functions into arith and math.fma
// operations whose bits are the same on the GPU and in the emulator.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_GPU_MATHEXPANSION_H
#define NORMC_GPU_MATHEXPANSION_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Value.h"

namespace normc {

// x is an f32 or a fixed vector of f32; the result has its type. The code is
// one straight line without branches, tables, calls or fastmath flags, and
// gives the bits of lib/Reference/MathFunctions.cpp, which explains the
// formulas. At most 2 ulp off over the whole range, subnormals kept.

mlir::Value expandExp(mlir::ImplicitLocOpBuilder &b, mlir::Value x);
/// The same bits where x is at most 0 or NaN.
mlir::Value expandExpOfNeverPositive(mlir::ImplicitLocOpBuilder &b, mlir::Value x);
/// The same bits where x is from -69 to 0: the result is at least 2^-100.
mlir::Value expandExpOfSmall(mlir::ImplicitLocOpBuilder &b, mlir::Value x);
mlir::Value expandTanh(mlir::ImplicitLocOpBuilder &b, mlir::Value x);
mlir::Value expandErf(mlir::ImplicitLocOpBuilder &b, mlir::Value x);
mlir::Value expandSigmoid(mlir::ImplicitLocOpBuilder &b, mlir::Value x);
mlir::Value expandSilu(mlir::ImplicitLocOpBuilder &b, mlir::Value x);
mlir::Value expandGeluErf(mlir::ImplicitLocOpBuilder &b, mlir::Value x);
mlir::Value expandGeluTanh(mlir::ImplicitLocOpBuilder &b, mlir::Value x);
/// Correctly rounded 1 / sqrt(v) from a seed within 1 ulp of it.
mlir::Value expandRsqrt(mlir::ImplicitLocOpBuilder &b, mlir::Value v, mlir::Value seed);

} // namespace normc

#endif // NORMC_GPU_MATHEXPANSION_H
