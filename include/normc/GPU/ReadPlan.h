//===- ReadPlan.h - a sched.plan as plain data -------------------*- C++ -*-===//
//
// Leaves MLIR: what a launcher needs to know.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_GPU_READPLAN_H
#define NORMC_GPU_READPLAN_H

#include "normc/Launch/Plan.h"

#include "mlir/Support/LLVM.h"

namespace normc {
namespace sched {
class PlanOp;
} // namespace sched

/// The plan as data; emits an error where the attributes do not fit together.
mlir::FailureOr<Plan> readPlan(sched::PlanOp op);

} // namespace normc

#endif // NORMC_GPU_READPLAN_H
