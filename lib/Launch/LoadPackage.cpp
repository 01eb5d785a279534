//===- LoadPackage.cpp - a package from a file ----------------------------===//
//
// Reads a whole file, pipes included, up to a bound.
//
//===----------------------------------------------------------------------===//

#include "normc/Launch/Package.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

using namespace normc;

// A device that never ends is no package.
static constexpr size_t maxFileBytes = size_t(1) << 30;

Result<Package> normc::loadPackage(const std::string &path) {
  std::unique_ptr<FILE, int (*)(FILE *)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file)
    return environmentError("cannot open '" + path + "': " + std::strerror(errno));
  std::string bytes;
  char buffer[1 << 16];
  while (size_t count = std::fread(buffer, 1, sizeof buffer, file.get())) {
    bytes.append(buffer, count);
    if (bytes.size() > maxFileBytes)
      return badInput("'" + path + "' has more than " + std::to_string(maxFileBytes) + " bytes");
  }
  if (std::ferror(file.get()))
    return environmentError("cannot read '" + path + "': " + std::strerror(errno));
  Result<Package> package = readPackage(bytes);
  if (!package.isOk())
    return Status(package.getError().getKind(),
                  "'" + path + "': " + package.getError().getMessage());
  return package;
}
