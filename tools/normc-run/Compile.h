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

/// The pairs of threads a row and vector width that fit every row of the module.
mlir::FailureOr<llvm::SmallVector<std::pair<int64_t, int64_t>>>
configsOf(mlir::ModuleOp source, const PipelineOptions &options);

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_COMPILE_H
