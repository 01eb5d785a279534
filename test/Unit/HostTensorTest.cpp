//===- HostTensorTest.cpp - element types and their rounding --------------===//
//
// Holds the conversions against LLVM's over all 16-bit values and at every tie.
//
//===----------------------------------------------------------------------===//

#include "normc/Support/HostTensor.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace normc;
using llvm::APFloat;
using llvm::APInt;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

uint16_t encode(ElementType type, float value) {
  return type == ElementType::F16 ? encodeF16(value) : encodeBF16(value);
}

float decode(ElementType type, uint16_t bits) {
  return type == ElementType::F16 ? decodeF16(bits) : decodeBF16(bits);
}

const llvm::fltSemantics &getSemantics(ElementType type) {
  return type == ElementType::F16 ? APFloat::IEEEhalf() : APFloat::BFloat();
}

uint16_t encodeByLLVM(ElementType type, float value) {
  APFloat number(value);
  bool losesInfo;
  number.convert(getSemantics(type), APFloat::rmNearestTiesToEven, &losesInfo);
  return number.bitcastToAPInt().getZExtValue();
}

/// Half way between the largest number and the power of two above it.
float getTieWithInf(ElementType type) {
  return type == ElementType::F16 ? 65520.0f : llvm::bit_cast<float>(0x7f7f8000u);
}

class SixteenBits : public testing::TestWithParam<ElementType> {};

TEST_P(SixteenBits, DecodesEveryValue) {
  for (uint32_t bits = 0; bits <= 0xffff; ++bits) {
    float expected = APFloat(getSemantics(GetParam()), APInt(16, bits)).convertToFloat();
    float actual = decode(GetParam(), bits);
    if (std::isnan(expected))
      EXPECT_TRUE(std::isnan(actual)) << bits;
    else
      EXPECT_EQ(llvm::bit_cast<uint32_t>(actual), llvm::bit_cast<uint32_t>(expected)) << bits;
  }
}

TEST_P(SixteenBits, EncodesEveryValueAsItself) {
  for (uint32_t bits = 0; bits <= 0xffff; ++bits) {
    float value = decode(GetParam(), bits);
    if (!std::isnan(value))
      EXPECT_EQ(encode(GetParam(), value), bits);
  }
}

TEST_P(SixteenBits, EveryTieGoesToTheEvenNeighbour) {
  uint16_t inf = encode(GetParam(), kInf);
  for (uint16_t lower = 0; lower < inf; ++lower) {
    uint16_t upper = lower + 1;
    float a = decode(GetParam(), lower);
    float tie = upper == inf ? getTieWithInf(GetParam()) : a + (decode(GetParam(), upper) - a) / 2;
    for (float sign : {1.0f, -1.0f}) {
      uint16_t signBit = sign < 0 ? 0x8000 : 0;
      EXPECT_EQ(encode(GetParam(), sign * tie), signBit | (lower & 1 ? upper : lower));
      EXPECT_EQ(encode(GetParam(), sign * std::nextafter(tie, 0.0f)), signBit | lower);
      EXPECT_EQ(encode(GetParam(), sign * std::nextafter(tie, kInf)), signBit | upper);
    }
  }
}

TEST_P(SixteenBits, AgreesWithLLVMOnFloatsOfEveryExponent) {
  for (uint64_t bits = 0; bits <= 0xffffffff; bits += 65521) {
    float value = llvm::bit_cast<float>(static_cast<uint32_t>(bits));
    if (!std::isnan(value))
      EXPECT_EQ(encode(GetParam(), value), encodeByLLVM(GetParam(), value)) << bits;
  }
}

TEST_P(SixteenBits, NanStaysAQuietNan) {
  uint16_t quietBit = GetParam() == ElementType::F16 ? 0x200 : 0x40;
  for (uint32_t bits : {0x7fc00000u, 0x7f800001u, 0xff800001u, 0xffffffffu}) {
    uint16_t encoded = encode(GetParam(), llvm::bit_cast<float>(bits));
    EXPECT_TRUE(std::isnan(decode(GetParam(), encoded)));
    EXPECT_TRUE(encoded & quietBit);
    EXPECT_EQ(encoded >> 15, bits >> 31);
  }
}

INSTANTIATE_TEST_SUITE_P(HostTensor, SixteenBits,
                         testing::Values(ElementType::F16, ElementType::BF16),
                         [](const auto &info) { return std::string(getName(info.param)); });

TEST(HostTensor, RoundsToItsElementType) {
  EXPECT_EQ(roundTo(ElementType::F16, 65519.0f), 65504.0f);
  EXPECT_EQ(roundTo(ElementType::F16, 65520.0f), kInf);
  EXPECT_EQ(roundTo(ElementType::F16, 0x1.8p-24f), 0x1p-23f);
  EXPECT_EQ(roundTo(ElementType::BF16, 1.00390625f), 1.0f);
  EXPECT_EQ(roundTo(ElementType::BF16, std::numeric_limits<float>::max()), kInf);
  EXPECT_EQ(roundTo(ElementType::F32, 0.1f), 0.1f);
}

TEST(HostTensor, NamesItsElementTypes) {
  for (ElementType type : allElementTypes)
    EXPECT_EQ(getElementType(getName(type)), type);
  EXPECT_EQ(getElementType("f64"), std::nullopt);
}

TEST(HostTensor, KeepsElementsInTheirBytes) {
  HostTensor tensor(ElementType::BF16, {2, 3});
  EXPECT_EQ(tensor.numElements(), 6);
  EXPECT_EQ(tensor.data.size(), 12u);
  tensor.set(4, 3.14159f);
  EXPECT_EQ(tensor.get(4), 3.140625f);
  EXPECT_EQ(tensor.get(5), 0.0f);
  EXPECT_EQ(tensor.data[8], 0x49);
  EXPECT_EQ(tensor.data[9], 0x40);
}

TEST(HostTensor, HasOneElementAtRankZeroAndMayHaveNone) {
  EXPECT_EQ(HostTensor(ElementType::F32, {}).numElements(), 1);
  HostTensor empty(ElementType::F16, {3, 0, 5});
  EXPECT_EQ(empty.numElements(), 0);
  EXPECT_TRUE(empty.data.empty());
}

} // namespace
