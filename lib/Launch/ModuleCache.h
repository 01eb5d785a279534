//===- ModuleCache.h - a package's code on its devices -----------*- C++ -*-===//
//
// Loads the code of a package into each CUDA context once, at the first launch there or
// when asked. Looking a loaded one up takes no lock.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_LAUNCH_MODULECACHE_H
#define NORMC_LIB_LAUNCH_MODULECACHE_H

#include "CudaDriver.h"
#include "normc/Launch/Package.h"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>

namespace normc {

/// The code for one chip, loaded into one context.
struct LoadedModule {
  uint64_t contextId = 0;
  cuda::Device device = 0;
  cuda::Module module = nullptr;
  const PackageChip *chip = nullptr;
  /// For each of the package's functions the kernels of its launches, one launch after another.
  std::vector<std::vector<cuda::Function>> kernels;
};

class ModuleCache {
public:
  /// The package must outlive the cache.
  explicit ModuleCache(const Package &package) : package(package) {}
  /// Unloads what is in the current context and in primary contexts; what is in others goes
  /// with them.
  ~ModuleCache();

  /// The module of the current context, loaded if it is not yet. Refuses to load while
  /// `stream` (if any) is being captured.
  Result<const LoadedModule *> get(const cuda::Stream *stream);

  /// Valid once get has succeeded.
  const cuda::Driver &getDriver() const { return *driver.load(std::memory_order_acquire); }

private:
  const LoadedModule *find(uint64_t contextId) const;
  Result<const LoadedModule *> load(const cuda::Stream *stream);

  static constexpr int maxModules = 64;

  const Package &package;
  std::atomic<const cuda::Driver *> driver{nullptr};
  std::mutex mutex; ///< held while loading
  std::array<std::unique_ptr<LoadedModule>, maxModules> modules;
  std::atomic<int> numModules{0};
};

} // namespace normc

#endif // NORMC_LIB_LAUNCH_MODULECACHE_H
