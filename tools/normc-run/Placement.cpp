//===- Placement.cpp - tensors in guarded memory --------------------------===//
//
// Layouts, guards and their inspection.
//
//===----------------------------------------------------------------------===//

#include "Placement.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace normc;
using llvm::ArrayRef;
using llvm::SmallVector;

// All ones is a NaN in every element type.
static constexpr uint8_t guardByte = 0xff;
static constexpr int64_t guardBytes = 256;
static constexpr int64_t baseAlignment = 256;

std::optional<Layout> normc::lookUpLayout(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Layout>>(name)
      .Case("dense", Layout::Dense)
      .Case("strided", Layout::Strided)
      .Case("misaligned", Layout::Misaligned)
      .Case("expanded", Layout::Expanded)
      .Default(std::nullopt);
}

/// Strides whose axes neither collapse nor lose the rows' alignment.
static SmallVector<int64_t> paddedStrides(ArrayRef<int64_t> shape) {
  constexpr int64_t padding = 64; // elements: at least 128 bytes
  SmallVector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride = llvm::alignTo(stride * std::max<int64_t>(shape[axis], 1), padding) + padding;
  }
  return strides;
}

PlacedTensor::PlacedTensor(ElementType element, ArrayRef<int64_t> shape, Layout layout)
    : element(element), shape(shape), strides(shape.size()) {
  denseStrides(shape.data(), static_cast<int64_t>(shape.size()), strides.data());
  if (layout == Layout::Strided)
    strides = paddedStrides(shape);
  if (layout == Layout::Expanded && shape.size() > 1)
    strides[0] = 0;
  int64_t shift = layout == Layout::Misaligned ? getByteSize(element) : 0;
  storage.assign(numBytes() + shift + baseAlignment + 2 * guardBytes, guardByte);
  auto address = reinterpret_cast<uintptr_t>(storage.data()) + guardBytes;
  start = guardBytes + shift + (llvm::alignTo(address, baseAlignment) - address);
}

int64_t PlacedTensor::numBytes() const {
  int64_t last = 0;
  for (auto [size, stride] : llvm::zip_equal(shape, strides)) {
    if (size == 0)
      return 0;
    last += (size - 1) * stride;
  }
  return (last + 1) * getByteSize(element);
}

int64_t PlacedTensor::offsetOf(int64_t index) const {
  int64_t offset = 0;
  for (size_t axis = shape.size(); axis-- > 0;) {
    offset += index % shape[axis] * strides[axis];
    index /= shape[axis];
  }
  return start + offset * getByteSize(element);
}

void PlacedTensor::write(const HostTensor &values) {
  int64_t size = getByteSize(element);
  for (int64_t i = 0, e = values.numElements(); i < e; ++i)
    memcpy(&storage[offsetOf(i)], &values.data[i * size], size);
}

HostTensor PlacedTensor::read() const {
  HostTensor values(element, shape);
  int64_t size = getByteSize(element);
  for (int64_t i = 0, e = values.numElements(); i < e; ++i)
    memcpy(&values.data[i * size], &storage[offsetOf(i)], size);
  return values;
}

TensorView PlacedTensor::view() {
  return {storage.data() + start, shape.data(), strides.data(), static_cast<int64_t>(shape.size()),
          element, 0, numBytes()};
}

std::optional<int64_t> PlacedTensor::findDamage() const {
  std::vector<bool> isElement(storage.size());
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  for (int64_t i = 0; i < count; ++i)
    for (int64_t byte = 0; byte < getByteSize(element); ++byte)
      isElement[offsetOf(i) + byte] = true;
  for (size_t i = 0; i < storage.size(); ++i)
    if (!isElement[i] && storage[i] != guardByte)
      return static_cast<int64_t>(i) - start;
  return std::nullopt;
}
