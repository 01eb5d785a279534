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

static constexpr int64_t guardBytes = 256;

std::optional<Layout> normc::lookUpLayout(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Layout>>(name)
      .Case("dense", Layout::Dense)
      .Case("strided", Layout::Strided)
      .Case("misaligned", Layout::Misaligned)
      .Case("expanded", Layout::Expanded)
      .Default(std::nullopt);
}

/// Strides whose axes neither collapse nor lose the rows' alignment; false where one passes
/// 2^63 - 1.
static bool paddedStrides(ArrayRef<int64_t> shape, SmallVector<int64_t> &strides) {
  constexpr int64_t padding = 64; // elements: at least 128 bytes
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0;) {
    strides[axis] = stride;
    if (__builtin_mul_overflow(stride, shape[axis], &stride) ||
        __builtin_add_overflow(stride, 2 * padding - 1, &stride))
      return false;
    stride = stride / padding * padding;
  }
  return true;
}

/// False where a stride passes 2^63 - 1.
static bool stridesOf(ArrayRef<int64_t> shape, Layout layout, SmallVector<int64_t> &strides) {
  strides.resize(shape.size());
  // Nothing lies anywhere: the other axes may be as long as they like.
  bool isEmpty = llvm::is_contained(shape, 0);
  if (layout == Layout::Strided && !isEmpty)
    return paddedStrides(shape, strides);
  bool fits = denseStrides(shape.data(), static_cast<int64_t>(shape.size()), strides.data());
  if (layout == Layout::Expanded && shape.size() > 1)
    strides[0] = 0;
  return fits || isEmpty;
}

/// Bytes from the first element to the end of the last; nothing where they pass 2^63 - 1.
static std::optional<int64_t> spanOf(ElementType element, ArrayRef<int64_t> shape,
                                     ArrayRef<int64_t> strides) {
  if (llvm::is_contained(shape, 0))
    return 0;
  int64_t elements = 1, step;
  for (auto [size, stride] : llvm::zip_equal(shape, strides))
    if (__builtin_mul_overflow(size - 1, stride, &step) ||
        __builtin_add_overflow(elements, step, &elements))
      return std::nullopt;
  if (__builtin_mul_overflow(elements, getByteSize(element), &elements))
    return std::nullopt;
  return elements;
}

static int64_t shiftOf(ElementType element, Layout layout) {
  return layout == Layout::Misaligned ? getByteSize(element) : 0;
}

std::optional<int64_t> PlacedTensor::storageBytes(ElementType element, ArrayRef<int64_t> shape,
                                                  Layout layout) {
  SmallVector<int64_t> strides;
  if (!stridesOf(shape, layout, strides))
    return std::nullopt;
  std::optional<int64_t> span = spanOf(element, shape, strides);
  int64_t bytes;
  constexpr auto line = static_cast<int64_t>(sizeof(Line));
  if (!span ||
      __builtin_add_overflow(*span, 2 * guardBytes + shiftOf(element, layout) + line - 1, &bytes))
    return std::nullopt;
  return bytes / line * line;
}

PlacedTensor::PlacedTensor(ElementType element, ArrayRef<int64_t> shape, Layout layout)
    : element(element), shape(shape), start(guardBytes + shiftOf(element, layout)) {
  stridesOf(shape, layout, strides);
  Line guard;
  std::fill(std::begin(guard.bytes), std::end(guard.bytes), guardByte);
  lines.assign(*storageBytes(element, shape, layout) / sizeof(Line), guard);
}

int64_t PlacedTensor::numBytes() const { return *spanOf(element, shape, strides); }

int64_t PlacedTensor::ownBytes() const {
  int64_t bytes = getByteSize(element);
  for (auto [size, stride] : llvm::zip_equal(shape, strides))
    if (stride != 0 || size == 0)
      bytes *= size;
  return bytes;
}

void PlacedTensor::forEachRow(llvm::function_ref<void(int64_t, int64_t, int64_t)> visit) const {
  if (llvm::is_contained(shape, 0))
    return;
  int64_t size = getByteSize(element);
  if (shape.empty())
    return visit(0, start, size);
  // The last axis has stride 1 in every layout.
  ArrayRef<int64_t> outer = ArrayRef<int64_t>(shape).drop_back();
  int64_t rows = 1;
  for (int64_t extent : outer)
    rows *= extent;
  for (int64_t row = 0; row < rows; ++row) {
    int64_t offset = 0, rest = row;
    for (size_t axis = outer.size(); axis-- > 0; rest /= outer[axis])
      offset += rest % outer[axis] * strides[axis];
    visit(row * shape.back(), start + offset * size, shape.back() * size);
  }
}

void PlacedTensor::write(const HostTensor &values) {
  forEachRow([&](int64_t index, int64_t place, int64_t bytes) {
    memcpy(storage() + place, &values.data[index * getByteSize(element)], bytes);
  });
}

HostTensor PlacedTensor::read() const {
  HostTensor values(element, shape);
  forEachRow([&](int64_t index, int64_t place, int64_t bytes) {
    memcpy(&values.data[index * getByteSize(element)], storage() + place, bytes);
  });
  return values;
}

TensorView PlacedTensor::view(void *copy) const {
  return {static_cast<uint8_t *>(copy) + start,
          shape.data(),
          strides.data(),
          static_cast<int64_t>(shape.size()),
          element,
          0,
          numBytes()};
}

std::optional<int64_t> PlacedTensor::findDamage() const {
  std::vector<uint8_t> isElement(storageBytes());
  forEachRow([&](int64_t, int64_t place, int64_t bytes) { memset(&isElement[place], 1, bytes); });
  for (int64_t i = 0, e = storageBytes(); i < e; ++i)
    if (!isElement[i] && storage()[i] != guardByte)
      return i - start;
  return std::nullopt;
}
