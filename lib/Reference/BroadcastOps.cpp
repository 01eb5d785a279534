//===- BroadcastOps.cpp - broadcasts and the sugar made of them -----------===//
//
// Repeats operands along the axes they lack; scale, shift, modulate and gate.
//
//===----------------------------------------------------------------------===//

#include "Reference/Values.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace normc;
using namespace normc::reference;

//===----------------------------------------------------------------------===//
// Broadcasts
//===----------------------------------------------------------------------===//

/// Diagnoses axes of operand `index` that neither repeat nor have the extent of theirs.
static LogicalResult verifyExtents(Operation *op, unsigned index, ArrayRef<int64_t> shape,
                                   ArrayRef<int64_t> dims, ArrayRef<int64_t> resultShape) {
  auto type = cast<RankedTensorType>(op->getOperand(index).getType());
  for (auto [axis, dim] : llvm::enumerate(dims)) {
    if (type.getDimSize(axis) == 1 || shape[axis] == resultShape[dim])
      continue;
    return op->emitError() << "extent " << shape[axis] << " of axis " << axis << " of operand "
                           << index << " must be that of axis " << dim << " of the result, "
                           << resultShape[dim];
  }
  return success();
}

/// The element of an operand of shape `shape` that stands at `position` of the result.
static size_t getOperandIndex(ArrayRef<int64_t> shape, ArrayRef<int64_t> dims,
                              ArrayRef<int64_t> position) {
  size_t index = 0;
  for (auto [extent, dim] : llvm::zip_equal(shape, dims))
    index = index * extent + (extent == 1 ? 0 : position[dim]);
  return index;
}

template <typename Number>
FailureOr<Array<Number>>
normc::reference::broadcast(Operation *op, unsigned index, ArrayRef<int64_t> dims,
                            ArrayRef<int64_t> resultShape, const Values<Number> &values) {
  const Array<Number> &operand = values[op->getOperand(index)];
  if (failed(verifyExtents(op, index, operand.shape, dims, resultShape)))
    return failure();
  Array<Number> result;
  result.shape.assign(resultShape.begin(), resultShape.end());
  SmallVector<int64_t> position(resultShape.size(), 0);
  for (int64_t i = 0, end = llvm::product_of(resultShape); i < end; ++i) {
    result.elements.push_back(operand.elements[getOperandIndex(operand.shape, dims, position)]);
    advance(position, resultShape);
  }
  return result;
}

template <typename Number> static LogicalResult evaluate(norm::SplatOp op, Values<Number> &values) {
  const Array<Number> &like = values[op.getLike()];
  Number value = values[op.getValue()].elements[0];
  return values.set(op.getResult(), {like.shape, std::vector<Number>(like.elements.size(), value)});
}

template <typename Number>
static LogicalResult evaluate(norm::BroadcastOp op, Values<Number> &values) {
  FailureOr<Array<Number>> result =
      broadcast(op, 0, op.getDims(), values[op.getLike()].shape, values);
  return failed(result) ? failure() : values.set(op.getResult(), std::move(*result));
}

//===----------------------------------------------------------------------===//
// Sugar
//===----------------------------------------------------------------------===//

// The steps on one element of each operand, in their order; `round` rounds to P.

template <typename Number, typename Round>
static Number compute(norm::ScaleOp, ArrayRef<Number> v, Round round) {
  return round(v[0] * v[1]);
}

template <typename Number, typename Round>
static Number compute(norm::ShiftOp, ArrayRef<Number> v, Round round) {
  return round(v[0] + v[1]);
}

template <typename Number, typename Round>
static Number compute(norm::ModulateOp, ArrayRef<Number> v, Round round) {
  Number factor = round(1 + v[1]);
  Number product = round(v[0] * factor);
  return round(product + v[2]);
}

template <typename Number, typename Round>
static Number compute(norm::GateOp, ArrayRef<Number> v, Round round) {
  Number product = round(v[1] * v[2]);
  return round(v[0] + product);
}

/// Operand `index` of a sugar op in the shape of x.
template <typename SugarOp, typename Number>
static FailureOr<Array<Number>> getExpanded(SugarOp op, unsigned index,
                                            const Values<Number> &values) {
  constexpr bool isGate = std::is_same_v<SugarOp, norm::GateOp>;
  unsigned x = op.getXMutable().getOperandNumber();
  bool isBroadcast = isGate ? index == 1 : index != x;
  if (isBroadcast)
    return broadcast(op, index, op.getDims(), values[op.getX()].shape, values);
  if (failed(verifySameShape(op, index, x, values)))
    return failure();
  return values[op->getOperand(index)];
}

template <typename SugarOp, typename Number>
static LogicalResult evaluate(SugarOp op, Values<Number> &values) {
  SmallVector<Array<Number>> operands;
  for (unsigned index = 0; index < op->getNumOperands(); ++index) {
    FailureOr<Array<Number>> operand = getExpanded(op, index, values);
    if (failed(operand))
      return failure();
    operands.push_back(std::move(*operand));
  }

  Type promoted = norm::promoteElementTypes(llvm::to_vector(op->getOperandTypes()));
  auto round = [&](Number value) { return roundTo(promoted, value); };
  Array<Number> result;
  result.shape = operands[0].shape;
  for (size_t i = 0; i < operands[0].elements.size(); ++i) {
    SmallVector<Number> elements;
    for (const Array<Number> &operand : operands)
      elements.push_back(operand.elements[i]);
    result.elements.push_back(compute(op, ArrayRef(elements), round));
  }
  return values.set(op.getResult(), std::move(result));
}

template <typename Number>
LogicalResult normc::reference::evaluateBroadcastOp(Operation *op, Values<Number> &values) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .template Case<norm::SplatOp, norm::BroadcastOp, norm::ScaleOp, norm::ShiftOp,
                     norm::ModulateOp, norm::GateOp>([&](auto op) { return evaluate(op, values); });
}

template FailureOr<Array<float>> normc::reference::broadcast(Operation *, unsigned,
                                                             ArrayRef<int64_t>, ArrayRef<int64_t>,
                                                             const Values<float> &);
template FailureOr<Array<double>> normc::reference::broadcast(Operation *, unsigned,
                                                              ArrayRef<int64_t>, ArrayRef<int64_t>,
                                                              const Values<double> &);
template LogicalResult normc::reference::evaluateBroadcastOp(Operation *, Values<float> &);
template LogicalResult normc::reference::evaluateBroadcastOp(Operation *, Values<double> &);
