//===- EmulatorRoundingTest.cpp - each rounding of a kernel ----------------===//
//
// Conversions and arithmetic, bit for bit against scalar references.
//
//===----------------------------------------------------------------------===//

#include "EmulatorFixture.h"

#include "gmock/gmock.h"
#include <cfloat>
#include <cmath>
#include <limits>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

using namespace normc;

namespace {

//===----------------------------------------------------------------------===//
// Scalar references
//===----------------------------------------------------------------------===//

float widen(uint16_t bits, bool isHalf) {
  if (!isHalf)
    return bitCast<float>(uint32_t(bits) << 16);
  int exponent = bits >> 10 & 31;
  double fraction = bits & 1023;
  double magnitude = exponent == 31  ? (fraction ? NAN : INFINITY)
                     : exponent == 0 ? std::ldexp(fraction, -24)
                                     : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

/// To the nearest, ties to even, by the definition: a whole number of the last
/// place's unit, in f64, where the quotient is exact.
uint16_t narrow(float value, bool isHalf) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  int fractionBits = isHalf ? 10 : 7, minExponent = isHalf ? -14 : -126, bias = isHalf ? 15 : 127;
  uint16_t infinity = isHalf ? 0x7c00 : 0x7f80;
  if (std::isnan(value))
    return sign | infinity | 1u << (fractionBits - 1);
  if (std::isinf(value))
    return sign | infinity;
  double magnitude = std::fabs(double(value));
  if (magnitude == 0)
    return sign;
  int exponent = std::max(std::ilogb(magnitude), minExponent);
  double units = std::nearbyint(std::ldexp(magnitude, fractionBits - exponent));
  // Units of a normal number hold the implicit bit, which carries into the exponent.
  int64_t bits = int64_t(units) + (int64_t(exponent + bias - 1) << fractionBits);
  return sign | std::min<int64_t>(bits, infinity);
}

bool isNaN16(uint16_t bits, bool isHalf) { return (bits & 0x7fff) > (isHalf ? 0x7c00 : 0x7f80); }

/// Any NaN equals any NaN.
testing::AssertionResult areSame(uint16_t actual, uint16_t expected, bool isHalf) {
  if (actual == expected || (isNaN16(actual, isHalf) && isNaN16(expected, isHalf)))
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << llvm::formatv("{0:x4}, expected {1:x4}", actual, expected).str();
}

std::vector<uint16_t> allOf16Bits() {
  std::vector<uint16_t> values(65536);
  for (unsigned i = 0; i < 65536; ++i)
    values[i] = i;
  return values;
}

const std::vector<float> specialFloats = {
    0.0f,      -0.0f,    1.0f,       -1.0f,           1.5f,     INFINITY,
    -INFINITY, NAN,      FLT_MIN,    FLT_TRUE_MIN,    -FLT_MIN, -FLT_TRUE_MIN,
    FLT_MAX,   -FLT_MAX, 0x1p-14f,   0x1p-24f,        65504.0f, 65519.99f,
    65520.0f,  0x1p-25f, 0x1.8p-24f, 0x1.000002p-25f, 3.0f,     0x1.fffffep-127f};

struct Format {
  const char *name;
  bool isHalf;
  bool hostFeatures;
};

class Float16Test : public EmulatorTest, public testing::WithParamInterface<Format> {};

INSTANTIATE_TEST_SUITE_P(Formats, Float16Test,
                         testing::Values(Format{"bf16", false, true}, Format{"bf16", false, false},
                                         Format{"f16", true, true}, Format{"f16", true, false}),
                         [](const testing::TestParamInfo<Format> &info) {
                           return std::string(info.param.name) +
                                  (info.param.hostFeatures ? "" : "Baseline");
                         });

} // namespace

//===----------------------------------------------------------------------===//
// Roundings
//===----------------------------------------------------------------------===//

TEST_P(Float16Test, ConvertsEveryValue) {
  Format format = GetParam();
  std::vector<uint16_t> all = allOf16Bits();
  std::vector<float> wide = map<uint16_t, float>(
      format.name, "f32",
      llvm::formatv("%w = arith.extf %v : vector<8x{0}> to vector<8xf32>\n", format.name).str(),
      all, {true, format.hostFeatures});
  for (unsigned i = 0; i < all.size(); ++i) {
    float expected = widen(all[i], format.isHalf);
    ASSERT_TRUE(bitCast<uint32_t>(wide[i]) == bitCast<uint32_t>(expected) ||
                (std::isnan(wide[i]) && std::isnan(expected)))
        << i << ": " << wide[i];
  }

  // Around every value, every tie and its neighbours, and a stride over all floats.
  std::vector<float> inputs = specialFloats;
  for (uint16_t value : all) {
    float low = widen(value, format.isHalf), high = widen(value + 1, format.isHalf);
    float tie = float((double(low) + high) / 2);
    for (float near : {low, tie, std::nextafter(tie, INFINITY), std::nextafter(tie, -INFINITY)})
      inputs.push_back(near);
  }
  for (uint32_t bits : {0x7f800001u, 0xff800001u, 0x7fffffffu, 0x7fc00000u, 0x7f80ffffu})
    inputs.push_back(bitCast<float>(bits)); // NaNs that a carry or a cut would lose
  for (uint64_t bits = 0; bits < uint64_t(1) << 32; bits += 4999)
    inputs.push_back(bitCast<float>(uint32_t(bits)));
  std::vector<uint16_t> rounded = map<float, uint16_t>(
      "f32", format.name,
      llvm::formatv("%w = arith.truncf %v : vector<8xf32> to vector<8x{0}>\n", format.name).str(),
      inputs, {true, format.hostFeatures});
  for (unsigned i = 0; i < inputs.size(); ++i)
    ASSERT_TRUE(areSame(rounded[i], narrow(inputs[i], format.isHalf), format.isHalf)) << inputs[i];
}

TEST_P(Float16Test, RoundsEveryOperationOnce) {
  Format format = GetParam();
  std::vector<uint16_t> all = allOf16Bits();
  struct Operation {
    const char *name;
    float (*reference)(float, float);
  };
  const Operation operations[] = {{"addf", [](float a, float b) { return a + b; }},
                                  {"subf", [](float a, float b) { return a - b; }},
                                  {"mulf", [](float a, float b) { return a * b; }},
                                  {"divf", [](float a, float b) { return a / b; }}};
  for (float factor : {1.0f, 3.0f, 0x1.02p0f, 0x1.fep-3f, 0x1p-120f, 0x1.8p-12f, -0.0f}) {
    uint16_t constant = narrow(factor, format.isHalf);
    for (const Operation &operation : operations) {
      std::string body = llvm::formatv("%bits = arith.constant dense<{0}> : vector<8xi16>\n"
                                       "%c = arith.bitcast %bits : vector<8xi16> to vector<8x{1}>\n"
                                       "%w = arith.{2} %v, %c : vector<8x{1}>\n",
                                       int16_t(constant), format.name, operation.name);
      std::vector<uint16_t> results = map<uint16_t, uint16_t>(format.name, format.name, body, all,
                                                              {false, format.hostFeatures});
      float second = widen(constant, format.isHalf);
      for (unsigned i = 0; i < all.size(); ++i) {
        float exact = operation.reference(widen(all[i], format.isHalf), second);
        ASSERT_TRUE(areSame(results[i], narrow(exact, format.isHalf), format.isHalf))
            << operation.name << " of " << i << " and " << second;
      }
    }
  }
}

TEST_P(Float16Test, KeepsEachRoundingOfAChain) {
  Format format = GetParam();
  std::vector<uint16_t> all = allOf16Bits();
  // ((v * v) + v), two roundings; a scalar beside the vector; compare and select.
  std::string body = llvm::formatv(R"(
    %a = arith.mulf %v, %v : vector<8x{0}>
    %u = arith.addf %a, %v : vector<8x{0}>
    %n = arith.negf %u : vector<8x{0}>
    %is = arith.cmpf olt, %n, %u : vector<8x{0}>
    %s = arith.select %is, %u, %n : vector<8xi1>, vector<8x{0}>
    %e = vector.extract %s[0] : {0} from vector<8x{0}>
    %f = arith.addf %e, %e : {0}
    %w = vector.insert %f, %s [0] : {0} into vector<8x{0}>
  )",
                                   format.name);
  std::vector<uint16_t> results =
      map<uint16_t, uint16_t>(format.name, format.name, body, all, {true, format.hostFeatures});
  auto round = [&](float value) { return widen(narrow(value, format.isHalf), format.isHalf); };
  for (unsigned i = 0; i < all.size(); ++i) {
    float v = widen(all[i], format.isHalf);
    float b = round(round(v * v) + v);
    float s = -b < b ? b : -b;
    if (i % 8 == 0)
      s = round(s + s);
    ASSERT_TRUE(areSame(results[i], narrow(s, format.isHalf), format.isHalf)) << i;
  }
}

TEST_F(EmulatorTest, FmaRoundsOnceAndNothingElseFuses) {
  for (bool hostFeatures : {true, false}) {
    // v * v - 1 with v = 1 + 2^-12 + ...: the product's low bits survive only an fma.
    std::vector<float> inputs;
    for (int i = 0; i < 4096; ++i)
      inputs.push_back(1.0f + i * 0x1p-23f + 0x1p-12f);
    std::vector<float> fused = map<float, float>("f32", "f32",
                                                 "%m = arith.constant dense<-1.0> : vector<8xf32>\n"
                                                 "%w = math.fma %v, %v, %m : vector<8xf32>\n",
                                                 inputs, {true, hostFeatures});
    std::vector<float> separate =
        map<float, float>("f32", "f32",
                          "%m = arith.constant dense<-1.0> : vector<8xf32>\n"
                          "%p = arith.mulf %v, %v fastmath<contract> : vector<8xf32>\n"
                          "%w = arith.addf %p, %m fastmath<contract> : vector<8xf32>\n",
                          inputs, {true, hostFeatures});
    unsigned numDifferent = 0;
    for (unsigned i = 0; i < inputs.size(); ++i) {
      float v = inputs[i];
      ASSERT_EQ(fused[i], std::fmaf(v, v, -1.0f));
      volatile float product = v * v;
      ASSERT_EQ(separate[i], product - 1.0f);
      numDifferent += fused[i] != separate[i];
    }
    EXPECT_GT(numDifferent, 1000u);
  }
}

TEST_F(EmulatorTest, MaximumAndMinimumKeepNaNAndOrderZeros) {
  for (float second : specialFloats) {
    std::string body = llvm::formatv("%bits = arith.constant dense<{0}> : vector<8xi32>\n"
                                     "%c = arith.bitcast %bits : vector<8xi32> to vector<8xf32>\n",
                                     bitCast<int32_t>(second));
    for (bool isMaximum : {true, false}) {
      std::vector<float> results =
          map<float, float>("f32", "f32",
                            body + (isMaximum ? "%w = arith.maximumf %v, %c : vector<8xf32>\n"
                                              : "%w = arith.minimumf %v, %c : vector<8xf32>\n"),
                            specialFloats, {});
      for (unsigned i = 0; i < specialFloats.size(); ++i) {
        float first = specialFloats[i];
        if (std::isnan(first) || std::isnan(second)) {
          ASSERT_TRUE(std::isnan(results[i]));
          continue;
        }
        // As numbers with -0 below +0.
        auto key = [](float f) { return std::pair(f, !std::signbit(f)); };
        float expected = (key(first) < key(second)) == isMaximum ? second : first;
        ASSERT_EQ(bitCast<uint32_t>(results[i]), bitCast<uint32_t>(expected))
            << first << " and " << second;
      }
    }
  }
}

TEST_F(EmulatorTest, RsqrtSeedIsIeeeAtTheEdges) {
  std::vector<float> inputs = specialFloats;
  for (uint32_t bits = 0; bits < 0x7f800000; bits += 99991)
    inputs.push_back(bitCast<float>(bits));
  std::vector<float> results = map<float, float>("f32", "f32",
                                                 R"(
    %e:8 = vector.to_elements %v : vector<8xf32>
    %s0 = sched.rsqrt_seed %e#0 : f32
    %s1 = sched.rsqrt_seed %e#1 : f32
    %s2 = sched.rsqrt_seed %e#2 : f32
    %s3 = sched.rsqrt_seed %e#3 : f32
    %s4 = sched.rsqrt_seed %e#4 : f32
    %s5 = sched.rsqrt_seed %e#5 : f32
    %s6 = sched.rsqrt_seed %e#6 : f32
    %s7 = sched.rsqrt_seed %e#7 : f32
    %w = vector.from_elements %s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7 : vector<8xf32>
  )",
                                                 inputs, {});
  for (unsigned i = 0; i < inputs.size(); ++i) {
    float expected = float(1.0 / std::sqrt(double(inputs[i])));
    ASSERT_TRUE(bitCast<uint32_t>(results[i]) == bitCast<uint32_t>(expected) ||
                (std::isnan(results[i]) && std::isnan(expected)))
        << inputs[i];
  }
}

#if defined(__SSE2__)
TEST_F(EmulatorTest, KeepsSubnormalsUnderTheCallersFlushToZero) {
  unsigned saved = _mm_getcsr();
  _mm_setcsr(saved | 0x8040); // flush to zero, denormals are zero
  std::vector<float> inputs(8, FLT_MIN);
  std::vector<float> results = map<float, float>("f32", "f32",
                                                 "%c = arith.constant dense<0.25> : vector<8xf32>\n"
                                                 "%w = arith.mulf %v, %c : vector<8xf32>\n",
                                                 inputs, {});
  unsigned after = _mm_getcsr();
  _mm_setcsr(saved);
  EXPECT_EQ(bitCast<uint32_t>(results[0]), 0x00200000u);
  EXPECT_EQ(after & 0x8040, 0x8040u);
}
#endif
