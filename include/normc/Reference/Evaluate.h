//===- Evaluate.h - the meaning of a graph, slowly ----------------*- C++ -*-===//
//
// Evaluates a function at the input or norm level op by op on host tensors: the
// yardstick of every kernel.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_REFERENCE_EVALUATE_H
#define NORMC_REFERENCE_EVALUATE_H

#include "normc/Support/HostTensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <variant>
#include <vector>

namespace normc::reference {

/// An argument: a tensor, or the number for an f32.
using Input = std::variant<HostTensor, float>;

/// The results under the strict law, bit for bit: every op in f32 and by the one
/// reduction tree, its result rounded to its element type. A scalar result is a tensor
/// of rank 0. What cannot be evaluated is diagnosed at its location.
mlir::FailureOr<std::vector<HostTensor>> evaluateStrict(mlir::func::FuncOp function,
                                                        llvm::ArrayRef<Input> inputs);

/// The same graph in doubles, with no rounding to any element type: what the strict
/// results are measured against in ulp.
mlir::FailureOr<std::vector<std::vector<double>>> evaluateF64(mlir::func::FuncOp function,
                                                              llvm::ArrayRef<Input> inputs);

} // namespace normc::reference

#endif // NORMC_REFERENCE_EVALUATE_H
