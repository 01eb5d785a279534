//===- Twin.h - the f32 twin of a function -----------------------*- C++ -*-===//
//
// What of a function a library of linear algebra could compute: as many rows and columns,
// in f32, with the steps that it has calls for.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_TWIN_H
#define NORMC_TOOLS_NORMC_RUN_TWIN_H

#include "normc/Launch/Plan.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <vector>

namespace normc {

enum class NormKind { None, Rms, Layer };

struct Twin {
  /// Of the widest tensor: `columns` is its last axis, `batches` its first where it has three
  /// or more; `rows` are those of all batches.
  int64_t batches = 1, rows = 1, columns = 1;
  bool isBF16 = false; ///< the widest tensor

  // The operations of the function as written.
  NormKind norm = NormKind::None;
  bool gates = false, hasWeight = false, hasBias = false, modulates = false;
};

/// The twin of a call with these dimensions.
Twin findTwin(mlir::func::FuncOp function, const Plan &plan, const int64_t *dimensions);

/// Values from -1 to 1 for the twin's tensors, dense.
struct TwinValues {
  TwinValues(const Twin &twin, uint64_t seed);

  std::vector<float> x, other;           ///< rows x columns
  std::vector<float> weight, bias;       ///< columns
  std::vector<float> gate, scale, shift; ///< batches x columns
  std::vector<float> ones;               ///< for each column of each batch, at least each row
};

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_TWIN_H
