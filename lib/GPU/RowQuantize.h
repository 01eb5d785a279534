//===- RowQuantize.h - a row by its scale in 8 bits --------------*- C++ -*-===//
//
// Division by a scale and conversion at once.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_GPU_ROWQUANTIZE_H
#define NORMC_LIB_GPU_ROWQUANTIZE_H

#include "Norm/Norm.h"
#include "RowKernel.h"

namespace normc {

/// A row quantised by scales of which each piece has one, repeated: what a thread holds of it.
RowValue lowerQuantize(RowKernel &kernel, norm::QuantizeOp op, const RowValue &x,
                       const RowValue &scales);

} // namespace normc

#endif // NORMC_LIB_GPU_ROWQUANTIZE_H
