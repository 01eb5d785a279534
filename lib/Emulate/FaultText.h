//===- FaultText.h - faults in words -----------------------------*- C++ -*-===//
//
// Words for what the checks find: one line each, with the operation's place in the
// source and the thread.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_EMULATE_FAULTTEXT_H
#define NORMC_LIB_EMULATE_FAULTTEXT_H

#include "Checks.h"

namespace normc::emulate {

class FaultText {
public:
  struct ThreadPlace {
    std::array<int64_t, 3> thread;
    std::array<int64_t, 3> cta;
  };

  FaultText(const KernelInfo &kernel, llvm::ArrayRef<KernelArgument> arguments, Dim3 ctaExtent,
            Dim3 grid)
      : kernel(kernel), arguments(arguments), ctaExtent(ctaExtent), grid(grid) {}

  /// "(x, y, z)".
  static std::string triple(const std::array<int64_t, 3> &extents);

  std::string describe(uint32_t op, const Conflict &conflict) const;

  /// The whole line.
  std::string compose(uint32_t op, const std::string &text, const ThreadPlace &place) const;

private:
  std::string describeShared(const OpInfo &op, const Conflict &conflict) const;
  std::string describeGlobal(const OpInfo &op, const Conflict &conflict) const;
  std::string nameOf(ThreadNumber number) const;

  const KernelInfo &kernel;
  llvm::ArrayRef<KernelArgument> arguments;
  Dim3 ctaExtent;
  Dim3 grid;
};

} // namespace normc::emulate

#endif // NORMC_LIB_EMULATE_FAULTTEXT_H
