//===- DeviceCall.cpp - a function's tensors on the GPU -------------------===//
//
// A set is one run of memory whose parts are all aligned as on the host.
//
//===----------------------------------------------------------------------===//

#include "DeviceCall.h"

using namespace normc;

/// The driver's addresses are integers, the launcher's pointers.
static void *toPointer(cuda::Pointer address) {
  return reinterpret_cast<void *>(address); // NOLINT(performance-no-int-to-ptr)
}

DeviceCall::DeviceCall(const Gpu &gpu, Launcher &launcher, int64_t function, Arguments &arguments,
                       bool startsEarly)
    : gpu(gpu), launcher(launcher), function(function), plan(launcher.getSignature(function)),
      arguments(arguments), startsEarly(startsEarly) {}

Status DeviceCall::place(int64_t count) {
  Result<int64_t> needed = workspaceBytes(plan, arguments.dimensions.data());
  if (!needed.isOk())
    return needed.getError();
  // Storages and the workspace are whole multiples of 256 bytes.
  int64_t bytes = 0;
  for (int64_t i = 0; i < plan.firstTemporary(); ++i) {
    if (i == plan.numArguments)
      argumentBytes = bytes;
    std::optional<int64_t> argument = arguments.inPlaceOf(i);
    offsets.push_back(argument ? offsets[*argument] : bytes);
    if (arguments.tensors[i] && !argument)
      bytes += arguments.tensors[i]->storageBytes();
  }
  workspaceGuard = bytes;
  workspaceSize = *needed;
  setBytes = bytes + workspaceSize + 2 * guardBytes;
  numSets = count;
  auto allocated =
      DeviceBuffer::allocate(gpu, setBytes * count, "the tensors of '" + plan.name + "'");
  if (!allocated.isOk())
    return allocated.getError();
  memory = std::move(*allocated);
  return copyArguments();
}

Status DeviceCall::copyArguments() const {
  const cuda::Driver &driver = gpu.driver;
  int error = driver.cuMemsetD8Async(memory->start, PlacedTensor::guardByte, setBytes * numSets,
                                     gpu.stream);
  if (!error)
    error = driver.cuStreamSynchronize(gpu.stream);
  for (int64_t i = 0; i < plan.numArguments && !error; ++i)
    if (const std::optional<PlacedTensor> &tensor = arguments.tensors[i])
      error =
          driver.cuMemcpyHtoD(addressOf(0, offsets[i]), tensor->storage(), tensor->storageBytes());
  // A copy from pageable memory may still be under way.
  if (!error)
    error = driver.cuStreamSynchronize(nullptr);
  for (int64_t set = 1; set < numSets && !error && argumentBytes > 0; ++set)
    error = driver.cuMemcpyDtoDAsync(addressOf(set, 0), addressOf(0, 0), argumentBytes, gpu.stream);
  if (!error)
    error = driver.cuStreamSynchronize(gpu.stream);
  return driver.check(error, "copying the arguments to " + gpu.name);
}

void DeviceCall::fill(Call &call, int64_t set) const {
  for (int64_t i = 0; i < plan.firstTemporary(); ++i) {
    call.tensors[i] = {};
    if (arguments.tensors[i])
      call.tensors[i] = arguments.tensors[i]->view(toPointer(addressOf(set, offsets[i])));
    call.tensors[i].number = arguments.numbers[i];
  }
}

Status DeviceCall::launch(Call &call, int64_t set) const {
  LaunchOptions options;
  options.workspace = toPointer(addressOf(set, workspaceOffset()));
  options.workspaceBytes = workspaceSize;
  options.stream = gpu.stream;
  options.startsEarly = startsEarly;
  return launcher.launch(function, call, options);
}

Result<std::vector<PreparedLaunch>> DeviceCall::prepare(const Call &call) const {
  return prepareLaunches(plan, call.tensors, call.dimensions);
}

Status DeviceCall::checkWorkspaceGuards(int64_t set) const {
  for (int64_t offset : {workspaceGuard, workspaceOffset() + workspaceSize}) {
    uint8_t guard[guardBytes];
    if (Status status =
            gpu.driver.check(gpu.driver.cuMemcpyDtoH(guard, addressOf(set, offset), guardBytes),
                             "copying the workspace's guard from " + gpu.name);
        !status.isOk())
      return status;
    if (!llvm::all_of(guard, [](uint8_t byte) { return byte == PlacedTensor::guardByte; }))
      return badInput("a kernel wrote outside the workspace");
  }
  return {};
}

Status DeviceCall::readBack(int64_t set) const {
  for (int64_t i = 0; i < plan.firstTemporary(); ++i) {
    std::optional<PlacedTensor> &tensor = arguments.tensors[i];
    if (!tensor || arguments.places[i] != i) // overwritten: the host keeps its values
      continue;
    int error = gpu.driver.cuMemcpyDtoH(tensor->storage(), addressOf(set, offsets[i]),
                                        tensor->storageBytes());
    if (error)
      return gpu.driver.check(error, "copying '" + plan.tensors[i].name + "' from " + gpu.name);
  }
  return checkWorkspaceGuards(set);
}

Status DeviceCall::startAnew() const {
  if (memoryBytes() == numBytes())
    return {};
  if (Status status = copyArguments(); !status.isOk())
    return status;
  for (int64_t set = 0; set < numSets; ++set) {
    Call call;
    fill(call, set);
    if (Status status = launch(call, set); !status.isOk())
      return status;
  }
  return gpu.synchronize("running '" + plan.name + "' once more");
}

Status DeviceCall::compareWithHost(int64_t set) const {
  for (int64_t i = plan.firstResult(); i < plan.firstTemporary(); ++i) {
    const PlacedTensor &tensor = *arguments.tensors[i];
    std::vector<uint8_t> copy(tensor.storageBytes());
    int error = gpu.driver.cuMemcpyDtoH(copy.data(), addressOf(set, offsets[i]), copy.size());
    if (error)
      return gpu.driver.check(error, "copying '" + plan.tensors[i].name + "' from " + gpu.name);
    if (memcmp(copy.data(), tensor.storage(), copy.size()) != 0)
      return badInput("'" + plan.tensors[i].name + "' of buffer set " + std::to_string(set) +
                      " differs after timing from what was checked before");
  }
  return checkWorkspaceGuards(set);
}

int64_t DeviceCall::memoryBytes() const {
  int64_t bytes = numBytes();
  for (int64_t i = plan.firstResult(); i < plan.firstTemporary(); ++i)
    if (arguments.inPlaceOf(i))
      bytes -= arguments.tensors[i]->ownBytes();
  return bytes;
}

int64_t DeviceCall::numBytes() const {
  int64_t bytes = 0;
  for (int64_t i = 0; i < plan.firstTemporary(); ++i)
    if (arguments.tensors[i])
      bytes += arguments.tensors[i]->ownBytes();
  return bytes;
}

bool DeviceCall::isEmpty() const {
  for (int64_t i = plan.firstResult(); i < plan.firstTemporary(); ++i)
    if (arguments.tensors[i]->ownBytes() > 0)
      return false;
  return true;
}
