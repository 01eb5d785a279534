//===- Npy.h - tensors in .npy files -----------------------------*- C++ -*-===//
//
// Reads and writes host tensors in the format of numpy.save. bf16 and fp8,
// which numpy does not know, are kept as ml_dtypes keeps them: opaque bytes.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_SUPPORT_NPY_H
#define NORMC_SUPPORT_NPY_H

#include "normc/Support/HostTensor.h"

#include "llvm/Support/Error.h"

namespace normc {

/// The tensor in the file at `path`. Where `expected` is given the file must hold that
/// type; without it opaque bytes are refused, for they may be anything. fp8 is also taken from
/// uint8.
llvm::Expected<HostTensor> readNpy(llvm::StringRef path,
                                   std::optional<ElementType> expected = std::nullopt);

llvm::Error writeNpy(llvm::StringRef path, const HostTensor &tensor);

} // namespace normc

#endif // NORMC_SUPPORT_NPY_H
