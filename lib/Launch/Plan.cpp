//===- Plan.cpp - sizes of a plan -----------------------------------------===//
//
// Evaluates expressions over the dimensions: sizes, bytes, the workspace.
//
//===----------------------------------------------------------------------===//

#include "normc/Launch/Plan.h"

#include <algorithm>

using namespace normc;

std::optional<int64_t> SizeExpr::evaluate(const int64_t *dimensions) const {
  if (kind == Constant)
    return value;
  if (kind == Dimension)
    return dimensions[value];
  std::optional<int64_t> left = operands[0].evaluate(dimensions);
  std::optional<int64_t> right = operands[1].evaluate(dimensions);
  if (!left || !right)
    return std::nullopt;
  int64_t result;
  switch (kind) {
  case Add:
    return __builtin_add_overflow(*left, *right, &result) ? std::nullopt : std::optional(result);
  case Multiply:
    return __builtin_mul_overflow(*left, *right, &result) ? std::nullopt : std::optional(result);
  default:
    if (*right <= 0)
      return std::nullopt;
    return *left / *right + (*left % *right > 0);
  }
}

bool normc::denseStrides(const int64_t *shape, int64_t rank, int64_t *strides) {
  int64_t stride = 1;
  for (int64_t axis = rank; axis-- > 0;) {
    strides[axis] = stride;
    if (__builtin_mul_overflow(stride, std::max<int64_t>(shape[axis], 1), &stride))
      return false;
  }
  return true;
}

static Status tooLarge(const PlanTensor &tensor) {
  return badInput("'" + tensor.name + "' would have more than 2^63 - 1 bytes");
}

Status normc::sizesOf(const PlanTensor &tensor, const int64_t *dimensions, int64_t *sizes) {
  for (const SizeExpr &expr : tensor.sizes) {
    std::optional<int64_t> size = expr.evaluate(dimensions);
    if (!size)
      return tooLarge(tensor);
    *sizes++ = *size;
  }
  return {};
}

Result<int64_t> normc::bytesOf(const PlanTensor &tensor, const int64_t *dimensions) {
  int64_t bytes = getByteSize(tensor.element);
  bool isEmpty = false, overflows = false;
  for (const SizeExpr &expr : tensor.sizes) {
    std::optional<int64_t> size = expr.evaluate(dimensions);
    if (!size)
      return tooLarge(tensor);
    isEmpty |= *size == 0;
    overflows |= __builtin_mul_overflow(bytes, *size, &bytes);
  }
  if (overflows && !isEmpty)
    return tooLarge(tensor);
  return isEmpty ? 0 : bytes;
}

Result<int64_t> normc::bytesOf(const PlanLaunch &launch, const int64_t *dimensions) {
  // Without a row nothing is moved; the products need not be ordered.
  bool hasRow = false;
  auto axis = launch.rows.begin();
  auto isEmpty = [&](const SizeExpr &size) { return size.evaluate(dimensions) == 0; };
  for (int64_t count : launch.axesOfParts()) {
    hasRow |= std::none_of(axis, axis + count, isEmpty);
    axis += count;
  }
  if (!hasRow)
    return int64_t(0);
  if (std::optional<int64_t> bytes = launch.bytes.evaluate(dimensions))
    return *bytes;
  return badInput("a launch would move more than 2^63 - 1 bytes");
}

Result<int64_t> normc::workspaceBytes(const Plan &plan, const int64_t *dimensions) {
  int64_t total = 0;
  for (int64_t i = plan.firstTemporary(); i < plan.firstWindow(); ++i) {
    Result<int64_t> bytes = bytesOf(plan.tensors[i], dimensions);
    if (!bytes.isOk())
      return bytes;
    int64_t padded;
    if (__builtin_add_overflow(*bytes, workspaceAlignment - 1, &padded) ||
        __builtin_add_overflow(total, padded / workspaceAlignment * workspaceAlignment, &total))
      return tooLarge(plan.tensors[i]);
  }
  return total;
}
