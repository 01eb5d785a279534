//===- CuBlasCall.cpp - cuBLAS calls as a baseline ------------------------===//
//
// All memory is NaN but for the inputs, so that what a call leaves out shows.
//
//===----------------------------------------------------------------------===//

#include "CuBlasCall.h"

#include "normc/Support/HostTensor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>

using namespace normc;

int64_t CuBlasCall::add(Tensor tensor) {
  constexpr int64_t alignment = 256; // as of an allocation
  tensor.offset = setBytes;
  setBytes += (tensor.bytes + alignment - 1) / alignment * alignment;
  tensors.push_back(std::move(tensor));
  return static_cast<int64_t>(tensors.size()) - 1;
}

int64_t CuBlasCall::addInput(llvm::ArrayRef<float> values, bool isOperand) {
  Tensor tensor;
  tensor.bytes = static_cast<int64_t>(values.size() * sizeof(float));
  tensor.isOperand = isOperand;
  tensor.source = values.data();
  return add(std::move(tensor));
}

int64_t CuBlasCall::addInputBF16(llvm::ArrayRef<float> values, bool isOperand) {
  Tensor tensor;
  tensor.values.resize(values.size() * sizeof(uint16_t));
  for (auto [i, value] : llvm::enumerate(values)) {
    uint16_t bits = encodeBF16(value);
    memcpy(&tensor.values[i * sizeof bits], &bits, sizeof bits);
  }
  tensor.bytes = static_cast<int64_t>(tensor.values.size());
  tensor.isOperand = isOperand;
  tensor.source = tensor.values.data(); // moves along
  return add(std::move(tensor));
}

int64_t CuBlasCall::addScratch(int64_t elements) {
  Tensor tensor;
  tensor.bytes = elements * static_cast<int64_t>(sizeof(float));
  return add(std::move(tensor));
}

int64_t CuBlasCall::addResult(std::string what, int64_t rows, int64_t columns,
                              ExpectedRow expected) {
  Tensor tensor;
  tensor.bytes = rows * columns * static_cast<int64_t>(sizeof(float));
  tensor.isOperand = true;
  tensor.what = std::move(what);
  tensor.rows = rows;
  tensor.columns = columns;
  tensor.expected = std::move(expected);
  return add(std::move(tensor));
}

int64_t CuBlasCall::numBytes() const {
  int64_t bytes = 0;
  for (const Tensor &tensor : tensors)
    if (tensor.isOperand)
      bytes += tensor.bytes;
  return bytes;
}

Status CuBlasCall::place(int64_t count) {
  constexpr unsigned char nanByte = 0xff;
  auto allocated = DeviceBuffer::allocate(gpu, setBytes * count, "the tensors of '" + name + "'");
  if (!allocated.isOk())
    return allocated.getError();
  memory = std::move(*allocated);
  const cuda::Driver &driver = gpu.driver;
  int error = driver.cuMemsetD8Async(memory->start, nanByte, setBytes * count, gpu.stream);
  if (!error)
    error = driver.cuStreamSynchronize(gpu.stream);
  for (const Tensor &tensor : tensors)
    if (tensor.source && !error)
      error = driver.cuMemcpyHtoD(addressOf(0, tensor), tensor.source, tensor.bytes);
  // A copy from pageable memory may still be under way.
  if (!error)
    error = driver.cuStreamSynchronize(nullptr);
  for (int64_t set = 1; set < count; ++set)
    for (const Tensor &tensor : tensors)
      if (tensor.source && !error)
        error = driver.cuMemcpyDtoDAsync(addressOf(set, tensor), addressOf(0, tensor), tensor.bytes,
                                         gpu.stream);
  if (!error)
    error = driver.cuStreamSynchronize(gpu.stream);
  return driver.check(error, "copying the inputs of '" + name + "' to " + gpu.name);
}

Status CuBlasCall::enqueue(int64_t set) {
  llvm::SmallVector<cuda::Pointer> addresses;
  for (const Tensor &tensor : tensors)
    addresses.push_back(addressOf(set, tensor));
  steps(blas, addresses);
  Status status = blas.takeStatus();
  return status.isOk() ? status : Status(status.getKind(), name + ": " + status.getMessage());
}

Status CuBlasCall::checkResult(int64_t set, const Tensor &tensor) const {
  std::vector<float> actual(tensor.rows * tensor.columns);
  if (int error = gpu.driver.cuMemcpyDtoH(actual.data(), addressOf(set, tensor), tensor.bytes))
    return gpu.driver.check(error, "copying the results of '" + name + "' from " + gpu.name);
  std::vector<Bounded> expected(tensor.columns);
  for (int64_t row = 0; row < tensor.rows; ++row) {
    tensor.expected(row, expected);
    for (int64_t column = 0; column < tensor.columns; ++column) {
      const Bounded &bounded = expected[column];
      float found = actual[row * tensor.columns + column];
      if (!bounded.admits(found))
        return badInput(llvm::formatv("{0}: the {1} at [{2}, {3}] must be {4:e} within {5:e}, got "
                                      "{6:e}: not timed",
                                      name, tensor.what, row, column, bounded.value,
                                      bounded.tolerance(), found)
                            .str());
    }
  }
  return {};
}

Status CuBlasCall::check(int64_t set) {
  for (const Tensor &tensor : tensors)
    if (tensor.expected)
      if (Status status = checkResult(set, tensor); !status.isOk())
        return status;
  return {};
}
