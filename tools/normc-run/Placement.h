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

#include "llvm/ADT/STLExtras.h"
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
  /// What memory holds where no tensor is: all ones, a NaN in every element type.
  static constexpr uint8_t guardByte = 0xff;

  /// The memory that a tensor takes, guards included; nothing where it passes 2^63 - 1 bytes.
  static std::optional<int64_t> storageBytes(ElementType element, llvm::ArrayRef<int64_t> shape,
                                             Layout layout);

  /// Memory for a tensor, all NaN. storageBytes says that there is so much.
  PlacedTensor(ElementType element, llvm::ArrayRef<int64_t> shape, Layout layout);

  void write(const HostTensor &values);
  HostTensor read() const;

  /// Valid as long as the tensor.
  TensorView view() { return view(storage()); }
  /// The same tensor in a copy of the storage, aligned to 256 bytes like the original.
  TensorView view(void *copy) const;

  uint8_t *storage() { return lines.front().bytes; }
  const uint8_t *storage() const { return lines.front().bytes; }
  int64_t storageBytes() const { return static_cast<int64_t>(lines.size() * sizeof(Line)); }

  /// Bytes from the first element to the end of the last.
  int64_t numBytes() const;
  /// Bytes of the elements that have a place of their own.
  int64_t ownBytes() const;
  /// The first byte outside the tensor's elements that is no longer as it was, relative to
  /// the tensor's first element.
  std::optional<int64_t> findDamage() const;

private:
  struct alignas(256) Line {
    uint8_t bytes[256];
  };

  /// Calls `visit` with the first index and the place of each row along the last axis, in bytes
  /// from the storage's begin, and with the row's length in bytes.
  void forEachRow(llvm::function_ref<void(int64_t, int64_t, int64_t)> visit) const;

  ElementType element;
  llvm::SmallVector<int64_t> shape, strides;
  std::vector<Line> lines;
  int64_t start; ///< of the first element, in bytes
};

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_PLACEMENT_H
