//===- KnownTargets.cpp - the table of chips ------------------------------===//
//
// One row a chip. Per-SM limits: CUDA C++ programming guide, table "technical
// specifications per compute capability". Chip totals: the vendor's data sheets of the
// model named. PTX versions: PTX ISA, "release history"; sm_100's 256-bit accesses need
// 8.8 (ld, "support for .b128/.v8"), L2 cache hints 7.4 (createpolicy).
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/TargetInfo.h"

#include "llvm/ADT/STLExtras.h"
#include <string>

using namespace normc;
using llvm::StringRef;

static constexpr StringRef ampere[] = {"a100", "ampere"};
static constexpr StringRef hopper[] = {"h100", "h200", "hopper"};
static constexpr StringRef blackwell[] = {"b200", "blackwell"};
static constexpr StringRef geforceBlackwell[] = {"rtx5090"};

static TargetInfo makeTarget(StringRef chip, llvm::ArrayRef<StringRef> aliases, StringRef model,
                             int64_t threadsPerSm, int64_t ctasPerSm, int64_t smemKib,
                             int64_t smCount, int64_t dramGbPerS, int64_t l2Mib,
                             int64_t widestAccessBits, int64_t ptxVersion, bool hasDependencyWait,
                             bool hasBf16Arithmetic) {
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
  info.hasDependencyWait = hasDependencyWait;
  info.hasBf16Arithmetic = hasBf16Arithmetic;
  return info;
}

llvm::ArrayRef<TargetInfo> normc::getKnownTargets() {
  // clang-format off
  //            chip      aliases           model         thr/SM CTA/SM smem  SMs  GB/s  L2  access PTX  wait   bf16
  static const TargetInfo targets[] = {
      makeTarget("sm_80",  ampere,           "A100 80GB",  2048, 32,   164, 108, 2039,  40, 128, 70, false, false),
      makeTarget("sm_90",  hopper,           "H200 SXM",   2048, 32,   228, 132, 4800,  50, 128, 78, true,  true),
      makeTarget("sm_100", blackwell,        "B200",       2048, 32,   228, 148, 8000, 126, 256, 86, true,  true),
      makeTarget("sm_120", geforceBlackwell, "RTX 5090",   1536, 24,   100, 170, 1792,  96, 128, 87, true,  true),
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
