//===- Phases.h - the one list of phases -------------------------*- C++ -*-===//
//
// The steps from source to PTX, in order. The list drives --compile-to,
// --compile-from, --dump-phases-to, the help text and the README's table.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_PIPELINES_PHASES_H
#define NORMC_PIPELINES_PHASES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace normc {

enum class Phase { Input, Norm, Fusion, Schedule, Gpu, Ptx };

struct PhaseInfo {
  Phase phase;
  llvm::StringRef name;   ///< as in --compile-to=
  llvm::StringRef folder; ///< where it is implemented
  llvm::StringRef result; ///< the IR at its end
};

/// All phases, first to last.
llvm::ArrayRef<PhaseInfo> getPhases();

/// The phase of that name.
std::optional<Phase> lookUpPhase(llvm::StringRef name);

} // namespace normc

#endif // NORMC_PIPELINES_PHASES_H
