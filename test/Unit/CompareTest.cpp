//===- CompareTest.cpp - comparing results --------------------------------===//
//
// Bitwise equality and errors in ulp, at the edges of the element types.
//
//===----------------------------------------------------------------------===//

#include "normc/Reference/Compare.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace normc;
using namespace normc::reference;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

HostTensor makeTensor(std::vector<float> values, ElementType type = ElementType::F32) {
  HostTensor tensor(type, {static_cast<int64_t>(values.size())});
  for (size_t i = 0; i < values.size(); ++i)
    tensor.set(i, values[i]);
  return tensor;
}

TEST(Compare, AnyNanEqualsAnyNan) {
  EXPECT_TRUE(compareBits(makeTensor({NAN, 1}), makeTensor({-NAN, 1})).isEqual());
  EXPECT_EQ(compareBits(makeTensor({NAN}), makeTensor({1})).count, 1);
}

TEST(Compare, ZerosOfEitherSignDiffer) {
  BitDifference difference = compareBits(makeTensor({1, 0, 0}), makeTensor({1, -0.0f, -0.0f}));
  EXPECT_EQ(difference.count, 2);
  EXPECT_EQ(difference.first, 1);
}

TEST(Compare, OtherTypesAndShapesDifferEverywhere) {
  EXPECT_EQ(compareBits(makeTensor({1, 2}), makeTensor({1, 2}, ElementType::F16)).count, 2);
  EXPECT_EQ(compareBits(makeTensor({1, 2}), makeTensor({1, 2, 3})).count, 3);
  EXPECT_EQ(
      compareBits(HostTensor(ElementType::F32, {0, 2}), HostTensor(ElementType::F32, {0})).count,
      1);
}

TEST(Compare, CountsInUnitsOfTheRightResult) {
  EXPECT_EQ(getUlpError(ElementType::F32, 1.0f, 1.0), 0);
  EXPECT_EQ(getUlpError(ElementType::F32, 1.0f + 0x1p-22f, 1.0), 2);
  EXPECT_EQ(getUlpError(ElementType::F32, 1.0f, 1.0 + 0x1p-24), 0.5);
  EXPECT_EQ(getUlpError(ElementType::BF16, 1.0f, 1.0 + 0x1p-7), 1);
  EXPECT_EQ(getUlpError(ElementType::F16, -2.0f, -2.0 - 0x1p-9), 1);
}

TEST(Compare, TheUnitIsThatOfTheRoundedValue) {
  // Just below 2 the unit is 2^-7, but the value rounds to 2, whose unit is 2^-6.
  EXPECT_EQ(getUlpError(ElementType::BF16, 2.0f, 2.0 - 0x1p-9), 0.125);
}

TEST(Compare, SubnormalsHaveTheUnitOfTheSmallestNormal) {
  EXPECT_EQ(getUlpError(ElementType::F16, 0x1p-24f, 0.0), 1);
  EXPECT_EQ(getUlpError(ElementType::F16, 0.0f, 0x1p-25), 0.5);
  EXPECT_EQ(getUlpError(ElementType::F32, 0x1p-149f, 0x1p-148), 1);
}

TEST(Compare, InfIsRightWhereTheValueRoundsToIt) {
  EXPECT_EQ(getUlpError(ElementType::F16, INFINITY, 65520.0), 0);
  EXPECT_EQ(getUlpError(ElementType::F16, -INFINITY, -1e9), 0);
  EXPECT_EQ(getUlpError(ElementType::F16, INFINITY, 65519.0), kInf);
  EXPECT_EQ(getUlpError(ElementType::F16, 65504.0f, 65520.0), kInf);
  EXPECT_EQ(getUlpError(ElementType::F32, -INFINITY, kInf), kInf);
}

TEST(Compare, NanIsRightOnlyForNan) {
  EXPECT_EQ(getUlpError(ElementType::F32, NAN, NAN), 0);
  EXPECT_EQ(getUlpError(ElementType::F32, NAN, 1.0), kInf);
  EXPECT_EQ(getUlpError(ElementType::F32, 1.0f, NAN), kInf);
}

TEST(Compare, FindsTheWorstElement) {
  UlpError worst = getMaxUlpError(makeTensor({1, 2, 3}), {1.0, 2.0 + 0x1p-22, 3.0 + 0x1p-21});
  EXPECT_EQ(worst.ulp, 2);
  EXPECT_EQ(worst.index, 2);
  EXPECT_EQ(getMaxUlpError(makeTensor({1}), {1.0}).index, std::nullopt);
}

} // namespace
