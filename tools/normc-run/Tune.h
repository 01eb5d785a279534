//===- Tune.h - searching configs on the GPU ---------------------*- C++ -*-===//
//
// Times every config worth trying of a function's kernels, whose bits have to stay the same.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_TUNE_H
#define NORMC_TOOLS_NORMC_RUN_TUNE_H

#include "Gpu.h"
#include "Options.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace normc {

/// Searches the configs of one function at the sizes of the command line; prints the best
/// and writes all to the file of --tune, from which an interrupted search goes on. Done, or the
/// code to end with.
int tune(const Options &options, mlir::ModuleOp source, mlir::func::FuncOp function, const Gpu &gpu,
         const TargetInfo &target);

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_TUNE_H
