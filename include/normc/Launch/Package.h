//===- Package.h - the file that a program loads -----------------*- C++ -*-===//
//
// A package holds what a module of functions compiled to: for each chip the code and the
// plans. lib/Launch/README.md describes its bytes.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LAUNCH_PACKAGE_H
#define NORMC_LAUNCH_PACKAGE_H

#include "normc/Launch/Plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace normc {

/// Code of all kernels of one chip.
struct PackageBlob {
  enum Kind { Ptx, Cubin } kind = Ptx;
  std::string data;
};

struct PackageChip {
  std::string chip; ///< "sm_90", "sm_90a"
  /// Whether every kernel waits for the launch before it (PDL) ahead of its first access.
  bool waits = false;
  std::vector<PackageBlob> blobs;
  /// A plan for each of the package's functions, in their order. Names, dimensions and tensors
  /// are the same for every chip; launches are the chip's own.
  std::vector<Plan> plans;
};

struct PackageFunction {
  std::string name;
  bool isRelaxed = false;
};

struct Package {
  std::string compiler; ///< the version that wrote it
  std::vector<PackageFunction> functions;
  std::vector<PackageChip> chips;
};

/// The bytes of a package; says what is unsound in it.
Result<std::string> writePackage(const Package &package);

/// Reads a package and checks every number in it: what is read can be launched without
/// another check of the plan.
Result<Package> readPackage(std::string_view bytes);

/// Reads a file.
Result<Package> loadPackage(const std::string &path);

} // namespace normc

#endif // NORMC_LAUNCH_PACKAGE_H
