//===- HostSymbols.cpp - what compiled kernels may call -------------------===//
//
// Conversions of f16 and bf16 in integer arithmetic, and the table of symbols.
//
//===----------------------------------------------------------------------===//

#include "HostSymbols.h"

#include "Kernel.h"

#include <cmath>
#include <cstring>

using namespace normc;
using namespace normc::emulate;

namespace {

template <typename To, typename From> To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From), "the same bits");
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

/// Shifts right by `amount` < 32 and rounds to nearest, ties to even.
uint32_t shiftAndRound(uint32_t value, unsigned amount) {
  uint32_t half = uint32_t(1) << (amount - 1);
  uint32_t lowBit = (value >> amount) & 1;
  return (value + half - 1 + lowBit) >> amount;
}

uint16_t roundToHalf(float value) {
  uint32_t bits = bitCast<uint32_t>(value);
  uint16_t sign = bits >> 16 & 0x8000;
  uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000)
    return sign | 0x7e00;
  if (magnitude >= 0x47800000) // 2^16 and above; below it the carry makes the infinity
    return sign | 0x7c00;
  if (magnitude >= 0x38800000) // normal in f16: re-bias, drop 13 bits
    return sign | shiftAndRound(magnitude - 0x38000000, 13);
  if (magnitude < 0x33000000) // below half of the smallest subnormal
    return sign;
  unsigned shift = 126 - (magnitude >> 23);
  return sign | shiftAndRound((magnitude & 0x7fffff) | 0x800000, shift);
}

float widenHalf(uint16_t half) {
  uint32_t sign = uint32_t(half & 0x8000) << 16;
  uint32_t exponent = half >> 10 & 0x1f, fraction = half & 0x3ff;
  if (exponent == 0) // zero and subnormals, exact in f32
    return bitCast<float>(sign | bitCast<uint32_t>(float(fraction) * 0x1p-24f));
  if (exponent == 31)
    return bitCast<float>(sign | 0x7f800000 | fraction << 13 | (fraction ? 0x400000 : 0));
  return bitCast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

uint16_t roundToBFloat(float value) {
  uint32_t bits = bitCast<uint32_t>(value);
  if ((bits & 0x7fffffff) > 0x7f800000)
    return bits >> 16 | 0x40;
  return shiftAndRound(bits, 16);
}

// The names and calling conventions of the compiler's own run-time library: 16-bit
// floats travel in vector registers. Only _Float16 says so to the C++ compiler.
_Float16 truncateToHalf(float value) { return bitCast<_Float16>(roundToHalf(value)); }
float extendHalf(_Float16 value) { return widenHalf(bitCast<uint16_t>(value)); }
_Float16 truncateToBFloat(float value) { return bitCast<_Float16>(roundToBFloat(value)); }

} // namespace

llvm::orc::SymbolMap emulate::hostSymbols(llvm::orc::MangleAndInterner &mangle) {
  llvm::orc::SymbolMap symbols;
  auto add = [&](llvm::StringRef name, auto *function) {
    symbols[mangle(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                             llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
  add("normc_emulate_barrier", &normc_emulate_barrier);
  add("normc_emulate_shuffle", &normc_emulate_shuffle);
  add("normc_emulate_check_global", &normc_emulate_check_global);
  add("normc_emulate_check_shared", &normc_emulate_check_shared);
  add("normc_emulate_cluster_arrive", &normc_emulate_cluster_arrive);
  add("normc_emulate_cluster_wait", &normc_emulate_cluster_wait);
  add("normc_emulate_cluster_address", &normc_emulate_cluster_address);

  add("normc_emulate_exp2_estimate", &normc_emulate_exp2_estimate);
  add("normc_emulate_reciprocal_estimate", &normc_emulate_reciprocal_estimate);

  add("__truncsfhf2", &truncateToHalf);
  add("__extendhfsf2", &extendHalf);
  add("__truncsfbf2", &truncateToBFloat);

  using Unary = float (*)(float);
  using Binary = float (*)(float, float);
  add("fmaf", static_cast<float (*)(float, float, float)>(&::fmaf));
  add("fma", static_cast<double (*)(double, double, double)>(&::fma));
  add("sqrtf", static_cast<Unary>(&::sqrtf));
  add("sqrt", static_cast<double (*)(double)>(&::sqrt));
  add("floorf", static_cast<Unary>(&::floorf));
  add("ceilf", static_cast<Unary>(&::ceilf));
  add("truncf", static_cast<Unary>(&::truncf));
  add("rintf", static_cast<Unary>(&::rintf));
  add("nearbyintf", static_cast<Unary>(&::nearbyintf));
  // In the default rounding mode, which a launch sets, the two are the same.
  add("roundevenf", static_cast<Unary>(&::rintf));
  add("roundf", static_cast<Unary>(&::roundf));
  add("fmodf", static_cast<Binary>(&::fmodf));
  add("memcpy", static_cast<void *(*)(void *, const void *, size_t)>(&::memcpy));
  add("memmove", static_cast<void *(*)(void *, const void *, size_t)>(&::memmove));
  add("memset", static_cast<void *(*)(void *, int, size_t)>(&::memset));
  return symbols;
}
