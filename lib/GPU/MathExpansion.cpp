//===- MathExpansion.cpp - f32 math as IEEE operations --------------------===//
//
// Emits the bit-reproducible f32 math functions as arith and math.fma
// operations for scalars and vectors.
//
// lib/Reference/MathFunctions.cpp holds the same sequences as scalar code, with
// the formulas, the intervals of the tables and their errors. The two are
// written apart on purpose, so that each checks the other: change both or
// neither.
//
//===----------------------------------------------------------------------===//

#include "MathExpansion.h"

#include "MathEmit.h"

#include <utility>

using namespace mlir;

namespace normc {
namespace {

/// 1.5 * 2^23 plus one, two, and two less one exponent biases: adding it rounds
/// to an integer whose bits already hold the biased exponent of a power of two.
constexpr float kRoundOnce = 12583039.0f;
constexpr float kRoundTwice = 12583166.0f;
constexpr float kRoundTwiceHalved = 12583165.0f;
/// The same without a bias.
constexpr float kRoundToInteger = 12582912.0f;
/// The same with one bias and 65: a power of two raised so far that 2^-152 is normal. It is even,
/// as kRoundTwice is, so that ties would round alike.
constexpr float kRoundRaised = 12583104.0f;

constexpr float kLog2e = 0x1.715476p+0f;
constexpr float kLn2Hi = 0x1.62e43p-1f;
constexpr float kLn2Lo = -0x1.05c61p-29f;

/// 2^n from t = n + kRoundOnce; 2^(n + 65) from n + kRoundRaised.
Value powerOfTwo(Emit &e, Value t) { return e.floatOf(e.shiftLeft(e.bitsOf(t), 23)); }

/// 2^n from t = n + kRoundTwice as a product of two normal numbers.
std::pair<Value, Value> powerPair(Emit &e, Value t) {
  Value bits = e.bitsOf(t);
  Value half = arith::ShRUIOp::create(e.b, bits, e.num(1));
  Value rest = arith::SubIOp::create(e.b, bits, half);
  return {e.floatOf(e.shiftLeft(half, 23)), e.floatOf(e.shiftLeft(rest, 23))};
}

// The shared tables, highest power first, without the constant term.

/// e^r and e^-r on |r| <= ln(2)/2.
constexpr float kExp[] = {0x1.6ac144p-10f, 0x1.123da6p-7f, 0x1.555858p-5f,
                          0x1.55548cp-3f,  0x1.fffffcp-2f, 1.0f};
constexpr float kExpNeg[] = {0x1.6ac144p-10f, -0x1.123da6p-7f, 0x1.555858p-5f,
                             -0x1.55548cp-3f, 0x1.fffffcp-2f,  -1.0f};
/// 2^r and 2^-r on |r| <= 1/2.
constexpr float kExp2[] = {0x1.43610cp-13f, 0x1.5f0c5p-10f, 0x1.3b2b34p-7f,
                           0x1.c6af68p-5f,  0x1.ebfbdep-3f, 0x1.62e43p-1f};
constexpr float kExp2Neg[] = {0x1.43610cp-13f, -0x1.5f0c5p-10f, 0x1.3b2b34p-7f,
                              -0x1.c6af68p-5f, 0x1.ebfbdep-3f,  -0x1.62e43p-1f};
/// (1 - e^-2r)/2 on |r| <= ln(2)/4 and 1 - e^-r on |r| <= ln(2)/2, from r^2 on.
constexpr float kHalfExpm1[] = {-0x1.6ac05p-5f, 0x1.122c38p-3f, -0x1.55579ap-2f, 0x1.5554aap-1f,
                                -0x1.fffffep-1f};
constexpr float kExpm1[] = {-0x1.6ac05p-10f, 0x1.122c38p-7f, -0x1.55579ap-5f, 0x1.5554aap-3f,
                            -0x1.fffffep-2f};

/// numerator * 2^n / (2^n + e^-r or 2^-r), the table telling which.
Value sigmoidTail(Emit &e, Value numerator, Value t, Value r, ArrayRef<float> table) {
  auto [first, second] = powerPair(e, t);
  // 1 + 2^n and what its rounding lost.
  Value sum = e.fma(first, second, 1.0f);
  Value lost = e.fma(first, second, e.sub(1.0f, sum));
  Value denominator = e.add(e.fma(e.horner(r, table), r, lost), sum);
  Value scaled = numerator ? e.mul(numerator, first) : first;
  return e.mul(e.div(scaled, denominator), second);
}

/// t = n + `round` and r = x - n ln2, n taken from the clamped x.
std::pair<Value, Value> reduceByLn2(Emit &e, Value clamped, Value x, float round = kRoundTwice) {
  Value t = e.fma(clamped, kLog2e, round);
  Value n = e.sub(t, round);
  Value r = e.fma(n, -kLn2Hi, x);
  return {t, e.fma(n, -kLn2Lo, r)};
}

} // namespace

Value expandExp(ImplicitLocOpBuilder &b, Value x) {
  Emit e(b, x);
  x = e.atMost(e.atLeast(x, -105.0f), 90.0f);
  auto [t, r] = reduceByLn2(e, x, x);
  Value p = e.fma(e.horner(r, kExp), r, 1.0f);
  auto [first, second] = powerPair(e, t);
  return e.mul(e.mul(p, first), second);
}

Value expandExpOfNeverPositive(ImplicitLocOpBuilder &b, Value x) {
  Emit e(b, x);
  x = e.atLeast(x, -105.0f);
  auto [t, r] = reduceByLn2(e, x, x, kRoundRaised);
  Value p = e.fma(e.horner(r, kExp), r, 1.0f);
  // Exact up to the last product, which rounds where the two of expandExp do: into subnormals.
  return e.mul(e.mul(p, powerOfTwo(e, t)), 0x1p-65f);
}

Value expandExpOfSmall(ImplicitLocOpBuilder &b, Value x) {
  Emit e(b, x);
  auto [t, r] = reduceByLn2(e, x, x, kRoundToInteger);
  Value p = e.fma(e.horner(r, kExp), r, 1.0f);
  // n goes into the exponent of p, which stays that of a normal number.
  Value exponent = e.shiftLeft(e.bitsOf(t), 23);
  return e.floatOf(arith::AddIOp::create(b, e.bitsOf(p), exponent));
}

Value expandSigmoid(ImplicitLocOpBuilder &b, Value x) {
  Emit e(b, x);
  auto [t, r] = reduceByLn2(e, e.atLeast(x, -105.0f), x);
  Value result = sigmoidTail(e, Value(), t, r, kExpNeg);
  Value one = e.num(1.0f);
  return e.choose(arith::CmpFPredicate::OGT, x, e.num(18.0f), one, result);
}

Value expandSilu(ImplicitLocOpBuilder &b, Value x) {
  Emit e(b, x);
  auto [t, r] = reduceByLn2(e, e.atLeast(x, -110.0f), x);
  Value result = sigmoidTail(e, x, t, r, kExpNeg);
  return e.choose(arith::CmpFPredicate::OGT, x, e.num(18.0f), x, result);
}

Value expandGeluTanh(ImplicitLocOpBuilder &b, Value x) {
  auto [kAHi, kALo] = kGeluTanhA;
  auto [kBHi, kBLo] = kGeluTanhB;
  Emit e(b, x);
  Value clamped = e.atLeast(x, -11.5f);
  Value square = e.mul(clamped, clamped);
  Value squareLo = e.fma(clamped, clamped, e.neg(square));
  Value gHi = e.fma(square, kBHi, kAHi);
  Value gRest = e.fma(square, kBHi, e.sub(kAHi, gHi));
  Value gLo = e.fma(squareLo, kBHi, e.fma(square, kBLo, kALo));
  gLo = e.add(gLo, gRest);

  Value t = e.fma(clamped, gHi, kRoundTwice);
  Value minusN = e.sub(kRoundTwice, t);
  // x, not the clamped one: -inf must end as NaN.
  Value r = e.fma(x, gLo, e.fma(clamped, gHi, minusN));
  Value result = sigmoidTail(e, x, t, r, kExp2Neg);
  return e.choose(arith::CmpFPredicate::OGT, x, e.num(5.5f), x, result);
}

Value expandGeluErf(ImplicitLocOpBuilder &b, Value x) {
  constexpr float kFar[] = {-0x1.f76904p-39f, 0x1.2faffep-35f, -0x1.6e48a4p-32f, 0x1.5b25f2p-28f,
                            -0x1.24273ep-24f, 0x1.d26f58p-21f, -0x1.74fbe4p-17f, 0x1.2af7c4p-13f,
                            -0x1.e572f6p-10f, 0x1.ec0aa4p-11f, 0x1.2b998p-6f};
  constexpr float kK = kGeluErfSlope, kA = kGeluErfConstant;
  Emit e(b, x);
  Value y = e.atMost(e.abs(x), 14.5f);
  Value near = e.horner(e.sub(y, kGeluErfNearMiddle), kGeluErfNear);
  Value far = e.horner(e.sub(y, 9.25f), kFar);
  Value c = e.choose(arith::CmpFPredicate::OLT, y, e.num(kGeluErfNearEnd), near, far);

  Value gHi = e.fma(y, -kK, -kA);
  Value gLo = e.fma(y, -kK, e.sub(-kA, gHi));

  Value t = e.fma(y, e.add(gHi, c), kRoundTwiceHalved);
  Value r = e.fma(y, gHi, e.sub(kRoundTwiceHalved, t));
  r = e.fma(y, c, r);
  r = e.fma(y, gLo, r);
  auto [first, second] = powerPair(e, t);
  Value power = e.mul(e.horner(r, kExp2), r);
  Value h = e.mul(e.mul(e.fma(y, power, y), first), second);
  Value zero = e.mul(x, 0.0f);
  Value base = e.choose(arith::CmpFPredicate::OGE, x, e.num(0.0f), x, zero);
  return e.sub(base, h);
}

Value expandTanh(ImplicitLocOpBuilder &b, Value x) {
  Emit e(b, x);
  Value y = e.atMost(e.abs(x), 10.0f);
  Value t = e.fma(y, -2.0f * kLog2e, kRoundOnce);
  Value n = e.sub(t, kRoundOnce);
  Value r = e.fma(n, 0.5f * kLn2Hi, y);
  Value square = e.mul(r, r);
  Value q = e.fma(square, e.horner(r, kHalfExpm1), r);
  Value power = powerOfTwo(e, t);
  Value numerator = e.fma(power, q, e.fma(power, -0.5f, 0.5f));
  Value minusPower = e.neg(power);
  Value denominator = e.fma(minusPower, q, e.fma(power, 0.5f, 0.5f));
  return e.copySign(e.div(numerator, denominator), x);
}

Value expandErf(ImplicitLocOpBuilder &b, Value x) {
  constexpr float kG[] = {-0x1.3afd9cp-17f, 0x1.f28596p-14f,  -0x1.4e27b2p-11f,
                          0x1.b74398p-10f,  -0x1.6374bep-13f, -0x1.39b7ccp-6f,
                          0x1.a4f8c4p-4f,   0x1.45f3p-1f,     0x1.06eba8p-3f};
  Emit e(b, x);
  Value y = e.atMost(e.abs(x), 4.0f);
  Value w = e.fma(y, e.horner(y, kG), y);
  Value t = e.fma(w, -kLog2e, kRoundOnce);
  Value n = e.sub(t, kRoundOnce);
  Value r = e.fma(n, kLn2Hi, w);
  Value square = e.mul(r, r);
  Value q = e.fma(square, e.horner(r, kExpm1), r);
  Value power = powerOfTwo(e, t);
  return e.copySign(e.fma(power, q, e.sub(1.0f, power)), x);
}

Value expandRsqrt(ImplicitLocOpBuilder &b, Value v, Value seed) {
  Emit e(b, v);
  Value high = e.mul(v, seed);
  Value minusLow = e.fma(e.neg(v), seed, high);
  Value residual = e.fma(minusLow, seed, e.fma(e.neg(high), seed, 1.0f));
  Value half = e.mul(residual, 0.5f);
  Value correction = e.fma(e.mul(residual, 0.375f), residual, half);
  Value result = e.fma(seed, correction, seed);
  // v = +-0 and v = inf meet inf * 0; their seed is exact.
  return e.choose(arith::CmpFPredicate::UNO, result, result, seed, result);
}

} // namespace normc
