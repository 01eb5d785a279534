//===- HostTensor.h - dense tensors in host memory ---------------*- C++ -*-===//
//
// The tensors that the reference, the emulator and the tools exchange: dense,
// row-major, in the bytes that a kernel would see.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_SUPPORT_HOSTTENSOR_H
#define NORMC_SUPPORT_HOSTTENSOR_H

#include "normc/Support/ElementType.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace normc {

// Conversions of the narrow types. Encoding rounds to nearest even and keeps subnormals. In 16
// bits a NaN stays a quiet NaN and too large a number becomes inf; in 8 bits too large a number,
// also inf, becomes the largest, and a NaN stays one in fp8 and is 0 in int8. Decoding is exact.
uint16_t encodeF16(float value);
uint16_t encodeBF16(float value);
float decodeF16(uint16_t bits);
float decodeBF16(uint16_t bits);
uint8_t encodeF8E4M3FN(float value);
uint8_t encodeF8E5M2(float value);
uint8_t encodeI8(float value);
float decodeF8E4M3FN(uint8_t bits);
float decodeF8E5M2(uint8_t bits);
float decodeI8(uint8_t bits);

/// `value` rounded to `type`.
float roundTo(ElementType type, float value);

struct HostTensor {
  ElementType element = ElementType::F32;
  llvm::SmallVector<int64_t> shape;
  std::vector<uint8_t> data;

  HostTensor() = default;
  /// A tensor of zeros.
  HostTensor(ElementType element, llvm::ArrayRef<int64_t> shape);

  int64_t numElements() const;
  /// Element i in row-major order.
  float get(int64_t i) const;
  void set(int64_t i, float value);
  /// Element i of a tensor of indices, exactly.
  int64_t getIndex(int64_t i) const;
};

} // namespace normc

#endif // NORMC_SUPPORT_HOSTTENSOR_H
