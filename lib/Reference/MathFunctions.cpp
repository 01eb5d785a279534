//===- MathFunctions.cpp - Scalar f32 math with fixed bits ----------------===//
//
// Implements the bit-reproducible f32 math functions as plain scalar code, for
// the reference evaluator and as the yardstick of the emitted expansions.
//
// Build with -ffp-contract=off: an fma stands where std::fma is written and
// nowhere else.
//
// Polynomials: minimax on the interval and of the degree given at each table,
// by Remez exchange (gelu: Lawson's iteration) against mpmath values, the
// weight being the relative error of the function named. The coefficients were
// rounded to f32 one at a time from the lowest power up and the others
// re-fitted after each. The error stated is that of the rounded table in exact
// arithmetic.
//
//===----------------------------------------------------------------------===//

#include "MathFunctions.h"

#include <cmath>
#include <cstdint>
#include <cstring>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

namespace normc::reference {
namespace {

//===----------------------------------------------------------------------===//
// Rounding to an integer and scaling by 2^n
//===----------------------------------------------------------------------===//

// v + (1.5 * 2^23 + k) has an ulp of 1, so the addition rounds v to the nearest
// integer n, and the low bits of the sum hold n + k. With k a biased exponent,
// the bits need no integer addition to become a power of two.

/// k = 127: the low bits are the biased exponent of 2^n.
constexpr float kRoundOnce = 12583039.0f;
/// k = 2 * 127: the low bits are the sum of two biased exponents.
constexpr float kRoundTwice = 12583166.0f;
/// k = 2 * 127 - 1: the same, halving the result on the way.
constexpr float kRoundTwiceHalved = 12583165.0f;

constexpr float kLog2e = 0x1.715476p+0f;
/// ln 2 = kLn2Hi + kLn2Lo up to 2^-55.
constexpr float kLn2Hi = 0x1.62e43p-1f;
constexpr float kLn2Lo = -0x1.05c61p-29f;

uint32_t bitsOf(float v) {
  uint32_t bits;
  std::memcpy(&bits, &v, sizeof(bits));
  return bits;
}

float floatOf(uint32_t bits) {
  float v;
  std::memcpy(&v, &bits, sizeof(v));
  return v;
}

/// 2^n from t = n + kRoundOnce; the shift drops all but the biased exponent.
float powerOfTwo(float t) { return floatOf(bitsOf(t) << 23); }

/// 2^n as a product of two normal numbers: n may leave the range of an f32
/// exponent, and only the second multiplication can round, once, into the
/// subnormal range.
struct PowerPair {
  float first, second;
};

PowerPair powerPair(float t) {
  uint32_t bits = bitsOf(t);
  uint32_t half = bits >> 1;
  return {floatOf(half << 23), floatOf((bits - half) << 23)};
}

/// 1 + 2^n as an f32 and what its rounding lost, for |n| >= 24.
struct OnePlusPower {
  float rounded, lost;
};

OnePlusPower onePlusPower(PowerPair scale) {
  float rounded = std::fma(scale.first, scale.second, 1.0f);
  return {rounded, std::fma(scale.first, scale.second, 1.0f - rounded)};
}

//===----------------------------------------------------------------------===//
// Polynomials
//===----------------------------------------------------------------------===//

/// e^r on |r| <= ln(2)/2; degree 6, relative error 2^-28.2. The coefficients of
/// 1 and r are fixed at 1.
float expPolynomial(float r) {
  float p = 0x1.6ac144p-10f;
  p = std::fma(p, r, 0x1.123da6p-7f);
  p = std::fma(p, r, 0x1.555858p-5f);
  p = std::fma(p, r, 0x1.55548cp-3f);
  p = std::fma(p, r, 0x1.fffffcp-2f);
  p = std::fma(p, r, 1.0f);
  return std::fma(p, r, 1.0f);
}

/// (e^-r - 1) + addend on |r| <= ln(2)/2; the same table with r negated.
float expNegMinusOnePlus(float addend, float r) {
  float p = 0x1.6ac144p-10f;
  p = std::fma(p, r, -0x1.123da6p-7f);
  p = std::fma(p, r, 0x1.555858p-5f);
  p = std::fma(p, r, -0x1.55548cp-3f);
  p = std::fma(p, r, 0x1.fffffcp-2f);
  p = std::fma(p, r, -1.0f);
  return std::fma(p, r, addend);
}

/// 2^r - 1 on |r| <= 1/2; degree 6, error 2^-27.3 of 2^r (2^-27.6 before the
/// last bits of the table were searched for the least maximum of
/// geluTanhF32: 1.96 ulp over all inputs instead of 2.09).
float exp2MinusOne(float r) {
  float p = 0x1.43610cp-13f;
  p = std::fma(p, r, 0x1.5f0c5p-10f);
  p = std::fma(p, r, 0x1.3b2b34p-7f);
  p = std::fma(p, r, 0x1.c6af68p-5f);
  p = std::fma(p, r, 0x1.ebfbdep-3f);
  p = std::fma(p, r, 0x1.62e43p-1f);
  return p * r;
}

/// (2^-r - 1) + addend on |r| <= 1/2; the same table with r negated.
float exp2NegMinusOnePlus(float addend, float r) {
  float p = 0x1.43610cp-13f;
  p = std::fma(p, r, -0x1.5f0c5p-10f);
  p = std::fma(p, r, 0x1.3b2b34p-7f);
  p = std::fma(p, r, -0x1.c6af68p-5f);
  p = std::fma(p, r, 0x1.ebfbdep-3f);
  p = std::fma(p, r, -0x1.62e43p-1f);
  return std::fma(p, r, addend);
}

} // namespace

//===----------------------------------------------------------------------===//
// exp, sigmoid, silu
//===----------------------------------------------------------------------===//

float expF32(float x) {
  // Beyond these the result is 0 or inf, and n would not fit the scaling.
  x = x < -105.0f ? -105.0f : x;
  x = x > 90.0f ? 90.0f : x;
  float t = std::fma(x, kLog2e, kRoundTwice);
  float n = t - kRoundTwice;
  float r = std::fma(n, -kLn2Hi, x);
  r = std::fma(n, -kLn2Lo, r);
  PowerPair scale = powerPair(t);
  return expPolynomial(r) * scale.first * scale.second;
}

// With x = n ln2 + r, 1/(1 + e^-x) = 2^n / (2^n + e^-r). The sum is formed as
// (1 + 2^n) + (e^-r - 1), so e^-r is never rounded on its own; and the
// numerator's 2^n is applied last, so results near and below 2^-126 keep their
// relative error.

float sigmoidF32(float x) {
  // Only n is clamped: r of a far x drives the denominator to inf, as e^-x
  // does.
  float clamped = x < -105.0f ? -105.0f : x;
  float t = std::fma(clamped, kLog2e, kRoundTwice);
  float n = t - kRoundTwice;
  float r = std::fma(n, -kLn2Hi, x);
  r = std::fma(n, -kLn2Lo, r);
  PowerPair scale = powerPair(t);
  OnePlusPower sum = onePlusPower(scale);
  float denominator = expNegMinusOnePlus(sum.lost, r) + sum.rounded;
  float result = scale.first / denominator * scale.second;
  // From 17.33 on the result rounds to 1, and 2^n soon overflows.
  return x > 18.0f ? 1.0f : result;
}

float siluF32(float x) {
  float clamped = x < -110.0f ? -110.0f : x;
  float t = std::fma(clamped, kLog2e, kRoundTwice);
  float n = t - kRoundTwice;
  float r = std::fma(n, -kLn2Hi, x);
  r = std::fma(n, -kLn2Lo, r);
  PowerPair scale = powerPair(t);
  OnePlusPower sum = onePlusPower(scale);
  float denominator = expNegMinusOnePlus(sum.lost, r) + sum.rounded;
  // x * 2^(n/2) is exact: one rounding fewer than x * sigmoid(x). For -inf both
  // sides of the division are infinite: NaN, as in torch.
  float result = x * scale.first / denominator * scale.second;
  return x > 18.0f ? x : result;
}

//===----------------------------------------------------------------------===//
// gelu
//===----------------------------------------------------------------------===//

float geluTanhF32(float x) {
  // x / (1 + 2^-w), w = x (a + b x^2), where a = 2 log2(e) sqrt(2/pi) and
  // b / a = 0.044715. The exponential turns an absolute error of w into a
  // relative one, so a + b x^2 is carried as gHi + gLo. kAHi has 22 bits, so
  // kAHi - gHi is exact for every gHi below 16.
  constexpr float kAHi = 0x1.26aecp+1f, kALo = 0x1.0de73ap-22f;
  constexpr float kBHi = 0x1.a5a7dp-4f, kBLo = -0x1.151aaep-29f;
  float clamped = x < -11.5f ? -11.5f : x;
  float square = clamped * clamped;
  float squareLo = std::fma(clamped, clamped, -square);
  float gHi = std::fma(square, kBHi, kAHi);
  float gRest = std::fma(square, kBHi, kAHi - gHi);
  float gLo = std::fma(squareLo, kBHi, std::fma(square, kBLo, kALo)) + gRest;

  float t = std::fma(clamped, gHi, kRoundTwice);
  float r = std::fma(clamped, gHi, kRoundTwice - t);
  // x itself, not the clamped one: -inf makes the denominator infinite or NaN,
  // and the result NaN as in torch.
  r = std::fma(x, gLo, r);
  PowerPair scale = powerPair(t);
  OnePlusPower sum = onePlusPower(scale);
  float denominator = exp2NegMinusOnePlus(sum.lost, r) + sum.rounded;
  float result = x * scale.first / denominator * scale.second;
  // From 5.07 on the result rounds to x.
  return x > 5.5f ? x : result;
}

float geluErfF32(float x) {
  // gelu(x) = max(x, 0) - h, h = y Phi(-y), y = |x|. The tail is one power of
  // two: Phi(-y) = 2^-(1 + y (k y + a + C(y))). The exponential turns an
  // absolute error of the exponent into a relative one, so y C is kept below
  // 0.42 by the choice of a and k, and k y + a is carried exactly. (A rational
  // form of the tail would need a division and twice the roundings.) All signs
  // are turned, so that the exponent is a sum.
  //
  // -C on [0, 4.1875]: degree 9 in y - 2.25, error 2^-26.3 of Phi.
  // -C on [4.1875, 14.5]: degree 10 in y - 9.25, error 2^-25.6 of Phi, or of
  // 2^-126 where h is subnormal.
  // They are expanded about the middle, where the terms do not cancel.
  constexpr float kK = 357.0f / 512.0f, kA = 0.625f;
  float y = std::fabs(x);
  y = y > 14.5f ? 14.5f : y;

  float u = y - 2.25f;
  float near = -0x1.7183e4p-25f;
  near = std::fma(near, u, 0x1.16c7f6p-22f);
  near = std::fma(near, u, -0x1.3245cp-21f);
  near = std::fma(near, u, -0x1.0660f6p-19f);
  near = std::fma(near, u, 0x1.52a5p-15f);
  near = std::fma(near, u, -0x1.909d98p-12f);
  near = std::fma(near, u, 0x1.72e36ep-9f);
  near = std::fma(near, u, -0x1.2eb38ep-6f);
  near = std::fma(near, u, 0x1.70dd66p-4f);
  near = std::fma(near, u, -0x1.7c67fcp-3f);

  float v = y - 9.25f;
  float far = -0x1.f76904p-39f;
  far = std::fma(far, v, 0x1.2faffep-35f);
  far = std::fma(far, v, -0x1.6e48a4p-32f);
  far = std::fma(far, v, 0x1.5b25f2p-28f);
  far = std::fma(far, v, -0x1.24273ep-24f);
  far = std::fma(far, v, 0x1.d26f58p-21f);
  far = std::fma(far, v, -0x1.74fbe4p-17f);
  far = std::fma(far, v, 0x1.2af7c4p-13f);
  far = std::fma(far, v, -0x1.e572f6p-10f);
  far = std::fma(far, v, 0x1.ec0aa4p-11f);
  far = std::fma(far, v, 0x1.2b998p-6f);
  float c = y < 4.1875f ? near : far;

  // gHi + gLo = -(k y + a): the inner subtraction is exact.
  float gHi = std::fma(y, -kK, -kA);
  float gLo = std::fma(y, -kK, -kA - gHi);

  float t = std::fma(y, gHi + c, kRoundTwiceHalved);
  float r = std::fma(y, gHi, kRoundTwiceHalved - t);
  r = std::fma(y, c, r);
  r = std::fma(y, gLo, r);
  PowerPair scale = powerPair(t);
  float h = std::fma(y, exp2MinusOne(r), y) * scale.first * scale.second;
  // x * 0 keeps -0 and turns -inf into NaN, as in torch.
  float base = x >= 0.0f ? x : x * 0.0f;
  return base - h;
}

//===----------------------------------------------------------------------===//
// tanh, erf
//===----------------------------------------------------------------------===//

// Both are built on 1 - e^-w = 2^n (1 - e^-r) + (1 - 2^n), w = r - n ln2, which
// keeps its relative error down to w = 0. There n = 0 and r = w exactly; for
// n < 0 the factor 2^n makes ln2 in one f32 enough.

float tanhF32(float x) {
  // tanh(y) = ((1 - e^-2y) / 2) / ((1 + e^-2y) / 2); 1 beyond 9.02. The two
  // sides are rounded apart from each other: 1 - numerator as the denominator
  // would double the error of the numerator.
  float y = std::fabs(x);
  y = y > 10.0f ? 10.0f : y;
  float t = std::fma(y, -2.0f * kLog2e, kRoundOnce);
  float n = t - kRoundOnce;
  float r = std::fma(n, 0.5f * kLn2Hi, y);
  // (1 - e^-2r) / 2 on |r| <= ln(2)/4: r + r^2 P(r), degree 6 in all, relative
  // error 2^-26.1.
  float p = -0x1.6ac05p-5f;
  p = std::fma(p, r, 0x1.122c38p-3f);
  p = std::fma(p, r, -0x1.55579ap-2f);
  p = std::fma(p, r, 0x1.5554aap-1f);
  p = std::fma(p, r, -0x1.fffffep-1f);
  float q = std::fma(r * r, p, r);
  float power = powerOfTwo(t);
  float numerator = std::fma(power, q, std::fma(power, -0.5f, 0.5f));
  float denominator = std::fma(-power, q, std::fma(power, 0.5f, 0.5f));
  return std::copysign(numerator / denominator, x);
}

float erfF32(float x) {
  // erf(y) = 1 - e^-w, w = -ln(erfc(y)) = y + y G(y); 1 beyond 3.92.
  float y = std::fabs(x);
  y = y > 4.0f ? 4.0f : y;
  // G on [0, 4]: degree 8, relative error 2^-27.8 of erf.
  float g = -0x1.3afd9cp-17f;
  g = std::fma(g, y, 0x1.f28596p-14f);
  g = std::fma(g, y, -0x1.4e27b2p-11f);
  g = std::fma(g, y, 0x1.b74398p-10f);
  g = std::fma(g, y, -0x1.6374bep-13f);
  g = std::fma(g, y, -0x1.39b7ccp-6f);
  g = std::fma(g, y, 0x1.a4f8c4p-4f);
  g = std::fma(g, y, 0x1.45f3p-1f);
  g = std::fma(g, y, 0x1.06eba8p-3f);
  float w = std::fma(y, g, y);

  float t = std::fma(w, -kLog2e, kRoundOnce);
  float n = t - kRoundOnce;
  float r = std::fma(n, kLn2Hi, w);
  // 1 - e^-r on |r| <= ln(2)/2: the table of tanh for r/2, doubled.
  float p = -0x1.6ac05p-10f;
  p = std::fma(p, r, 0x1.122c38p-7f);
  p = std::fma(p, r, -0x1.55579ap-5f);
  p = std::fma(p, r, 0x1.5554aap-3f);
  p = std::fma(p, r, -0x1.fffffep-2f);
  float q = std::fma(r * r, p, r);
  float power = powerOfTwo(t);
  return std::copysign(std::fma(power, q, 1.0f - power), x);
}

//===----------------------------------------------------------------------===//
// rsqrt
//===----------------------------------------------------------------------===//

float rsqrtF32(float v, float seed) {
  // One step of third order on the residual e = 1 - v seed^2, which the pair
  // high + low gives nearly exactly.
  float high = v * seed;
  float minusLow = std::fma(-v, seed, high);
  float e = std::fma(minusLow, seed, std::fma(-high, seed, 1.0f));
  float correction = std::fma(0.375f * e, e, 0.5f * e);
  float result = std::fma(seed, correction, seed);
  // v = +-0 and v = inf meet inf * 0; their seed is exact. Other NaNs have a
  // NaN seed.
  return std::isnan(result) ? seed : result;
}

float rsqrtF32(float v) { return rsqrtF32(v, static_cast<float>(1.0 / std::sqrt(double(v)))); }

//===----------------------------------------------------------------------===//
// f64 references
//===----------------------------------------------------------------------===//

double expF64(double x) { return std::exp(x); }

double tanhF64(double x) { return std::tanh(x); }

double erfF64(double x) { return std::erf(x); }

double sigmoidF64(double x) { return 1.0 / (1.0 + std::exp(-x)); }

double siluF64(double x) { return x / (1.0 + std::exp(-x)); }

double geluErfF64(double x) { return 0.5 * x * std::erfc(-x * 0.70710678118654752440); }

double geluTanhF64(double x) {
  // 2 sqrt(2/pi); the sigmoid form does not cancel for negative x.
  double u = 1.59576912160573071176 * (x + 0.044715 * x * x * x);
  return x / (1.0 + std::exp(-u));
}

double rsqrtF64(double v) { return 1.0 / std::sqrt(v); }

} // namespace normc::reference
