//===- ArgumentNames.h - what an argument may be called ----------*- C++ -*-===//
//
// The one rule for names of arguments in plans, packages and messages.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_IMPORT_ARGUMENTNAMES_H
#define NORMC_IMPORT_ARGUMENTNAMES_H

#include "llvm/ADT/StringRef.h"

namespace normc {

/// Letters, digits and _, no digit first; not result0, ... or temporary0, ..., which plans
/// use themselves.
bool isArgumentName(llvm::StringRef name);

} // namespace normc

#endif // NORMC_IMPORT_ARGUMENTNAMES_H
