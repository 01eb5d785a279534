//===- CuBlasCalls.h - what cuBLAS can do of a function ----------*- C++ -*-===//
//
// The steps of a function as cuBLAS calls, alone and put together.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_CUBLASCALLS_H
#define NORMC_TOOLS_NORMC_RUN_CUBLASCALLS_H

#include "CuBlasCall.h"
#include "Twin.h"

namespace normc {

using CuBlasCalls = std::vector<std::unique_ptr<CuBlasCall>>;

/// Single steps on the twin's rows and columns, whatever the function; row sums of bf16 where
/// the function's widest tensor is. Twin and values outlive the calls.
CuBlasCalls makeStepCalls(const Gpu &gpu, CuBlas &blas, const Twin &twin, const TwinValues &values);

/// The function's gate, norm and modulation as a chain of calls, null where it has no norm.
/// cuBLAS has no square root: the norm's factors are made on the host beforehand.
std::unique_ptr<CuBlasCall> makeNormCall(const Gpu &gpu, CuBlas &blas, const Twin &twin,
                                         const TwinValues &values);

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_CUBLASCALLS_H
