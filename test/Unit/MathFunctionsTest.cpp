//===- MathFunctionsTest.cpp - Accuracy of the fixed-bit math -------------===//
//
// Holds each f32 function of lib/Reference to its ulp limit on a sample of all
// f32 inputs, and to the specials of torch.
//
// A run over all 2^32 inputs gave the maxima quoted below; the sample here
// keeps the test within a few seconds.
//
//===----------------------------------------------------------------------===//

#include "Reference/MathFunctions.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <ios>
#include <limits>
#include <ostream>
#include <string>

using namespace normc::reference;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kMax = std::numeric_limits<float>::max();
constexpr float kTiny = std::numeric_limits<float>::denorm_min();

/// A prime step, so that the low bits of the samples take all values.
constexpr uint32_t kStride = 1009;

float floatOf(uint32_t bits) {
  float v;
  std::memcpy(&v, &bits, sizeof(v));
  return v;
}

template <typename Fn> void forEachSample(Fn fn) {
  for (uint64_t bits = 0; bits < (uint64_t(1) << 32); bits += kStride)
    fn(floatOf(static_cast<uint32_t>(bits)));
}

/// Equal bits, any NaN equal to any NaN: -0 is not +0.
bool isSame(float a, float b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

/// Distance in ulp of the rounded reference; 2^-149 in the subnormal range.
double ulpError(float actual, double expected) {
  float rounded = static_cast<float>(expected);
  if (std::isnan(rounded) || std::isnan(actual))
    return std::isnan(rounded) && std::isnan(actual) ? 0.0 : INFINITY;
  // On the edge of overflow, inf stands for the next number after the largest.
  double value = std::isinf(actual) ? std::copysign(0x1p128, actual) : actual;
  if (std::isinf(rounded)) {
    if (actual == rounded)
      return 0.0;
    expected = std::copysign(std::min(std::fabs(expected), 0x1p128), expected);
  }
  int exponent = std::max(rounded == 0.0f ? -126 : std::ilogb(rounded), -126);
  exponent = std::min(exponent, 127);
  return std::ldexp(std::fabs(value - expected), 23 - exponent);
}

struct MathFunction {
  const char *name;
  float (*actual)(float);
  double (*expected)(double);
  double limit;
};

std::ostream &operator<<(std::ostream &os, const MathFunction &function) {
  return os << function.name;
}

class MathFunctionsTest : public testing::TestWithParam<MathFunction> {};

TEST_P(MathFunctionsTest, staysWithinUlpLimit) {
  const MathFunction &function = GetParam();
  double worst = 0.0;
  float worstInput = 0.0f;
  forEachSample([&](float x) {
    double error = ulpError(function.actual(x), function.expected(x));
    if (error > worst) {
      worst = error;
      worstInput = x;
    }
  });
  EXPECT_LE(worst, function.limit) << function.name << "(" << std::hexfloat << worstInput << ")";
}

TEST_P(MathFunctionsTest, keepsSignOfZeroAndNaN) {
  const MathFunction &function = GetParam();
  for (float x : {0.0f, -0.0f, kTiny, -kTiny, kInf, -kInf, kNaN}) {
    float expected = static_cast<float>(function.expected(x));
    float actual = function.actual(x);
    // Half of the smallest subnormal may round either way.
    if (std::fabs(x) != kTiny) {
      EXPECT_TRUE(isSame(actual, expected)) << function.name << "(" << x << ") = " << actual;
    } else {
      EXPECT_EQ(std::signbit(actual), std::signbit(expected))
          << function.name << "(" << x << ") = " << actual;
    }
  }
}

// The limits are the maxima over all 2^32 inputs, rounded up.
INSTANTIATE_TEST_SUITE_P(All, MathFunctionsTest,
                         testing::Values(MathFunction{"exp", expF32, expF64, 0.90},
                                         MathFunction{"tanh", tanhF32, tanhF64, 1.93},
                                         MathFunction{"erf", erfF32, erfF64, 1.82},
                                         MathFunction{"sigmoid", sigmoidF32, sigmoidF64, 1.81},
                                         MathFunction{"silu", siluF32, siluF64, 1.87},
                                         MathFunction{"gelu_erf", geluErfF32, geluErfF64, 1.94},
                                         MathFunction{"gelu_tanh", geluTanhF32, geluTanhF64, 1.96},
                                         MathFunction{"rsqrt", rsqrtF32, rsqrtF64, 0.5001}),
                         [](const testing::TestParamInfo<MathFunction> &info) {
                           return std::string(info.param.name);
                         });

struct Special {
  const char *name;
  float (*function)(float);
  float input, expected;
};

TEST(MathSpecialsTest, matchTorch) {
  const Special specials[] = {
      {"exp", expF32, kInf, kInf},
      {"exp", expF32, -kInf, 0.0f},
      {"exp", expF32, -0.0f, 1.0f},
      {"exp", expF32, kMax, kInf},
      {"exp", expF32, -kMax, 0.0f},
      {"exp", expF32, -103.0f, kTiny},
      {"tanh", tanhF32, kInf, 1.0f},
      {"tanh", tanhF32, -kInf, -1.0f},
      {"tanh", tanhF32, -0.0f, -0.0f},
      {"tanh", tanhF32, kTiny, kTiny},
      {"erf", erfF32, kInf, 1.0f},
      {"erf", erfF32, -kInf, -1.0f},
      {"erf", erfF32, -0.0f, -0.0f},
      {"sigmoid", sigmoidF32, kInf, 1.0f},
      {"sigmoid", sigmoidF32, -kInf, 0.0f},
      {"sigmoid", sigmoidF32, -kMax, 0.0f},
      {"sigmoid", sigmoidF32, -103.0f, kTiny},
      {"silu", siluF32, kInf, kInf},
      {"silu", siluF32, -kInf, kNaN},
      {"silu", siluF32, kMax, kMax},
      {"silu", siluF32, -kMax, -0.0f},
      {"silu", siluF32, -0.0f, -0.0f},
      {"gelu_erf", geluErfF32, kInf, kInf},
      {"gelu_erf", geluErfF32, -kInf, kNaN},
      {"gelu_erf", geluErfF32, kMax, kMax},
      {"gelu_erf", geluErfF32, -kMax, -0.0f},
      {"gelu_erf", geluErfF32, -0.0f, -0.0f},
      {"gelu_tanh", geluTanhF32, kInf, kInf},
      {"gelu_tanh", geluTanhF32, -kInf, kNaN},
      {"gelu_tanh", geluTanhF32, kMax, kMax},
      {"gelu_tanh", geluTanhF32, -kMax, -0.0f},
      {"gelu_tanh", geluTanhF32, -0.0f, -0.0f},
      {"rsqrt", rsqrtF32, 0.0f, kInf},
      {"rsqrt", rsqrtF32, -0.0f, -kInf},
      {"rsqrt", rsqrtF32, kInf, 0.0f},
      {"rsqrt", rsqrtF32, -kTiny, kNaN},
      {"rsqrt", rsqrtF32, -kInf, kNaN},
  };
  for (const Special &special : specials)
    EXPECT_TRUE(isSame(special.function(special.input), special.expected))
        << special.name << "(" << special.input << ") = " << special.function(special.input);
}

/// Whether y is the f32 nearest to 1/sqrt(v). The midpoint m between y and its
/// neighbour has 25 bits, so m * m is exact in f64, and the sign of the fma is
/// that of m^2 v - 1.
bool isNearestRsqrt(float v, float y) {
  double below = 0.5 * (double(y) + std::nextafter(y, 0.0f));
  double above = 0.5 * (double(y) + std::nextafter(y, kInf));
  return std::fma(below * below, double(v), -1.0) < 0.0 &&
         std::fma(above * above, double(v), -1.0) > 0.0;
}

TEST(MathRsqrtTest, isCorrectlyRoundedFromAnySeed) {
  unsigned failures = 0;
  float failing = 0.0f;
  forEachSample([&](float v) {
    if (!(v > 0.0f) || std::isinf(v))
      return;
    float nearest = rsqrtF32(v);
    bool isRight = isNearestRsqrt(v, nearest) &&
                   rsqrtF32(v, std::nextafter(nearest, 0.0f)) == nearest &&
                   rsqrtF32(v, std::nextafter(nearest, kInf)) == nearest;
    if (!isRight) {
      ++failures;
      failing = v;
    }
  });
  EXPECT_EQ(failures, 0u) << "last at " << std::hexfloat << failing;
}

} // namespace
