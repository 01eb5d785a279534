//===- ExpandConversions.h - 8-bit numbers by integer arithmetic -*- C++ -*-===//
//
// What sched.quantize and sched.dequantize do where nothing does it at once: on the host, and on
// chips without the instructions.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_SUPPORT_EXPANDCONVERSIONS_H
#define NORMC_LIB_SUPPORT_EXPANDCONVERSIONS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace normc {

/// The 8 bits of `x` (f32 or a vector of it), an i8 or a vector of them.
mlir::Value expandQuantize(mlir::ImplicitLocOpBuilder &b, mlir::Value x, mlir::Type format);

/// What the 8 bits of `x` (i8 or a vector of it) mean, in f32.
mlir::Value expandDequantize(mlir::ImplicitLocOpBuilder &b, mlir::Value x, mlir::Type format);

} // namespace normc

#endif // NORMC_LIB_SUPPORT_EXPANDCONVERSIONS_H
