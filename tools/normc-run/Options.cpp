//===- Options.cpp - the command line of normc-run ------------------------===//
//
// Declares the flags and checks what can be checked without reading a file.
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "normc/Schedule/ConfigOverrides.h"
#include "normc/Schedule/TargetInfo.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace normc;
namespace cl = llvm::cl;

static cl::OptionCategory category("normc-run options");

static cl::opt<std::string> inputFile(cl::Positional, cl::desc("<input .mlir, - for stdin>"),
                                      cl::init("-"), cl::cat(category));
static cl::opt<std::string>
    arch("arch", cl::desc("the chip to schedule for (default: the GPU's, or sm_90)"),
         cl::value_desc("chip"), cl::cat(category));
static cl::opt<DeviceChoice> device(
    "device", cl::desc("where to run:"), cl::init(DeviceChoice::Auto), cl::cat(category),
    cl::values(clEnumValN(DeviceChoice::Auto, "auto", "the GPU if there is one for the chip"),
               clEnumValN(DeviceChoice::Gpu, "gpu", "the first GPU"),
               clEnumValN(DeviceChoice::Emulator, "emulator", "the CPU emulator")));
static cl::opt<std::string> functionName("function",
                                         cl::desc("the function to run (default: the only one)"),
                                         cl::value_desc("name"), cl::cat(category));
static cl::list<std::string>
    shapes("shape", cl::CommaSeparated,
           cl::desc("sizes of dynamic axes, by the names of norm.dims or s0, s1, ..."),
           cl::value_desc("name=size,..."), cl::cat(category));
static cl::list<std::string> inputs("input",
                                    cl::desc("an argument's values: a .npy file, or a number"),
                                    cl::value_desc("name=file"), cl::cat(category));
static cl::list<std::string> outputs("output",
                                     cl::desc("write a result (result0, ...) to a .npy file"),
                                     cl::value_desc("name=file"), cl::cat(category));
static cl::opt<uint64_t> seed("seed", cl::desc("seed of the other inputs"), cl::init(1),
                              cl::cat(category));
static cl::opt<std::string>
    distribution("distribution", cl::init("normal"), cl::cat(category),
                 cl::desc("normal, uniform, integers, offset, ones or specials"));
static cl::list<std::string>
    layouts("layout", cl::CommaSeparated, cl::cat(category), cl::value_desc("[name=]layout,..."),
            cl::desc("dense, strided, misaligned or expanded, for all or one tensor"));
static cl::list<std::string>
    inPlace("in-place", cl::CommaSeparated, cl::cat(category),
            cl::value_desc("result=argument,..."),
            cl::desc("give a result the memory of an argument, which the graph permits by "
                     "norm.in_place"));
static cl::opt<bool> check("check",
                           cl::desc("compare every result with the reference, bit for bit"),
                           cl::cat(category));
static cl::opt<bool> everyConfig("every-config", cl::cat(category),
                                 cl::desc("check every thread count and piece that fits the row"));
static cl::opt<bool>
    timeIt("time", cl::cat(category),
           cl::desc("check, then time on the GPU beside a copy of the same bytes"));
static cl::list<std::string> baselines(
    "baseline", cl::CommaSeparated, cl::cat(category), cl::value_desc("name,..."),
    cl::desc("with --time: time these too: memcpy (a copy of as many bytes), cublas (what "
             "it can do in f32 of as many rows and columns; NORMC_CUBLAS=<path> names "
             "the library)"));
static cl::opt<bool> pdl("pdl", cl::cat(category),
                         cl::desc("launch with programmatic dependent launch (GPU)"));
static cl::opt<std::string> jsonFile("json", cl::desc("with --time: write the times as JSON too"),
                                     cl::value_desc("file"), cl::cat(category));
static cl::opt<std::string>
    tuneFile("tune",
             cl::desc("time every config worth trying (GPU); all go to the file, from which an "
                      "interrupted search goes on"),
             cl::value_desc("file"), cl::cat(category));
static cl::opt<bool>
    noMemoryChecks("no-memory-checks", cl::cat(category),
                   cl::desc("run without the emulator's checks of accesses and exchanges"));
static cl::opt<bool> noFusion("no-fusion", cl::desc("one launch for each operation"),
                              cl::cat(category));
static cl::opt<std::string> numerics("numerics", cl::desc("strict or relaxed"),
                                     cl::value_desc("law"), cl::cat(category));
static cl::opt<std::string> config("config", cl::cat(category),
                                   cl::desc("keys of a row_config that take the place of the "
                                            "heuristic's: threads_per_row=128,caching=streaming"),
                                   cl::value_desc("key=value,..."));

int normc::fail(ExitCode code, const llvm::Twine &message) {
  llvm::errs() << "normc-run: error: " << message << "\n";
  return code;
}

int normc::fail(const Status &error) {
  return fail(static_cast<ExitCode>(error.getKind()), error.getMessage());
}

std::pair<llvm::StringRef, llvm::StringRef> normc::splitPair(llvm::StringRef text) {
  auto [name, value] = text.split('=');
  return text.contains('=') ? std::pair(name, value) : std::pair(llvm::StringRef(), text);
}

static int readBaselines(Options &options) {
  for (const std::string &name : baselines) {
    if (name == "memcpy")
      options.comparesMemcpy = true;
    else if (name == "cublas")
      options.comparesCuBlas = true;
    else
      return fail(WrongUsage,
                  "--baseline: unknown baseline '" + name + "', expected memcpy or cublas");
  }
  if (!baselines.empty() && !timeIt)
    return fail(WrongUsage, "--baseline is timed beside the function: it needs --time");
  return Done;
}

int normc::readCommandLine(int argc, char **argv, Options &options) {
  cl::HideUnrelatedOptions(category);
  std::string parseErrors;
  llvm::raw_string_ostream parseStream(parseErrors);
  if (!cl::ParseCommandLineOptions(argc, argv, "normc-run: runs a graph and checks its results\n",
                                   &parseStream)) {
    llvm::StringRef message = llvm::StringRef(parseErrors).trim();
    message.consume_front("normc-run: ");
    // A value that an option refuses has been reported by the option.
    return message.empty() ? WrongUsage : fail(WrongUsage, message);
  }
  if (!numerics.empty() && numerics != "strict" && numerics != "relaxed")
    return fail(WrongUsage, "unknown law '" + numerics + "', expected strict or relaxed");
  if (timeIt && device == DeviceChoice::Emulator)
    return fail(WrongUsage, "--time needs a GPU, the emulator has no times to show");
  if (!jsonFile.empty() && !timeIt)
    return fail(WrongUsage, "--json writes times: it needs --time");
  if (pdl && device == DeviceChoice::Emulator)
    return fail(WrongUsage, "--pdl needs a GPU, the emulator runs one launch after another");
  if (!tuneFile.empty() && device == DeviceChoice::Emulator)
    return fail(WrongUsage, "--tune needs a GPU, the emulator has no times to compare");
  if (!tuneFile.empty() && (everyConfig || timeIt || !config.empty()))
    return fail(WrongUsage, "--tune has no place beside --time, --every-config or --config");
  if (!tuneFile.empty() && !inPlace.empty())
    return fail(WrongUsage, "--tune has no place beside --in-place: calls would change the inputs");
  if (auto overrides = parseConfigOverrides(config); !overrides)
    return fail(WrongUsage, "--config: " + llvm::toString(overrides.takeError()));
  if (int code = readBaselines(options))
    return code;
  if (!arch.empty()) {
    options.target = lookUpTarget(arch);
    if (!options.target)
      return fail(BadInput,
                  "unknown chip '" + arch + "', did you mean '" + getNearestTarget(arch) + "'?");
  }
  options.inputFile = inputFile;
  options.functionName = functionName;
  options.numerics = numerics;
  options.distribution = distribution;
  options.jsonFile = jsonFile;
  options.tuneFile = tuneFile;
  options.device = device;
  options.shapes = shapes;
  options.inputs = inputs;
  options.outputs = outputs;
  options.layouts = layouts;
  options.inPlace = inPlace;
  options.seed = seed;
  // What is timed is checked first, and configs are there to be compared.
  options.checks = check || timeIt || everyConfig;
  options.everyConfig = everyConfig;
  options.checksMemory = !noMemoryChecks;
  options.fuses = !noFusion;
  options.times = timeIt;
  options.startsEarly = pdl;
  options.config = config;
  return Done;
}
