//===- Passes.h - the passes of the Import phase ---*- C++ -*-===//
//
// Declares and registers the passes that lib/Import implements.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_IMPORT_PASSES_H
#define NORMC_IMPORT_PASSES_H

#include "mlir/Pass/Pass.h"

namespace normc {
#define GEN_PASS_DECL
#include "normc/Import/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "normc/Import/Passes.h.inc"
} // namespace normc

#endif // NORMC_IMPORT_PASSES_H
