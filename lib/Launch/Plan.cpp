//===- Plan.cpp - dimensions, checks and the choice of a kernel -----------===//
//
// Everything that happens between a caller's tensors and a launch, without MLIR.
//
//===----------------------------------------------------------------------===//

#include "normc/Launch/Plan.h"

#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace normc;
using llvm::ArrayRef;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

static Error overflow() { return createStringError("a size passes 2^63 - 1"); }

Expected<int64_t> SizeExpr::evaluate(ArrayRef<int64_t> dimensions) const {
  if (kind == Constant)
    return value;
  if (kind == Dimension)
    return dimensions[value];
  Expected<int64_t> left = operands[0].evaluate(dimensions);
  if (!left)
    return left;
  Expected<int64_t> right = operands[1].evaluate(dimensions);
  if (!right)
    return right;
  if (kind == CeilDivide)
    return llvm::divideCeilSigned(*left, *right);
  auto result = kind == Add ? llvm::checkedAdd(*left, *right) : llvm::checkedMul(*left, *right);
  if (!result)
    return overflow();
  return *result;
}

Expected<SmallVector<int64_t>> normc::sizesOf(const PlanTensor &tensor,
                                              ArrayRef<int64_t> dimensions) {
  SmallVector<int64_t> sizes;
  for (const SizeExpr &expr : tensor.sizes) {
    Expected<int64_t> size = expr.evaluate(dimensions);
    if (!size)
      return size.takeError();
    sizes.push_back(*size);
  }
  return sizes;
}

SmallVector<int64_t> normc::denseStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= std::max<int64_t>(shape[axis], 1);
  }
  return strides;
}

static Error wrongRank(const PlanTensor &tensor, size_t found) {
  return createStringError("'" + tensor.name + "' must have " + llvm::Twine(tensor.sizes.size()) +
                           " axes, got " + llvm::Twine(found));
}

Expected<SmallVector<int64_t>> normc::bindDimensions(const Plan &plan,
                                                     ArrayRef<TensorView> arguments) {
  constexpr int64_t unbound = -1;
  SmallVector<int64_t> dimensions(plan.numDimensions, unbound);
  SmallVector<std::string> from(plan.numDimensions);
  for (int64_t i = 0; i < plan.numArguments; ++i) {
    const PlanTensor &tensor = plan.tensors[i];
    if (tensor.isNumber)
      continue;
    if (arguments[i].shape.size() != tensor.sizes.size())
      return wrongRank(tensor, arguments[i].shape.size());
    for (auto [axis, expr] : llvm::enumerate(tensor.sizes)) {
      int64_t found = arguments[i].shape[axis];
      std::string place = "axis " + std::to_string(axis) + " of '" + tensor.name + "'";
      if (expr.kind == SizeExpr::Constant && found != expr.value)
        return createStringError(place + " must be " + llvm::Twine(expr.value) + ", got " +
                                 llvm::Twine(found));
      if (expr.kind != SizeExpr::Dimension)
        continue;
      int64_t &bound = dimensions[expr.value];
      if (bound == unbound) {
        bound = found;
        from[expr.value] = place;
      } else if (bound != found) {
        return createStringError(place + " must be " + llvm::Twine(bound) + " as " +
                                 from[expr.value] + ", got " + llvm::Twine(found));
      }
    }
  }
  return dimensions;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Whether two elements of the view share memory: some axis steps less than what the axes
/// inside it span.
static bool overlapsItself(const TensorView &view) {
  SmallVector<std::pair<int64_t, int64_t>> axes; // stride, size
  for (auto [size, stride] : llvm::zip_equal(view.shape, view.strides)) {
    if (size == 0)
      return false;
    if (size > 1)
      axes.push_back({stride, size});
  }
  llvm::sort(axes);
  int64_t span = 1;
  for (auto [stride, size] : axes) {
    if (stride < span)
      return true;
    span = stride * (size - 1) + span;
  }
  return false;
}

Error normc::checkTensor(const PlanTensor &tensor, const TensorView &view,
                         ArrayRef<int64_t> dimensions, bool isResult) {
  if (tensor.isNumber)
    return Error::success();
  Expected<SmallVector<int64_t>> wanted = sizesOf(tensor, dimensions);
  if (!wanted)
    return wanted.takeError();
  if (view.shape.size() != wanted->size())
    return wrongRank(tensor, view.shape.size());
  for (auto [axis, pair] : llvm::enumerate(llvm::zip_equal(view.shape, *wanted)))
    if (auto [found, size] = pair; found != size)
      return createStringError("axis " + llvm::Twine(axis) + " of '" + tensor.name +
                               "' must be " + llvm::Twine(size) + ", got " + llvm::Twine(found));
  bool isRow = !tensor.sizes.empty() && tensor.sizes.back().kind == SizeExpr::Constant;
  if (isRow && view.shape.back() > 1 && view.strides.back() != 1)
    return createStringError("the last axis of '" + tensor.name + "' must have stride 1, got " +
                             llvm::Twine(view.strides.back()));
  for (int64_t stride : view.strides)
    if (stride < 0)
      return createStringError("'" + tensor.name + "' must have strides of at least 0, got " +
                               llvm::Twine(stride));
  if (isResult && overlapsItself(view))
    return createStringError("'" + tensor.name + "' is a result and must not overlap itself");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The choice of a kernel
//===----------------------------------------------------------------------===//

/// The outer axes, all but a row, step as one: each stride is the inner one times its size.
static bool rowsCollapse(const TensorView &view, size_t numRowAxes) {
  for (size_t axis = 0; axis + 1 < numRowAxes; ++axis)
    if (view.strides[axis] != view.strides[axis + 1] * view.shape[axis + 1])
      return false;
  return true;
}

static bool isAligned(const PlanTensor &tensor, const TensorView &view, int64_t bytes) {
  if (reinterpret_cast<uintptr_t>(view.data) % bytes != 0)
    return false;
  for (auto [size, stride] : llvm::zip_equal(view.shape, view.strides))
    if (size > 1 && stride != 1 && stride * getByteSize(tensor.element) % bytes != 0)
      return false;
  return true;
}

const PlanKernel &normc::chooseKernel(const Plan &plan, const PlanLaunch &launch,
                                      ArrayRef<TensorView> tensors) {
  for (const PlanKernel &kernel : launch.kernels) {
    bool holds = true;
    for (auto [tensor, bytes] : llvm::zip_equal(launch.tensors, kernel.alignments))
      holds &= isAligned(plan.tensors[tensor], tensors[tensor], bytes);
    if (kernel.needsCollapsedRows)
      for (int64_t tensor : launch.collapsible)
        holds &= rowsCollapse(tensors[tensor], launch.rows.size());
    if (holds)
      return kernel;
  }
  return launch.kernels.back();
}

Expected<int64_t> normc::bytesOf(const Plan &plan, const PlanLaunch &launch,
                                 ArrayRef<int64_t> dimensions) {
  int64_t total = 0;
  SmallVector<int64_t> counted;
  for (int64_t index : launch.tensors) {
    if (llvm::is_contained(counted, index))
      continue;
    counted.push_back(index);
    const PlanTensor &tensor = plan.tensors[index];
    Expected<SmallVector<int64_t>> sizes = sizesOf(tensor, dimensions);
    if (!sizes)
      return sizes.takeError();
    int64_t bytes = getByteSize(tensor.element);
    for (int64_t size : *sizes) {
      auto product = llvm::checkedMul(bytes, size);
      if (!product)
        return overflow();
      bytes = *product;
    }
    total += bytes;
  }
  return total;
}
