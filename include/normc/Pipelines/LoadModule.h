//===- LoadModule.h - a module from a file, safely ---------------*- C++ -*-===//
//
// Reads .mlir text so that no input crashes the process, and keeps the names that the
// source gives to arguments.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_PIPELINES_LOADMODULE_H
#define NORMC_PIPELINES_LOADMODULE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace normc {

/// The deepest nesting of brackets that is parsed: MLIR's parser recurses on each.
constexpr unsigned maxNesting = 256;

/// Parses and verifies the main buffer of `sources`. Names each argument of each function
/// (`norm.name`) after its SSA name. Null after an error, which has been emitted.
mlir::OwningOpRef<mlir::ModuleOp> loadModule(llvm::SourceMgr &sources, mlir::MLIRContext *context);

} // namespace normc

#endif // NORMC_PIPELINES_LOADMODULE_H
