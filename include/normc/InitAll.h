//===- InitAll.h - registers everything --------------------------*- C++ -*-===//
//
// The dialects, passes and phases that normc's programs know.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_INITALL_H
#define NORMC_INITALL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace normc {

/// Every dialect that appears in some phase, with its translation to LLVM IR.
void registerAllDialects(mlir::DialectRegistry &registry);

/// normc's passes, one pipeline a phase (`--normc-phase-<name>`), and the upstream passes
/// that tests use.
void registerAllPasses();

} // namespace normc

#endif // NORMC_INITALL_H
