//===- Call.cpp - a caller's tensors against a plan -----------------------===//
//
// Dimensions, checks and the choice of a kernel. Messages are made only on the way out of
// a call that failed.
//
//===----------------------------------------------------------------------===//

#include "normc/Launch/Call.h"

#include <algorithm>
#include <cstdio>

using namespace normc;

static std::string axisOf(const PlanTensor &tensor, int64_t axis) {
  return "axis " + std::to_string(axis) + " of '" + tensor.name + "'";
}

static Status wrongSize(const PlanTensor &tensor, int64_t axis, int64_t found, int64_t wanted) {
  return badInput(axisOf(tensor, axis) + " must be " + std::to_string(wanted) + ", got " +
                  std::to_string(found));
}

static Status wrongRank(const PlanTensor &tensor, int64_t found) {
  return badInput("'" + tensor.name + "' must have " + std::to_string(tensor.sizes.size()) +
                  " axes, got " + std::to_string(found));
}

static std::string address(const void *data) {
  char text[32];
  std::snprintf(text, sizeof text, "%p", data);
  return text;
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

/// Names the axis that gave the dimension its size before axis `end` of argument `last`.
static std::string firstAxisOf(const Plan &plan, int64_t dimension) {
  for (const PlanTensor &tensor : plan.tensors)
    for (size_t axis = 0; axis < tensor.sizes.size(); ++axis)
      if (tensor.sizes[axis].kind == SizeExpr::Dimension && tensor.sizes[axis].value == dimension)
        return axisOf(tensor, static_cast<int64_t>(axis));
  return "no axis";
}

Status normc::bindDimensions(const Plan &plan, const TensorView *arguments, int64_t *dimensions) {
  constexpr int64_t unbound = -1;
  std::fill_n(dimensions, plan.numDimensions, unbound);
  for (int64_t i = 0; i < plan.numArguments; ++i) {
    const PlanTensor &tensor = plan.tensors[i];
    if (tensor.isNumber)
      continue;
    const TensorView &view = arguments[i];
    if (view.rank != static_cast<int64_t>(tensor.sizes.size()))
      return wrongRank(tensor, view.rank);
    for (int64_t axis = 0; axis < view.rank; ++axis) {
      const SizeExpr &expr = tensor.sizes[axis];
      int64_t found = view.shape[axis];
      if (found < 0)
        return badInput(axisOf(tensor, axis) + " must be at least 0, got " + std::to_string(found));
      if (expr.kind == SizeExpr::Constant && found != expr.value)
        return wrongSize(tensor, axis, found, expr.value);
      if (expr.kind != SizeExpr::Dimension)
        continue;
      int64_t &bound = dimensions[expr.value];
      if (bound == unbound)
        bound = found;
      else if (bound != found)
        return badInput(axisOf(tensor, axis) + " must be " + std::to_string(bound) + " as " +
                        firstAxisOf(plan, expr.value) + ", got " + std::to_string(found));
    }
  }
  return {};
}

//===----------------------------------------------------------------------===//
// One tensor
//===----------------------------------------------------------------------===//

/// Whether two elements of the view share memory: some axis steps less than what the axes
/// inside it span.
static bool overlapsItself(const TensorView &view) {
  int64_t order[maxPlanRank];
  int64_t count = 0;
  for (int64_t axis = 0; axis < view.rank; ++axis)
    if (view.shape[axis] > 1)
      order[count++] = axis;
  std::sort(order, order + count,
            [&](int64_t a, int64_t b) { return view.strides[a] < view.strides[b]; });
  int64_t span = 1;
  for (int64_t i = 0; i < count; ++i) {
    int64_t stride = view.strides[order[i]];
    if (stride < span)
      return true;
    span = stride * (view.shape[order[i]] - 1) + span;
  }
  return false;
}

/// Bytes from the first element to the end of the last; -1 where that passes 2^63 - 1.
static int64_t checkedSpan(const TensorView &view) {
  int64_t last = 0, bytes;
  bool overflows = false;
  for (int64_t axis = 0; axis < view.rank; ++axis) {
    if (view.shape[axis] == 0)
      return 0;
    int64_t step;
    overflows |= __builtin_mul_overflow(view.shape[axis] - 1, view.strides[axis], &step) ||
                 __builtin_add_overflow(last, step, &last);
  }
  overflows |= __builtin_add_overflow(last, 1, &last) ||
               __builtin_mul_overflow(last, getByteSize(view.element), &bytes);
  return overflows ? -1 : bytes;
}

Status normc::checkTensor(const Plan &plan, int64_t index, TensorView &view,
                          const int64_t *dimensions) {
  const PlanTensor &tensor = plan.tensors[index];
  if (tensor.isNumber)
    return {};
  if (view.element != tensor.element)
    return badInput("'" + tensor.name + "' must be of " + std::string(getName(tensor.element)) +
                    ", got " + std::string(getName(view.element)));
  if (view.rank != static_cast<int64_t>(tensor.sizes.size()))
    return wrongRank(tensor, view.rank);
  for (int64_t axis = 0; axis < view.rank; ++axis) {
    std::optional<int64_t> wanted = tensor.sizes[axis].evaluate(dimensions);
    if (!wanted)
      return badInput("the size of " + axisOf(tensor, axis) + " passes 2^63 - 1");
    if (view.shape[axis] != *wanted)
      return wrongSize(tensor, axis, view.shape[axis], *wanted);
    if (view.strides[axis] < 0)
      return badInput("'" + tensor.name + "' must have strides of at least 0, got " +
                      std::to_string(view.strides[axis]));
  }
  int64_t last = view.rank - 1;
  if (tensor.lastAxisIsRow && view.shape[last] > 1 && view.strides[last] != 1)
    return badInput("the last axis of '" + tensor.name + "' must have stride 1, got " +
                    std::to_string(view.strides[last]));
  view.bytes = checkedSpan(view);
  if (view.bytes < 0)
    return badInput("'" + tensor.name + "' spans more than 2^63 - 1 bytes");
  int64_t size = getByteSize(tensor.element);
  if (reinterpret_cast<uintptr_t>(view.data) % size != 0)
    return badInput("'" + tensor.name + "' must be aligned to " + std::to_string(size) +
                    " bytes, got address " + address(view.data));
  uint64_t span = view.bytes;
  if (reinterpret_cast<uintptr_t>(view.data) + span < span)
    return badInput("'" + tensor.name + "' at " + address(view.data) +
                    " ends past the last address");
  if (plan.isResult(index) && span != 0 && overlapsItself(view))
    return badInput("'" + tensor.name + "' is a result and must not overlap itself");
  return {};
}

Status normc::placeWindow(const Plan &plan, int64_t window, const int64_t *dimensions,
                          int64_t *shape, TensorView *tensors) {
  const PlanTensor &tensor = plan.tensors[window];
  const TensorView &whole = tensors[*tensor.windowOf];
  if (Status status = sizesOf(tensor, dimensions, shape); !status.isOk())
    return status;
  int64_t offset = 0;
  bool isEmpty = std::count(shape, shape + whole.rank, 0) > 0;
  for (int64_t axis = 0; axis < whole.rank; ++axis) {
    std::optional<int64_t> start = tensor.start[axis].evaluate(dimensions);
    if (!start || *start > whole.shape[axis] || shape[axis] > whole.shape[axis] - *start)
      return badInput(axisOf(tensor, axis) + " ends past that of '" +
                      plan.tensors[*tensor.windowOf].name + "'");
    if (!isEmpty)
      offset += *start * whole.strides[axis]; // inside the whole
  }
  TensorView &view = tensors[window];
  auto *data = static_cast<char *>(whole.data) + offset * getByteSize(tensor.element);
  view = {data, shape, whole.strides, whole.rank, tensor.element, 0, 0};
  return checkTensor(plan, window, view, dimensions);
}

//===----------------------------------------------------------------------===//
// Two tensors
//===----------------------------------------------------------------------===//

/// The bytes that the axes stepping less than `pitch` span, or nothing where some other axis
/// does not step by whole pitches.
static std::optional<int64_t> windowOf(const TensorView &view, int64_t pitch) {
  int64_t size = getByteSize(view.element), window = size;
  for (int64_t axis = 0; axis < view.rank; ++axis) {
    int64_t step = view.strides[axis] * size;
    if (view.shape[axis] <= 1 || step % pitch == 0)
      continue;
    if (step > pitch)
      return std::nullopt;
    window += step * (view.shape[axis] - 1);
  }
  return window;
}

/// Whether all elements of both lie in windows that repeat at one pitch, apart from each other:
/// q and k in the rows of one buffer.
static bool areWindowsApart(const TensorView &a, const TensorView &b) {
  int64_t distance = static_cast<int64_t>(reinterpret_cast<uintptr_t>(b.data) -
                                          reinterpret_cast<uintptr_t>(a.data));
  for (const TensorView *view : {&a, &b})
    for (int64_t axis = 0; axis < view->rank; ++axis) {
      int64_t pitch = view->strides[axis] * getByteSize(view->element);
      if (view->shape[axis] <= 1 || pitch == 0)
        continue;
      std::optional<int64_t> first = windowOf(a, pitch), second = windowOf(b, pitch);
      int64_t offset = (distance % pitch + pitch) % pitch;
      if (first && second && offset >= *first && *second <= pitch - offset)
        return true;
    }
  return false;
}

static bool sharesMemory(const TensorView &a, const TensorView &b) {
  auto startA = reinterpret_cast<uintptr_t>(a.data), startB = reinterpret_cast<uintptr_t>(b.data);
  if (a.bytes == 0 || b.bytes == 0 || startA + static_cast<uint64_t>(a.bytes) <= startB ||
      startB + static_cast<uint64_t>(b.bytes) <= startA)
    return false;
  return !areWindowsApart(a, b);
}

/// Whether two views are of the same elements in the same order.
static bool isExactly(const TensorView &a, const TensorView &b) {
  if (a.data != b.data || a.element != b.element || a.rank != b.rank)
    return false;
  for (int64_t axis = 0; axis < a.rank; ++axis)
    if (a.shape[axis] != b.shape[axis] || (a.shape[axis] > 1 && a.strides[axis] != b.strides[axis]))
      return false;
  return true;
}

static bool isPermitted(const Plan &plan, int64_t result, int64_t argument) {
  for (const PlanLaunch &launch : plan.launches)
    for (PlanInPlace pair : launch.inPlace)
      if (pair.result == result && pair.argument == argument)
        return true;
  return false;
}

static Status mustNotShare(const Plan &plan, int64_t written, int64_t other, bool isExact) {
  bool isResult = plan.isResult(written);
  std::string text = "'" + plan.tensors[written].name + "' is a " +
                     (isResult ? "result" : "temporary in the workspace") +
                     " and must not share memory with '" + plan.tensors[other].name + "'";
  if (isPermitted(plan, written, other))
    text += ", or be exactly it";
  else if (isResult && isExact && other < plan.numArguments)
    text += ", or be exactly it, where the graph says norm.in_place";
  return badInput(text);
}

Status normc::checkOverlap(const Plan &plan, const TensorView *tensors) {
  for (int64_t written = plan.firstResult(); written < plan.firstWindow(); ++written)
    for (int64_t other = 0; other < written; ++other) {
      if (plan.tensors[other].isNumber || !sharesMemory(tensors[written], tensors[other]))
        continue;
      bool isExact = isExactly(tensors[written], tensors[other]);
      if (!isExact || !isPermitted(plan, written, other))
        return mustNotShare(plan, written, other, isExact);
    }
  return {};
}

//===----------------------------------------------------------------------===//
// The choice of a kernel
//===----------------------------------------------------------------------===//

/// Whether the outer axes step as one, at the stride of the last of them, which is what the
/// kernel takes.
static bool axesCollapse(const TensorView &view, int64_t numAxes) {
  if (numAxes == 0)
    return true;
  int64_t wanted = view.strides[numAxes - 1];
  for (int64_t axis = numAxes - 1; axis-- > 0;) {
    if (__builtin_mul_overflow(wanted, view.shape[axis + 1], &wanted))
      return false;
    if (view.shape[axis] > 1 && view.strides[axis] != wanted)
      return false;
  }
  return true;
}

static bool isAligned(const PlanTensor &tensor, const TensorView &view, int64_t bytes) {
  uint64_t mask = bytes - 1; // a power of two
  if (reinterpret_cast<uintptr_t>(view.data) & mask)
    return false;
  int64_t numWalked = view.rank - tensor.lastAxisIsRow;
  uint64_t size = getByteSize(tensor.element);
  for (int64_t axis = 0; axis < numWalked; ++axis)
    if (view.shape[axis] > 1 && (static_cast<uint64_t>(view.strides[axis]) * size & mask))
      return false;
  return true;
}

static bool isFewEnough(const PlanKernel &kernel, const int64_t *dimensions) {
  std::optional<int64_t> grid = kernel.grid.evaluate(dimensions);
  return grid && *grid <= kernel.maxCtas;
}

static bool conditionsHold(const Plan &plan, const PlanLaunch &launch, const PlanKernel &kernel,
                           const TensorView *tensors, const int64_t *dimensions) {
  if (kernel.maxCtas != 0 && !isFewEnough(kernel, dimensions))
    return false;
  for (size_t i = 0; i < launch.tensors.size(); ++i) {
    int64_t tensor = launch.tensors[i];
    if (!isAligned(plan.tensors[tensor], tensors[tensor], kernel.alignments[i]))
      return false;
    if (kernel.needsCollapsedRows && !axesCollapse(tensors[tensor], launch.collapsible[i]))
      return false;
  }
  return true;
}

const PlanKernel *normc::chooseKernel(const Plan &plan, const PlanLaunch &launch,
                                      const TensorView *tensors, const int64_t *dimensions) {
  // What shares memory has passed checkOverlap.
  bool isInPlace = false;
  for (PlanInPlace pair : launch.inPlace)
    isInPlace |= tensors[pair.result].data == tensors[pair.argument].data;
  for (const PlanKernel &kernel : launch.kernels)
    if (kernel.isInPlace == isInPlace && conditionsHold(plan, launch, kernel, tensors, dimensions))
      return &kernel;
  return nullptr;
}
