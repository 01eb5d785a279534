//===- Passes.h - the passes of the Schedule phase ---*- C++ -*-===//
//
// Declares and registers the passes that lib/Schedule implements.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_SCHEDULE_PASSES_H
#define NORMC_SCHEDULE_PASSES_H

#include "mlir/Pass/Pass.h"

namespace normc {
#define GEN_PASS_DECL
#include "normc/Schedule/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "normc/Schedule/Passes.h.inc"
} // namespace normc

#endif // NORMC_SCHEDULE_PASSES_H
