//===- AccessBits.h - how wide an operand is accessed ------------*- C++ -*-===//
//
// The rule that the configs of all variants share.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_SCHEDULE_ACCESSBITS_H
#define NORMC_LIB_SCHEDULE_ACCESSBITS_H

#include "Sched/Sched.h"

namespace normc {

struct TargetInfo;

/// The widest access of an operand with a row that the chip and the piece allow, and where its rows
/// start: in a dense tensor at multiples of its last axis and within it where the map says.
int64_t widestAccessBits(sched::GroupOp group, int64_t operand, int64_t vectorWidth,
                         const TargetInfo &info);

} // namespace normc

#endif // NORMC_LIB_SCHEDULE_ACCESSBITS_H
