//===- PlanComment.h - a plan as a comment before PTX ------------*- C++ -*-===//
//
// Tells a reader of the PTX how to launch its kernels by hand.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_PTX_PLANCOMMENT_H
#define NORMC_PTX_PLANCOMMENT_H

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace normc {
namespace sched {
class PlanOp;
} // namespace sched

/// Prints `//` lines that name each kernel's conditions, grid, block and arguments.
void printPlanComment(sched::PlanOp plan, llvm::raw_ostream &os);

} // namespace normc

#endif // NORMC_PTX_PLANCOMMENT_H
