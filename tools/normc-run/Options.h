//===- Options.h - the command line of normc-run -----------------*- C++ -*-===//
//
// What the user asked for, exit codes and how errors are reported.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_OPTIONS_H
#define NORMC_TOOLS_NORMC_RUN_OPTIONS_H

#include "normc/Launch/Status.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <cstdint>
#include <string>
#include <vector>

namespace normc {

struct TargetInfo;

/// Done, bad input or a result that differs, wrong usage, the environment.
enum ExitCode { Done = 0, BadInput = 1, WrongUsage = 2, Environment = 3 };

/// Prints one line and returns the code.
int fail(ExitCode code, const llvm::Twine &message);
/// The same for an error of the launcher, whose numbers are the exit codes.
int fail(const Status &error);

enum class DeviceChoice { Auto, Gpu, Emulator };

struct Options {
  std::string inputFile, functionName, numerics, distribution, jsonFile, tuneFile;
  const TargetInfo *target = nullptr; ///< of --arch; null: that of the device
  DeviceChoice device = DeviceChoice::Auto;
  std::vector<std::string> shapes, inputs, outputs, layouts, inPlace;
  uint64_t seed = 1;
  bool checks = false, everyConfig = false, checksMemory = true, fuses = true;
  bool times = false;
  bool comparesMemcpy = false, comparesCuBlas = false; ///< what is timed beside the function
  bool startsEarly = false;                            ///< programmatic dependent launch
  std::string config; ///< what takes the place of the heuristic's choice
};

/// Done, or the code to end with.
int readCommandLine(int argc, char **argv, Options &options);

/// `name=value`, split at the first `=`; the name may be missing.
std::pair<llvm::StringRef, llvm::StringRef> splitPair(llvm::StringRef text);

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_OPTIONS_H
