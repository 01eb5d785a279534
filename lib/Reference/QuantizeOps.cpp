//===- QuantizeOps.cpp - numbers in 8 bits --------------------------------===//
//
// Scales and divisions, one step after the other; values round, and saturate, when they
// are set. In f64 nothing rounds, but what is too large is cut off all the same.
//
//===----------------------------------------------------------------------===//

#include "Reference/Values.h"

#include "llvm/ADT/TypeSwitch.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace normc;
using namespace normc::reference;

/// What is nearest to `value` in the range of `type`.
template <typename Number> static Number saturate(ElementType type, Number value) {
  Number largest = getLargest(type);
  if (std::isnan(value))
    return type == ElementType::I8 ? Number(0) : value;
  return std::clamp(value, type == ElementType::I8 ? -largest - 1 : -largest, largest);
}

/// Whether the first is less than the second; of a NaN all are.
template <typename Number> static bool isLess(Number a, Number b) { return std::isnan(b) || a < b; }

/// The scale of the elements from `first` to `end`.
template <typename Number>
static Number scaleOf(const Number *first, const Number *end, float floor, float largest) {
  Number most = std::fabs(*first);
  for (const Number *x = first; x != end; ++x)
    if (!std::isnan(most) && isLess(most, Number(std::fabs(*x))))
      most = std::fabs(*x);
  if (most < floor)
    most = floor;
  return most / largest;
}

/// The scales of each `block` elements.
template <typename Number>
static std::vector<Number> scalesOf(const Array<Number> &x, int64_t block, float floor,
                                    float largest) {
  std::vector<Number> scales;
  for (size_t i = 0; i < x.elements.size(); i += block)
    scales.push_back(scaleOf(&x.elements[i], &x.elements[i] + block, floor, largest));
  return scales;
}

template <typename Number>
static LogicalResult evaluate(norm::QuantizeOp op, Values<Number> &values) {
  Array<Number> result = values[op.getX()];
  std::vector<Number> scale(result.elements.size(), 1);
  if (op.getDims()) {
    FailureOr<Array<Number>> repeated = broadcast(op, 1, *op.getDims(), result.shape, values);
    if (failed(repeated))
      return failure();
    scale = repeated->elements;
  } else if (op.getScale() && isa<RankedTensorType>(op.getScale().getType())) {
    if (failed(verifySameShape(op, 0, 1, values)))
      return failure();
    scale = values[op.getScale()].elements;
  } else if (op.getScale()) {
    scale.assign(scale.size(), values[op.getScale()].elements[0]);
  }
  for (auto [x, s] : llvm::zip_equal(result.elements, scale))
    x = saturate(*findElementType(op.getType()), x / s);
  return values.set(op.getResult(), std::move(result));
}

template <typename Number>
static LogicalResult evaluate(norm::DynamicQuantizeOp op, Values<Number> &values) {
  const Array<Number> &x = values[op.getX()];
  int64_t length = x.shape.back(), block = op.getBlock().value_or(length);
  ElementType type = *findElementType(op.getResult().getType());
  Array<Number> scales, result = x;
  scales.elements = scalesOf(x, block, op.getFloor().convertToFloat(), getLargest(type));
  scales.shape.assign(x.shape.begin(), x.shape.end() - 1);
  if (op.getBlock())
    scales.shape.push_back(length / block);
  for (size_t i = 0; i < x.elements.size(); ++i)
    result.elements[i] = saturate(type, x.elements[i] / scales.elements[i / block]);
  return success(succeeded(values.set(op.getResult(), std::move(result))) &&
                 succeeded(values.set(op.getScale(), std::move(scales))));
}

template <typename Number>
static LogicalResult evaluate(norm::BlockScaleOp op, Values<Number> &values) {
  Array<Number> scales;
  const Array<Number> &x = values[op.getX()];
  scales.elements =
      scalesOf(x, op.getBlock(), op.getFloor().convertToFloat(), op.getLargest().convertToFloat());
  scales.shape = x.shape;
  scales.shape.back() /= op.getBlock();
  return values.set(op.getResult(), std::move(scales));
}

template <typename Number>
static LogicalResult evaluate(norm::RepeatOp op, Values<Number> &values) {
  Array<Number> result;
  const Array<Number> &x = values[op.getX()];
  result.shape = x.shape;
  result.shape.back() *= op.getCount();
  for (Number element : x.elements)
    result.elements.insert(result.elements.end(), op.getCount(), element);
  return values.set(op.getResult(), std::move(result));
}

template <typename Number>
LogicalResult normc::reference::evaluateQuantizeOp(Operation *op, Values<Number> &values) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .template Case<norm::QuantizeOp, norm::DynamicQuantizeOp, norm::BlockScaleOp, norm::RepeatOp>(
          [&](auto op) { return evaluate(op, values); });
}

template LogicalResult normc::reference::evaluateQuantizeOp(Operation *, Values<float> &);
template LogicalResult normc::reference::evaluateQuantizeOp(Operation *, Values<double> &);
