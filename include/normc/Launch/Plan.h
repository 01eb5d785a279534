//===- Plan.h - what a function compiles to, as plain data -------*- C++ -*-===//
//
// A plan without MLIR: the arguments a function takes, the launches it makes, and the
// rules that choose a kernel for the arguments at hand.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LAUNCH_PLAN_H
#define NORMC_LAUNCH_PLAN_H

#include "normc/Support/HostTensor.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace normc {

/// A size as an expression over the plan's dimensions.
struct SizeExpr {
  enum Kind { Constant, Dimension, Add, Multiply, CeilDivide } kind = Constant;
  int64_t value = 0; ///< the constant, or the dimension's number
  std::vector<SizeExpr> operands;

  /// Fails where the value passes 2^63 - 1.
  llvm::Expected<int64_t> evaluate(llvm::ArrayRef<int64_t> dimensions) const;
};

struct PlanTensor {
  std::string name;
  bool isNumber = false; ///< an f32 argument
  ElementType element = ElementType::F32;
  std::vector<SizeExpr> sizes;
};

/// One parameter of a kernel.
struct PlanParameter {
  enum Kind { Pointer, Stride, Size, Number } kind;
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
};

struct PlanLaunch {
  std::vector<SizeExpr> rows;
  std::vector<int64_t> tensors;     ///< indices among the plan's tensors
  std::vector<int64_t> collapsible; ///< those that must walk all rows at one stride
  std::vector<PlanKernel> kernels;  ///< first choice first
};

struct Plan {
  std::string name;
  int64_t numDimensions = 0;
  int64_t numArguments = 0, numResults = 0;
  /// Arguments, then results, then temporaries.
  std::vector<PlanTensor> tensors;
  std::vector<PlanLaunch> launches;
};

/// A tensor as the caller holds it; strides in elements.
struct TensorView {
  void *data = nullptr;
  llvm::SmallVector<int64_t> shape, strides;
  float number = 0; ///< of an f32 argument
};

/// Reads the plan's dimensions from the arguments; says which argument has the wrong rank or
/// size, found and wanted.
llvm::Expected<llvm::SmallVector<int64_t>> bindDimensions(const Plan &plan,
                                                          llvm::ArrayRef<TensorView> arguments);

/// The sizes of a tensor for given dimensions.
llvm::Expected<llvm::SmallVector<int64_t>> sizesOf(const PlanTensor &tensor,
                                                   llvm::ArrayRef<int64_t> dimensions);

/// Row-major strides.
llvm::SmallVector<int64_t> denseStrides(llvm::ArrayRef<int64_t> shape);

/// Checks a tensor against what every kernel needs: rank, sizes, a last axis of stride 1
/// where a row is read, a result that does not overlap itself.
llvm::Error checkTensor(const PlanTensor &tensor, const TensorView &view,
                        llvm::ArrayRef<int64_t> dimensions, bool isResult);

/// The first kernel of the launch whose conditions the tensors meet (the last has none).
const PlanKernel &chooseKernel(const Plan &plan, const PlanLaunch &launch,
                               llvm::ArrayRef<TensorView> tensors);

/// Bytes that the launch must move: each element of each tensor once.
llvm::Expected<int64_t> bytesOf(const Plan &plan, const PlanLaunch &launch,
                                llvm::ArrayRef<int64_t> dimensions);

} // namespace normc

#endif // NORMC_LAUNCH_PLAN_H
