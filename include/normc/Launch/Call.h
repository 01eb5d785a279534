//===- Call.h - a caller's tensors against a plan ----------------*- C++ -*-===//
//
// Reads dimensions from the arguments, checks every tensor, and chooses kernels. Nothing
// here allocates unless it fails: it runs before every launch.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LAUNCH_CALL_H
#define NORMC_LAUNCH_CALL_H

#include "normc/Launch/Plan.h"

namespace normc {

/// A tensor as the caller holds it; strides in elements.
struct TensorView {
  void *data;
  const int64_t *shape, *strides; ///< `rank` numbers each
  int64_t rank;
  ElementType element;
  float number;  ///< of an f32 argument
  int64_t bytes; ///< from the first element to the end of the last; set by checkTensor
};

/// Reads the plan's dimensions from the arguments; says which argument has the wrong rank or
/// size, found and wanted.
Status bindDimensions(const Plan &plan, const TensorView *arguments, int64_t *dimensions);

/// Checks a tensor against what every kernel needs: type, rank, sizes, strides, a last axis of
/// stride 1 where a row is read, memory aligned to its elements, a result that does not
/// overlap itself.
Status checkTensor(const Plan &plan, int64_t index, TensorView &view, const int64_t *dimensions);

/// Sets the view of a window from that of its tensor, which has passed checkTensor, and checks it
/// too; `shape` takes its sizes.
Status placeWindow(const Plan &plan, int64_t window, const int64_t *dimensions, int64_t *shape,
                   TensorView *tensors);

/// Refuses a result or temporary that shares memory with another tensor. Tensors in one span
/// of memory pass where their strides keep them apart, as windows of one buffer; so does a result
/// that is exactly the argument that a launch permits. All tensors of the plan have passed
/// checkTensor.
Status checkOverlap(const Plan &plan, const TensorView *tensors);

/// The first kernel of the launch whose conditions the tensors meet, or null: one for calls in
/// place where a pair of the launch is, else one of the others. They have passed checkOverlap.
const PlanKernel *chooseKernel(const Plan &plan, const PlanLaunch &launch,
                               const TensorView *tensors, const int64_t *dimensions);

} // namespace normc

#endif // NORMC_LAUNCH_CALL_H
