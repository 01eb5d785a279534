//===- ModuleCache.cpp - a package's code on its devices ------------------===//
//
// Chooses code for the device, has the driver assemble and load it, and finds its kernels.
//
//===----------------------------------------------------------------------===//

#include "ModuleCache.h"

#include "ChooseChip.h"

#include <algorithm>

using namespace normc;
using namespace normc::cuda;

//===----------------------------------------------------------------------===//
// Loading one module
//===----------------------------------------------------------------------===//

namespace {
/// Loads a package's code into the current context.
class ModuleLoader {
public:
  ModuleLoader(const Driver &driver, const Package &package) : driver(driver), package(package) {}
  Status run(LoadedModule &loaded);

private:
  Status readDevice(Device device);
  Status chooseAndLoad(LoadedModule &loaded);
  int loadBlob(const ChipChoice &choice, LoadedModule &loaded, Status &status);
  Status findKernels(LoadedModule &loaded);
  Status checkKernel(const PlanKernel &kernel, Function function);

  const Driver &driver;
  const Package &package;
  int major = 0, minor = 0;
  std::string deviceName; ///< "sm_90 (NVIDIA H200)"
};
} // namespace

Status ModuleLoader::readDevice(Device device) {
  char name[128] = "";
  for (Status status :
       {driver.checkLaterCall(driver.cuDeviceGetAttribute(&major, ComputeCapabilityMajor, device),
                              "reading the device's compute capability"),
        driver.checkLaterCall(driver.cuDeviceGetAttribute(&minor, ComputeCapabilityMinor, device),
                              "reading the device's compute capability"),
        driver.checkLaterCall(driver.cuDeviceGetName(name, sizeof name, device),
                              "reading the device's name")})
    if (!status.isOk())
      return status;
  deviceName = "sm_" + std::to_string(major * 10 + minor) + " (" + name + ")";
  return {};
}

/// The version that PTX asks for: "8.0".
static std::string versionOf(const std::string &ptx) {
  const std::string directive = ".version ";
  size_t start = ptx.find(directive);
  if (start == std::string::npos)
    return "unknown";
  start += directive.size();
  return ptx.substr(start, std::min<size_t>(ptx.find_first_of(" \t\r\n", start) - start, 8));
}

/// The driver's code for the error; what is passed over is left in `status` too.
int ModuleLoader::loadBlob(const ChipChoice &choice, LoadedModule &loaded, Status &status) {
  char log[8192] = "";
  int options[] = {JitErrorLogBuffer, JitErrorLogBufferSize};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
  int error =
      driver.cuModuleLoadDataEx(&loaded.module, choice.blob->data.c_str(), 2, options, values);
  if (error == Success)
    return error;
  bool isPtx = choice.blob->kind == PackageBlob::Ptx;
  std::string what = std::string(isPtx ? "assembling the PTX" : "loading the cubin") + " of " +
                     choice.chip->chip + " on " + deviceName;
  log[sizeof log - 1] = 0;
  status = driver.checkLaterCall(error, what);
  if (error == UnsupportedPtxVersion && isPtx)
    status = Status(status.getKind(), status.getMessage() + ": it is PTX " +
                                          versionOf(choice.blob->data) +
                                          ", the driver is for CUDA " + driver.describeVersion());
  if (log[0])
    status = Status(status.getKind(), status.getMessage() + ": " + log);
  return error;
}

/// Takes the best code that the driver can load: one older than the code may not know its PTX
/// version or the format of its cubin, or may have no assembler.
Status ModuleLoader::chooseAndLoad(LoadedModule &loaded) {
  std::vector<ChipChoice> choices = runnableOn(package, major, minor);
  if (choices.empty()) {
    std::string chips;
    for (const PackageChip &chip : package.chips)
      chips += (chips.empty() ? "" : ", ") + chip.chip;
    return environmentError("the package has code for " + chips + ", none runs on " + deviceName);
  }
  Status first;
  for (const ChipChoice &choice : choices) {
    Status status;
    switch (loadBlob(choice, loaded, status)) {
    case Success:
      loaded.chip = choice.chip;
      return {};
    case InvalidImage:
    case NoBinaryForGpu:
    case JitCompilerNotFound:
    case UnsupportedPtxVersion:
    case JitCompilationDisabled:
      if (first.isOk())
        first = status;
      continue;
    default:
      return status;
    }
  }
  return first;
}

/// The plan's block and parameters against the code's, so that a package whose parts do not
/// belong together never reads past the parameters. Reading an attribute also makes the driver
/// load the kernel now, not at the first launch.
Status ModuleLoader::checkKernel(const PlanKernel &kernel, Function function) {
  constexpr int maxThreadsAttribute = 0;
  int maxThreads = 0;
  if (Status status = driver.checkLaterCall(
          driver.cuFuncGetAttribute(&maxThreads, maxThreadsAttribute, function),
          "loading the kernel '" + kernel.name + "'");
      !status.isOk())
    return status;
  int64_t threads = kernel.threadsPerRow * kernel.rowsPerCta;
  if (threads > maxThreads)
    return badInput("the kernel '" + kernel.name + "' runs with at most " +
                    std::to_string(maxThreads) + " threads a CTA, the plan has " +
                    std::to_string(threads));
  if (!driver.cuFuncGetParamInfo)
    return {};
  size_t offset, size, count = 0;
  while (driver.cuFuncGetParamInfo(function, count, &offset, &size) == Success) {
    if (count < kernel.parameters.size()) {
      size_t wanted = kernel.parameters[count].kind == PlanParameter::Number ? 4 : 8;
      if (size != wanted)
        return badInput("parameter " + std::to_string(count) + " of the kernel '" + kernel.name +
                        "' has " + std::to_string(size) + " bytes, the plan passes " +
                        std::to_string(wanted));
    }
    ++count;
  }
  if (count != kernel.parameters.size())
    return badInput("the kernel '" + kernel.name + "' takes " + std::to_string(count) +
                    " parameters, the plan passes " + std::to_string(kernel.parameters.size()));
  return {};
}

Status ModuleLoader::findKernels(LoadedModule &loaded) {
  for (const Plan &plan : loaded.chip->plans) {
    std::vector<Function> &kernels = loaded.kernels.emplace_back();
    for (const PlanLaunch &launch : plan.launches)
      for (const PlanKernel &kernel : launch.kernels) {
        Function function = nullptr;
        Status status = driver.checkLaterCall(
            driver.cuModuleGetFunction(&function, loaded.module, kernel.name.c_str()),
            "finding the kernel '" + kernel.name + "' in the code of " + loaded.chip->chip);
        if (status.isOk())
          status = checkKernel(kernel, function);
        if (!status.isOk())
          return status;
        kernels.push_back(function);
      }
  }
  return {};
}

Status ModuleLoader::run(LoadedModule &loaded) {
  Status status =
      driver.checkLaterCall(driver.cuCtxGetDevice(&loaded.device), "reading the current device");
  if (status.isOk())
    status = readDevice(loaded.device);
  if (status.isOk())
    status = chooseAndLoad(loaded);
  if (!status.isOk())
    return status;
  status = findKernels(loaded);
  if (!status.isOk())
    driver.cuModuleUnload(loaded.module);
  return status;
}

//===----------------------------------------------------------------------===//
// The cache
//===----------------------------------------------------------------------===//

const LoadedModule *ModuleCache::find(uint64_t contextId) const {
  int count = numModules.load(std::memory_order_acquire);
  for (int i = 0; i < count; ++i)
    if (modules[i]->contextId == contextId)
      return modules[i].get();
  return nullptr;
}

Result<const LoadedModule *> ModuleCache::get(const Stream *stream) {
  uint64_t contextId;
  const Driver *known = driver.load(std::memory_order_acquire);
  if (known && known->currentContextId(contextId) == Success)
    if (const LoadedModule *found = find(contextId))
      return found;
  return load(stream);
}

/// Whether work on the stream is being recorded rather than run.
static bool isCapturing(const Driver &driver, Stream stream) {
  int state = 0;
  int error = driver.cuStreamIsCapturing(stream, &state);
  // The second: the default stream while another is captured.
  return (error == Success && state != 0) || error == StreamCaptureImplicit;
}

Result<const LoadedModule *> ModuleCache::load(const Stream *stream) {
  Result<const Driver *> opened = Driver::get();
  if (!opened.isOk())
    return opened.getError();
  const Driver &api = **opened;
  Context context = nullptr;
  if (Status status =
          api.checkLaterCall(api.cuCtxGetCurrent(&context), "reading the current context");
      !status.isOk())
    return status;
  if (!context)
    return wrongUsage("no CUDA context is current on this thread: call cudaSetDevice or "
                      "cuCtxSetCurrent first");
  uint64_t contextId;
  if (Status status =
          api.checkLaterCall(api.currentContextId(contextId), "reading the current context");
      !status.isOk())
    return status;

  std::lock_guard<std::mutex> lock(mutex);
  driver.store(&api, std::memory_order_release);
  if (const LoadedModule *found = find(contextId))
    return found; // another thread was first
  if (stream && isCapturing(api, *stream))
    return wrongUsage("the code is not loaded yet, and cannot be while the stream is captured: "
                      "call normc_prepare before the capture");
  int count = numModules.load(std::memory_order_relaxed);
  if (count == maxModules)
    return environmentError("the package is loaded in " + std::to_string(maxModules) +
                            " contexts, the most it can be");
  auto loaded = std::make_unique<LoadedModule>();
  loaded->contextId = contextId;
  if (Status status = ModuleLoader(api, package).run(*loaded); !status.isOk())
    return status;
  modules[count] = std::move(loaded);
  numModules.store(count + 1, std::memory_order_release);
  return modules[count].get();
}

/// Unloads a module whose context is not current, if that is the device's primary context and
/// still the same one. Another context may be gone, and asking about one that is gone crashes.
static void unloadFromPrimary(const Driver &driver, const LoadedModule &loaded) {
  unsigned flags;
  int isActive = 0;
  Context previous = nullptr, primary = nullptr;
  uint64_t contextId;
  if (driver.cuDevicePrimaryCtxGetState(loaded.device, &flags, &isActive) != Success || !isActive ||
      driver.cuCtxGetCurrent(&previous) != Success ||
      driver.cuDevicePrimaryCtxRetain(&primary, loaded.device) != Success)
    return;
  if (driver.cuCtxSetCurrent(primary) == Success) {
    if (driver.currentContextId(contextId) == Success && contextId == loaded.contextId)
      driver.cuModuleUnload(loaded.module);
    driver.cuCtxSetCurrent(previous);
  }
  driver.cuDevicePrimaryCtxRelease(loaded.device);
}

ModuleCache::~ModuleCache() {
  const Driver *api = driver.load();
  int count = numModules.load();
  for (int i = 0; i < count; ++i) {
    uint64_t contextId;
    if (api->currentContextId(contextId) == Success && contextId == modules[i]->contextId)
      api->cuModuleUnload(modules[i]->module);
    else
      unloadFromPrimary(*api, *modules[i]);
  }
}
