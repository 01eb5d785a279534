//===- Passes.h - the passes of the PTX phase ---*- C++ -*-===//
//
// Declares and registers the passes that lib/PTX implements.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_PTX_PASSES_H
#define NORMC_PTX_PASSES_H

#include "mlir/Pass/Pass.h"

namespace normc {
#define GEN_PASS_DECL
#include "normc/PTX/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "normc/PTX/Passes.h.inc"
} // namespace normc

#endif // NORMC_PTX_PASSES_H
