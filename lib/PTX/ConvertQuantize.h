//===- ConvertQuantize.h - conversions to 8 bits in PTX ----------*- C++ -*-===//
//
// Parts of the conversion of kernels to the LLVM dialect.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_PTX_CONVERTQUANTIZE_H
#define NORMC_LIB_PTX_CONVERTQUANTIZE_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/PatternMatch.h"

namespace normc {

/// Spells conversions for which there is no instruction; those of f32 to fp8 stay where the chip
/// has them.
void expandConversions(mlir::Operation *root, bool hasF8Conversion);

void populateConvertQuantizePatterns(const mlir::LLVMTypeConverter &converter,
                                     mlir::RewritePatternSet &patterns);

} // namespace normc

#endif // NORMC_LIB_PTX_CONVERTQUANTIZE_H
