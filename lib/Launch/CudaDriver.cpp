//===- CudaDriver.cpp - the CUDA driver, opened at run time ---------------===//
//
// Finds the entry points in libcuda.so.1 and turns the driver's errors into messages.
//
//===----------------------------------------------------------------------===//

#include "CudaDriver.h"

#include <dlfcn.h>
#include <mutex>

using namespace normc;
using namespace normc::cuda;

namespace {
/// A member of the table and the names it has had, newest first.
struct EntryPoint {
  void *place;
  const char *name, *older;
  bool isOptional;
};
} // namespace

// Names that end in _v2 are those that cuda.h's macros give the plain ones: the plain export
// is an older ABI. Only where both have one ABI is the older a way out.
static std::string findEntryPoints(Driver &driver, void *library) {
  auto entry = [](auto &member, const char *name, const char *older = nullptr,
                  bool isOptional = false) { return EntryPoint{&member, name, older, isOptional}; };
  const EntryPoint entries[] = {
      entry(driver.cuInit, "cuInit"),
      entry(driver.cuDriverGetVersion, "cuDriverGetVersion"),
      entry(driver.cuGetErrorName, "cuGetErrorName"),
      entry(driver.cuGetErrorString, "cuGetErrorString"),
      entry(driver.cuDeviceGetCount, "cuDeviceGetCount"),
      entry(driver.cuDeviceGet, "cuDeviceGet"),
      entry(driver.cuDeviceGetName, "cuDeviceGetName"),
      entry(driver.cuDeviceGetAttribute, "cuDeviceGetAttribute"),
      entry(driver.cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain"),
      entry(driver.cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2",
            "cuDevicePrimaryCtxRelease"),
      entry(driver.cuDevicePrimaryCtxGetState, "cuDevicePrimaryCtxGetState"),
      entry(driver.cuCtxGetCurrent, "cuCtxGetCurrent"),
      entry(driver.cuCtxSetCurrent, "cuCtxSetCurrent"),
      entry(driver.cuCtxGetDevice, "cuCtxGetDevice"),
      entry(driver.cuCtxGetId, "cuCtxGetId", nullptr, true),
      entry(driver.cuModuleLoadDataEx, "cuModuleLoadDataEx"),
      entry(driver.cuModuleUnload, "cuModuleUnload"),
      entry(driver.cuModuleGetFunction, "cuModuleGetFunction"),
      entry(driver.cuFuncGetAttribute, "cuFuncGetAttribute"),
      entry(driver.cuFuncSetAttribute, "cuFuncSetAttribute"),
      entry(driver.cuFuncGetParamInfo, "cuFuncGetParamInfo", nullptr, true),
      entry(driver.cuLaunchKernel, "cuLaunchKernel"),
      entry(driver.cuLaunchKernelEx, "cuLaunchKernelEx"),
      entry(driver.cuPointerGetAttribute, "cuPointerGetAttribute"),
      entry(driver.cuMemAlloc, "cuMemAlloc_v2"),
      entry(driver.cuMemFree, "cuMemFree_v2"),
      entry(driver.cuMemcpyHtoD, "cuMemcpyHtoD_v2"),
      entry(driver.cuMemcpyDtoH, "cuMemcpyDtoH_v2"),
      entry(driver.cuMemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2"),
      entry(driver.cuMemsetD8Async, "cuMemsetD8Async"),
      entry(driver.cuStreamCreate, "cuStreamCreate"),
      entry(driver.cuStreamDestroy, "cuStreamDestroy_v2"),
      entry(driver.cuStreamSynchronize, "cuStreamSynchronize"),
      entry(driver.cuStreamIsCapturing, "cuStreamIsCapturing"),
      entry(driver.cuStreamBeginCapture, "cuStreamBeginCapture_v2"),
      entry(driver.cuStreamEndCapture, "cuStreamEndCapture"),
      entry(driver.cuGraphInstantiateWithFlags, "cuGraphInstantiateWithFlags"),
      entry(driver.cuGraphLaunch, "cuGraphLaunch"),
      entry(driver.cuGraphExecDestroy, "cuGraphExecDestroy"),
      entry(driver.cuGraphDestroy, "cuGraphDestroy"),
      entry(driver.cuEventCreate, "cuEventCreate"),
      entry(driver.cuEventDestroy, "cuEventDestroy_v2"),
      entry(driver.cuEventRecord, "cuEventRecord"),
      entry(driver.cuEventSynchronize, "cuEventSynchronize"),
      entry(driver.cuEventElapsedTime, "cuEventElapsedTime_v2", "cuEventElapsedTime"),
  };
  for (const EntryPoint &point : entries) {
    void *symbol = dlsym(library, point.name);
    if (!symbol && point.older)
      symbol = dlsym(library, point.older);
    if (!symbol && !point.isOptional)
      return point.name;
    *static_cast<void **>(point.place) = symbol;
  }
  return "";
}

std::string Driver::describeVersion() const {
  int version = 0;
  if (!cuDriverGetVersion || cuDriverGetVersion(&version) != Success)
    return "of unknown version";
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

static Status openDriver(Driver &driver) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    return environmentError(std::string("cannot open libcuda.so.1 (") +
                            (reason ? reason : "no reason given") +
                            "): install NVIDIA's driver, 12.0 or newer");
  }
  if (std::string missing = findEntryPoints(driver, library); !missing.empty())
    return environmentError("libcuda.so.1 has no " + missing + ": the driver is for CUDA " +
                            driver.describeVersion() + ", 12.0 or newer is needed");
  return driver.check(driver.cuInit(0), "cuInit");
}

Result<const Driver *> Driver::get() {
  static Driver driver{};
  static Status status;
  static std::once_flag once;
  std::call_once(once, [] { status = openDriver(driver); });
  if (!status.isOk())
    return status;
  return &driver;
}

std::string Driver::describe(int error) const {
  const char *name = nullptr, *text = nullptr;
  if (cuGetErrorName(error, &name) != Success || !name)
    return "error " + std::to_string(error);
  if (cuGetErrorString(error, &text) != Success || !text)
    return name;
  return std::string(name) + " (" + text + ")";
}

Status Driver::check(int error, const std::string &what) const {
  if (error == Success)
    return {};
  return environmentError(what + " failed: " + describe(error));
}

/// What a kernel leaves that went wrong: every later call into its context fails with it.
static bool isLeftByKernel(int error) {
  return error == IllegalAddress || error == LaunchTimeout || error == DeviceAssert ||
         (error >= HardwareStackError && error <= LaunchFailed);
}

Status Driver::checkLaterCall(int error, const std::string &what) const {
  Status status = check(error, what);
  if (!isLeftByKernel(error))
    return status;
  return {status.getKind(), status.getMessage() + ", left by a kernel launched before"};
}
