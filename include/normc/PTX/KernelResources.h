//===- KernelResources.h - what ptxas says of kernels ------------*- C++ -*-===//
//
// Registers and spills, which only the assembler knows.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_PTX_KERNELRESOURCES_H
#define NORMC_PTX_KERNELRESOURCES_H

#include "normc/Launch/Status.h"

#include "llvm/ADT/StringMap.h"

namespace normc {

struct KernelResources {
  int64_t registers = 0;  ///< of a thread
  int64_t spillBytes = 0; ///< stored and loaded
};

/// By the kernel's name, out of what `ptxas -v` prints.
llvm::StringMap<KernelResources> parseResources(llvm::StringRef log);

/// Assembles the PTX of a chip to ask what its kernels take. What `ptxas` prints is not shown.
Result<llvm::StringMap<KernelResources>> readResources(llvm::StringRef ptxas, llvm::StringRef chip,
                                                       llvm::StringRef ptx);

} // namespace normc

#endif // NORMC_PTX_KERNELRESOURCES_H
