//===- HostSymbols.h - what compiled kernels may call ------------*- C++ -*-===//
//
// The only functions that a compiled kernel can reach.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_EMULATE_HOSTSYMBOLS_H
#define NORMC_LIB_EMULATE_HOSTSYMBOLS_H

#include "llvm/ExecutionEngine/Orc/Mangling.h"
#include "llvm/ExecutionEngine/Orc/Shared/ExecutorSymbolDef.h"

namespace normc::emulate {

/// The hooks, the conversions that the host's instructions lack, and the few
/// library functions that are exact. The process's other symbols stay out of reach,
/// so no function of a host library can slip into a kernel's bits.
llvm::orc::SymbolMap hostSymbols(llvm::orc::MangleAndInterner &mangle);

} // namespace normc::emulate

#endif // NORMC_LIB_EMULATE_HOSTSYMBOLS_H
