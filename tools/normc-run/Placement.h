//===- Placement.h - tensors in guarded memory -------------------*- C++ -*-===//
//
// Puts a tensor into memory with a chosen layout, NaN wherever the tensor is not, so
// that an access that strays shows up in the values or in the guard.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_PLACEMENT_H
#define NORMC_TOOLS_NORMC_RUN_PLACEMENT_H

#include "normc/Launch/Call.h"
#include "normc/Support/HostTensor.h"

#include <optional>

namespace normc {

/// How a tensor lies in memory.
enum class Layout {
  Dense,      ///< row-major, aligned to 256 bytes
  Strided,    ///< every axis but the last padded, rows still aligned
  Misaligned, ///< row-major from one element past an aligned address
  Expanded,   ///< the first axis repeated by stride 0 (inputs only)
};

std::optional<Layout> lookUpLayout(llvm::StringRef name);

class PlacedTensor {
public:
  /// Memory for a tensor, all NaN.
  PlacedTensor(ElementType element, llvm::ArrayRef<int64_t> shape, Layout layout);

  void write(const HostTensor &values);
  HostTensor read() const;

  /// Valid as long as the tensor.
  TensorView view();
  /// Bytes from the first element to the end of the last.
  int64_t numBytes() const;
  /// The first byte outside the tensor's elements that is no longer as it was, relative to
  /// the tensor's first element.
  std::optional<int64_t> findDamage() const;

private:
  int64_t offsetOf(int64_t index) const;

  ElementType element;
  llvm::SmallVector<int64_t> shape, strides;
  std::vector<uint8_t> storage;
  int64_t start; ///< of the first element, in bytes
};

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_PLACEMENT_H
