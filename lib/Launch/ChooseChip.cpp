//===- ChooseChip.cpp - which code runs on a device -----------------------===//
//
// PTX runs on its chip and every later one; a cubin on its chip and later ones of the same
// major version. The suffix 'a' ties both to the one chip, 'f' to the major version.
//
//===----------------------------------------------------------------------===//

#include "ChooseChip.h"

#include <algorithm>
#include <cstdlib>

using namespace normc;

/// 90 of "sm_90a". The package's reader has checked the spelling.
static int numberOf(const std::string &chip) { return std::atoi(chip.c_str() + 3); }

static bool runsOn(const std::string &chip, PackageBlob::Kind kind, int major, int minor) {
  int number = numberOf(chip);
  if (chip.back() == 'a')
    return number == major * 10 + minor;
  if (kind == PackageBlob::Cubin || chip.back() == 'f')
    return number / 10 == major && number % 10 <= minor;
  return number <= major * 10 + minor;
}

std::vector<ChipChoice> normc::runnableOn(const Package &package, int major, int minor) {
  std::vector<ChipChoice> choices;
  for (const PackageChip &chip : package.chips)
    for (const PackageBlob &blob : chip.blobs)
      if (runsOn(chip.chip, blob.kind, major, minor))
        choices.push_back({&chip, &blob});
  std::sort(choices.begin(), choices.end(), [](const ChipChoice &a, const ChipChoice &b) {
    int left = numberOf(a.chip->chip), right = numberOf(b.chip->chip);
    if (left != right)
      return left > right;
    // Of one number the chip with a suffix uses more of it.
    if (a.chip->chip != b.chip->chip)
      return a.chip->chip.size() > b.chip->chip.size();
    if (a.blob->kind != b.blob->kind)
      return a.blob->kind == PackageBlob::Cubin;
    return a.blob < b.blob; // as the package lists them
  });
  return choices;
}
