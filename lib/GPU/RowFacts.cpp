//===- RowFacts.cpp - what is known of a row's values ---------------------===//
//
// Read from the operations of the row program.
//
//===----------------------------------------------------------------------===//

#include "RowFacts.h"

#include "Norm/Norm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace normc;

/// The same numbers in the type that they were widened from.
static Value beforeWidening(Value value) {
  while (auto widen = value.getDefiningOp<arith::ExtFOp>())
    value = widen.getIn();
  return value;
}

bool normc::isNeverPositive(Value row) {
  // Rounding is monotone: x - max is at most 0 where it is a number.
  auto difference = row.getDefiningOp<arith::SubFOp>();
  if (!difference)
    return false;
  auto splat = beforeWidening(difference.getRhs()).getDefiningOp<norm::SplatOp>();
  if (!splat)
    return false;
  auto reduce = beforeWidening(splat.getValue()).getDefiningOp<norm::ReduceOp>();
  return reduce && reduce.getKind() == norm::ReduceKind::max &&
         beforeWidening(reduce.getX()) == beforeWidening(difference.getLhs());
}

bool normc::isExpOfNeverPositive(Value row) {
  // Rounded to 16 bits it stays between 0 and 2.
  while (auto narrow = beforeWidening(row).getDefiningOp<arith::TruncFOp>())
    row = narrow.getIn();
  auto exp = beforeWidening(row).getDefiningOp<norm::ExpOp>();
  return exp && isNeverPositive(exp.getOperand());
}

/// A constant, or 0.
static double constantOr0(Value divisor) {
  FloatAttr number;
  return matchPattern(divisor, m_Constant(&number)) ? number.getValueAsDouble() : 0;
}

bool normc::isBoundedByScale(Value row, Value scale) {
  row = beforeWidening(row);
  constexpr double most = 65536; // 57344 is the largest of e5m2
  if (auto repeat = scale.getDefiningOp<norm::RepeatOp>()) {
    auto ofBlock = repeat.getX().getDefiningOp<norm::BlockScaleOp>();
    return ofBlock && beforeWidening(ofBlock.getX()) == row &&
           ofBlock.getLargest().convertToDouble() <= most;
  }
  auto splat = scale.getDefiningOp<norm::SplatOp>();
  auto quotient = splat ? splat.getValue().getDefiningOp<arith::DivFOp>() : arith::DivFOp();
  double divisor = quotient ? constantOr0(quotient.getRhs()) : 0;
  if (divisor < 1 || divisor > most)
    return false;
  auto floored = quotient.getLhs().getDefiningOp<arith::MaximumFOp>();
  auto reduce = floored ? floored.getLhs().getDefiningOp<norm::ReduceOp>() : norm::ReduceOp();
  if (!reduce || reduce.getKind() != norm::ReduceKind::max)
    return false;
  auto magnitudes = beforeWidening(reduce.getX()).getDefiningOp<math::AbsFOp>();
  return magnitudes && beforeWidening(magnitudes.getOperand()) == row;
}

bool normc::isOneNumber(Value row) {
  row = beforeWidening(row);
  return row.getDefiningOp<norm::SplatOp>() || matchPattern(row, m_Constant());
}
