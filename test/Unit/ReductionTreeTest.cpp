//===- ReductionTreeTest.cpp - the order of the one reduction tree --------===//
//
// Rows whose sum tells who met whom. 2^24 swallows a 1 but not a 2, so a sum of 2^24
// and two ones is 2^24 + 2 exactly where the ones met first.
//
//===----------------------------------------------------------------------===//

#include "Reference/ReductionTree.h"

#include "gtest/gtest.h"

#include <limits>
#include <numeric>

using namespace normc::reference;
using normc::norm::ReduceKind;

namespace {

constexpr float kBig = 0x1p24f;
constexpr size_t kGroup = 256; // elements of a group
const size_t kLengths[] = {1, 7, 8, 9, 128, 129, 256, 769, 1280, 5120, 16384};

/// The sum of a row with 2^24 at `big`, ones at `a` and `b` and zeros elsewhere.
float sumOf(size_t length, size_t big, size_t a, size_t b) {
  std::vector<float> row(length, 0.0f);
  row[big] = kBig;
  row[a] = row[b] = 1.0f;
  return reduceByTree(ReduceKind::add, row);
}

TEST(ReductionTree, AddsSmallIntegersExactly) {
  for (size_t length : kLengths) {
    std::vector<float> row(length);
    double sum = 0, squares = 0;
    for (size_t i = 0; i < length; ++i) {
      row[i] = static_cast<float>(i % 13) - 5;
      sum += row[i];
      squares += row[i] * row[i];
    }
    EXPECT_EQ(reduceByTree(ReduceKind::add, row), sum);
    EXPECT_EQ(sumSquaresByTree(row), squares);
    EXPECT_EQ(reduceByTree(ReduceKind::max, row), std::min<float>(length, 13) - 6);
    EXPECT_EQ(reduceByTree(ReduceKind::min, row), -5.0f);
  }
}

TEST(ReductionTree, MissingPartsChangeNothing) {
  for (size_t length : kLengths) {
    std::vector<float> row(length, -0.0f);
    EXPECT_TRUE(std::signbit(reduceByTree(ReduceKind::add, row)));
    row.assign(length, -std::numeric_limits<float>::infinity());
    EXPECT_EQ(reduceByTree(ReduceKind::max, row), row[0]);
    row.assign(length, std::numeric_limits<float>::infinity());
    EXPECT_EQ(reduceByTree(ReduceKind::min, row), row[0]);
    row.assign(length, 1.0f);
    row.back() = -3.0f;
    EXPECT_EQ(reduceByTree(ReduceKind::mul, row), -3.0f);
  }
}

TEST(ReductionTree, ChunksAreFoldedInOrder) {
  EXPECT_EQ(sumOf(8, 0, 1, 2), kBig);
  EXPECT_EQ(sumOf(8, 0, 3, 7), kBig);
  EXPECT_EQ(sumOf(8, 2, 0, 1), kBig + 2);
  EXPECT_EQ(sumOf(7, 6, 0, 5), kBig + 2);
}

TEST(ReductionTree, TwoChunksMeetLast) {
  EXPECT_EQ(sumOf(9, 8, 0, 7), kBig + 2);
  EXPECT_EQ(sumOf(9, 0, 7, 8), kBig);
}

TEST(ReductionTree, ThreeChunksAreHalvedAsFour) {
  EXPECT_EQ(sumOf(24, 8, 0, 16), kBig + 2); // 0 meets 2, then 1
  EXPECT_EQ(sumOf(24, 0, 8, 16), kBig);
}

TEST(ReductionTree, SumsAsWrittenOutByHand) {
  // 13 elements: a chunk of 8 and one of 5.
  float x[13];
  for (int i = 0; i < 13; ++i)
    x[i] = 1.0f / (i + 1);
  float first = ((((((x[0] + x[1]) + x[2]) + x[3]) + x[4]) + x[5]) + x[6]) + x[7];
  float second = (((x[8] + x[9]) + x[10]) + x[11]) + x[12];
  EXPECT_EQ(reduceByTree(ReduceKind::add, x), first + second);
  EXPECT_NE(first + second, std::accumulate(x, x + 13, 0.0f));
}

TEST(ReductionTree, SixteenChunksAreHalved) {
  EXPECT_EQ(sumOf(128, 0, 8 * 4, 8 * 12), kBig + 2); // 4 meets 12 at the first step
  EXPECT_EQ(sumOf(128, 0, 8 * 1, 8 * 3), kBig + 2);  // 1 meets 3 before 0
  EXPECT_EQ(sumOf(128, 0, 8 * 1, 8 * 2), kBig);      // 0 meets 2, then 1
  EXPECT_EQ(sumOf(128, 0, 8 * 8, 8 * 4), kBig);      // 0 meets 8, then 4
}

TEST(ReductionTree, SeventeenChunksStandAtThirtyTwoLanes) {
  EXPECT_EQ(sumOf(129, 8 * 8, 0, 8 * 16), kBig + 2); // 0 meets 16 at the first step
  EXPECT_EQ(sumOf(129, 0, 8 * 16, 8 * 8), kBig);
  EXPECT_EQ(sumOf(129, 0, 8 * 4, 8 * 12), kBig + 2);
}

TEST(ReductionTree, GroupsMeetBeforeLanes) {
  EXPECT_EQ(sumOf(769, 0, 8, kGroup + 8), kBig + 2);
  EXPECT_EQ(sumOf(1280, 0, 8, 4 * kGroup + 8), kBig + 2);
}

TEST(ReductionTree, FourGroupsAreHalved) {
  EXPECT_EQ(sumOf(769, 0, kGroup, 3 * kGroup), kBig + 2); // 1 meets 3
  EXPECT_EQ(sumOf(769, 0, 2 * kGroup, kGroup), kBig);     // 0 meets 2, then 1
}

TEST(ReductionTree, FiveGroupsAreFoldedInOrder) {
  EXPECT_EQ(sumOf(1280, 0, 3 * kGroup, 4 * kGroup), kBig);
  EXPECT_EQ(sumOf(1280, 0, kGroup, 3 * kGroup), kBig);
  EXPECT_EQ(sumOf(1280, 4 * kGroup, 0, 3 * kGroup), kBig + 2);
}

TEST(ReductionTree, SixGroupsAreTwoStrandsOfThree) {
  EXPECT_EQ(sumOf(1536, 0, 2 * kGroup, 4 * kGroup), kBig);
  EXPECT_EQ(sumOf(1536, 4 * kGroup, 0, 2 * kGroup), kBig + 2);
  EXPECT_EQ(sumOf(1536, 0, kGroup, 5 * kGroup), kBig + 2);
}

TEST(ReductionTree, NineGroupsAreRoundedUpToTen) {
  // Two strands of five: 0 2 4 6 8 and 1 3 5 7. As nine in a row 8 would come last.
  EXPECT_EQ(sumOf(2304, 7 * kGroup, 0, 8 * kGroup), kBig + 2);
  EXPECT_EQ(sumOf(2304, 0, 6 * kGroup, 8 * kGroup), kBig);
}

TEST(ReductionTree, SquaresAreAddedByFmaWithinAChunk) {
  // y^2 is half a unit of x^2 past an even number of units, and a little more that only
  // an fma sees.
  const float x = 0x1.8p-6f, y = 0x1.001p-12f, square = x * x;
  ASSERT_EQ(square + y * y, square + 0x1p-24f);
  std::vector<float> row(16, 0.0f);
  row[0] = x;
  row[1] = y;
  EXPECT_EQ(sumSquaresByTree(row), square + 0x1p-24f + 0x1p-34f);
  std::swap(row[1], row[8]);
  EXPECT_EQ(sumSquaresByTree(row), square + 0x1p-24f);
}

TEST(ReductionTree, MaxAndMinPropagateNanAndOrderZeros) {
  for (size_t length : kLengths) {
    std::vector<float> row(length, 1.0f);
    row[length / 2] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(std::isnan(reduceByTree(ReduceKind::max, row)));
    EXPECT_TRUE(std::isnan(reduceByTree(ReduceKind::min, row)));
    if (length == 1)
      continue;
    row.assign(length, -0.0f);
    row[length / 2] = 0.0f;
    EXPECT_FALSE(std::signbit(reduceByTree(ReduceKind::max, row)));
    EXPECT_TRUE(std::signbit(reduceByTree(ReduceKind::min, row)));
  }
}

} // namespace
