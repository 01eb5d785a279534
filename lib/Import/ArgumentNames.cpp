//===- ArgumentNames.cpp - what an argument may be called -----------------===//
//
// The one rule for names of arguments.
//
//===----------------------------------------------------------------------===//

#include "normc/Import/ArgumentNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace normc;

bool normc::isArgumentName(llvm::StringRef name) {
  for (llvm::StringRef reserved : {"result", "temporary"})
    if (llvm::StringRef rest = name;
        rest.consume_front(reserved) && !rest.empty() && llvm::all_of(rest, llvm::isDigit))
      return false;
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}
