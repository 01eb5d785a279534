//===- Compile.h - the pipeline as normc-run uses it -------------*- C++ -*-===//
//
// Compiles the module up to a phase, and lists the configs to try.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_COMPILE_H
#define NORMC_TOOLS_NORMC_RUN_COMPILE_H

#include "normc/Pipelines/Pipelines.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace normc {

/// A copy of the module at the end of `last`; null after an error.
mlir::OwningOpRef<mlir::ModuleOp> compileTo(mlir::ModuleOp source, Phase last,
                                            const PipelineOptions &options);

/// Overrides with every pair of threads a row and vector width that fits every row of the
/// module, each with the simplest of the other choices and with the opposite of them.
mlir::FailureOr<std::vector<std::string>> configsOf(mlir::ModuleOp source,
                                                    const PipelineOptions &options);

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_COMPILE_H
