//===- PackageFormat.h - the bytes of a package ------------------*- C++ -*-===//
//
// What reader and writer agree on. README.md describes the format.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_LAUNCH_PACKAGEFORMAT_H
#define NORMC_LIB_LAUNCH_PACKAGEFORMAT_H

#include <cstdint>
#include <string_view>

namespace normc {

constexpr std::string_view packageMagic = "NORMC001";
constexpr int64_t packageFormat = 3;
/// Magic and header length.
constexpr uint64_t packagePrefixBytes = 16;
constexpr uint64_t blobAlignment = 16;
/// Far above any module's; bounds what a lying length makes the reader hold.
constexpr uint64_t maxHeaderBytes = uint64_t(1) << 26;

/// CRC-32 as zlib's crc32.
uint32_t crc32Of(std::string_view bytes);

/// Whether `chip` is "sm_" and a number from 10 to 999, perhaps with an 'a' or an 'f'.
bool isChipName(std::string_view chip);

} // namespace normc

#endif // NORMC_LIB_LAUNCH_PACKAGEFORMAT_H
