//===- AssembleCubin.h - PTX to the code of one chip -------------*- C++ -*-===//
//
// Runs NVIDIA's assembler, where there is one: the driver then loads the code as it is.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_PTX_ASSEMBLECUBIN_H
#define NORMC_PTX_ASSEMBLECUBIN_H

#include "normc/Launch/Status.h"

#include "llvm/ADT/StringRef.h"

namespace normc {

/// The path of the program `name`, or of `ptxas` on PATH if that is empty.
Result<std::string> findPtxas(llvm::StringRef name);

/// The cubin of PTX for a chip. What `ptxas` prints goes to stderr, or with a `log` there: then
/// it is told to say what each kernel takes.
Result<std::string> assembleCubin(llvm::StringRef ptxas, llvm::StringRef chip, llvm::StringRef ptx,
                                  std::string *log = nullptr);

} // namespace normc

#endif // NORMC_PTX_ASSEMBLECUBIN_H
