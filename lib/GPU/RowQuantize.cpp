//===- RowQuantize.cpp - a row by its scale in 8 bits ---------------------===//
//
// The quotient by one number as in RowDivision.cpp, q = RN(a y), r = RN(q b - a), RN(q - r y) with
// y = RN(1/b), but for what is known of it here: a quotient below 2^-18 becomes a zero of its sign,
// one above 2^17 the largest number. So no dividend needs to be looked at:
//
// - |a/b| from 2^-18 to 2^30 and b from 2^-40 to 2^40: q, y and the quotient are normal, and |a| is
//   from 2^-58 to 2^70, so that r is exact: it is RN(a / b).
// - Less: q and r y stay below 2^-17 together. The sign is that of a: r misses q b - a by no more
//   than 2^-150 where it is no normal number, and so q - r y the positive number
//   q (1 - y b) + y |a| by 2^-150 y, while |a| is 2^-149 or more. Signs of zeros as there.
// - More: q is cut off at 2^30, r has the sign of -a and q - r y that of a, perhaps an infinity:
//   too large either way. Without the cut an infinity would give inf - inf.
//
// Where the scale was made of the largest magnitude there is no more.
//
//===----------------------------------------------------------------------===//

#include "RowQuantize.h"

#include "RowFacts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace normc;

constexpr float kLeastScale = 0x1p-40f, kGreatestScale = 0x1p40f, kGreatestQuotient = 0x1p30f;

static Value number(ImplicitLocOpBuilder &b, float value) {
  return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
}

RowValue normc::lowerQuantize(RowKernel &kernel, norm::QuantizeOp op, const RowValue &x,
                              const RowValue &scales) {
  ImplicitLocOpBuilder &b = kernel.b;
  Type element = getElementTypeOrSelf(op.getType());
  RowValue wide;
  llvm::SmallMapVector<Value, Value, 4> reciprocals;
  SmallVector<Value> divisors;
  Value inRange;
  using Predicate = arith::CmpFPredicate;
  for (auto [piece, scale] : llvm::zip_equal(x, scales)) {
    wide.push_back(widenToF32(b, piece));
    Value divisor = b.createOrFold<vector::ExtractOp>(scale, 0);
    divisors.push_back(divisor);
    auto [it, isNew] = reciprocals.try_emplace(divisor);
    if (!isNew)
      continue;
    it->second = arith::DivFOp::create(b, number(b, 1.0f), divisor);
    Value isAbove = arith::CmpFOp::create(b, Predicate::OGE, divisor, number(b, kLeastScale));
    Value isBelow = arith::CmpFOp::create(b, Predicate::OLE, divisor, number(b, kGreatestScale));
    Value isWithin = arith::AndIOp::create(b, isAbove, isBelow);
    inRange = inRange ? arith::AndIOp::create(b, inRange, isWithin).getResult() : isWithin;
  }
  bool isBounded = isBoundedByScale(op.getX(), op.getScale());
  Type type = kernel.pieceType(b.getF32Type());
  auto repeat = [&](Value value) -> Value { return vector::BroadcastOp::create(b, type, value); };
  auto convert = [&](Value quotient) -> Value {
    return sched::QuantizeOp::create(b, kernel.pieceType(element), quotient,
                                     TypeAttr::get(element));
  };
  SmallVector<Type> types(x.size(), kernel.pieceType(element));
  auto branch = scf::IfOp::create(b, types, inRange, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Value> results;

  b.setInsertionPointToStart(branch.thenBlock());
  for (auto [a, divisor] : llvm::zip_equal(wide, divisors)) {
    Value y = reciprocals.lookup(divisor);
    Value q = arith::MulFOp::create(b, a, repeat(y));
    if (!isBounded) {
      q = arith::MinimumFOp::create(b, q, repeat(number(b, kGreatestQuotient)));
      q = arith::MaximumFOp::create(b, q, repeat(number(b, -kGreatestQuotient)));
    }
    Value r = math::FmaOp::create(b, q, repeat(divisor), arith::NegFOp::create(b, a));
    results.push_back(convert(math::FmaOp::create(b, r, repeat(arith::NegFOp::create(b, y)), q)));
  }
  scf::YieldOp::create(b, results);

  results.clear();
  b.setInsertionPointToStart(branch.elseBlock());
  for (auto [a, divisor] : llvm::zip_equal(wide, divisors))
    results.push_back(convert(arith::DivFOp::create(b, a, repeat(divisor))));
  scf::YieldOp::create(b, results);
  return RowValue(branch.getResults());
}
