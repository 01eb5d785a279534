//===- FindRotations.cpp - views and negations that are rotations ---------===//
//
// Graphs from elsewhere spell rotary embedding by slices, negations and concats of halves, or by
// stacking every other element. Where each element of such a chain comes from is found by tracing
// all of them; what is a rotation, or columns of a table that repeat, becomes that.
//
//===----------------------------------------------------------------------===//

#include "normc/Norm/Passes.h"

#include "Norm/Norm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace normc {
#define GEN_PASS_DEF_FINDROTATIONS
#include "normc/Norm/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// Where elements come from
//===----------------------------------------------------------------------===//

namespace {
/// An element of a value: all axes but the first `numOuter` are flattened.
struct Element {
  Value value;
  int64_t place;
  bool isNegative = false;
  bool isJoined = false; ///< a concat was passed
};
} // namespace

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// Whether the first axes of both are the same and the others static.
static bool haveOuter(Value a, Value b, size_t numOuter) {
  ArrayRef<int64_t> x = shapeOf(a), y = shapeOf(b);
  return x.size() >= numOuter && y.size() >= numOuter &&
         x.take_front(numOuter) == y.take_front(numOuter) &&
         llvm::none_of(x.drop_front(numOuter), ShapedType::isDynamic);
}

static SmallVector<int64_t> unflatten(int64_t place, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> indices(shape.size());
  for (size_t axis = shape.size(); axis-- > 0;) {
    indices[axis] = place % shape[axis];
    place /= shape[axis];
  }
  return indices;
}

static int64_t flatten(ArrayRef<int64_t> indices, ArrayRef<int64_t> shape) {
  int64_t place = 0;
  for (auto [index, extent] : llvm::zip_equal(indices, shape))
    place = place * extent + index;
  return place;
}

/// The element of an operand that an element of a view is; false where outer axes are moved.
static bool step(Element &element, size_t numOuter) {
  Operation *op = element.value.getDefiningOp();
  if (!op)
    return false;
  if (isa<arith::NegFOp>(op)) {
    element.value = op->getOperand(0);
    element.isNegative = !element.isNegative;
    return true;
  }
  if (isa<norm::ReshapeOp>(op)) {
    if (!haveOuter(op->getOperand(0), element.value, numOuter))
      return false;
    element.value = op->getOperand(0);
    return true;
  }
  ArrayRef<int64_t> inner = shapeOf(element.value).drop_front(numOuter);
  SmallVector<int64_t> indices = unflatten(element.place, inner);
  if (auto slice = dyn_cast<norm::SliceOp>(op)) {
    if (!haveOuter(slice.getX(), element.value, numOuter))
      return false;
    for (auto [axis, index] : llvm::enumerate(indices))
      index = slice.getOffsets()[numOuter + axis] + index * slice.getStrides()[numOuter + axis];
    element.value = slice.getX();
    element.place = flatten(indices, shapeOf(element.value).drop_front(numOuter));
    return true;
  }
  auto concat = dyn_cast<norm::ConcatOp>(op);
  if (!concat || concat.getAxis() < numOuter)
    return false;
  int64_t &index = indices[concat.getAxis() - numOuter];
  for (Value operand : concat.getOperands()) {
    int64_t extent = shapeOf(operand)[concat.getAxis()];
    if (index < extent) {
      element.value = operand;
      element.place = flatten(indices, shapeOf(operand).drop_front(numOuter));
      element.isJoined = true;
      return true;
    }
    index -= extent;
  }
  return false;
}

/// The elements of one value that the columns of `value` are; none where they are of several, or
/// nothing was joined. With `asMany` the farthest value of as many elements, else the farthest.
static std::optional<SmallVector<Element>> trace(Value value, bool asMany) {
  size_t numOuter = shapeOf(value).size() - 1;
  int64_t numColumns = shapeOf(value).back();
  SmallVector<Element> columns;
  for (int64_t column = 0; column < numColumns; ++column) {
    Element next{value, column}, element = next;
    while (step(next, numOuter))
      if (!asMany || llvm::product_of(shapeOf(next.value).drop_front(numOuter)) == numColumns)
        element = next;
    if (!element.isJoined || (column > 0 && element.value != columns.front().value))
      return std::nullopt;
    columns.push_back(element);
  }
  return columns;
}

//===----------------------------------------------------------------------===//
// What they are
//===----------------------------------------------------------------------===//

/// Whether the columns are turned in this way.
static bool isRotation(ArrayRef<Element> columns, norm::RotaryStyle style, int64_t width,
                       int64_t turned) {
  for (auto [column, element] : llvm::enumerate(columns)) {
    int64_t place = column % width, step = 0;
    if (place < turned && style == norm::RotaryStyle::interleaved)
      step = place % 2 == 0 ? 1 : -1;
    else if (place < turned)
      step = place < turned / 2 ? turned / 2 : -turned / 2;
    if (element.place != static_cast<int64_t>(column) + step || element.isNegative != (step > 0))
      return false;
  }
  return true;
}

/// The same elements in the type of `like`.
static Value reshapeTo(OpBuilder &builder, Location loc, Value value, Type type) {
  return value.getType() == type ? value
                                 : norm::ReshapeOp::create(builder, loc, type, value).getResult();
}

/// A rotation in place of the chain that ends with `op`; null where it is none.
static Value buildRotation(OpBuilder &builder, Operation *op, ArrayRef<Element> columns) {
  int64_t numColumns = columns.size(), distance = columns.front().place;
  Value x = columns.front().value, result = op->getResult(0);
  if (!columns.front().isNegative || distance < 1)
    return nullptr;
  auto rotate = [&](norm::RotaryStyle style, int64_t width, int64_t turned) -> Value {
    if (!isRotation(columns, style, width, turned))
      return nullptr;
    Value rows = reshapeTo(builder, op->getLoc(), x, result.getType());
    IntegerAttr part = turned < width ? builder.getI64IntegerAttr(turned) : IntegerAttr();
    return norm::RotateOp::create(builder, op->getLoc(), rows.getType(), style, rows, width, part);
  };
  // Pairs of neighbours up to the first column that stays.
  int64_t neighbours = 0;
  while (neighbours < numColumns && columns[neighbours].place != neighbours)
    ++neighbours;
  for (int64_t width = 2 * distance; width <= numColumns; ++width) {
    if (numColumns % width != 0)
      continue;
    if (distance == 1 && width >= neighbours)
      if (Value found = rotate(norm::RotaryStyle::interleaved, width, neighbours))
        return found;
    if (distance > 1)
      if (Value found = rotate(norm::RotaryStyle::half_split, width, 2 * distance))
        return found;
  }
  return nullptr;
}

/// Columns that repeat in place of a concat that is read: all of them one after the other, or each
/// as often as the next.
static Value buildColumns(OpBuilder &builder, Operation *op, ArrayRef<Element> columns) {
  Value x = columns.front().value, result = op->getResult(0);
  int64_t numColumns = columns.size(), extent = shapeOf(x).empty() ? 0 : shapeOf(x).back();
  bool isStored = llvm::any_of(op->getUsers(), llvm::IsaPred<func::ReturnOp, norm::ConcatOp>);
  if (isStored || shapeOf(x).size() != shapeOf(result).size() || extent == 0 ||
      numColumns % extent != 0 || numColumns == extent)
    return nullptr;
  AffineExpr column = builder.getAffineDimExpr(0);
  for (AffineExpr expr : {column % extent, column.floorDiv(numColumns / extent)}) {
    bool fits = true;
    for (auto [place, element] : llvm::enumerate(columns))
      fits &= !element.isNegative && element.place == norm::evaluateColumn(expr, place);
    if (fits)
      return norm::ColumnsOp::create(builder, op->getLoc(), result.getType(), x,
                                     AffineMap::get(1, 0, expr));
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct FindRotations : normc::impl::FindRotationsBase<FindRotations> {
  void runOnOperation() override {
    constexpr int64_t mostColumns = 16384; // each is traced; longer rows stay as they are
    if (getOperation().isExternal())
      return;
    // The last first: what ends a chain is seen before what is within.
    Operation *before = nullptr;
    for (Operation *op = getOperation().front().getTerminator()->getPrevNode(); op; op = before) {
      before = op->getPrevNode();
      if (isOpTriviallyDead(op)) {
        op->erase();
        continue;
      }
      if (!isa<norm::ConcatOp, norm::ReshapeOp>(op))
        continue;
      ArrayRef<int64_t> shape = shapeOf(op->getResult(0));
      if (shape.empty() || shape.back() < 2 || shape.back() > mostColumns)
        continue;
      OpBuilder builder(op);
      Value found;
      if (auto columns = trace(op->getResult(0), /*asMany=*/true))
        found = buildRotation(builder, op, *columns);
      if (!found)
        if (auto columns = trace(op->getResult(0), /*asMany=*/false))
          found = buildColumns(builder, op, *columns);
      if (!found)
        continue;
      op->getResult(0).replaceAllUsesWith(found);
      op->erase();
    }
  }
};
} // namespace
