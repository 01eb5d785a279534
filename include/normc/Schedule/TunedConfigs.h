//===- TunedConfigs.h - configs that a search found --------------*- C++ -*-===//
//
// The shipped table: for a chip, a kind of group and a row length the config that beat the
// heuristic's by a percent or more. Never keyed on the number of rows.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_SCHEDULE_TUNEDCONFIGS_H
#define NORMC_SCHEDULE_TUNEDCONFIGS_H

#include "Sched/Sched.h"

#include <string>

namespace normc {

struct TunedConfig {
  llvm::StringRef chip, signature;
  int64_t rowLength;
  llvm::StringRef config; ///< overrides, see parseConfigOverrides
};

/// The shipped table.
llvm::ArrayRef<TunedConfig> getTunedConfigs();

/// What a group reads, reduces and writes, apart from its row length:
/// `bf16 * row, bf16 row -> bf16 * row: sum_squares, 7 ops`. A `*` marks what is another row
/// for each row, a `+` what is for some.
std::string getSignature(sched::GroupOp group);

/// The tuned config as overrides (see parseConfigOverrides); empty where there is none.
llvm::StringRef findTunedConfig(llvm::StringRef chip, sched::GroupOp group);

} // namespace normc

#endif // NORMC_SCHEDULE_TUNEDCONFIGS_H
