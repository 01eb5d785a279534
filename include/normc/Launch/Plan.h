//===- Plan.h - what a function compiles to, as plain data -------*- C++ -*-===//
//
// A plan without MLIR: the arguments a function takes, the launches it makes, and the
// kernels that each launch chooses from.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LAUNCH_PLAN_H
#define NORMC_LAUNCH_PLAN_H

#include "normc/Launch/Status.h"
#include "normc/Support/ElementType.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace normc {

// A call lives on the stack of whoever makes it, in arrays of these sizes.
constexpr int64_t maxPlanTensors = 64, maxPlanRank = 8, maxPlanDimensions = 64;
constexpr int64_t maxPlanLaunches = maxPlanTensors; // each makes a tensor
constexpr int64_t maxKernelParameters = 256;

/// A size as an expression over the plan's dimensions.
struct SizeExpr {
  enum Kind { Constant, Dimension, Add, Multiply, CeilDivide } kind = Constant;
  int64_t value = 0; ///< the constant, or the dimension's number
  std::vector<SizeExpr> operands;

  /// Nothing where the value passes 2^63 - 1 or a divisor is not positive.
  std::optional<int64_t> evaluate(const int64_t *dimensions) const;
  bool operator==(const SizeExpr &other) const {
    return kind == other.kind && value == other.value && operands == other.operands;
  }
};

struct PlanTensor {
  std::string name;
  bool isNumber = false; ///< an f32 argument
  ElementType element = ElementType::F32;
  std::vector<SizeExpr> sizes;
  /// Of a window: the tensor that it is a part of, and where along its axes it starts.
  std::optional<int64_t> windowOf = {};
  std::vector<SizeExpr> start = {};
  /// Derived by checkPlan: some launch reads the last axis as a row, element after element.
  bool lastAxisIsRow = false;
};

/// One parameter of a kernel.
struct PlanParameter {
  enum Kind { Pointer, Stride, Size, Number } kind = Pointer;
  int64_t tensor = 0; ///< index among the plan's tensors
  int64_t axis = 0;   ///< of a stride
  SizeExpr size;
};

struct PlanKernel {
  std::string name;
  std::string variant;
  bool needsCollapsedRows = false;
  /// Bytes that divide base and row strides of each of the launch's tensors.
  std::vector<int64_t> alignments;
  SizeExpr grid;
  int64_t threadsPerRow = 1, rowsPerCta = 1;
  std::vector<PlanParameter> parameters;
  /// For calls that have a pair of the launch in place; the other kernels are for all others.
  bool isInPlace = false;
  /// For grids of up to so many CTAs; 0 for any.
  int64_t maxCtas = 0;
};

/// A result that may be exactly an argument: the same memory, walked with the same strides.
struct PlanInPlace {
  int64_t result, argument; ///< indices among the plan's tensors
};

struct PlanLaunch {
  std::vector<SizeExpr> rows; ///< the row axes of all parts, one part's after the other's
  /// Indices among the plan's tensors; one that is accessed in several ways stands several times.
  std::vector<int64_t> tensors;
  /// For each of them, the outer axes that a collapsed kernel walks at one stride; 0 for none.
  std::vector<int64_t> collapsible;
  SizeExpr bytes;                  ///< that it must move
  std::vector<PlanKernel> kernels; ///< first choice first
  std::vector<PlanInPlace> inPlace = {};
  std::vector<int64_t> partAxes = {}; ///< how many row axes each part has; empty for one part

  std::vector<int64_t> axesOfParts() const {
    return partAxes.empty() ? std::vector<int64_t>{static_cast<int64_t>(rows.size())} : partAxes;
  }
};

struct Plan {
  std::string name;
  int64_t numDimensions = 0;
  int64_t numArguments = 0, numResults = 0, numWindows = 0;
  /// Arguments, then results, then temporaries, then windows of these.
  std::vector<PlanTensor> tensors;
  std::vector<PlanLaunch> launches;

  int64_t firstResult() const { return numArguments; }
  int64_t firstTemporary() const { return numArguments + numResults; }
  int64_t firstWindow() const { return numTensors() - numWindows; }
  int64_t numTensors() const { return static_cast<int64_t>(tensors.size()); }
  bool isResult(int64_t tensor) const {
    return tensor >= firstResult() && tensor < firstTemporary();
  }
};

/// Checks every index and number of a plan, and fills in what is derived. Whatever follows
/// relies on it.
Status checkPlan(Plan &plan);

/// Row-major strides; false where one passes 2^63 - 1.
bool denseStrides(const int64_t *shape, int64_t rank, int64_t *strides);

/// The tensor's sizes, as many as it has axes.
Status sizesOf(const PlanTensor &tensor, const int64_t *dimensions, int64_t *sizes);

/// The tensor's elements in bytes.
Result<int64_t> bytesOf(const PlanTensor &tensor, const int64_t *dimensions);

/// Bytes that the launch must move: each element that its rows reach once.
Result<int64_t> bytesOf(const PlanLaunch &launch, const int64_t *dimensions);

/// Temporaries start at multiples of this.
constexpr int64_t workspaceAlignment = 256;

/// Bytes for all temporaries, each at a multiple of workspaceAlignment.
Result<int64_t> workspaceBytes(const Plan &plan, const int64_t *dimensions);

} // namespace normc

#endif // NORMC_LAUNCH_PLAN_H
