//===- TunedConfigsTest.cpp - the shipped table is sound ------------------===//

#include "normc/Schedule/TunedConfigs.h"

#include "normc/Schedule/ConfigOverrides.h"
#include "normc/Schedule/RowFit.h"
#include "normc/Schedule/TargetInfo.h"

#include "gtest/gtest.h"
#include <set>

using namespace normc;

TEST(TunedConfigs, NameKnownChipsAndConfigsThatFitTheirRows) {
  std::set<std::tuple<std::string, int64_t, std::string>> keys;
  for (const TunedConfig &tuned : getTunedConfigs()) {
    std::string what = tuned.signature.str() + " of " + std::to_string(tuned.rowLength);
    EXPECT_TRUE(lookUpTarget(tuned.chip)) << tuned.chip.str();
    llvm::Expected<ConfigOverrides> config = parseConfigOverrides(tuned.config);
    ASSERT_TRUE(static_cast<bool>(config)) << what << ": " << llvm::toString(config.takeError());
    ASSERT_TRUE(config->threadsPerRow) << what;
    EXPECT_TRUE(fitsRow(tuned.rowLength, *config->threadsPerRow, config->vectorWidth.value_or(8)))
        << what;
    EXPECT_TRUE(keys.insert({tuned.chip.str(), tuned.rowLength, tuned.signature.str()}).second)
        << what << " stands twice";
  }
  EXPECT_FALSE(keys.empty());
}
