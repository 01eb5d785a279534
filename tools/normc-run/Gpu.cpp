//===- Gpu.cpp - the device that normc-run uses ---------------------------===//
//
// Opens the first device and reads what a table of times must say about it.
//
//===----------------------------------------------------------------------===//

#include "Gpu.h"

#include "normc/Schedule/TargetInfo.h"

#include <fstream>

using namespace normc;
using namespace normc::cuda;

// The numbers of cuda.h.
static constexpr int clockRateAttribute = 13, smCountAttribute = 16, memoryClockAttribute = 36,
                     l2Attribute = 38;
static constexpr unsigned nonBlockingStream = 1;

/// The chip's number: 90 of "sm_90".
static int numberOf(const TargetInfo &target) {
  int number = 0;
  target.chip.drop_front(3).getAsInteger(10, number);
  return number;
}

static std::string readDriverVersion(const Driver &driver) {
  int version = 0;
  driver.cuDriverGetVersion(&version);
  std::string text =
      "CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
  std::ifstream file("/sys/module/nvidia/version");
  std::string release;
  return file >> release ? release + " (" + text + ")" : text;
}

Status Gpu::start() {
  int count = 0;
  if (Status status = driver.check(driver.cuDeviceGetCount(&count), "counting the devices");
      !status.isOk())
    return status;
  if (count == 0)
    return environmentError("the driver finds no device");
  if (Status status = driver.check(driver.cuDeviceGet(&device, 0), "opening device 0");
      !status.isOk())
    return status;
  char text[128] = "";
  driver.cuDeviceGetName(text, sizeof text, device);
  name = text;
  driverVersion = readDriverVersion(driver);
  for (auto [attribute, place] : {std::pair<int, int *>(ComputeCapabilityMajor, &major),
                                  {ComputeCapabilityMinor, &minor},
                                  {clockRateAttribute, &smKilohertz},
                                  {memoryClockAttribute, &memoryKilohertz},
                                  {l2Attribute, &l2Bytes},
                                  {smCountAttribute, &smCount}})
    if (Status status =
            driver.check(driver.cuDeviceGetAttribute(place, attribute, device),
                         "reading attribute " + std::to_string(attribute) + " of " + name);
        !status.isOk())
      return status;
  if (Status status = driver.check(driver.cuDevicePrimaryCtxRetain(&context, device),
                                   "making a context on " + name);
      !status.isOk()) {
    context = nullptr;
    return status;
  }
  if (Status status = driver.check(driver.cuCtxSetCurrent(context), "making a context current");
      !status.isOk())
    return status;
  return driver.check(driver.cuStreamCreate(&stream, nonBlockingStream), "making a stream");
}

Result<std::unique_ptr<Gpu>> Gpu::open() {
  Result<const Driver *> opened = Driver::get();
  if (!opened.isOk())
    return opened.getError();
  std::unique_ptr<Gpu> gpu(new Gpu(**opened));
  if (Status status = gpu->start(); !status.isOk())
    return status;
  return gpu;
}

Gpu::~Gpu() {
  if (stream)
    driver.cuStreamDestroy(stream);
  if (context)
    driver.cuDevicePrimaryCtxRelease(device);
}

const TargetInfo *Gpu::findTarget() const {
  const TargetInfo *best = nullptr;
  for (const TargetInfo &target : getKnownTargets()) // ascending
    if (numberOf(target) / 10 == major && numberOf(target) % 10 <= minor)
      best = &target;
  return best;
}

bool Gpu::runs(const TargetInfo &target) const { return numberOf(target) <= major * 10 + minor; }

std::string Gpu::describe() const {
  return "sm_" + std::to_string(major * 10 + minor) + " (" + name + ")";
}

Status Gpu::synchronize(const std::string &what) const {
  return driver.check(driver.cuStreamSynchronize(stream), what);
}

Result<std::unique_ptr<DeviceBuffer>> DeviceBuffer::allocate(const Gpu &gpu, size_t bytes,
                                                             const std::string &what) {
  std::unique_ptr<DeviceBuffer> memory(new DeviceBuffer(gpu));
  if (int error = gpu.driver.cuMemAlloc(&memory->start, bytes ? bytes : 1)) {
    memory->start = 0;
    return gpu.driver.check(error, "allocating " + std::to_string(bytes) + " bytes on " + gpu.name +
                                       " for " + what);
  }
  return memory;
}
