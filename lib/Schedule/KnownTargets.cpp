//===- KnownTargets.cpp - the table of chips ------------------------------===//
//
// One row a chip: each that both LLVM 22 and ptxas 13.0 compile for, from sm_80 on. The
// architecture-specific ones (sm_90a, sm_100f) are left out: nothing here needs them.
//
// Per SM: CUDA C++ Programming Guide 13.0, "Technical Specifications per Compute Capability";
// the same in the toolkit's cuda_occupancy.h and CCCL's arch_traits.h, the one source for sm_88.
// PTX: PTX ISA 9.0, "Release Notes"; LLVM refuses less. ptxas 13.0 takes accesses of 256 bits
// for sm_100 and all that follow, from PTX 8.8 on (sm_120: LDG.E.ENL2.256), bf16 add, sub and mul
// and griddepcontrol from sm_90 on. FHFMA: its code for sm_100 and sm_120 has it, that for sm_90
// and before not; the other chips from sm_103 on were not looked at and stand as sm_100 does. L2
// cache hints: PTX 7.4 ("createpolicy").
// Clusters: from compute capability 9.0 on (cluster_supported in arch_traits.h: on GeForce and
// Jetson chips too), of up to 8 CTAs on any chip (CUDA C++ Programming Guide, "Thread Block
// Clusters": the portable size); PTX 8.0 ("barrier.cluster", .relaxed). Of these chips only an H200
// has been at hand, clusters have run on it.
// Totals, of the model named:
//   A100, H200, B200  the vendor's data sheets and tuning guides
//   A40               NVIDIA Ampere GA102 GPU Architecture V2.0, appendix
//   Jetson AGX Orin   Jetson AGX Orin Series Technical Brief (204.8 GB/s)
//   L40S              NVIDIA L40S data sheet, an SM for each RT core
//   B300              NVIDIA developer blog, "Inside NVIDIA Blackwell Ultra"
//   Jetson AGX Thor   Jetson Thor data sheet; SMs and L2 as its driver reports them (NVIDIA forum)
//   RTX 5090          NVIDIA RTX Blackwell GPU Architecture, appendix
//   DGX Spark         DGX Spark data sheet, an SM for each 128 of its cores
// Not known, and 0 in the table: any product with sm_88; the SMs that a B300 enables and its
// L2; the L2 of an L40S (48 and 96 MiB are both said) and of a DGX Spark.
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/TargetInfo.h"

#include "llvm/ADT/STLExtras.h"
#include <string>

using namespace normc;
using llvm::StringRef;

static constexpr StringRef sm80Names[] = {"a100", "ampere"};
static constexpr StringRef sm86Names[] = {"a40", "a10", "rtx3090"};
static constexpr StringRef sm87Names[] = {"orin"};
static constexpr StringRef sm89Names[] = {"l40s", "l4", "rtx4090", "ada"};
static constexpr StringRef sm90Names[] = {"h100", "h200", "hopper"};
static constexpr StringRef sm100Names[] = {"b200", "blackwell"};
static constexpr StringRef sm103Names[] = {"b300"};
static constexpr StringRef sm110Names[] = {"thor"};
static constexpr StringRef sm120Names[] = {"rtx5090"};
static constexpr StringRef sm121Names[] = {"gb10", "spark"};

static TargetInfo makeTarget(StringRef chip, llvm::ArrayRef<StringRef> aliases, StringRef model,
                             int64_t threadsPerSm, int64_t ctasPerSm, int64_t smemKib,
                             int64_t smCount, int64_t dramGbPerS, int64_t l2Mib,
                             int64_t widestAccessBits, int64_t ptxVersion, int64_t largestCluster,
                             bool hasDependencyWait, bool hasF8Conversion, bool hasBf16Arithmetic,
                             bool hasMixedFma) {
  TargetInfo info;
  info.chip = chip;
  info.aliases = aliases;
  info.model = model;
  info.threadsPerSm = threadsPerSm;
  info.ctasPerSm = ctasPerSm;
  info.registersPerSm = 65536; // the same on every chip here
  info.smemBytesPerSm = smemKib * 1024;
  info.smCount = smCount;
  info.dramGbPerS = dramGbPerS;
  info.l2Bytes = l2Mib * 1024 * 1024;
  info.widestAccessBits = widestAccessBits;
  info.ptxVersion = ptxVersion;
  info.wideAccessPtxVersion = 88;
  info.cacheHintPtxVersion = 74;
  info.clusterPtxVersion = 80;
  info.f8ConversionPtxVersion = 81; // on sm_89; sm_90 has them from 7.8 on
  info.largestCluster = largestCluster;
  info.hasDependencyWait = hasDependencyWait;
  info.hasF8Conversion = hasF8Conversion;
  info.hasBf16Arithmetic = hasBf16Arithmetic;
  info.hasMixedFma = hasMixedFma;
  return info;
}

llvm::ArrayRef<TargetInfo> normc::getKnownTargets() {
  // clang-format off
  //            chip      aliases     model              thr/SM CTA/SM smem  SMs  GB/s  L2  access PTX clu wait   fp8    bf16   mixed
  static const TargetInfo targets[] = {
      makeTarget("sm_80",  sm80Names,  "A100 80GB",       2048, 32,   164, 108, 2039,  40, 128, 70, 1, false, false, false, false),
      makeTarget("sm_86",  sm86Names,  "A40",             1536, 16,   100,  84,  696,   6, 128, 71, 1, false, false, false, false),
      makeTarget("sm_87",  sm87Names,  "Jetson AGX Orin", 1536, 16,   164,  16,  205,   4, 128, 74, 1, false, false, false, false),
      makeTarget("sm_88",  {},         "unknown product", 1536, 16,   100,   0,    0,   0, 128, 90, 1, false, false, false, false),
      makeTarget("sm_89",  sm89Names,  "L40S",            1536, 24,   100, 142,  864,   0, 128, 78, 1, false, true,  false, false),
      makeTarget("sm_90",  sm90Names,  "H200 SXM",        2048, 32,   228, 132, 4800,  50, 128, 78, 8, true,  true,  true,  false),
      makeTarget("sm_100", sm100Names, "B200",            2048, 32,   228, 148, 8000, 126, 256, 86, 8, true,  true,  true,  true),
      makeTarget("sm_103", sm103Names, "B300",            2048, 32,   228,   0, 8000,   0, 256, 88, 8, true,  true,  true,  true),
      makeTarget("sm_110", sm110Names, "Jetson AGX Thor", 1536, 24,   228,  20,  273,  32, 256, 90, 8, true,  true,  true,  true),
      makeTarget("sm_120", sm120Names, "RTX 5090",        1536, 24,   100, 170, 1792,  96, 256, 87, 8, true,  true,  true,  true),
      makeTarget("sm_121", sm121Names, "DGX Spark",       1536, 24,   100,  48,  273,   0, 256, 88, 8, true,  true,  true,  true),
  };
  // clang-format on
  return targets;
}

const TargetInfo *normc::lookUpTarget(StringRef name) {
  std::string lower = name.lower();
  for (const TargetInfo &info : getKnownTargets())
    if (info.chip == lower || llvm::is_contained(info.aliases, lower))
      return &info;
  return nullptr;
}

StringRef normc::getNearestTarget(StringRef name) {
  std::string lower = name.lower();
  StringRef nearest;
  unsigned least = ~0u;
  auto consider = [&](StringRef known) {
    if (unsigned distance = StringRef(lower).edit_distance(known); distance < least) {
      least = distance;
      nearest = known;
    }
  };
  for (const TargetInfo &info : getKnownTargets()) {
    consider(info.chip);
    llvm::for_each(info.aliases, consider);
  }
  return nearest;
}
