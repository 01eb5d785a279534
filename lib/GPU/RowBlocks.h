//===- RowBlocks.h - one number for each block of a row ----------*- C++ -*-===//
//
// Scales of blocks: how they are computed, loaded and stored.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_GPU_ROWBLOCKS_H
#define NORMC_LIB_GPU_ROWBLOCKS_H

#include "Norm/Norm.h"
#include "RowKernel.h"

namespace normc {

/// For each piece of a row the scale of its block. All threads of the warp meet here.
RowValue lowerBlockScale(RowKernel &kernel, norm::BlockScaleOp op, const RowValue &x);

/// For each piece the operand's number of its block; past the end of the row 0.
RowValue loadBlocks(RowKernel &kernel, int64_t row, int64_t operand);

/// Stores the blocks' numbers, of which each piece has its own.
void storeBlocks(RowKernel &kernel, int64_t row, int64_t operand, const RowValue &numbers);

} // namespace normc

#endif // NORMC_LIB_GPU_ROWBLOCKS_H
