//===- RoundedFunctions.cpp - functions rounded to bf16 -------------------===//
//
// A result that is rounded to bf16 depends on the f32 bits of the function only next to the
// midpoints of neighbouring bf16. Elsewhere whatever is near enough rounds alike (A. Ziv, ACM
// Trans. Math. Softw. 17, 1991), and the GPU's estimates are near enough:
//
//   1. y is a short formula of estimates, with an argument of the exponential that is exact: of an
//      x that was bf16, 8 bits, the product with 16 bits of a constant is. What is left of the
//      constant, and what a rounding lost, corrects the power, 2^(t + s) = 2^t + 2^t s ln2.
//   2. Then y is at most 8 ulp off the bits of MathExpansion, in either direction, for every bf16
//      within the limits and every pair of estimates as far off as they may be: the greatest
//      difference by exhaustion is 7 for silu and sigmoid, 8 for gelu by tanh and 5 by erf. The
//      test is for 10. (gelu by erf of an x above 4.1875 is x less so little that both are that x.)
//   3. A vector with an element nearer to a midpoint than that (one element of 3300 is) or beyond
//      the limits goes by MathExpansion.
//
//===----------------------------------------------------------------------===//

#include "RoundedFunctions.h"

#include "MathEmit.h"
#include "Norm/Norm.h"
#include "Sched/Sched.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace normc;

namespace {

/// As far as this from a midpoint, in ulp of f32, the short formulas round alike.
constexpr int kMostOff = 10;

constexpr double kLog2e = 1.4426950408889634;
constexpr float kLn2 = 0x1.62e43p-1f;
/// The upper 16 bits of log2(e), and ln2 times the rest.
constexpr float kLog2eHi = 0x1.7154p+0f;
constexpr float kRestOfLog2e = float((kLog2e - double(kLog2eHi)) * 0.6931471805599453);

/// A short formula, and a number for each element that is at most `limit` where the formula holds.
struct Short {
  Value y, measure;
  float limit;
};

/// An estimate of each lane, one by one: the instructions are scalar.
template <typename Estimate> Value estimate(Emit &e, Value x) {
  SmallVector<Value> lanes;
  auto type = cast<VectorType>(x.getType());
  for (int64_t i = 0, size = type.getDimSize(0); i < size; ++i) {
    Value lane = vector::ExtractOp::create(e.b, x, i);
    lanes.push_back(Estimate::create(e.b, lane.getType(), lane));
  }
  return vector::FromElementsOp::create(e.b, type, lanes);
}

/// 2^t (1 + s), s small.
Value powerOf(Emit &e, Value t, Value s) {
  Value power = estimate<sched::Exp2EstimateOp>(e, t);
  return e.fma(power, s, power);
}

Value oneOver(Emit &e, Value x) { return estimate<sched::ReciprocalEstimateOp>(e, x); }

/// 1 / (1 + e^-x), or x times that. An infinite x has a NaN for its power.
Short shortSigmoid(Emit &e, Value x, bool timesX) {
  Value t = e.mul(x, -kLog2eHi);
  Value power = powerOf(e, t, e.mul(x, -kRestOfLog2e));
  Value y = oneOver(e, e.add(power, 1.0f));
  // Beyond, where x < -64, the short form of the correction's exponential shows.
  return {timesX ? e.mul(x, y) : y, power, 0x1p92f};
}

Short shortGeluTanh(Emit &e, Value x) {
  Value square = e.mul(x, x);
  Value factor = e.fma(square, kGeluTanhB[0], kGeluTanhA[0]);
  Value rest = e.fma(square, kGeluTanhB[0], e.sub(kGeluTanhA[0], factor));
  rest = e.add(rest, kGeluTanhA[1]);
  Value minusX = e.neg(x);
  Value t = e.mul(minusX, factor);
  Value lost = e.fma(minusX, factor, e.neg(t));
  lost = e.fma(minusX, rest, lost);
  Value power = powerOf(e, t, e.mul(lost, kLn2));
  // x >= -4.4: beyond, A - factor is not exact.
  return {e.mul(x, oneOver(e, e.add(power, 1.0f))), power, 0x1p19f};
}

Short shortGeluErf(Emit &e, Value x) {
  // Where x is beyond the end, y is too small and the product too large, and no bf16 knows.
  Value y = e.atMost(e.abs(x), kGeluErfNearEnd);
  Value c = e.horner(e.sub(y, kGeluErfNearMiddle), kGeluErfNear);
  Value line = e.fma(y, -kGeluErfSlope, e.num(-kGeluErfConstant)); // exact for 8 bits
  Value factor = e.add(line, c);
  Value rest = e.sub(c, e.sub(factor, line));
  Value t = e.mul(y, factor);
  Value lost = e.fma(y, factor, e.neg(t));
  lost = e.fma(y, rest, lost);
  Value tail = e.mul(y, powerOf(e, t, e.mul(lost, kLn2)));
  Value base = e.atLeast(x, -0.0f); // 0 keeps its sign
  Value minusX = e.neg(x);
  return {e.fma(tail, -0.5f, base), minusX, kGeluErfNearEnd};
}

} // namespace

/// The least distance of an element to a midpoint, above -kMostOff, and the greatest measure.
static Value roundsAlike(ImplicitLocOpBuilder &b, const Short &formula) {
  auto integer = [&](uint32_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(int32_t(value)));
  };
  Value sixteen = integer(16), offset = integer(uint32_t(0x8000 + kMostOff) << 16);
  Value least, greatest;
  for (int64_t i = 0, e = cast<VectorType>(formula.y.getType()).getDimSize(0); i < e; ++i) {
    Value lane = vector::ExtractOp::create(b, formula.y, i);
    Value bits = arith::BitcastOp::create(b, b.getI32Type(), lane);
    // The half that is rounded away, in a circle that starts below the midpoint.
    Value half = arith::ShLIOp::create(b, bits, sixteen);
    Value distance = arith::AddIOp::create(b, half, offset);
    least = least ? arith::MinUIOp::create(b, least, distance).getResult() : distance;
    Value measure = vector::ExtractOp::create(b, formula.measure, i);
    greatest = greatest ? arith::MaximumFOp::create(b, greatest, measure).getResult() : measure;
  }
  Value limit = arith::ConstantOp::create(b, b.getF32FloatAttr(formula.limit));
  Value isFar = arith::CmpIOp::create(b, arith::CmpIPredicate::ugt, least,
                                      integer(uint32_t(2 * kMostOff) << 16));
  Value isWithin = arith::CmpFOp::create(b, arith::CmpFPredicate::OLE, greatest, limit);
  return arith::AndIOp::create(b, isFar, isWithin);
}

Value normc::applyRounded(ImplicitLocOpBuilder &b, Operation *op, Value piece,
                          function_ref<Value(Value)> exact) {
  auto type = dyn_cast<VectorType>(piece.getType());
  if (!type || !type.getElementType().isBF16() ||
      !isa<norm::SiluOp, norm::SigmoidOp, norm::GeluOp>(op))
    return {};
  Value x = arith::ExtFOp::create(b, type.clone(b.getF32Type()), piece);
  Emit e(b, x);
  Short formula =
      llvm::TypeSwitch<Operation *, Short>(op)
          .Case<norm::GeluOp>([&](norm::GeluOp gelu) {
            return gelu.getApproximate() == norm::GeluKind::erf ? shortGeluErf(e, x)
                                                                : shortGeluTanh(e, x);
          })
          .Default([&](Operation *) { return shortSigmoid(e, x, isa<norm::SiluOp>(op)); });
  Value alike = roundsAlike(b, formula);
  auto branch = scf::IfOp::create(b, TypeRange(type), alike, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  auto yieldRounded = [&](Value wide) {
    Value rounded = arith::TruncFOp::create(b, type, wide);
    scf::YieldOp::create(b, rounded);
  };
  b.setInsertionPointToStart(branch.thenBlock());
  yieldRounded(formula.y);
  b.setInsertionPointToStart(branch.elseBlock());
  yieldRounded(exact(x));
  return branch.getResult(0);
}
