//===- Emulator.h - GPU kernels on the host ----------------------*- C++ -*-===//
//
// Runs the kernels of a gpu.module on the host, one fiber a thread, and checks
// what a GPU would not report: accesses outside a tensor, races, divergence.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_EMULATE_EMULATOR_H
#define NORMC_EMULATE_EMULATOR_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <string>

namespace normc {

/// One argument of a launch. A pointer is a tensor that occupies
/// [pointer, pointer + numBytes); its name is the one that faults call it by.
struct KernelArgument {
  enum Kind { Pointer, Integer, Float };

  Kind kind = Integer;
  std::string name;
  void *pointer = nullptr;
  int64_t numBytes = 0;
  int64_t integer = 0;
  float number = 0;

  static KernelArgument makePointer(llvm::StringRef name, void *pointer, int64_t numBytes) {
    return {Pointer, name.str(), pointer, numBytes, 0, 0};
  }
  static KernelArgument makeInteger(llvm::StringRef name, int64_t value) {
    return {Integer, name.str(), nullptr, 0, value, 0};
  }
  static KernelArgument makeFloat(llvm::StringRef name, float value) {
    return {Float, name.str(), nullptr, 0, 0, value};
  }
};

/// The extents of a grid in CTAs, or of a CTA in threads.
struct Dim3 {
  int64_t x = 1;
  int64_t y = 1;
  int64_t z = 1;
};

struct EmulatorOptions {
  /// Check every access and exchange. Without, only what would hang is reported
  /// (a barrier or shuffle that some threads never reach).
  bool checks = true;
  /// Use the vector units and conversion instructions of the pinned list where
  /// the host has them. The bits are the same without; tests hold that.
  bool hostFeatures = true;
};

/// The kernels of one gpu.module, compiled for the host. Several emulators may be
/// used at the same time, each by one thread.
class Emulator {
public:
  /// Lowers a clone of `module`; the module itself is not changed. A kernel is
  /// compiled at its first launch.
  static llvm::Expected<std::unique_ptr<Emulator>> create(mlir::gpu::GPUModuleOp module,
                                                          EmulatorOptions options = {});
  ~Emulator();

  /// Runs a kernel to its end or to the first fault, which is one line: where it
  /// stands in the source, what is wrong, the kernel, thread and CTA. `progress` is
  /// called now and then with the CTAs done and their total.
  llvm::Error launch(llvm::StringRef kernel, Dim3 grid, Dim3 block,
                     llvm::ArrayRef<KernelArgument> arguments,
                     llvm::function_ref<void(int64_t, int64_t)> progress = nullptr);

private:
  struct Impl;
  explicit Emulator(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace normc

#endif // NORMC_EMULATE_EMULATOR_H
