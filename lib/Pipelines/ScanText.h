//===- ScanText.h - is a text fit for a recursive parser ---------*- C++ -*-===//
//
// MLIR's parser and printer recurse on what a text nests, openly by brackets or through
// aliases. This looks for such nesting by loops alone.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_PIPELINES_SCANTEXT_H
#define NORMC_LIB_PIPELINES_SCANTEXT_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace normc {

/// What makes a text unfit, and the place of it.
struct Unfit {
  std::string message;
  const char *where;
};

std::optional<Unfit> scanText(llvm::StringRef text);

} // namespace normc

#endif // NORMC_LIB_PIPELINES_SCANTEXT_H
