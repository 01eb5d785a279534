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

enum class ElementType { F32, F16, BF16 };

/// The size of one element in bytes.
inline int64_t getByteSize(ElementType type) { return type == ElementType::F32 ? 4 : 2; }

/// "f32", "f16" or "bf16".
inline std::string_view getName(ElementType type) {
  switch (type) {
  case ElementType::F32:
    return "f32";
  case ElementType::F16:
    return "f16";
  case ElementType::BF16:
    return "bf16";
  }
  return "unknown";
}

inline std::optional<ElementType> getElementType(std::string_view name) {
  for (ElementType type : {ElementType::F32, ElementType::F16, ElementType::BF16})
    if (getName(type) == name)
      return type;
  return std::nullopt;
}

} // namespace normc

#endif // NORMC_SUPPORT_ELEMENTTYPE_H
