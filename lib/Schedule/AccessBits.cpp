//===- AccessBits.cpp - how wide an operand is accessed -------------------===//
//
// Of a row that stands column by column, no wider than its runs of neighbours.
//
//===----------------------------------------------------------------------===//

#include "AccessBits.h"

#include "Sched/ColumnRuns.h"
#include "normc/Schedule/TargetInfo.h"

#include <algorithm>

using namespace mlir;
using namespace normc;

int64_t normc::widestAccessBits(sched::GroupOp group, int64_t operand, int64_t vectorWidth,
                                const TargetInfo &info) {
  int64_t bits = getElementTypeOrSelf(group.getOperandType(operand)).getIntOrFloatBitWidth();
  int64_t widest = std::min(info.widestAccessBits, bits * vectorWidth);
  int64_t extent = cast<RankedTensorType>(group.getOperandType(operand)).getShape().back();
  int64_t start = group.getStartDivisor(operand);
  if (group.hasColumns(operand)) {
    sched::ColumnRuns runs = sched::findColumnRuns(group, operand, vectorWidth);
    widest = std::min(widest, bits * runs.elements);
    start = runs.divisor;
  }
  for (int64_t elements : {extent, start})
    if (elements > 0)
      widest = std::min<int64_t>(widest, bits * (elements & -elements));
  return widest;
}
