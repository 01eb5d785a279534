//===- RowFacts.cpp - what is known of a row's values ---------------------===//
//
// Read from the operations of the row program.
//
//===----------------------------------------------------------------------===//

#include "RowFacts.h"

#include "Norm/Norm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
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

bool normc::isOneNumber(Value row) {
  row = beforeWidening(row);
  return row.getDefiningOp<norm::SplatOp>() || matchPattern(row, m_Constant());
}
