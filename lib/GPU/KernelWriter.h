//===- KernelWriter.h - from a row program to what a thread does -*- C++ -*-===//
//
// Walks a row program and writes what one thread does for its rows.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_GPU_KERNELWRITER_H
#define NORMC_LIB_GPU_KERNELWRITER_H

#include "RowKernel.h"
#include "normc/Schedule/InPlace.h"

namespace normc {

/// The values of a row program, computed where they are needed.
class KernelWriter {
public:
  explicit KernelWriter(RowKernel &kernel) : kernel(kernel) {}

protected:
  /// The rows of a value. An input that no operation needed yet is loaded now; what was
  /// forgotten is computed again.
  mlir::FailureOr<RowValues> valueOf(mlir::Value value);
  virtual RowValues load(mlir::BlockArgument argument);
  /// An elementwise operation on each row; rows with the same operands are one.
  mlir::FailureOr<RowValues> compute(mlir::Operation *op);
  mlir::Block &getProgram() { return kernel.group.getBody().front(); }
  mlir::OperandRange getYielded() { return kernel.group.getYield().getValues(); }
  /// The operand that result `index` is.
  int64_t resultOperand(int64_t index) { return kernel.group.getInputs().size() + index; }

  RowKernel &kernel;
  llvm::DenseMap<mlir::Value, RowValues> values;
};

inline bool isRow(mlir::Value value) { return mlir::isa<mlir::RankedTensorType>(value.getType()); }

/// Writes a kernel that holds its rows, or reads them again after the last reduction.
mlir::LogicalResult writeKernel(RowKernel &kernel);

/// Writes a kernel whose CTAs hold a segment of a row each, as a cluster.
mlir::LogicalResult writeClusterKernel(RowKernel &kernel);

/// Writes a kernel that walks the segments of its rows.
mlir::LogicalResult writeLoopedKernel(RowKernel &kernel);

} // namespace normc

#endif // NORMC_LIB_GPU_KERNELWRITER_H
