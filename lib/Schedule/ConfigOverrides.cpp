//===- ConfigOverrides.cpp - what a user fixes of every config ------------===//
//
// The text form of overrides, with the keys of #sched.row_config.
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/ConfigOverrides.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace normc;
using llvm::StringRef;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

static llvm::Error setNumber(StringRef key, StringRef value, std::optional<int64_t> &number) {
  int64_t least = key == "min_ctas_per_sm" ? 0 : 1, parsed;
  if (value.getAsInteger(10, parsed) || parsed < least)
    return makeError(key + " must be a number of at least " + llvm::Twine(least) + ", got '" +
                     value + "'");
  number = parsed;
  return llvm::Error::success();
}

template <typename Enum>
static llvm::Error setName(StringRef key, StringRef value, const llvm::Twine &accepted,
                           std::optional<Enum> parsed, std::optional<Enum> &name) {
  if (!parsed)
    return makeError(key + " must be " + accepted + ", got '" + value + "'");
  name = parsed;
  return llvm::Error::success();
}

static llvm::Error setKey(ConfigOverrides &overrides, StringRef key, StringRef value) {
  using namespace sched;
  auto number = llvm::StringSwitch<std::optional<int64_t> *>(key)
                    .Case("threads_per_row", &overrides.threadsPerRow)
                    .Case("ctas_per_row", &overrides.ctasPerRow)
                    .Case("rows_per_cta", &overrides.rowsPerCta)
                    .Case("rows_per_thread", &overrides.rowsPerThread)
                    .Case("vector_width", &overrides.vectorWidth)
                    .Case("min_ctas_per_sm", &overrides.minCtasPerSm)
                    .Default(nullptr);
  if (number)
    return setNumber(key, value, *number);
  if (key == "residency")
    return setName(key, value, "registers, reread or looped", symbolizeResidency(value),
                   overrides.residency);
  if (key == "operand_loads")
    return setName(key, value, "early or late", symbolizeOperandLoads(value),
                   overrides.operandLoads);
  if (key == "caching")
    return setName(key, value, "plain or streaming", symbolizeCaching(value), overrides.caching);
  return makeError("unknown key '" + key +
                   "' of a config, expected threads_per_row, ctas_per_row, rows_per_cta, "
                   "rows_per_thread, vector_width, residency, operand_loads, caching or "
                   "min_ctas_per_sm");
}

llvm::Expected<ConfigOverrides> normc::parseConfigOverrides(StringRef text) {
  ConfigOverrides overrides;
  llvm::StringSet<> seen;
  llvm::SmallVector<StringRef> parts;
  text.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    auto [key, value] = part.split('=');
    key = key.trim();
    if (!seen.insert(key).second)
      return makeError("'" + key + "' of a config is given twice");
    if (llvm::Error error = setKey(overrides, key, value.trim()))
      return error;
  }
  return overrides;
}
