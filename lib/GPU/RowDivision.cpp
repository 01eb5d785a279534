//===- RowDivision.cpp - a row divided by one number ----------------------===//
//
// The quotients by one number are three operations each, the IEEE quotients all the same.
//
// Markstein's theorem (IBM J. Res. Dev. 34, 1990; Brisebarre, Muller, Raina, IEEE Trans. Comput.
// 53, 2004, section 1: "one multiplication plus two fused-macs"): with y = RN(1/b),
//
//   q = RN(a y),  r = RN(a - q b),  RN(q + r y)
//
// is RN(a / b) unless something leaves the range of normal numbers. Why, with a and b scaled into
// [1, 2) and ulp the unit of the last place of a/b:
//
// - |b y - 1| <= 2^-25 b < 2^-24, also where the significand of b is all ones: that case is one
//   for those who get y by Newton's iteration, and here y is an IEEE quotient itself.
// - a/b is no midpoint of two neighbours, and 2^-24 / b ulp or more away from each. Near one, q is
//   one of the two, r is exact, and r y misses r / b, half an ulp, by 2^-26 b ulp: less, for b < 2.
// - Elsewhere q is within 1.5 ulp, and what r y misses does not reach a midpoint.
//
// What must hold for a other than 0, and does within the limits below: y, q and the quotient are
// normal (2^-100 / 2^24 to 2^63 / 2^-63); r, a multiple of 2^-47 times the power of two of a, is
// exact, which takes |a| >= 2^-102. A NaN gives NaN. So would an infinity: it goes the other way.
//
// a = 0: q = a y has the sign of the quotient, r is +0, and q + r y would make +0 of q = -0. With
// r = RN(q b - a), +0 as well, q + r (-y) is q + -0, which is q, for y > 0: b must be positive.
//
//===----------------------------------------------------------------------===//

#include "RowDivision.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace normc;

constexpr float kLeastDivisor = 0x1p-63f, kGreatestDivisor = 0x1p24f;
constexpr float kLeastDividend = 0x1p-100f, kGreatestDividend = 0x1p63f;

static Value number(ImplicitLocOpBuilder &b, float value) {
  return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
}

static Value integer(ImplicitLocOpBuilder &b, int32_t value) {
  return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
}

/// As unsigned integers the magnitudes keep their order, and one less than 0 is above all of them.
Value normc::areDividendsInRange(ImplicitLocOpBuilder &b, ArrayRef<Value> pieces, bool isExp) {
  Value minusOne = integer(b, -1);
  Value mask = integer(b, 0x7fffffff);
  Value least, greatest;
  for (Value piece : pieces) {
    // A chain for each piece: an addition and a minimum are one instruction on sm_90.
    Value low, high;
    for (int64_t i = 0, e = cast<VectorType>(piece.getType()).getDimSize(0); i < e; ++i) {
      Value x = vector::ExtractOp::create(b, piece, i);
      Value bits = arith::BitcastOp::create(b, b.getI32Type(), x);
      if (!isExp) {
        bits = arith::AndIOp::create(b, bits, mask);
        high = high ? arith::MaxUIOp::create(b, high, bits).getResult() : bits;
      }
      Value less = arith::AddIOp::create(b, bits, minusOne);
      low = low ? arith::MinUIOp::create(b, low, less).getResult() : less;
    }
    least = least ? arith::MinUIOp::create(b, least, low).getResult() : low;
    if (high)
      greatest = greatest ? arith::MaxUIOp::create(b, greatest, high).getResult() : high;
  }
  using Predicate = arith::CmpIPredicate;
  Value lowest = integer(b, llvm::bit_cast<int32_t>(kLeastDividend) - 1);
  Value inRange = arith::CmpIOp::create(b, Predicate::uge, least, lowest);
  if (!greatest)
    return inRange;
  Value highest = integer(b, llvm::bit_cast<int32_t>(kGreatestDividend));
  Value isBelow = arith::CmpIOp::create(b, Predicate::ule, greatest, highest);
  return arith::AndIOp::create(b, inRange, isBelow);
}

static Value isDivisorInRange(ImplicitLocOpBuilder &b, Value divisor) {
  using Predicate = arith::CmpFPredicate;
  Value isAbove = arith::CmpFOp::create(b, Predicate::OGE, divisor, number(b, kLeastDivisor));
  Value isBelow = arith::CmpFOp::create(b, Predicate::OLE, divisor, number(b, kGreatestDivisor));
  return arith::AndIOp::create(b, isAbove, isBelow);
}

SmallVector<Value, 4> normc::divideByNumbers(ImplicitLocOpBuilder &b, ArrayRef<Value> pieces,
                                             ArrayRef<Value> divisors, bool isExp, Value inRange) {
  Type type = pieces.front().getType();
  llvm::SmallMapVector<Value, Value, 4> reciprocals;
  for (Value divisor : divisors)
    if (auto [it, isNew] = reciprocals.try_emplace(divisor); isNew)
      it->second = arith::DivFOp::create(b, number(b, 1.0f), divisor);
  if (!inRange)
    inRange = areDividendsInRange(b, pieces, isExp);
  for (auto [divisor, reciprocal] : reciprocals)
    inRange = arith::AndIOp::create(b, isDivisorInRange(b, divisor), inRange);
  auto divisorOf = [&](size_t piece) { return divisors[divisors.size() == 1 ? 0 : piece]; };
  auto repeat = [&](Value value) -> Value { return vector::BroadcastOp::create(b, type, value); };
  auto negative = [&](Value value) -> Value { return arith::NegFOp::create(b, value); };
  auto branch = scf::IfOp::create(b, SmallVector<Type>(pieces.size(), type), inRange,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Value> quotients;

  b.setInsertionPointToStart(branch.thenBlock());
  // No quotient is -0 where no dividend is: the signs then stand where they cost nothing.
  llvm::SmallMapVector<Value, std::array<Value, 3>, 4> factors;
  for (auto [divisor, reciprocal] : reciprocals) {
    Value y = repeat(reciprocal);
    factors[divisor] = {y, isExp ? y : repeat(negative(reciprocal)),
                        repeat(isExp ? negative(divisor) : divisor)};
  }
  for (auto [piece, a] : llvm::enumerate(pieces)) {
    auto [y, last, factor] = factors[divisorOf(piece)];
    Value q = arith::MulFOp::create(b, a, y);
    Value r = math::FmaOp::create(b, q, factor, isExp ? a : negative(a));
    quotients.push_back(math::FmaOp::create(b, r, last, q));
  }
  scf::YieldOp::create(b, quotients);

  quotients.clear();
  b.setInsertionPointToStart(branch.elseBlock());
  llvm::SmallMapVector<Value, Value, 4> repeated;
  for (auto [divisor, reciprocal] : reciprocals)
    repeated[divisor] = repeat(divisor);
  for (auto [piece, a] : llvm::enumerate(pieces))
    quotients.push_back(arith::DivFOp::create(b, a, repeated[divisorOf(piece)]));
  scf::YieldOp::create(b, quotients);
  return SmallVector<Value, 4>(branch.getResults());
}
