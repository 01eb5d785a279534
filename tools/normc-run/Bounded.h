//===- Bounded.h - f64 values that know how far f32 may be off ---*- C++ -*-===//
//
// What another library's output is checked against: it adds in an order of its own.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_BOUNDED_H
#define NORMC_TOOLS_NORMC_RUN_BOUNDED_H

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace normc {

/// A value as sums and products compute it from exact numbers, with the same on absolute values
/// and the most roundings on a path to it. In f32, in whatever order, the error is at most
/// k u / (1 - k u) times the magnitude for k roundings of u = 2^-24 (Higham, Accuracy and
/// Stability of Numerical Algorithms, section 3.1); f64's own is far below.
struct Bounded {
  double value = 0, magnitude = 0;
  int64_t roundings = 0;

  Bounded() = default;
  Bounded(float exact) : value(exact), magnitude(std::fabs(exact)) {}

  double tolerance() const {
    double error = static_cast<double>(roundings) * 0x1p-24;
    return error / (1 - error) * magnitude;
  }
  /// False for a NaN too.
  bool admits(float actual) const { return std::fabs(actual - value) <= tolerance(); }
};

inline Bounded operator+(const Bounded &a, const Bounded &b) {
  Bounded sum;
  sum.value = a.value + b.value;
  sum.magnitude = a.magnitude + b.magnitude;
  sum.roundings = std::max(a.roundings, b.roundings) + 1;
  return sum;
}

inline Bounded operator*(const Bounded &a, const Bounded &b) {
  Bounded product;
  product.value = a.value * b.value;
  product.magnitude = a.magnitude * b.magnitude;
  product.roundings = a.roundings + b.roundings + 1;
  return product;
}

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_BOUNDED_H
