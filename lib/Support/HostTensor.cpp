//===- HostTensor.cpp - dense tensors in host memory ----------------------===//
//
// Conversions of element types, and access to the elements of a tensor.
//
//===----------------------------------------------------------------------===//

#include "normc/Support/HostTensor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace normc;

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static constexpr uint32_t kF32Inf = 0x7f800000;

/// `value` without its lowest `shift` bits, rounded to nearest even.
static uint32_t roundedShift(uint32_t value, unsigned shift) {
  uint32_t quotient = value >> shift;
  uint32_t remainder = value & ((1u << shift) - 1), half = 1u << (shift - 1);
  bool roundUp = remainder > half || (remainder == half && (quotient & 1));
  return quotient + roundUp;
}

uint16_t normc::encodeBF16(float value) {
  auto bits = llvm::bit_cast<uint32_t>(value);
  if ((bits & ~0x80000000u) > kF32Inf)
    return (bits >> 16) | 0x40; // quiet: the payload may lie in the bits cut off
  return roundedShift(bits, 16);
}

float normc::decodeBF16(uint16_t bits) {
  return llvm::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

uint16_t normc::encodeF16(float value) {
  constexpr uint32_t kSmallestNormal = 0x38800000; // 2^-14
  constexpr uint32_t kRoundsToZero = 0x33000000;   // 2^-25, a tie with zero
  constexpr uint32_t kRoundsToInf = 0x477ff000;    // 65520, half way past the largest f16
  constexpr uint32_t kRebias = (127 - 15) << 23;

  auto bits = llvm::bit_cast<uint32_t>(value);
  uint32_t sign = (bits >> 16) & 0x8000, magnitude = bits & ~0x80000000u;
  if (magnitude > kF32Inf)
    return sign | 0x7e00 | ((magnitude >> 13) & 0x3ff);
  if (magnitude >= kRoundsToInf)
    return sign | 0x7c00;
  if (magnitude >= kSmallestNormal)
    return sign | roundedShift(magnitude - kRebias, 13);
  if (magnitude <= kRoundsToZero)
    return sign;
  // A subnormal counts units of 2^-24; the f32 is its significand times 2^(exponent - 150).
  uint32_t exponent = magnitude >> 23, significand = (magnitude & 0x7fffff) | 0x800000;
  return sign | roundedShift(significand, 126 - exponent);
}

float normc::decodeF16(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  uint32_t exponent = (bits >> 10) & 0x1f, fraction = bits & 0x3ff;
  if (exponent == 0x1f)
    return llvm::bit_cast<float>(sign | kF32Inf | fraction << 13);
  if (exponent != 0)
    return llvm::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
  float magnitude = static_cast<float>(fraction) * 0x1p-24f; // exact, also for zero
  return sign ? -magnitude : magnitude;
}

/// An fp8 number of `fraction` bits below the exponent, whose smallest normal is 2^`least`: its
/// magnitude counts units, those of its binade.
static uint8_t encodeF8(float value, int fraction, int least, ElementType type) {
  uint8_t sign = std::signbit(value) ? 0x80 : 0;
  if (std::isnan(value))
    return sign | 0x7f;
  double magnitude = std::min(std::fabs(value), getLargest(type));
  int exponent = std::max(magnitude == 0 ? least : std::ilogb(magnitude), least);
  // In f64 the quotient by the unit is exact, and is rounded once here.
  auto units = static_cast<int>(std::nearbyint(std::ldexp(magnitude, fraction - exponent)));
  // From 2^fraction units on a number is normal; twice as many are the next binade's first.
  return sign | (((exponent - least) << fraction) + units);
}

static float decodeF8(uint8_t bits, int fraction, int least) {
  int exponent = (bits & 0x7f) >> fraction, units = bits & ((1 << fraction) - 1);
  if (exponent > 0)
    units += 1 << fraction;
  float magnitude =
      std::ldexp(static_cast<float>(units), std::max(exponent - 1, 0) + least - fraction);
  return bits & 0x80 ? -magnitude : magnitude;
}

uint8_t normc::encodeF8E4M3FN(float value) { return encodeF8(value, 3, -6, ElementType::F8E4M3FN); }

uint8_t normc::encodeF8E5M2(float value) { return encodeF8(value, 2, -14, ElementType::F8E5M2); }

uint8_t normc::encodeI8(float value) {
  if (std::isnan(value))
    return 0;
  return static_cast<uint8_t>(
      static_cast<int8_t>(std::nearbyint(std::clamp(value, -128.0f, 127.0f))));
}

float normc::decodeF8E4M3FN(uint8_t bits) {
  if ((bits & 0x7f) == 0x7f) // the only NaN, and no inf
    return std::copysign(std::numeric_limits<float>::quiet_NaN(), bits & 0x80 ? -1.0f : 1.0f);
  return decodeF8(bits, 3, -6);
}

float normc::decodeF8E5M2(uint8_t bits) {
  float sign = bits & 0x80 ? -1.0f : 1.0f;
  if ((bits & 0x7f) == 0x7c)
    return sign * std::numeric_limits<float>::infinity();
  if ((bits & 0x7f) > 0x7c)
    return std::copysign(std::numeric_limits<float>::quiet_NaN(), sign);
  return decodeF8(bits, 2, -14);
}

float normc::decodeI8(uint8_t bits) { return static_cast<int8_t>(bits); }

float normc::roundTo(ElementType type, float value) {
  switch (type) {
  case ElementType::F32:
  case ElementType::I32:
  case ElementType::I64:
    return value;
  case ElementType::F16:
    return decodeF16(encodeF16(value));
  case ElementType::BF16:
    return decodeBF16(encodeBF16(value));
  case ElementType::F8E4M3FN:
    return decodeF8E4M3FN(encodeF8E4M3FN(value));
  case ElementType::F8E5M2:
    return decodeF8E5M2(encodeF8E5M2(value));
  case ElementType::I8:
    return decodeI8(encodeI8(value));
  }
  llvm_unreachable("every element type is rounded to");
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

HostTensor::HostTensor(ElementType element, llvm::ArrayRef<int64_t> shape)
    : element(element), shape(shape) {
  data.resize(numElements() * getByteSize(element));
}

int64_t HostTensor::numElements() const { return llvm::product_of(shape); }

/// The element of type T at `index` of the bytes at `data`, which may be misaligned.
template <typename T> static T load(const uint8_t *data, int64_t index) {
  T value;
  std::memcpy(&value, data + index * sizeof(T), sizeof(T));
  return value;
}

template <typename T> static void store(uint8_t *data, int64_t index, T value) {
  std::memcpy(data + index * sizeof(T), &value, sizeof(T));
}

float HostTensor::get(int64_t i) const {
  switch (element) {
  case ElementType::F32:
    return load<float>(data.data(), i);
  case ElementType::F16:
    return decodeF16(load<uint16_t>(data.data(), i));
  case ElementType::BF16:
    return decodeBF16(load<uint16_t>(data.data(), i));
  case ElementType::F8E4M3FN:
    return decodeF8E4M3FN(data[i]);
  case ElementType::F8E5M2:
    return decodeF8E5M2(data[i]);
  case ElementType::I8:
    return decodeI8(data[i]);
  case ElementType::I32:
  case ElementType::I64:
    return static_cast<float>(getIndex(i));
  }
  llvm_unreachable("every element type is read");
}

int64_t HostTensor::getIndex(int64_t i) const {
  return element == ElementType::I64 ? load<int64_t>(data.data(), i)
                                     : load<int32_t>(data.data(), i);
}

void HostTensor::set(int64_t i, float value) {
  switch (element) {
  case ElementType::F32:
    return store(data.data(), i, value);
  case ElementType::F16:
    return store(data.data(), i, encodeF16(value));
  case ElementType::BF16:
    return store(data.data(), i, encodeBF16(value));
  case ElementType::F8E4M3FN:
    return store(data.data(), i, encodeF8E4M3FN(value));
  case ElementType::F8E5M2:
    return store(data.data(), i, encodeF8E5M2(value));
  case ElementType::I8:
    return store(data.data(), i, encodeI8(value));
  case ElementType::I32:
    return store(data.data(), i, static_cast<int32_t>(value));
  case ElementType::I64:
    return store(data.data(), i, static_cast<int64_t>(value));
  }
  llvm_unreachable("every element type is written");
}
