//===- RowAxes.cpp - where a row's elements stand in a value --------------===//
//
// Index arithmetic of views. A reshape goes by the row-major place within the axes that
// are split or merged; what is known of the dimensions' extents keeps divisions out.
//
//===----------------------------------------------------------------------===//

#include "RowAxes.h"

#include "Norm/Norm.h"
#include "Sched/ColumnRuns.h"

#include "llvm/ADT/TypeSwitch.h"
#include <map>
#include <numeric>

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

/// Stands for a dimension where a term is a constant.
static constexpr int64_t constantTerm = -1;

static AffineExpr multiple(MLIRContext *context, int64_t dim, int64_t factor) {
  return dim == constantTerm ? getAffineConstantExpr(factor, context)
                             : getAffineDimExpr(dim, context) * factor;
}

/// An expression as a sum of multiples of dimensions; none where it has a division.
static std::optional<std::map<int64_t, int64_t>> linearTerms(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return std::map<int64_t, int64_t>{{constantTerm, constant.getValue()}};
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return std::map<int64_t, int64_t>{{dim.getPosition(), 1}};
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  auto left = linearTerms(binary.getLHS());
  if (!left)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add) {
    auto right = linearTerms(binary.getRHS());
    if (!right)
      return std::nullopt;
    for (auto [dim, factor] : *right)
      (*left)[dim] += factor;
    return left;
  }
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (expr.getKind() != AffineExprKind::Mul || !factor)
    return std::nullopt;
  for (auto &[dim, value] : *left)
    value *= factor.getValue();
  return left;
}

/// One form for a sum of multiples, so that equal ones are one expression.
static Axes normalize(Axes axes) {
  for (AffineExpr &axis : axes)
    if (auto terms = linearTerms(axis)) {
      MLIRContext *context = axis.getContext();
      axis = getAffineConstantExpr(0, context);
      for (auto [dim, factor] : *terms)
        axis = axis + multiple(context, dim, factor);
    }
  return axes;
}

/// Quotient and remainder. Multiples of the divisor go out of the remainder. What is known to be
/// less than a step of the rest goes out of the division: (4 a + b) mod 8 is 4 (a mod 2) + b for
/// b < 4.
static std::pair<AffineExpr, AffineExpr> divide(AffineExpr expr, int64_t divisor,
                                                ArrayRef<int64_t> extents) {
  MLIRContext *context = expr.getContext();
  auto terms = linearTerms(expr);
  if (!terms)
    return {expr.floorDiv(divisor), expr % divisor};
  AffineExpr zero = getAffineConstantExpr(0, context), quotient = zero;
  SmallVector<std::pair<int64_t, int64_t>> rest; // factors and dimensions
  for (auto [dim, factor] : *terms) {
    int64_t part = factor % divisor;
    // Of a dimension all or nothing: d * 130 is no multiple of 128 and a rest below it.
    if (dim != constantTerm && part != 0)
      part = factor;
    quotient = quotient + multiple(context, dim, (factor - part) / divisor);
    if (part != 0)
      rest.push_back({part, dim});
  }
  llvm::sort(rest, std::greater<>());
  for (size_t numHigh = 0;; ++numHigh) {
    AffineExpr high = zero, low = zero;
    int64_t step = divisor, most = 0; // of the low terms
    for (auto [factor, dim] : ArrayRef(rest).take_front(numHigh))
      step = std::gcd(step, factor);
    for (auto [factor, dim] : ArrayRef(rest).take_front(numHigh))
      high = high + multiple(context, dim, factor / step);
    for (auto [factor, dim] : ArrayRef(rest).drop_front(numHigh)) {
      low = low + multiple(context, dim, factor);
      int64_t last = 1;
      if (dim != constantTerm)
        last = ShapedType::isDynamic(extents[dim]) ? step : extents[dim] - 1;
      most += factor * std::max<int64_t>(last, 0);
    }
    if (most < step)
      return {quotient + high.floorDiv(divisor / step), high % (divisor / step) * step + low};
  }
}

/// A sum without one of its terms; null where it has no such term.
static AffineExpr withoutTerm(AffineExpr sum, AffineExpr term) {
  if (sum == term)
    return getAffineConstantExpr(0, sum.getContext());
  auto binary = dyn_cast<AffineBinaryOpExpr>(sum);
  if (!binary || sum.getKind() != AffineExprKind::Add)
    return nullptr;
  if (AffineExpr left = withoutTerm(binary.getLHS(), term))
    return left + binary.getRHS();
  if (AffineExpr right = withoutTerm(binary.getRHS(), term))
    return binary.getLHS() + right;
  return nullptr;
}

/// outer * extent + inner, the other way round: quotient and remainder of one expression are it.
static AffineExpr combine(AffineExpr outer, int64_t extent, AffineExpr inner) {
  if (auto binary = dyn_cast<AffineBinaryOpExpr>(inner);
      binary && inner.getKind() == AffineExprKind::Mod && binary.getRHS() == extent)
    if (AffineExpr rest = withoutTerm(outer, binary.getLHS().floorDiv(extent)))
      return rest * extent + binary.getLHS();
  return outer * extent + inner;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Indices into `to`, given those into `from`, which has the same elements in row-major
/// order.
static Axes reshapeAxes(MLIRContext *context, ArrayRef<int64_t> from, ArrayRef<int64_t> to,
                        const Axes &axes, ArrayRef<int64_t> extents) {
  AffineExpr zero = getAffineConstantExpr(0, context);
  Axes result;
  size_t i = 0, j = 0;
  // Without an element any index into the static axes will do.
  if (llvm::is_contained(from, 0)) {
    for (int64_t extent : to) {
      while (ShapedType::isDynamic(extent) && !ShapedType::isDynamic(from[i]))
        ++i;
      result.push_back(ShapedType::isDynamic(extent) ? axes[i++] : zero);
    }
    return result;
  }
  while (i < from.size() || j < to.size()) {
    if (i < from.size() && j < to.size() && from[i] == to[j]) {
      result.push_back(axes[i]);
      ++i, ++j;
      continue;
    }
    // The index of an axis of one element is 0.
    if (i < from.size() && from[i] == 1) {
      ++i;
      continue;
    }
    if (j < to.size() && to[j] == 1) {
      result.push_back(zero);
      ++j;
      continue;
    }
    // The fewest axes of each with one product: an axis is split, or several merged.
    size_t firstI = i, firstJ = j;
    int64_t fromSize = from[i++], toSize = to[j++];
    while (fromSize != toSize)
      if (fromSize < toSize)
        fromSize *= from[i++];
      else
        toSize *= to[j++];
    AffineExpr place = zero;
    for (size_t axis = firstI; axis < i; ++axis)
      place = combine(place, from[axis], axes[axis]);
    Axes parts(j - firstJ);
    for (size_t axis = j; axis-- > firstJ;) {
      if (axis == firstJ) {
        parts.front() = place;
        break;
      }
      auto [outer, inner] = divide(place, to[axis], extents);
      parts[axis - firstJ] = inner;
      place = outer;
    }
    llvm::append_range(result, parts);
  }
  return normalize(result);
}

/// The map of columns at one of them.
static AffineExpr columnAt(AffineExpr map, AffineExpr column, ArrayRef<int64_t> extents) {
  if (isa<AffineConstantExpr>(map))
    return map;
  auto binary = dyn_cast<AffineBinaryOpExpr>(map);
  if (!binary)
    return column;
  AffineExpr left = columnAt(binary.getLHS(), column, extents);
  if (map.getKind() == AffineExprKind::Add)
    return left + columnAt(binary.getRHS(), column, extents);
  int64_t factor = cast<AffineConstantExpr>(binary.getRHS()).getValue();
  if (map.getKind() == AffineExprKind::Mul)
    return left * factor;
  auto [quotient, remainder] = divide(left, factor, extents);
  return map.getKind() == AffineExprKind::FloorDiv ? quotient : remainder;
}

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

Axes normc::viewOperandAxes(Operation *view, const Axes &axes, ArrayRef<int64_t> extents) {
  Value x = view->getOperand(0), result = view->getResult(0);
  return llvm::TypeSwitch<Operation *, Axes>(view)
      .Case([&](norm::SliceOp slice) {
        Axes sliced;
        for (auto [axis, offset, stride] :
             llvm::zip_equal(axes, slice.getOffsets(), slice.getStrides()))
          sliced.push_back(axis * stride + offset);
        return normalize(sliced);
      })
      .Case([&](norm::ColumnsOp columns) {
        Axes named = axes;
        named.back() = columnAt(columns.getMap().getResult(0), axes.back(), extents);
        return normalize(named);
      })
      .Case([&](norm::TransposeOp transpose) {
        Axes permuted(axes.size());
        for (auto [axis, from] : llvm::zip_equal(axes, transpose.getPermutation()))
          permuted[from] = axis;
        return permuted;
      })
      .Case([&](norm::ReshapeOp) {
        return reshapeAxes(view->getContext(), shapeOf(result), shapeOf(x), axes, extents);
      });
}

Axes normc::viewResultAxes(Operation *view, const Axes &axes, ArrayRef<int64_t> extents) {
  Value x = view->getOperand(0), result = view->getResult(0);
  return llvm::TypeSwitch<Operation *, Axes>(view)
      .Case([&](norm::TransposeOp transpose) {
        Axes permuted;
        for (int64_t from : transpose.getPermutation())
          permuted.push_back(axes[from]);
        return permuted;
      })
      .Case([&](norm::ReshapeOp) {
        return reshapeAxes(view->getContext(), shapeOf(x), shapeOf(result), axes, extents);
      });
}

//===----------------------------------------------------------------------===//
// Gathers
//===----------------------------------------------------------------------===//

AffineExpr GatherIndices::symbolOf(Value index, const Axes &axes) {
  std::pair<Value, Axes> wanted(index, axes);
  auto it = llvm::find(indices, wanted);
  size_t number = it - indices.begin();
  if (it == indices.end())
    indices.push_back(std::move(wanted));
  return getAffineSymbolExpr(number, index.getContext());
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

bool normc::runsAlongRow(const Axes &axes, unsigned row) {
  return llvm::any_of(axes, [&](AffineExpr axis) { return axis.isFunctionOfDim(row); });
}

/// Where a row starts whose places along the last axis are `place`; else null.
static AffineExpr startOf(const Axes &axes, unsigned row, AffineExpr place) {
  if (axes.empty())
    return nullptr;
  for (AffineExpr axis : ArrayRef(axes).drop_back())
    if (axis.isFunctionOfDim(row))
      return nullptr;
  AffineExpr start = withoutTerm(axes.back(), place);
  return start && !start.isFunctionOfDim(row) ? start : nullptr;
}

int64_t normc::blockOf(const Axes &axes, unsigned row) {
  int64_t block = 1;
  if (axes.empty())
    return block;
  axes.back().walk([&](AffineExpr expr) {
    if (expr.getKind() != AffineExprKind::FloorDiv || !expr.isFunctionOfDim(row))
      return;
    auto divisor = dyn_cast<AffineConstantExpr>(cast<AffineBinaryOpExpr>(expr).getRHS());
    block = divisor ? divisor.getValue() : 1;
  });
  bool isBlock =
      block >= norm::shortestBlock && block <= norm::longestBlock && llvm::isPowerOf2_64(block);
  AffineExpr place = getAffineDimExpr(row, axes.back().getContext());
  // Other divisions tell where each column stands.
  return isBlock && startOf(axes, row, place.floorDiv(block)) ? block : 1;
}

AffineExpr normc::rowStart(const Axes &axes, unsigned row) {
  if (axes.empty())
    return nullptr;
  AffineExpr place = getAffineDimExpr(row, axes.back().getContext());
  int64_t block = blockOf(axes, row);
  return startOf(axes, row, block > 1 ? place.floorDiv(block) : place);
}

bool normc::canAccessRow(const Axes &axes, unsigned row) {
  return rowStart(axes, row) || sched::canAccessColumns(axes, row);
}
