//===- ConfigKeys.h - a config as keys and values ----------------*- C++ -*-===//
//
// What both forms of the report print of a #sched.row_config.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_PIPELINES_CONFIGKEYS_H
#define NORMC_LIB_PIPELINES_CONFIGKEYS_H

#include "Sched/Sched.h"

#include <string>

namespace normc {

/// In the order of the attribute, with what its text leaves out.
llvm::SmallVector<std::pair<llvm::StringRef, std::string>> configKeys(sched::RowConfigAttr config);

} // namespace normc

#endif // NORMC_LIB_PIPELINES_CONFIGKEYS_H
