//===- KnownTargetsTest.cpp - the table of chips --------------------------===//
//
// What every row of the table keeps, and how names are found.
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/TargetInfo.h"

#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace normc;

namespace {

int numberOf(const TargetInfo &info) {
  int number = 0;
  EXPECT_FALSE(info.chip.drop_front(3).getAsInteger(10, number)) << info.chip.str();
  return number;
}

TEST(KnownTargets, AscendFromSm80) {
  int last = 79;
  for (const TargetInfo &info : getKnownTargets()) {
    EXPECT_TRUE(info.chip.starts_with("sm_"));
    EXPECT_GT(numberOf(info), last);
    last = numberOf(info);
  }
  EXPECT_EQ(last, 121);
}

TEST(KnownTargets, HoldWhatTheGenerationsHave) {
  for (const TargetInfo &info : getKnownTargets()) {
    SCOPED_TRACE(info.chip.str());
    EXPECT_TRUE(info.threadsPerSm == 2048 || info.threadsPerSm == 1536);
    // Even the smallest CTAs, of one warp, do not fill an SM with threads.
    EXPECT_LE(info.ctasPerSm * 32, info.threadsPerSm);
    EXPECT_EQ(info.hasDependencyWait, numberOf(info) >= 90);
    EXPECT_EQ(info.largestCluster, numberOf(info) >= 90 ? 8 : 1);
    EXPECT_EQ(info.hasBf16Arithmetic, numberOf(info) >= 90);
    EXPECT_EQ(info.hasMixedFma, numberOf(info) >= 100);
    EXPECT_EQ(info.hasF8Conversion, numberOf(info) >= 89);
    EXPECT_EQ(info.widestAccessBits, numberOf(info) >= 100 ? 256 : 128);
    EXPECT_GE(info.ptxVersion, 70);
  }
}

TEST(KnownTargets, HaveNamesOfTheirOwn) {
  llvm::StringSet<> names;
  for (const TargetInfo &info : getKnownTargets()) {
    EXPECT_TRUE(names.insert(info.chip).second);
    EXPECT_FALSE(info.model.empty());
    for (llvm::StringRef alias : info.aliases) {
      EXPECT_TRUE(names.insert(alias).second) << alias.str();
      EXPECT_EQ(alias.lower(), alias.str());
      EXPECT_EQ(lookUpTarget(alias.upper()), &info);
    }
  }
}

TEST(KnownTargets, AreFoundByANearName) {
  EXPECT_EQ(lookUpTarget("sm_90a"), nullptr);
  EXPECT_EQ(getNearestTarget("sm_90a"), "sm_90");
  EXPECT_EQ(getNearestTarget("sm_121a"), "sm_121");
  EXPECT_EQ(getNearestTarget("rtx5080"), "rtx5090");
  EXPECT_EQ(getNearestTarget("THOR2"), "thor");
}

} // namespace
