//===- Passes.h - the passes of the Fusion phase ---*- C++ -*-===//
//
// Declares and registers the passes that lib/Fusion implements.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_FUSION_PASSES_H
#define NORMC_FUSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace normc {
#define GEN_PASS_DECL
#include "normc/Fusion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "normc/Fusion/Passes.h.inc"
} // namespace normc

#endif // NORMC_FUSION_PASSES_H
