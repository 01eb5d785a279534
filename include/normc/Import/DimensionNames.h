//===- DimensionNames.h - what a function's dimensions are called -*- C++ -*-===//
//
// The names that --shape takes and reports print.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_IMPORT_DIMENSIONNAMES_H
#define NORMC_IMPORT_DIMENSIONNAMES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>

namespace normc {

/// The names of the dimensions of a function's plan: norm.dims of the function, where one name
/// twice is one dimension, else s0, s1, ...
llvm::SmallVector<std::string> dimensionNames(mlir::func::FuncOp function, int64_t numDimensions);

} // namespace normc

#endif // NORMC_IMPORT_DIMENSIONNAMES_H
