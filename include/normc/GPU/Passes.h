//===- Passes.h - the passes of the GPU phase ---*- C++ -*-===//
//
// Declares and registers the passes that lib/GPU implements.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_GPU_PASSES_H
#define NORMC_GPU_PASSES_H

#include "mlir/Pass/Pass.h"

namespace normc {
#define GEN_PASS_DECL
#include "normc/GPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "normc/GPU/Passes.h.inc"
} // namespace normc

#endif // NORMC_GPU_PASSES_H
