//===- TargetInfo.h - what is known about a chip -----------------*- C++ -*-===//
//
// The facts that scheduling and PTX emission need, one row a chip.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_SCHEDULE_TARGETINFO_H
#define NORMC_SCHEDULE_TARGETINFO_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace normc {

struct TargetInfo {
  llvm::StringRef chip;                    ///< "sm_90"
  llvm::ArrayRef<llvm::StringRef> aliases; ///< product and family names
  llvm::StringRef model;                   ///< the product that the chip totals are of

  // Per SM.
  int64_t threadsPerSm;
  int64_t ctasPerSm;
  int64_t registersPerSm;
  int64_t smemBytesPerSm;
  /// Largest shared memory of a CTA without opting in; the same on every chip so far.
  int64_t smemBytesPerCta = int64_t(48) * 1024;

  // Totals of the model; 0 where no source gives it.
  int64_t smCount;
  int64_t dramGbPerS;
  int64_t l2Bytes;

  /// Widest global memory access in bits.
  int64_t widestAccessBits;
  /// Lowest PTX version (times ten) that knows the chip, the one for accesses over 128 bits, the
  /// one for cache hints, the one for clusters and the one for conversions to fp8.
  int64_t ptxVersion;
  int64_t wideAccessPtxVersion;
  int64_t cacheHintPtxVersion;
  int64_t clusterPtxVersion;
  int64_t f8ConversionPtxVersion;
  /// CTAs of the largest cluster; 1 where there are none.
  int64_t largestCluster;
  /// Launches may overlap: kernels wait for the one before (griddepcontrol).
  bool hasDependencyWait;
  /// Converts f32 to fp8 (before: integer arithmetic).
  bool hasF8Conversion;
  /// Has add, sub and mul on bf16 (before: fma with the same bits).
  bool hasBf16Arithmetic;
  /// Arithmetic on f32 takes operands of bf16 as they are (FHFMA): widening them is free.
  bool hasMixedFma;
};

/// All known chips, ascending.
llvm::ArrayRef<TargetInfo> getKnownTargets();

/// The chip of a name or alias ("sm_90", "h100"), in any case; null where none is known.
const TargetInfo *lookUpTarget(llvm::StringRef name);

/// The known name nearest to `name` by edit distance, for "did you mean".
llvm::StringRef getNearestTarget(llvm::StringRef name);

} // namespace normc

#endif // NORMC_SCHEDULE_TARGETINFO_H
