//===- Compare.cpp - how far a result is from the right one ---------------===//
//
// Bitwise comparison of tensors, and errors in units in the last place.
//
//===----------------------------------------------------------------------===//

#include "normc/Reference/Compare.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

using namespace normc;
using namespace normc::reference;

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

static bool isBitEqual(float a, float b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

BitDifference normc::reference::compareBits(const HostTensor &actual, const HostTensor &expected) {
  if (actual.element != expected.element || actual.shape != expected.shape)
    return {std::max<int64_t>({actual.numElements(), expected.numElements(), 1}), 0};
  BitDifference difference;
  for (int64_t i = 0, end = expected.numElements(); i < end; ++i) {
    if (isBitEqual(actual.get(i), expected.get(i)))
      continue;
    if (difference.count++ == 0)
      difference.first = i;
  }
  return difference;
}

//===----------------------------------------------------------------------===//
// Units in the last place
//===----------------------------------------------------------------------===//

namespace {
struct Format {
  int precision;   // bits of the significand, the hidden one too
  int minExponent; // of the smallest normal number
  int maxExponent; // of the largest number
};
} // namespace

static Format getFormat(ElementType type) {
  switch (type) {
  case ElementType::F32:
    return {24, -126, 127};
  case ElementType::F16:
    return {11, -14, 15};
  case ElementType::BF16:
    return {8, -126, 127};
  case ElementType::F8E4M3FN:
    return {4, -6, 8};
  case ElementType::F8E5M2:
    return {3, -14, 15};
  case ElementType::I32: // no results
  case ElementType::I64:
  case ElementType::I8: // a fixed point: the unit is 1 everywhere
    return {8, 7, 7};
  }
  llvm_unreachable("every element type has a format");
}

double normc::reference::getUlpError(ElementType type, float actual, double expected) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  if (std::isnan(actual) || std::isnan(expected))
    return std::isnan(actual) && std::isnan(expected) ? 0 : kInf;
  if (std::isinf(expected))
    return actual == expected ? 0 : kInf;

  if (isQuantized(type)) // saturates
    expected = std::clamp<double>(expected, -getLargest(type) - (type == ElementType::I8),
                                  getLargest(type));
  Format format = getFormat(type);
  auto getUlp = [&](double value) {
    int exponent = value == 0 ? format.minExponent : std::ilogb(value);
    return std::ldexp(1.0, std::max(exponent, format.minExponent) - format.precision + 1);
  };
  double ulp = getUlp(expected);
  double rounded = std::nearbyint(expected / ulp) * ulp; // exact: ulp is a power of two
  if (std::fabs(rounded) >= std::ldexp(1.0, format.maxExponent + 1))
    return std::isinf(actual) && std::signbit(actual) == std::signbit(expected) ? 0 : kInf;
  // Rounding up to a power of two doubles the unit.
  return std::fabs(actual - expected) / getUlp(rounded);
}

UlpError normc::reference::getMaxUlpError(const HostTensor &actual,
                                          llvm::ArrayRef<double> expected) {
  assert(actual.numElements() == static_cast<int64_t>(expected.size()) && "sizes must agree");
  UlpError worst;
  for (auto [i, value] : llvm::enumerate(expected)) {
    double ulp = getUlpError(actual.element, actual.get(i), value);
    if (ulp > worst.ulp)
      worst = {ulp, i};
  }
  return worst;
}

double normc::reference::getRelativeError(const HostTensor &actual,
                                          llvm::ArrayRef<double> expected) {
  double error = 0, size = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    double found = actual.get(i), wanted = expected[i];
    if (std::isnan(found) && std::isnan(wanted))
      continue;
    // Beyond the element type's range the rounded value is an infinity.
    if (!std::isfinite(found) || !std::isfinite(wanted)) {
      if (found != roundTo(actual.element, static_cast<float>(wanted)))
        return std::numeric_limits<double>::infinity();
      continue;
    }
    error += (found - wanted) * (found - wanted);
    size += wanted * wanted;
  }
  return error == 0 ? 0 : std::sqrt(error / size);
}
