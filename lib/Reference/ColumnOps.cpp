//===- ColumnOps.cpp - the ops that tell columns apart --------------------===//
//
// Rotary embedding and what it is made of, one element after the other.
//
//===----------------------------------------------------------------------===//

#include "Reference/Values.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace normc;
using namespace normc::reference;

/// Where the other element of a pair stands, `column` within those that are turned.
static int64_t getPartner(norm::RotaryStyle style, int64_t column, int64_t turned) {
  if (style == norm::RotaryStyle::interleaved)
    return column % 2 == 0 ? column + 1 : column - 1;
  return column < turned / 2 ? column + turned / 2 : column - turned / 2;
}

/// Element i of x after the rotation, where `column` is its place among those that are turned.
template <typename Number>
static Number rotate(norm::RotaryStyle style, const Array<Number> &x, size_t i, int64_t column,
                     int64_t turned) {
  int64_t partner = getPartner(style, column, turned);
  Number other = x.elements[i + partner - column];
  return partner > column ? -other : other;
}

template <typename Number>
static LogicalResult evaluate(norm::RotateOp op, Values<Number> &values) {
  const Array<Number> &x = values[op.getX()];
  Array<Number> result = x;
  for (size_t i = 0; i < x.elements.size(); ++i) {
    int64_t column = i % static_cast<int64_t>(op.getWidth()); // width divides the rows
    if (column < op.getTurned())
      result.elements[i] = rotate(op.getStyle(), x, i, column, op.getTurned());
  }
  return values.set(op.getResult(), std::move(result));
}

template <typename Number>
static LogicalResult evaluate(norm::SelectColumnsOp op, Values<Number> &values) {
  if (failed(verifySameShape(op, 0, 1, values)))
    return failure();
  Array<Number> result = values[op.getB()];
  for (size_t i = 0; i < result.elements.size(); ++i)
    if (i % op.getWidth() < op.getSize())
      result.elements[i] = values[op.getA()].elements[i];
  return values.set(op.getResult(), std::move(result));
}

template <typename Number>
static LogicalResult evaluate(norm::ColumnsOp op, Values<Number> &values) {
  const Array<Number> &x = values[op.getX()];
  int64_t from = x.shape.back(), to = op.getType().getShape().back();
  Array<Number> result;
  result.shape = x.shape;
  result.shape.back() = to;
  for (int64_t row = 0, end = llvm::product_of(ArrayRef(x.shape).drop_back()); row < end; ++row)
    for (int64_t column = 0; column < to; ++column)
      result.elements.push_back(
          x.elements[row * from + norm::evaluateColumn(op.getMap().getResult(0), column)]);
  return values.set(op.getResult(), std::move(result));
}

//===----------------------------------------------------------------------===//
// rope
//===----------------------------------------------------------------------===//

/// The column of the tables for `column` of those that are turned.
static int64_t getTableColumn(norm::RopeOp op, int64_t column) {
  if (!op.hasHalfTables())
    return column;
  return op.getStyle() == norm::RotaryStyle::interleaved ? column / 2
                                                         : column % (op.getTurned() / 2);
}

template <typename Number> static LogicalResult evaluate(norm::RopeOp op, Values<Number> &values) {
  const Array<Number> &x = values[op.getX()], &cos = values[op.getCos()],
                      &sin = values[op.getSin()];
  if (cos.shape != sin.shape)
    return op.emitError("cos and sin must have the same shape, got [")
           << cos.shape << "] and [" << sin.shape << "]";
  for (auto [axis, dim] : llvm::enumerate(op.getDims().drop_back()))
    if (op.getCos().getType().getDimSize(axis) != 1 && cos.shape[axis] != x.shape[dim])
      return op.emitError("extent ")
             << cos.shape[axis] << " of axis " << axis << " of the tables must be that of axis "
             << dim << " of the result, " << x.shape[dim];
  Type promoted = norm::promoteElementTypes(llvm::to_vector(op->getOperandTypes()));
  auto round = [&](Number value) { return roundTo(promoted, value); };
  Array<Number> result = x;
  SmallVector<int64_t> position(x.shape.size(), 0);
  for (size_t i = 0; i < x.elements.size(); ++i, advance(position, x.shape)) {
    int64_t column = position.back() % op.getHeadWidth();
    if (column >= op.getTurned())
      continue;
    size_t row = 0; // of the tables
    for (auto [axis, dim] : llvm::enumerate(op.getDims().drop_back()))
      row = row * cos.shape[axis] + (cos.shape[axis] == 1 ? 0 : position[dim]);
    size_t place = row * cos.shape.back() + getTableColumn(op, column);
    Number p = round(x.elements[i] * cos.elements[place]);
    Number turned = rotate(op.getStyle(), x, i, column, op.getTurned());
    Number q = round(turned * sin.elements[place]);
    result.elements[i] = round(p + q);
  }
  return values.set(op.getResult(), std::move(result));
}

template <typename Number>
LogicalResult normc::reference::evaluateColumnOp(Operation *op, Values<Number> &values) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .template Case<norm::RotateOp, norm::SelectColumnsOp, norm::ColumnsOp, norm::RopeOp>(
          [&](auto op) { return evaluate(op, values); });
}

template LogicalResult normc::reference::evaluateColumnOp(Operation *, Values<float> &);
template LogicalResult normc::reference::evaluateColumnOp(Operation *, Values<double> &);
