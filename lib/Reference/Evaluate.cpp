//===- Evaluate.cpp - the meaning of a graph, slowly ----------------------===//
//
// Binds the inputs, evaluates the ops in order, and collects what is returned.
//
//===----------------------------------------------------------------------===//

#include "normc/Reference/Evaluate.h"

#include "Reference/Values.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace normc;
using namespace normc::reference;

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// Diagnoses an input that is not of the type of its argument; sizes come later.
static LogicalResult verifyInput(BlockArgument argument, const Input &input) {
  Type type = argument.getType();
  auto emit = [&](const Twine &found) -> LogicalResult {
    return emitError(argument.getLoc()) << "argument " << argument.getArgNumber() << " is of type "
                                        << type << ", the input is " << found;
  };
  const auto *tensor = std::get_if<HostTensor>(&input);
  if (!tensor)
    return type.isF32() ? success() : emit("a number of f32");
  if (!isa<RankedTensorType>(type) || findElementType(type) != tensor->element)
    return emit(llvm::Twine("a tensor of ") + getName(tensor->element));
  return success();
}

template <typename Number> static Array<Number> toArray(const Input &input) {
  if (const auto *number = std::get_if<float>(&input))
    return {{}, {*number}};
  const auto &tensor = std::get<HostTensor>(input);
  Array<Number> array;
  array.shape = tensor.shape;
  for (int64_t i = 0, end = tensor.numElements(); i < end; ++i)
    array.elements.push_back(tensor.get(i));
  return array;
}

template <typename Number>
static LogicalResult bindInputs(func::FuncOp function, ArrayRef<Input> inputs,
                                Values<Number> &values) {
  if (inputs.size() != function.getNumArguments())
    return function.emitError("takes ")
           << function.getNumArguments() << " arguments, got " << inputs.size() << " inputs";
  for (auto [argument, input] : llvm::zip_equal(function.getArguments(), inputs)) {
    if (failed(verifyInput(argument, input)) ||
        failed(values.set(argument, toArray<Number>(input))))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

template <typename Number> static LogicalResult evaluate(Operation *op, Values<Number> &values) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](arith::ConstantOp op) { return evaluateConstant(op, values); })
      .template Case<norm::RmsNormOp, norm::LayerNormOp, norm::L2NormOp, norm::SoftmaxOp,
                     norm::ReduceOp, norm::SumSquaresOp, norm::MomentsOp>(
          [&](auto op) { return evaluateRowOp<Number>(op, values); })
      .template Case<norm::SplatOp, norm::BroadcastOp, norm::ScaleOp, norm::ShiftOp,
                     norm::ModulateOp, norm::GateOp>(
          [&](auto op) { return evaluateBroadcastOp<Number>(op, values); })
      .template Case<norm::QuantizeOp, norm::DynamicQuantizeOp, norm::BlockScaleOp, norm::RepeatOp>(
          [&](auto op) { return evaluateQuantizeOp<Number>(op, values); })
      .template Case<norm::GatherOp>(
          [&](norm::GatherOp op) { return evaluateGatherOp<Number>(op, values); })
      .template Case<norm::SliceOp, norm::ConcatOp, norm::ReshapeOp, norm::TransposeOp>(
          [&](auto op) { return evaluateViewOp<Number>(op, values); })
      .template Case<norm::RotateOp, norm::SelectColumnsOp, norm::ColumnsOp, norm::RopeOp>(
          [&](auto op) { return evaluateColumnOp<Number>(op, values); })
      .Default([&](Operation *op) { return evaluateElementwise(op, values); });
}

/// Evaluates `function` and gives what it returns, with the types of that.
template <typename Number>
static FailureOr<std::vector<Array<Number>>> run(func::FuncOp function, ArrayRef<Input> inputs) {
  if (!llvm::hasSingleElement(function.getBody()))
    return function.emitError("the reference evaluates a function of one block, got ")
           << function.getBody().getBlocks().size();
  Values<Number> values;
  if (failed(bindInputs(function, inputs, values)))
    return failure();
  Block &body = function.front();
  for (Operation &op : body.without_terminator())
    if (failed(evaluate(&op, values)))
      return failure();

  auto returned = dyn_cast<func::ReturnOp>(body.getTerminator());
  if (!returned)
    return body.getTerminator()->emitError("the reference does not evaluate '")
           << body.getTerminator()->getName() << "'";
  std::vector<Array<Number>> results;
  for (Value value : returned.getOperands())
    results.push_back(values[value]);
  return results;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

FailureOr<std::vector<HostTensor>> normc::reference::evaluateStrict(func::FuncOp function,
                                                                    ArrayRef<Input> inputs) {
  FailureOr<std::vector<Array<float>>> arrays = run<float>(function, inputs);
  if (failed(arrays))
    return failure();
  std::vector<HostTensor> results;
  for (auto [type, array] : llvm::zip_equal(function.getResultTypes(), *arrays)) {
    std::optional<ElementType> element = findElementType(type);
    if (!element)
      return function.emitError("results must be of f32, f16, bf16, f8E4M3FN, f8E5M2 or i8, got ")
             << type;
    HostTensor &tensor = results.emplace_back(*element, array.shape);
    for (auto [i, value] : llvm::enumerate(array.elements))
      tensor.set(i, value);
  }
  return results;
}

FailureOr<std::vector<std::vector<double>>> normc::reference::evaluateF64(func::FuncOp function,
                                                                          ArrayRef<Input> inputs) {
  FailureOr<std::vector<Array<double>>> arrays = run<double>(function, inputs);
  if (failed(arrays))
    return failure();
  std::vector<std::vector<double>> results;
  for (Array<double> &array : *arrays)
    results.push_back(std::move(array.elements));
  return results;
}
