//===- PredicatedAccess.h - accesses where a condition holds -----*- C++ -*-===//
//
// LLVM would branch round an access that not every thread makes: these are inline PTX.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_PTX_PREDICATEDACCESS_H
#define NORMC_LIB_PTX_PREDICATEDACCESS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace normc {

/// Reads a value of `type`, a number or as many bytes as one access has, at a global address
/// where `condition` holds; elsewhere it is `otherwise`, or anything where that is null.
mlir::Value createPredicatedLoad(mlir::ImplicitLocOpBuilder &b, mlir::Type type,
                                 mlir::Value address, mlir::Value condition, mlir::Value otherwise,
                                 bool isInvariant);

/// Writes such a value to a global address where `condition` holds.
void createPredicatedStore(mlir::ImplicitLocOpBuilder &b, mlir::Value value, mlir::Value address,
                           mlir::Value condition);

} // namespace normc

#endif // NORMC_LIB_PTX_PREDICATEDACCESS_H
