//===- Gpu.h - the device that normc-run uses --------------------*- C++ -*-===//
//
// The first GPU, its context and stream, and memory on it.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_GPU_H
#define NORMC_TOOLS_NORMC_RUN_GPU_H

#include "Launch/CudaDriver.h"

#include <memory>
#include <string>

namespace normc {

struct TargetInfo;

/// The first device; its primary context is current as long as this lives.
class Gpu {
public:
  /// Says why there is none.
  static Result<std::unique_ptr<Gpu>> open();
  ~Gpu();
  Gpu(const Gpu &) = delete;
  Gpu &operator=(const Gpu &) = delete;

  /// The known chip whose code suits the device best: its own, else the nearest before it of
  /// the same major version. Null where there is none.
  const TargetInfo *findTarget() const;
  /// Whether the device runs code for the chip.
  bool runs(const TargetInfo &target) const;
  /// "sm_90 (NVIDIA H200)".
  std::string describe() const;
  /// Waits for everything on the stream.
  Status synchronize(const std::string &what) const;

  const cuda::Driver &driver;
  cuda::Device device = 0;
  cuda::Stream stream = nullptr;
  std::string name;
  std::string driverVersion; ///< "580.159 (CUDA 13.0)", the first part where Linux tells it
  int major = 0, minor = 0;
  int smKilohertz = 0, memoryKilohertz = 0, l2Bytes = 0, smCount = 0;

private:
  explicit Gpu(const cuda::Driver &driver) : driver(driver) {}
  Status start();

  cuda::Context context = nullptr;
};

/// Memory on the device, freed with this.
class DeviceBuffer {
public:
  static Result<std::unique_ptr<DeviceBuffer>> allocate(const Gpu &gpu, size_t bytes,
                                                        const std::string &what);
  ~DeviceBuffer() { gpu.driver.cuMemFree(start); }
  DeviceBuffer(const DeviceBuffer &) = delete;
  DeviceBuffer &operator=(const DeviceBuffer &) = delete;

  cuda::Pointer start = 0; ///< a multiple of 256

private:
  explicit DeviceBuffer(const Gpu &gpu) : gpu(gpu) {}

  const Gpu &gpu;
};

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_GPU_H
