//===- MakePackage.h - compiled modules as a package -------------*- C++ -*-===//
//
// Leaves MLIR: the plans and the PTX of every chip as plain data.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_PIPELINES_MAKEPACKAGE_H
#define NORMC_PIPELINES_MAKEPACKAGE_H

#include "normc/Launch/Package.h"

#include "mlir/IR/BuiltinOps.h"

namespace normc {

/// The package of a module at the end of the ptx phase: one module for each chip, each with
/// the same functions. Emits an error where they do not fit together.
mlir::FailureOr<Package> makePackage(mlir::ModuleOp module);

} // namespace normc

#endif // NORMC_PIPELINES_MAKEPACKAGE_H
