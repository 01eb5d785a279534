//===- ConfigKeys.cpp - a config as keys and values -----------------------===//
//
// The keys of #sched.row_config.
//
//===----------------------------------------------------------------------===//

#include "ConfigKeys.h"

#include "llvm/ADT/StringExtras.h"

using namespace normc;

llvm::SmallVector<std::pair<llvm::StringRef, std::string>>
normc::configKeys(sched::RowConfigAttr config) {
  std::string access;
  llvm::raw_string_ostream os(access);
  llvm::interleaveComma(config.getAccessBits(), os);
  return {{"threads_per_row", std::to_string(config.getThreadsPerRow())},
          {"ctas_per_row", std::to_string(config.getCtasPerRow())},
          {"rows_per_cta", std::to_string(config.getRowsPerCta())},
          {"rows_per_thread", std::to_string(config.getRowsPerThread())},
          {"vector_width", std::to_string(config.getVectorWidth())},
          {"residency", sched::stringifyResidency(config.getResidency()).str()},
          {"operand_loads", sched::stringifyOperandLoads(config.getOperandLoads()).str()},
          {"caching", sched::stringifyCaching(config.getCaching()).str()},
          {"access_bits", "[" + access + "]"},
          {"min_ctas_per_sm", std::to_string(config.getMinCtasPerSm())}};
}
