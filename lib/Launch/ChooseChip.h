//===- ChooseChip.h - which code runs on a device ----------------*- C++ -*-===//
//
// The rules by which a device runs code made for another chip.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_LAUNCH_CHOOSECHIP_H
#define NORMC_LIB_LAUNCH_CHOOSECHIP_H

#include "normc/Launch/Package.h"

namespace normc {

/// Code that a device can run, and the plans that go with it.
struct ChipChoice {
  const PackageChip *chip;
  const PackageBlob *blob;
};

/// All that a device of compute capability `major`.`minor` can run, best first: the nearest
/// chip first, and of one chip assembled code before PTX.
std::vector<ChipChoice> runnableOn(const Package &package, int major, int minor);

} // namespace normc

#endif // NORMC_LIB_LAUNCH_CHOOSECHIP_H
