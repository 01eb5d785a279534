//===- ElementType.h - types of elements -------------------------*- C++ -*-===//
//
// The element types of tensors, their sizes and names, without LLVM: compiler, emulator
// and launcher share them.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_SUPPORT_ELEMENTTYPE_H
#define NORMC_SUPPORT_ELEMENTTYPE_H

#include <cstdint>
#include <optional>
#include <string_view>

namespace normc {

enum class ElementType { F32, F16, BF16, F8E4M3FN, F8E5M2, I8, I32, I64 };

inline constexpr ElementType allElementTypes[] = {
    ElementType::F32,    ElementType::F16, ElementType::BF16, ElementType::F8E4M3FN,
    ElementType::F8E5M2, ElementType::I8,  ElementType::I32,  ElementType::I64};

/// The size of one element in bytes.
inline int64_t getByteSize(ElementType type) {
  switch (type) {
  case ElementType::I64:
    return 8;
  case ElementType::F32:
  case ElementType::I32:
    return 4;
  case ElementType::F16:
  case ElementType::BF16:
    return 2;
  default:
    return 1;
  }
}

/// Whether numbers are stored in it after a scale: fp8 and int8.
inline bool isQuantized(ElementType type) { return getByteSize(type) == 1; }

/// Whether its elements are places in another tensor.
inline bool isIndex(ElementType type) {
  return type == ElementType::I32 || type == ElementType::I64;
}

/// The largest finite number of a quantised type; what is larger becomes it.
inline float getLargest(ElementType type) {
  return type == ElementType::F8E4M3FN ? 448.0f : type == ElementType::F8E5M2 ? 57344.0f : 127.0f;
}

/// The name that MLIR has for the type, as "bf16" or "f8E4M3FN".
inline std::string_view getName(ElementType type) {
  switch (type) {
  case ElementType::F32:
    return "f32";
  case ElementType::F16:
    return "f16";
  case ElementType::BF16:
    return "bf16";
  case ElementType::F8E4M3FN:
    return "f8E4M3FN";
  case ElementType::F8E5M2:
    return "f8E5M2";
  case ElementType::I8:
    return "i8";
  case ElementType::I32:
    return "i32";
  case ElementType::I64:
    return "i64";
  }
  return "unknown";
}

inline std::optional<ElementType> getElementType(std::string_view name) {
  for (ElementType type : allElementTypes)
    if (getName(type) == name)
      return type;
  return std::nullopt;
}

} // namespace normc

#endif // NORMC_SUPPORT_ELEMENTTYPE_H
