//===- Inputs.cpp - values for the arguments ------------------------------===//
//
// A counter-based generator: element i of an argument is the same whatever the order.
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"

#include "llvm/ADT/StringSwitch.h"
#include <cmath>
#include <limits>

using namespace normc;

std::optional<Distribution> normc::lookUpDistribution(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Distribution>>(name)
      .Case("normal", Distribution::Normal)
      .Case("uniform", Distribution::Uniform)
      .Case("integers", Distribution::Integers)
      .Case("offset", Distribution::Offset)
      .Case("ones", Distribution::Ones)
      .Case("specials", Distribution::Specials)
      .Default(std::nullopt);
}

/// splitmix64 of a counter.
static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// From 0 to 1, multiples of 2^-24.
static double unit(uint64_t bits) { return static_cast<double>(bits >> 40) * 0x1p-24; }

/// Close to normal, by sums alone: a libm would differ between machines.
static double normal(uint64_t bits) {
  double sum = 0;
  for (int i = 0; i < 12; ++i)
    sum += unit(bits = mix(bits));
  return sum - 6;
}

static float special(uint64_t bits, ElementType element) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  float smallest = element == ElementType::F16 ? 0x1p-24f : 0x1p-133f;
  switch (bits % 7) {
  case 0:
    return inf;
  case 1:
    return -inf;
  case 2:
    return std::numeric_limits<float>::quiet_NaN();
  case 3:
    return smallest;
  case 4:
    return -3 * smallest;
  case 5:
    return -0.0f;
  default:
    return element == ElementType::F16 ? 65504.0f : 3.3e38f;
  }
}

static double draw(uint64_t bits, ElementType element, Distribution distribution) {
  switch (distribution) {
  case Distribution::Normal:
    return normal(bits);
  case Distribution::Uniform:
    return 2 * unit(bits) - 1;
  case Distribution::Integers:
    return static_cast<double>(bits % 17) - 8;
  case Distribution::Offset:
    return 1000 + normal(bits);
  case Distribution::Ones:
    return 1;
  case Distribution::Specials:
    return bits % 61 == 0 ? special(mix(bits), element) : normal(bits);
  }
  return 0;
}

HostTensor normc::randomIndices(ElementType element, llvm::ArrayRef<int64_t> shape, uint64_t seed,
                                uint64_t argument, int64_t bound) {
  HostTensor tensor(element, shape);
  uint64_t stream = mix(mix(seed) + argument);
  for (int64_t i = 0, e = tensor.numElements(); i < e; ++i)
    tensor.set(i, static_cast<float>(mix(stream + i) % bound));
  return tensor;
}

HostTensor normc::randomTensor(ElementType element, llvm::ArrayRef<int64_t> shape, uint64_t seed,
                               uint64_t argument, Distribution distribution) {
  HostTensor tensor(element, shape);
  uint64_t stream = mix(mix(seed) + argument);
  for (int64_t i = 0, e = tensor.numElements(); i < e; ++i)
    tensor.set(i, static_cast<float>(draw(mix(stream + i), element, distribution)));
  return tensor;
}
