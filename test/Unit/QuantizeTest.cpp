//===- QuantizeTest.cpp - numbers in 8 bits, on the host and in kernels ----===//
//
// All numbers of 16 bits, every tie and both its neighbours: the host's conversions against
// LLVM's, those of kernels against the host's.
//
//===----------------------------------------------------------------------===//

#include "EmulatorFixture.h"

#include "normc/Support/HostTensor.h"

#include "llvm/ADT/APFloat.h"
#include <cmath>
#include <limits>

using namespace normc;
using llvm::APFloat;
using llvm::APInt;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

const llvm::fltSemantics &getSemantics(ElementType type) {
  return type == ElementType::F8E4M3FN ? APFloat::Float8E4M3FN() : APFloat::Float8E5M2();
}

uint8_t encode(ElementType type, float value) {
  HostTensor tensor(type, {1});
  tensor.set(0, value);
  return tensor.data[0];
}

float decode(ElementType type, uint8_t bits) {
  HostTensor tensor(type, {1});
  tensor.data[0] = bits;
  return tensor.get(0);
}

/// By LLVM, after a clamp.
uint8_t encodeByLLVM(ElementType type, float value) {
  if (type == ElementType::I8)
    return std::isnan(value) ? 0
                             : int8_t(std::nearbyint(std::min(127.0f, std::max(-128.0f, value))));
  float largest = type == ElementType::F8E4M3FN ? 448.0f : 57344.0f;
  if (std::fabs(value) > largest)
    value = std::copysign(largest, value);
  APFloat number(value);
  bool losesInfo;
  number.convert(getSemantics(type), APFloat::rmNearestTiesToEven, &losesInfo);
  return number.bitcastToAPInt().getZExtValue();
}

/// All of bf16 and of f16, midpoints of neighbours in `type` and what is next to them.
std::vector<float> makeInputs(ElementType type) {
  std::vector<float> inputs = {448.0f,   464.0f,   480.0f, 57344.0f,
                               61440.0f, 65536.0f, 127.5f, -128.5f};
  for (uint32_t bits = 0; bits <= 0xffff; ++bits) {
    inputs.push_back(decodeBF16(bits));
    inputs.push_back(decodeF16(bits));
  }
  for (int bits = 0; bits < 0xff; ++bits) {
    float tie = (decode(type, bits) + decode(type, bits + 1)) / 2;
    for (float value : {tie, std::nextafter(tie, -kInf), std::nextafter(tie, kInf)})
      inputs.push_back(value);
  }
  inputs.resize((inputs.size() + 511) / 512 * 512);
  return inputs;
}

class EightBits : public EmulatorTest, public testing::WithParamInterface<ElementType> {
protected:
  bool isNan(uint8_t bits) { return std::isnan(decode(GetParam(), bits)); }

  /// One vector of 8 a thread.
  std::string makeConversion(llvm::StringRef from, llvm::StringRef operation, llvm::StringRef to) {
    return makeKernel("%x: !llvm.ptr<1>, %y: !llvm.ptr<1>",
                      llvm::formatv("%c8 = arith.constant 8 : i64\n"
                                    "%c64 = arith.constant 64 : index\n"
                                    "%t = gpu.thread_id x\n%b = gpu.block_id x\n"
                                    "%r = arith.muli %b, %c64 : index\n"
                                    "%i = arith.addi %r, %t : index\n"
                                    "%j = arith.index_cast %i : index to i64\n"
                                    "%o = arith.muli %j, %c8 : i64\n"
                                    "%v = sched.load %x[%o] align 8 invariant : vector<8x{0}>\n"
                                    "%w = {1} {2} : vector<8x{0}> to vector<8x{3}>\n"
                                    "sched.store %w, %y[%o] align 8 : vector<8x{3}>\n",
                                    from, operation, getName(GetParam()).data(), to)
                          .str());
  }
};

TEST_P(EightBits, DecodesEveryValue) {
  for (int bits = 0; bits <= 0xff; ++bits) {
    float expected = GetParam() == ElementType::I8
                         ? float(int8_t(bits))
                         : APFloat(getSemantics(GetParam()), APInt(8, bits)).convertToFloat();
    float actual = decode(GetParam(), bits);
    if (std::isnan(expected))
      EXPECT_TRUE(std::isnan(actual)) << bits;
    else
      EXPECT_EQ(bitCast<uint32_t>(actual), bitCast<uint32_t>(expected)) << bits;
  }
}

TEST_P(EightBits, EncodesAsLLVMDoesAndSaturates) {
  for (float value : makeInputs(GetParam())) {
    uint8_t actual = encode(GetParam(), value), expected = encodeByLLVM(GetParam(), value);
    if (std::isnan(value) && GetParam() != ElementType::I8)
      EXPECT_TRUE(isNan(actual));
    else
      EXPECT_EQ(actual, expected) << std::hexfloat << value;
  }
}

TEST_P(EightBits, KernelsEncodeAsTheHost) {
  std::vector<float> inputs = makeInputs(GetParam());
  std::vector<uint8_t> outputs(inputs.size());
  ASSERT_EQ(run(makeConversion("f32", "sched.quantize %v to", "i8"), {int64_t(inputs.size() / 512)},
                {64}, {tensor("x", inputs), tensor("y", outputs)}),
            "");
  for (size_t i = 0; i < inputs.size(); ++i) {
    uint8_t expected = encode(GetParam(), inputs[i]);
    ASSERT_TRUE(outputs[i] == expected || (isNan(outputs[i]) && isNan(expected)))
        << std::hexfloat << inputs[i] << " gave " << int(outputs[i]) << ", expected "
        << int(expected);
  }
}

TEST_P(EightBits, KernelsDecodeAsTheHost) {
  std::vector<uint8_t> inputs(512);
  std::vector<float> outputs(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i)
    inputs[i] = i;
  ASSERT_EQ(run(makeConversion("i8", "sched.dequantize %v from", "f32"), {1}, {64},
                {tensor("x", inputs), tensor("y", outputs)}),
            "");
  for (size_t i = 0; i < inputs.size(); ++i) {
    float expected = decode(GetParam(), inputs[i]);
    ASSERT_TRUE(bitCast<uint32_t>(outputs[i]) == bitCast<uint32_t>(expected) ||
                (std::isnan(outputs[i]) && std::isnan(expected)))
        << i << " gave " << outputs[i] << ", expected " << expected;
  }
}

INSTANTIATE_TEST_SUITE_P(Quantize, EightBits,
                         testing::Values(ElementType::F8E4M3FN, ElementType::F8E5M2,
                                         ElementType::I8),
                         [](const auto &info) { return std::string(getName(info.param)); });

TEST(Quantize, LargestNumbersAndSpecialOnes) {
  EXPECT_EQ(roundTo(ElementType::F8E4M3FN, 1000.0f), 448.0f);
  EXPECT_EQ(roundTo(ElementType::F8E4M3FN, 464.0f), 448.0f);
  EXPECT_EQ(roundTo(ElementType::F8E4M3FN, -kInf), -448.0f);
  EXPECT_EQ(roundTo(ElementType::F8E5M2, 61440.0f), 57344.0f);
  EXPECT_EQ(roundTo(ElementType::F8E5M2, kInf), 57344.0f);
  EXPECT_EQ(roundTo(ElementType::I8, -1000.0f), -128.0f);
  EXPECT_EQ(roundTo(ElementType::I8, 2.5f), 2.0f);
  EXPECT_EQ(roundTo(ElementType::I8, std::nanf("")), 0.0f);
  EXPECT_TRUE(std::signbit(roundTo(ElementType::F8E4M3FN, -0.0f)));
  EXPECT_TRUE(std::signbit(roundTo(ElementType::F8E5M2, -0x1p-18f)));
}

} // namespace
