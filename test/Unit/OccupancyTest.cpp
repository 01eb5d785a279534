//===- OccupancyTest.cpp - CTAs an SM, and what ptxas says ----------------===//
//
// Against what the toolkit's occupancy calculator gives, and lines of ptxas 13.0.
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/Occupancy.h"

#include "normc/PTX/KernelResources.h"
#include "normc/Schedule/TargetInfo.h"

#include "gtest/gtest.h"

using namespace normc;

namespace {

void expectOccupancy(llvm::StringRef chip, int64_t threads, std::optional<int64_t> registers,
                     int64_t sharedBytes, int64_t ctas, llvm::StringRef limit) {
  SCOPED_TRACE(threads);
  Occupancy found = findOccupancy(*lookUpTarget(chip), threads, registers, sharedBytes);
  EXPECT_EQ(found.ctasPerSm, ctas);
  EXPECT_EQ(found.limit, limit);
}

TEST(Occupancy, IsLimitedByWhatRunsOutFirst) {
  expectOccupancy("sm_90", 256, 32, 0, 8, "threads");
  expectOccupancy("sm_120", 256, 32, 0, 6, "threads");
  expectOccupancy("sm_90", 256, 40, 0, 6, "registers");
  expectOccupancy("sm_90", 1024, 64, 0, 1, "registers");
  expectOccupancy("sm_90", 1024, 65, 0, 0, "registers");
  expectOccupancy("sm_90", 256, 32, 47 * 1024, 4, "shared memory");
  expectOccupancy("sm_86", 32, 32, 0, 16, "CTAs");
  expectOccupancy("sm_89", 32, 32, 0, 24, "CTAs");
}

TEST(Occupancy, TakesPartOfAWarpAsAWholeOne) {
  expectOccupancy("sm_90", 96, 64, 0, 10, "registers");
}

TEST(Occupancy, IsAnUpperBoundWithoutRegisters) {
  expectOccupancy("sm_90", 256, std::nullopt, 0, 8, "threads");
}

TEST(KernelResources, AreReadFromThePrintedLines) {
  auto kernels = parseResources(R"(ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'f_aligned' for 'sm_90'
ptxas info    : Function properties for f_aligned
    16 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads
ptxas info    : Used 255 registers, used 1 barriers, 16 bytes cumulative stack size, 3072 bytes smem
ptxas info    : Compile time = 94.572 ms
ptxas info    : Compiling entry function 'f_misaligned' for 'sm_90'
ptxas info    : Function properties for f_misaligned
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 40 registers, used 0 barriers
)");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels["f_aligned"].registers, 255);
  EXPECT_EQ(kernels["f_aligned"].spillBytes, 12);
  EXPECT_EQ(kernels["f_misaligned"].registers, 40);
  EXPECT_EQ(kernels["f_misaligned"].spillBytes, 0);
  EXPECT_TRUE(parseResources("ptxas fatal   : Unsupported .version\n").empty());
}

} // namespace
