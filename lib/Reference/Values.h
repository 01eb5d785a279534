//===- Values.h - the values of a graph under evaluation ----------*- C++ -*-===//
//
// What the evaluation knows of each SSA value, and the functions that add to it, one a
// kind of op. Number is float under the strict law and double for the exact meaning.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_REFERENCE_VALUES_H
#define NORMC_LIB_REFERENCE_VALUES_H

#include "normc/Support/HostTensor.h"

#include "Norm/Norm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace normc::reference {

/// A tensor, or a number of rank 0. Elements of i1 are 0 and 1.
template <typename Number> struct Array {
  llvm::SmallVector<int64_t> shape;
  std::vector<Number> elements;
};

using norm::findElementType;

/// The rounding that a value of `type`, or of a tensor of it, went through.
float roundTo(mlir::Type type, float value);
double roundTo(mlir::Type type, double value);

/// Diagnoses values other than numbers and tensors of an ElementType or i1.
mlir::LogicalResult verifyEvaluable(mlir::Value value);

/// Diagnoses a shape that the type of `value` rules out.
mlir::LogicalResult verifyShape(mlir::Value value, llvm::ArrayRef<int64_t> shape);

template <typename Number> class Values {
public:
  const Array<Number> &operator[](mlir::Value value) const { return arrays.find(value)->second; }

  /// Gives `value` its array, rounded to its element type.
  mlir::LogicalResult set(mlir::Value value, Array<Number> array) {
    if (failed(verifyEvaluable(value)) || failed(verifyShape(value, array.shape)))
      return mlir::failure();
    for (Number &element : array.elements)
      element = roundTo(value.getType(), element);
    arrays[value] = std::move(array);
    return mlir::success();
  }

private:
  llvm::DenseMap<mlir::Value, Array<Number>> arrays;
};

/// Diagnoses operands of `op` that differ in shape: sizes may be known only here.
template <typename Number>
mlir::LogicalResult verifySameShape(mlir::Operation *op, unsigned first, unsigned second,
                                    const Values<Number> &values) {
  llvm::ArrayRef<int64_t> a = values[op->getOperand(first)].shape;
  llvm::ArrayRef<int64_t> b = values[op->getOperand(second)].shape;
  if (a == b)
    return mlir::success();
  return op->emitError() << "operands " << first << " and " << second
                         << " must have the same shape, got [" << a << "] and [" << b << "]";
}

/// Steps to the next position in row-major order.
void advance(llvm::MutableArrayRef<int64_t> position, llvm::ArrayRef<int64_t> shape);

/// Operand `index` of `op` repeated to `resultShape`; its axis i is axis dims[i] there.
template <typename Number>
mlir::FailureOr<Array<Number>>
broadcast(mlir::Operation *op, unsigned index, llvm::ArrayRef<int64_t> dims,
          llvm::ArrayRef<int64_t> resultShape, const Values<Number> &values);

// Each evaluates an op of its kind and refuses, with a diagnostic, what it does not know.
template <typename Number>
mlir::LogicalResult evaluateConstant(mlir::arith::ConstantOp op, Values<Number> &values);
template <typename Number>
mlir::LogicalResult evaluateElementwise(mlir::Operation *op, Values<Number> &values);
template <typename Number>
mlir::LogicalResult evaluateRowOp(mlir::Operation *op, Values<Number> &values);
template <typename Number>
mlir::LogicalResult evaluateBroadcastOp(mlir::Operation *op, Values<Number> &values);
template <typename Number>
mlir::LogicalResult evaluateQuantizeOp(mlir::Operation *op, Values<Number> &values);
template <typename Number>
mlir::LogicalResult evaluateGatherOp(norm::GatherOp op, Values<Number> &values);
template <typename Number>
mlir::LogicalResult evaluateViewOp(mlir::Operation *op, Values<Number> &values);
template <typename Number>
mlir::LogicalResult evaluateColumnOp(mlir::Operation *op, Values<Number> &values);

} // namespace normc::reference

#endif // NORMC_LIB_REFERENCE_VALUES_H
