//===- Estimates.cpp - estimates that miss as the GPU's may ---------------===//
//
// What a kernel makes of an estimate must not depend on how it misses. So these miss by as much as
// they may, the way that they miss changing from thread to thread.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "llvm/ADT/bit.h"

#include <cmath>

using namespace normc;
using namespace normc::emulate;

/// Whether this thread's estimate at `x` is above the exact result.
static bool isAbove(const ThreadContext &context, float x) {
  uint32_t mixed = llvm::bit_cast<uint32_t>(x) * 0x9e3779b9u;
  mixed ^= static_cast<uint32_t>(context.thread[0] + 1024 * context.thread[1]) * 0x85ebca6bu;
  mixed ^= static_cast<uint32_t>(context.cta[0]) * 0xc2b2ae35u;
  return (mixed * 0x27d4eb2fu) >> 31;
}

/// The number farthest from `exact` on one side that is less than `ulps` ulp away. A result that
/// f32 has is met; subnormals are 0, as the GPU's instructions have it.
static float missed(double exact, int ulps, bool above) {
  float result = static_cast<float>(exact);
  if (static_cast<double>(result) != exact && std::isfinite(result)) {
    bool isBelow = static_cast<double>(result) < exact;
    for (int step = isBelow == above ? 0 : 1; step < ulps; ++step)
      result = std::nextafter(result, above ? INFINITY : -INFINITY);
  }
  return std::fabs(result) < 0x1p-126f ? std::copysign(0.0f, result) : result;
}

float emulate::normc_emulate_exp2_estimate(ThreadContext *context, float x) {
  if (std::fabs(x) < 0x1p-26f)
    return 1.0f;
  return missed(std::exp2(static_cast<double>(x)), 2, isAbove(*context, x));
}

float emulate::normc_emulate_reciprocal_estimate(ThreadContext *context, float x) {
  if (std::fabs(x) < 0x1p-126f)
    x = std::copysign(0.0f, x);
  return missed(1.0 / static_cast<double>(x), 1, isAbove(*context, x));
}
