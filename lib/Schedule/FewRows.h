//===- FewRows.h - the config for rows that are few --------------*- C++ -*-===//
//
// What a group runs by while all its CTAs are on the chip at once.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_SCHEDULE_FEWROWS_H
#define NORMC_LIB_SCHEDULE_FEWROWS_H

#include "Sched/Sched.h"

namespace normc {

struct TargetInfo;

struct FewRows {
  sched::RowConfigAttr config;
  int64_t maxCtas; ///< that are on the chip at once
};

/// On a group: a rule chose its config, for many rows. What a user gives, or a file, is for any
/// number of rows.
constexpr llvm::StringLiteral forManyRowsAttr = "sched.for_many_rows";

/// The config of a group with one for many rows that has them; nothing where that is no other one.
std::optional<FewRows> selectFewRows(sched::GroupOp group, const TargetInfo &info);

} // namespace normc

#endif // NORMC_LIB_SCHEDULE_FEWROWS_H
