//===- ViewOps.cpp - elements at other places -----------------------------===//
//
// slice, concat, reshape and transpose: each copies elements, one by one, to where the
// op says that they stand.
//
//===----------------------------------------------------------------------===//

#include "Reference/Values.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace normc;
using namespace normc::reference;

/// The place in row-major order of the element at `position` of a tensor of shape `shape`.
static int64_t getIndex(ArrayRef<int64_t> position, ArrayRef<int64_t> shape) {
  int64_t index = 0;
  for (auto [place, extent] : llvm::zip_equal(position, shape))
    index = index * extent + place;
  return index;
}

/// The tensor of shape `shape` whose element at a position is that of x at `find(position)`.
template <typename Number, typename Find>
static Array<Number> gather(const Array<Number> &x, ArrayRef<int64_t> shape, Find find) {
  Array<Number> result;
  result.shape.assign(shape.begin(), shape.end());
  SmallVector<int64_t> position(shape.size(), 0);
  for (int64_t i = 0, end = llvm::product_of(shape); i < end; ++i) {
    SmallVector<int64_t> source = find(ArrayRef<int64_t>(position));
    result.elements.push_back(x.elements[getIndex(source, x.shape)]);
    advance(position, shape);
  }
  return result;
}

template <typename Number> static LogicalResult evaluate(norm::SliceOp op, Values<Number> &values) {
  const Array<Number> &x = values[op.getX()];
  SmallVector<int64_t> shape(op.getType().getShape());
  for (auto [axis, size] : llvm::enumerate(shape)) {
    int64_t offset = op.getOffsets()[axis], stride = op.getStrides()[axis];
    if (ShapedType::isDynamic(size))
      size = x.shape[axis];
    bool isWithin =
        size == 0 ? offset <= x.shape[axis] : offset + (size - 1) * stride < x.shape[axis];
    if (!isWithin)
      return op.emitError() << "must lie within axis " << axis << " of x, " << x.shape[axis]
                            << " elements, got " << size << " from " << offset << " on with stride "
                            << stride;
  }
  return values.set(op.getResult(), gather(x, shape, [&](ArrayRef<int64_t> position) {
                      SmallVector<int64_t> source;
                      for (auto [axis, place] : llvm::enumerate(position))
                        source.push_back(op.getOffsets()[axis] + place * op.getStrides()[axis]);
                      return source;
                    }));
}

template <typename Number>
static LogicalResult evaluate(norm::ConcatOp op, Values<Number> &values) {
  size_t axis = op.getAxis();
  Array<Number> result;
  result.shape = values[op.getOperand(0)].shape;
  result.shape[axis] = 0;
  for (auto [index, operand] : llvm::enumerate(op.getOperands())) {
    SmallVector<int64_t> shape = values[operand].shape, wanted = result.shape;
    wanted[axis] = shape[axis];
    if (shape != wanted)
      return op.emitError() << "operand " << index
                            << " must have the extents of the first except along axis " << axis
                            << ", [" << values[op.getOperand(0)].shape << "], got [" << shape
                            << "]";
    result.shape[axis] += shape[axis];
  }
  // Before the axis all operands step together; from the axis on each gives a block.
  int64_t numBlocks = llvm::product_of(ArrayRef(result.shape).take_front(axis));
  for (int64_t block = 0; block < numBlocks; ++block)
    for (Value operand : op.getOperands()) {
      const Array<Number> &piece = values[operand];
      int64_t length = llvm::product_of(ArrayRef(piece.shape).drop_front(axis));
      llvm::append_range(result.elements, ArrayRef(piece.elements).slice(block * length, length));
    }
  return values.set(op.getResult(), std::move(result));
}

template <typename Number>
static LogicalResult evaluate(norm::ReshapeOp op, Values<Number> &values) {
  Array<Number> result = values[op.getX()];
  SmallVector<int64_t> dynamic;
  for (auto [axis, extent] : llvm::enumerate(op.getX().getType().getShape()))
    if (ShapedType::isDynamic(extent))
      dynamic.push_back(result.shape[axis]);
  result.shape.assign(op.getType().getShape().begin(), op.getType().getShape().end());
  ArrayRef<int64_t> next = dynamic;
  for (int64_t &extent : result.shape)
    if (ShapedType::isDynamic(extent)) {
      extent = next.front();
      next = next.drop_front();
    }
  return values.set(op.getResult(), std::move(result));
}

template <typename Number>
static LogicalResult evaluate(norm::TransposeOp op, Values<Number> &values) {
  const Array<Number> &x = values[op.getX()];
  SmallVector<int64_t> shape;
  for (int64_t axis : op.getPermutation())
    shape.push_back(x.shape[axis]);
  return values.set(op.getResult(), gather(x, shape, [&](ArrayRef<int64_t> position) {
                      SmallVector<int64_t> source(position.size());
                      for (auto [place, axis] : llvm::zip_equal(position, op.getPermutation()))
                        source[axis] = place;
                      return source;
                    }));
}

template <typename Number>
LogicalResult normc::reference::evaluateViewOp(Operation *op, Values<Number> &values) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .template Case<norm::SliceOp, norm::ConcatOp, norm::ReshapeOp, norm::TransposeOp>(
          [&](auto op) { return evaluate(op, values); });
}

template LogicalResult normc::reference::evaluateViewOp(Operation *, Values<float> &);
template LogicalResult normc::reference::evaluateViewOp(Operation *, Values<double> &);
