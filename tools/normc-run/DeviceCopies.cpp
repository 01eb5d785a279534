//===- DeviceCopies.cpp - copies from device to device --------------------===//
//
// Half of the bytes are read, half are written.
//
//===----------------------------------------------------------------------===//

#include "DeviceCopies.h"

#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <vector>

using namespace normc;

static constexpr int64_t copyGranule = int64_t(2) << 20;
static constexpr unsigned char sourceByte = 0x5a;

DeviceCopies::DeviceCopies(const Gpu &gpu, int64_t bytes)
    : gpu(gpu), half(std::max<int64_t>(bytes / 2, 1)), pitch((half + 511) / 512 * 512) {}

/// Multiples of 2 MiB: inside graphs copies of other sizes are slower by a third. What is smaller
/// than that keeps its size.
int64_t DeviceCopies::roundedUp(int64_t bytes) {
  int64_t granule = 2 * copyGranule;
  if (bytes < granule)
    return bytes;
  return (bytes + granule - 1) / granule * granule;
}

Status DeviceCopies::place(int64_t count) {
  auto allocated = DeviceBuffer::allocate(gpu, 2 * pitch * count, "the copy that is the roof");
  if (!allocated.isOk())
    return allocated.getError();
  memory = std::move(*allocated);
  int error = gpu.driver.cuMemsetD8Async(memory->start, 0, 2 * pitch * count, gpu.stream);
  for (int64_t set = 0; set < count && !error; ++set)
    error = gpu.driver.cuMemsetD8Async(sourceOf(set), sourceByte, half, gpu.stream);
  if (error)
    return gpu.driver.check(error, "filling the copy's memory");
  return gpu.synchronize("filling the copy's memory");
}

Status DeviceCopies::enqueue(int64_t set) {
  int error = gpu.driver.cuMemcpyDtoDAsync(targetOf(set), sourceOf(set), half, gpu.stream);
  return error ? gpu.driver.check(error, "copying on the device") : Status();
}

Status DeviceCopies::check(int64_t set) {
  std::vector<unsigned char> copy(half);
  if (int error = gpu.driver.cuMemcpyDtoH(copy.data(), targetOf(set), half))
    return gpu.driver.check(error, "copying the copy from " + gpu.name);
  if (!llvm::all_of(copy, [](unsigned char byte) { return byte == sourceByte; }))
    return badInput("memcpy: the copy differs from its source");
  return {};
}
