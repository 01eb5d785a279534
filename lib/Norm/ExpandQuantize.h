//===- ExpandQuantize.h - quantisation to arith and conversions --*- C++ -*-===//
//
// The patterns of the norm phase for norm.quantize with a scale and norm.dynamic_quantize.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_NORM_EXPANDQUANTIZE_H
#define NORMC_LIB_NORM_EXPANDQUANTIZE_H

#include "mlir/IR/PatternMatch.h"

namespace normc {

void populateExpandQuantizePatterns(mlir::RewritePatternSet &patterns);

} // namespace normc

#endif // NORMC_LIB_NORM_EXPANDQUANTIZE_H
