//===- CheckResults.h - results against the reference ------------*- C++ -*-===//
//
// Whether a run left what it should, and nothing where it should not.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_CHECKRESULTS_H
#define NORMC_TOOLS_NORMC_RUN_CHECKRESULTS_H

#include "Arguments.h"

namespace normc {

/// Refuses a run that wrote outside a tensor's elements.
int checkGuards(const Plan &plan, const Arguments &arguments);

/// Compares every result with the reference and prints a line for each: strict ones bit for
/// bit, relaxed ones by their error against f64. That of strict ones is shown where asked for: it
/// takes as long again.
int checkResults(mlir::func::FuncOp function, const Plan &plan, const Arguments &arguments,
                 bool showsError);

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_CHECKRESULTS_H
