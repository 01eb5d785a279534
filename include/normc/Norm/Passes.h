//===- Passes.h - the passes of the Norm phase ---*- C++ -*-===//
//
// Declares and registers the passes that lib/Norm implements.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_NORM_PASSES_H
#define NORMC_NORM_PASSES_H

#include "mlir/Pass/Pass.h"

namespace normc {
#define GEN_PASS_DECL
#include "normc/Norm/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "normc/Norm/Passes.h.inc"
} // namespace normc

#endif // NORMC_NORM_PASSES_H
