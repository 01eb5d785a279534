//===- PackageFormat.cpp - the bytes of a package -------------------------===//
//
// The checksum and the spelling of chips.
//
//===----------------------------------------------------------------------===//

#include "PackageFormat.h"

#include <algorithm>
#include <array>

using namespace normc;

static constexpr std::array<uint32_t, 256> makeTable() {
  constexpr uint32_t polynomial = 0xedb88320;
  std::array<uint32_t, 256> table{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit)
      value = (value >> 1) ^ (value & 1 ? polynomial : 0);
    table[byte] = value;
  }
  return table;
}

uint32_t normc::crc32Of(std::string_view bytes) {
  static constexpr std::array<uint32_t, 256> table = makeTable();
  uint32_t crc = ~0u;
  for (unsigned char byte : bytes)
    crc = (crc >> 8) ^ table[(crc ^ byte) & 0xff];
  return ~crc;
}

bool normc::isChipName(std::string_view chip) {
  if (chip.substr(0, 3) != "sm_")
    return false;
  chip.remove_prefix(3);
  if (!chip.empty() && (chip.back() == 'a' || chip.back() == 'f'))
    chip.remove_suffix(1);
  return (chip.size() == 2 || chip.size() == 3) && chip[0] != '0' &&
         std::all_of(chip.begin(), chip.end(), [](char c) { return c >= '0' && c <= '9'; });
}
