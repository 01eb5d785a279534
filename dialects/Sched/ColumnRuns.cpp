//===- ColumnRuns.cpp - rows that a map of columns names ------------------===//
//
// The runs are found by trying every column: rows are of known length, and what a map does is
// seen from the places it names.
//
//===----------------------------------------------------------------------===//

#include "Sched/ColumnRuns.h"

#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <set>

using namespace mlir;
using namespace normc;
using namespace normc::sched;

static bool namesRow(AffineExpr expr, unsigned column) {
  bool names = false;
  expr.walk([&](AffineExpr part) {
    auto dim = dyn_cast<AffineDimExpr>(part);
    names |= isa<AffineSymbolExpr>(part) || (dim && dim.getPosition() != column);
  });
  return names;
}

std::optional<SplitIndex> normc::sched::splitIndex(AffineExpr index, unsigned column) {
  AffineExpr zero = getAffineConstantExpr(0, index.getContext());
  if (!index.isFunctionOfDim(column))
    return SplitIndex{index, zero};
  if (!namesRow(index, column))
    return SplitIndex{zero, index};
  auto sum = dyn_cast<AffineBinaryOpExpr>(index);
  if (!sum || index.getKind() != AffineExprKind::Add)
    return std::nullopt;
  std::optional<SplitIndex> left = splitIndex(sum.getLHS(), column);
  std::optional<SplitIndex> right = splitIndex(sum.getRHS(), column);
  if (!left || !right)
    return std::nullopt;
  return SplitIndex{left->row + right->row, left->column + right->column};
}

bool normc::sched::canAccessColumns(ArrayRef<AffineExpr> indices, unsigned column) {
  return !indices.empty() && indices.back().isFunctionOfDim(column) &&
         llvm::all_of(indices,
                      [&](AffineExpr index) { return splitIndex(index, column).has_value(); });
}

ColumnRuns normc::sched::findColumnRuns(GroupOp group, int64_t operand, int64_t most) {
  AffineMap map = group.getMap(operand);
  unsigned column = group.getNumRowAxes();
  int64_t numColumns = cast<RankedTensorType>(group.getRowType(operand)).getDimSize(0);
  // Of each axis, for each column.
  SmallVector<SmallVector<int64_t>> places;
  for (AffineExpr index : map.getResults()) {
    AffineExpr expr = splitIndex(index, column)->column;
    SmallVector<int64_t> &ofAxis = places.emplace_back();
    for (int64_t c = 0; c < numColumns; ++c)
      ofAxis.push_back(norm::evaluateColumn(expr, c));
  }
  // Column c of a run stands where its first one does, in the last axis c / repeats further.
  auto isRun = [&](int64_t columns, int64_t repeats) {
    for (auto [axis, ofAxis] : llvm::enumerate(places))
      for (int64_t c = 0; c < numColumns; ++c) {
        int64_t step = axis + 1 == places.size() ? c % columns / repeats : 0;
        if (ofAxis[c] != ofAxis[c / columns * columns] + step)
          return false;
      }
    return true;
  };
  ColumnRuns runs{1, 1, 0};
  for (int64_t columns = 2; columns <= most && numColumns % columns == 0; columns *= 2)
    for (int64_t repeats = 1; repeats <= columns; repeats *= 2)
      if (isRun(columns, repeats)) {
        runs = {columns, columns / repeats, 0};
        break;
      }
  for (int64_t c = 0; c < numColumns; c += runs.columns)
    runs.divisor = std::gcd(runs.divisor, places.back()[c]);
  AffineExpr row = splitIndex(map.getResults().back(), column)->row;
  auto constant = dyn_cast<AffineConstantExpr>(row);
  runs.divisor =
      std::gcd(runs.divisor, constant ? constant.getValue() : row.getLargestKnownDivisor());
  return runs;
}

int64_t GroupOp::getNumRowElements(int64_t operand) {
  auto row = dyn_cast<RankedTensorType>(getRowType(operand));
  if (!row)
    return 1;
  int64_t numColumns = row.getDimSize(0);
  if (!hasColumns(operand))
    return numColumns;
  std::set<std::vector<int64_t>> places;
  for (int64_t column = 0; column < numColumns; ++column) {
    std::vector<int64_t> place;
    for (AffineExpr index : getMap(operand).getResults())
      place.push_back(norm::evaluateColumn(splitIndex(index, getNumRowAxes())->column, column));
    places.insert(std::move(place));
  }
  return places.size();
}
