//===- Values.cpp - the values of a graph under evaluation ----------------===//
//
// What values there are, which shapes their types allow, and constants.
//
//===----------------------------------------------------------------------===//

#include "Reference/Values.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace normc;
using namespace normc::reference;

float normc::reference::roundTo(Type type, float value) {
  std::optional<ElementType> element = findElementType(type);
  return element ? normc::roundTo(*element, value) : value;
}

double normc::reference::roundTo(Type type, double value) { return value; }

LogicalResult normc::reference::verifyEvaluable(Value value) {
  Type type = value.getType();
  auto tensor = dyn_cast<RankedTensorType>(type);
  Type element = tensor ? tensor.getElementType() : type;
  if (!isa<ShapedType>(element) && (findElementType(element) || element.isInteger(1)))
    return success();
  return emitError(value.getLoc())
         << "the reference evaluates ranked tensors and numbers of f32, f16, bf16, f8E4M3FN, "
            "f8E5M2, i8, i32, i64 or i1, got "
         << type;
}

LogicalResult normc::reference::verifyShape(Value value, ArrayRef<int64_t> shape) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  ArrayRef<int64_t> expected = type ? type.getShape() : ArrayRef<int64_t>();
  auto fits = [](int64_t extent, int64_t wanted) {
    return extent == wanted || ShapedType::isDynamic(wanted);
  };
  if (shape.size() == expected.size() && llvm::all_of_zip(shape, expected, fits))
    return success();
  return emitError(value.getLoc())
         << "a value of type " << value.getType() << " cannot have the shape [" << shape << "]";
}

void normc::reference::advance(MutableArrayRef<int64_t> position, ArrayRef<int64_t> shape) {
  for (size_t axis = shape.size(); axis-- > 0;) {
    if (++position[axis] < shape[axis])
      return;
    position[axis] = 0;
  }
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

template <typename Number>
LogicalResult normc::reference::evaluateConstant(arith::ConstantOp op, Values<Number> &values) {
  if (failed(verifyEvaluable(op)))
    return failure();
  Array<Number> array;
  if (auto type = dyn_cast<RankedTensorType>(op.getType()))
    array.shape.assign(type.getShape().begin(), type.getShape().end());
  auto append = [&](const APFloat &value) {
    array.elements.push_back(static_cast<Number>(value.convertToDouble())); // exact
  };

  if (auto number = dyn_cast<FloatAttr>(op.getValue()))
    append(number.getValue());
  else if (auto truth = dyn_cast<BoolAttr>(op.getValue()))
    array.elements.push_back(truth.getValue());
  else if (auto numbers = dyn_cast<DenseFPElementsAttr>(op.getValue()))
    llvm::for_each(numbers.getValues<APFloat>(), append);
  else if (auto truths = dyn_cast<DenseIntElementsAttr>(op.getValue()))
    llvm::append_range(array.elements, truths.getValues<bool>());
  else
    return op.emitError("the reference evaluates only dense constants, got ") << op.getValue();
  return values.set(op, std::move(array));
}

template LogicalResult normc::reference::evaluateConstant(arith::ConstantOp, Values<float> &);
template LogicalResult normc::reference::evaluateConstant(arith::ConstantOp, Values<double> &);
