//===- DeviceCopies.h - copies from device to device -------------*- C++ -*-===//
//
// The roof that everything is held against, and itself a baseline.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_DEVICECOPIES_H
#define NORMC_TOOLS_NORMC_RUN_DEVICECOPIES_H

#include "Baseline.h"

namespace normc {

/// Copies that move the bytes of another call, half of them read and half written.
class DeviceCopies : public Baseline {
public:
  DeviceCopies(const Gpu &gpu, int64_t bytes);

  /// The same or a little more: the next size at which a copy inside a graph is at its best.
  static int64_t roundedUp(int64_t bytes);

  std::string getName() const override { return "memcpy"; }
  int64_t numBytes() const override { return 2 * half; }
  Status place(int64_t count) override;
  Status enqueue(int64_t set) override;
  Status check(int64_t set) override;

private:
  cuda::Pointer sourceOf(int64_t set) const { return memory->start + set * 2 * pitch; }
  cuda::Pointer targetOf(int64_t set) const { return sourceOf(set) + pitch; }

  const Gpu &gpu;
  int64_t half; ///< bytes read, and as many written
  int64_t pitch;
  std::unique_ptr<DeviceBuffer> memory;
};

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_DEVICECOPIES_H
