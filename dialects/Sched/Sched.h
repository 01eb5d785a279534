//===- Sched.h - the sched dialect -------------------------------*- C++ -*-===//
//
// The one header of the sched dialect: launches, groups, configs, plans.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_DIALECTS_SCHED_SCHED_H
#define NORMC_DIALECTS_SCHED_SCHED_H

#include "Norm/Norm.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include <optional>

namespace normc::sched {
class YieldOp;
} // namespace normc::sched

#include "Sched/SchedDialect.h.inc"
#include "Sched/SchedEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "Sched/SchedAttrs.h.inc"
#define GET_OP_CLASSES
#include "Sched/SchedOps.h.inc"

namespace normc::sched {

/// Whether an input or result of a group is another row for each row of the space, the same
/// for all, or either.
enum class Varies { Never, Sometimes, Always };
Varies getVaries(GroupOp group, int64_t operand);

} // namespace normc::sched

#endif // NORMC_DIALECTS_SCHED_SCHED_H
