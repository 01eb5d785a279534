//===- normc.cpp - the compiler driver ------------------------------------===//
//
// A graph in, any phase out. Exit codes: 0 done, 1 bad input, 2 wrong usage, 3 the
// environment (a file that cannot be read or written).
//
//===----------------------------------------------------------------------===//

#include "Sched/Sched.h"
#include "normc/InitAll.h"
#include "normc/PTX/AssembleCubin.h"
#include "normc/PTX/PlanComment.h"
#include "normc/Pipelines/Explain.h"
#include "normc/Pipelines/LoadModule.h"
#include "normc/Pipelines/MakePackage.h"
#include "normc/Pipelines/Pipelines.h"
#include "normc/Schedule/ConfigOverrides.h"
#include "normc/Schedule/TargetInfo.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/Timing.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace mlir;
using namespace normc;
namespace cl = llvm::cl;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

enum ExitCode { Done = 0, BadInput = 1, WrongUsage = 2, Environment = 3 };

static cl::OptionCategory category("normc options");

static cl::opt<std::string> inputFile(cl::Positional, cl::desc("<input .mlir, - for stdin>"),
                                      cl::init("-"), cl::cat(category));
static cl::opt<std::string>
    outputFile("o", cl::desc("output file, - for stdout; .normc: a package for the launcher"),
               cl::value_desc("file"), cl::init("-"), cl::cat(category));
static cl::list<std::string> archs("arch", cl::CommaSeparated,
                                   cl::desc("chips to compile for: sm_90, or a name such as h100"),
                                   cl::value_desc("chip,..."), cl::cat(category));
static cl::opt<std::string> compileTo("compile-to", cl::desc("stop after this phase"),
                                      cl::value_desc("phase"), cl::init("ptx"), cl::cat(category));
static cl::opt<std::string> compileFrom("compile-from",
                                        cl::desc("the input is the IR at the end of this phase"),
                                        cl::value_desc("phase"), cl::cat(category));
static cl::opt<std::string> dumpDirectory("dump-phases-to",
                                          cl::desc("write the IR at the end of each phase there"),
                                          cl::value_desc("directory"), cl::cat(category));
static cl::opt<std::string>
    numerics("numerics",
             cl::desc("strict keeps every rounding of the graph (default); relaxed keeps values in "
                      "f32 between operations and contracts"),
             cl::value_desc("law"), cl::cat(category));
static cl::opt<bool> addsCubins("cubin",
                                cl::desc("put a cubin for each chip into the package too: needs "
                                         "ptxas, from PATH or named by NORMC_PTXAS"),
                                cl::cat(category));
static cl::opt<bool> noFusion("no-fusion", cl::desc("one launch for each operation"),
                              cl::cat(category));
static cl::opt<std::string> config("config", cl::cat(category),
                                   cl::desc("keys of a row_config that take the place of the "
                                            "heuristic's: threads_per_row=128,caching=streaming"),
                                   cl::value_desc("key=value,..."));

static cl::opt<std::string>
    explain("explain", cl::ValueOptional, cl::cat(category), cl::value_desc("text|json"),
            cl::desc("instead of PTX, say what each launch computes and moves, its configs and "
                     "why, what they fill of an SM, and which fusions were not made"));
static cl::list<std::string> shapes(
    "shape", cl::CommaSeparated, cl::cat(category), cl::value_desc("name=size,..."),
    cl::desc("with --explain, sizes for predicted times: names of norm.dims or s0, s1, ..."));

static int fail(ExitCode code, const llvm::Twine &message) {
  llvm::errs() << "normc: error: " << message << "\n";
  return code;
}

static int fail(const Status &status) {
  return fail(static_cast<ExitCode>(status.getKind()), status.getMessage());
}

static std::string phaseNames() {
  std::string names;
  for (const PhaseInfo &info : getPhases())
    names += (names.empty() ? "" : ", ") + info.name.str();
  return names;
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

static LogicalResult refuseToWrite(StringRef path, const llvm::Twine &why) {
  fail(Environment, "cannot write '" + path + "': " + why);
  return failure();
}

/// Writes to a stream that is already there: stdout, a pipe, a device.
static LogicalResult writeStream(StringRef path, llvm::raw_fd_ostream &os,
                                 llvm::function_ref<void(llvm::raw_ostream &)> write) {
  write(os);
  os.flush();
  std::error_code error = os.error();
  if (!error)
    return success();
  os.clear_error();
  return refuseToWrite(path, error.message());
}

/// Writes a file whole or not at all.
static LogicalResult writeFile(StringRef path,
                               llvm::function_ref<void(llvm::raw_ostream &)> write) {
  if (path == "-")
    return writeStream(path, llvm::outs(), write);
  if (llvm::sys::fs::is_directory(path))
    return refuseToWrite(path, "is a directory");
  // A pipe or device must not be replaced by a file.
  if (llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path)) {
    std::error_code error;
    llvm::raw_fd_ostream os(path, error);
    return error ? refuseToWrite(path, error.message()) : writeStream(path, os, write);
  }
  llvm::Error error = llvm::writeToOutput(path, [&](llvm::raw_ostream &os) {
    write(os);
    return llvm::Error::success();
  });
  std::optional<std::string> message;
  llvm::handleAllErrors(std::move(error), [&](const llvm::ErrorInfoBase &info) {
    std::error_code code = info.convertToErrorCode();
    message = code == llvm::inconvertibleErrorCode() ? info.message() : code.message();
  });
  return message ? refuseToWrite(path, *message) : success();
}

/// The PTX of one chip's module, each binary after the plans that launch it.
static void printPtx(ModuleOp module, llvm::raw_ostream &os) {
  for (auto plan : module.getOps<sched::PlanOp>())
    printPlanComment(plan, os);
  for (auto binary : module.getOps<gpu::BinaryOp>())
    for (Attribute object : binary.getObjects())
      os << cast<gpu::ObjectAttr>(object).getObject().getValue();
}

static SmallVector<ModuleOp> chipModules(ModuleOp module) {
  return llvm::to_vector(module.getOps<ModuleOp>());
}

/// `path` with the chip before its extension.
static std::string pathOfChip(StringRef path, StringRef chip) {
  SmallString<128> result(path);
  StringRef extension = llvm::sys::path::extension(path);
  llvm::sys::path::replace_extension(result, chip + extension);
  return std::string(result);
}

/// Whether the output is a package: the plans, and the kernels for every chip.
static bool wantsPackage() { return llvm::sys::path::extension(outputFile) == ".normc"; }

/// Each chip's PTX also as code that the driver need not assemble.
static Status addCubins(StringRef ptxas, Package &package) {
  for (PackageChip &chip : package.chips) {
    std::vector<PackageBlob> cubins;
    for (const PackageBlob &blob : chip.blobs) {
      Result<std::string> cubin = assembleCubin(ptxas, chip.chip, blob.data);
      if (!cubin.isOk())
        return cubin.getError();
      cubins.push_back({PackageBlob::Cubin, std::move(*cubin)});
    }
    llvm::append_range(chip.blobs, cubins);
  }
  return {};
}

static int writePackageFile(ModuleOp module, StringRef ptxas) {
  FailureOr<Package> package = makePackage(module);
  if (failed(package))
    return BadInput;
  if (addsCubins)
    if (Status status = addCubins(ptxas, *package); !status.isOk())
      return fail(status);
  Result<std::string> bytes = writePackage(*package);
  if (!bytes.isOk())
    return fail(bytes.getError());
  return failed(writeFile(outputFile, [&](llvm::raw_ostream &os) { os << *bytes; })) ? Environment
                                                                                     : Done;
}

/// Writes the IR, or for the last phase the PTX of each chip.
static LogicalResult writeModule(ModuleOp module, Phase phase, StringRef path) {
  if (phase != Phase::Ptx)
    return writeFile(path, [&](llvm::raw_ostream &os) { module.print(os); });
  SmallVector<ModuleOp> modules = chipModules(module);
  for (ModuleOp chip : modules) {
    std::string file = modules.size() == 1 ? path.str() : pathOfChip(path, *chip.getSymName());
    if (failed(writeFile(file, [&](llvm::raw_ostream &os) { printPtx(chip, os); })))
      return failure();
  }
  return success();
}

/// DIR/<stem>.<n>.<phase>.mlir, and <stem>.<n>.<chip>.ptx at the end.
static LogicalResult dumpPhase(ModuleOp module, const PhaseInfo &info) {
  StringRef stem = inputFile == "-" ? "stdin" : llvm::sys::path::stem(inputFile);
  unsigned number = static_cast<unsigned>(info.phase);
  SmallString<128> path(dumpDirectory);
  if (info.phase == Phase::Ptx) {
    for (ModuleOp chip : chipModules(module)) {
      SmallString<128> file(path);
      llvm::sys::path::append(file,
                              stem + "." + llvm::Twine(number) + "." + *chip.getSymName() + ".ptx");
      if (failed(writeFile(file, [&](llvm::raw_ostream &os) { printPtx(chip, os); })))
        return failure();
    }
    return success();
  }
  llvm::sys::path::append(path, stem + "." + llvm::Twine(number) + "." + info.name + ".mlir");
  return writeFile(path, [&](llvm::raw_ostream &os) { module.print(os); });
}

static int writeExplanation(Explainer &explainer, const llvm::StringMap<int64_t> &shape) {
  if (Status status = explainer.setShape(shape); !status.isOk())
    return fail(status);
  LogicalResult written = writeFile(outputFile, [&](llvm::raw_ostream &os) {
    if (explain == "json")
      os << llvm::formatv("{0:2}\n", toJson(explainer.getChips()));
    else
      printExplanation(explainer.getChips(), os);
  });
  return failed(written) ? Environment : Done;
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

/// Functions that name no law take the one of the command line.
static void setNumerics(ModuleOp module) {
  if (numerics.empty())
    return;
  for (auto func : module.getOps<func::FuncOp>())
    if (!func->hasAttr("norm.numerics"))
      func->setAttr("norm.numerics", StringAttr::get(module.getContext(), numerics));
}

static int compile(llvm::SourceMgr &sources, std::optional<Phase> from, Phase to,
                   const PipelineOptions &options, const Result<std::string> &ptxas,
                   const llvm::StringMap<int64_t> &shape) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, options.chips.size() > 1 ? MLIRContext::Threading::ENABLED
                                                         : MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  SourceMgrDiagnosticHandler diagnostics(sources, &context);
  DefaultTimingManager timing;
  applyDefaultTimingManagerCLOptions(timing);
  TimingScope total = timing.getRootScope();
  TimingScope parsing = total.nest("parse");
  OwningOpRef<ModuleOp> module = loadModule(sources, &context);
  if (!module)
    return BadInput;
  parsing.stop();
  setNumerics(*module);
  std::optional<Explainer> explainer;
  if (options.explain)
    explainer.emplace(*module, ptxas);
  for (const PhaseInfo &info : getPhases()) {
    // What a file says of the phases before fusion is a graph like any other: verified.
    bool isGraph = info.phase == Phase::Input && from && *from < Phase::Fusion;
    if (from && info.phase <= *from && !isGraph)
      continue;
    if (info.phase > to)
      break;
    PassManager pm(&context);
    if (failed(applyPassManagerCLOptions(pm)))
      return WrongUsage;
    TimingScope phase = total.nest(info.name);
    pm.enableTiming(phase);
    buildPhase(info.phase, pm, options);
    if (failed(pm.run(*module)))
      return BadInput;
    if (!dumpDirectory.empty() && failed(dumpPhase(*module, info)))
      return Environment;
    if (explainer && failed(explainer->readPhase(info.phase, *module)))
      return BadInput;
  }
  if (explainer)
    return writeExplanation(*explainer, shape);
  if (to == Phase::Ptx && chipModules(*module).empty()) {
    module->emitError("holds no module of a chip, such as the schedule phase leaves");
    return BadInput;
  }
  if (to == Phase::Ptx && chipModules(*module).size() > 1 && outputFile == "-")
    return fail(WrongUsage, "several chips need -o: their PTX goes to one file each");
  if (wantsPackage())
    return writePackageFile(*module, *ptxas);
  return failed(writeModule(*module, to, outputFile)) ? Environment : Done;
}

//===----------------------------------------------------------------------===//
// Main
//===----------------------------------------------------------------------===//

/// The targets by their chip names; an error message where one is unknown.
static llvm::Expected<std::vector<std::string>> readChips() {
  std::vector<std::string> chips;
  for (const std::string &name : archs) {
    const TargetInfo *info = lookUpTarget(name);
    if (!info)
      return llvm::createStringError("unknown chip '" + name + "', did you mean '" +
                                     getNearestTarget(name).str() + "'?");
    if (!llvm::is_contained(chips, info->chip))
      chips.push_back(info->chip.str());
  }
  return chips;
}

/// Sizes by name.
static llvm::Expected<llvm::StringMap<int64_t>> readShape() {
  llvm::StringMap<int64_t> sizes;
  for (StringRef text : shapes) {
    auto [name, value] = text.split('=');
    int64_t size;
    if (value.getAsInteger(10, size) || size < 0 || size > (int64_t(1) << 40))
      return llvm::createStringError("--shape: '" + name.str() +
                                     "' must be a size from 0 to 2^40, got '" + value.str() + "'");
    if (auto [it, isNew] = sizes.try_emplace(name, size); !isNew && it->second != size)
      return llvm::createStringError("--shape: '" + name.str() + "' is given as " +
                                     std::to_string(it->second) + " and as " + value.str());
  }
  return sizes;
}

/// Whether --explain stands beside what it has no place for; empty where not.
static std::string whyNotExplained(bool resumes, Phase to) {
  if (!explain.empty() && explain != "text" && explain != "json")
    return "--explain must be text or json, got '" + explain + "'";
  if (resumes || to != Phase::Ptx)
    return "--explain follows a graph through every phase: it has no place beside --compile-from "
           "or --compile-to";
  return wantsPackage() ? "--explain writes a report, not a .normc package" : "";
}

static void printVersion(llvm::raw_ostream &os) {
  os << "normc " << getVersion() << ", LLVM " LLVM_VERSION_STRING "\n";
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  registerPassManagerCLOptions();
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  registerDefaultTimingManagerCLOptions();
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter(printVersion);
  std::string phases = phaseNames();
  std::string overview =
      "normc: compiles graphs of small tensor operations to PTX\n\nphases: " + phases + "\n";
  std::string parseErrors;
  llvm::raw_string_ostream parseStream(parseErrors);
  if (!cl::ParseCommandLineOptions(argc, argv, overview, &parseStream)) {
    StringRef message = StringRef(parseErrors).trim();
    message.consume_front("normc: ");
    // A value that an option refuses has been reported by the option.
    return message.empty() ? WrongUsage : fail(WrongUsage, message);
  }

  std::optional<Phase> to = lookUpPhase(compileTo), from;
  if (!to)
    return fail(WrongUsage, "unknown phase '" + compileTo + "', expected one of " + phases);
  if (!compileFrom.empty()) {
    from = lookUpPhase(compileFrom);
    if (!from)
      return fail(WrongUsage, "unknown phase '" + compileFrom + "', expected one of " + phases);
    if (*from >= *to)
      return fail(WrongUsage,
                  "--compile-from=" + compileFrom + " must be before --compile-to=" + compileTo);
  }
  if (!numerics.empty() && numerics != "strict" && numerics != "relaxed")
    return fail(WrongUsage, "unknown law '" + numerics + "', expected strict or relaxed");

  PipelineOptions options;
  llvm::Expected<std::vector<std::string>> chips = readChips();
  if (!chips)
    return fail(BadInput, llvm::toString(chips.takeError()));
  options.chips = std::move(*chips);
  if (from && *from >= Phase::Schedule && !options.chips.empty())
    return fail(WrongUsage, "--arch has no place after the schedule phase: the IR names its chips");
  if (wantsPackage() && *to != Phase::Ptx)
    return fail(WrongUsage,
                "a .normc package holds PTX, which --compile-to=" + compileTo + " does not reach");
  if (addsCubins && !wantsPackage())
    return fail(WrongUsage, "--cubin needs -o <file>.normc, which holds the cubins");
  bool schedules = *to >= Phase::Schedule && (!from || *from < Phase::Schedule);
  if (schedules && options.chips.empty())
    return fail(WrongUsage, "needs --arch=<chip>, such as --arch=sm_90");
  options.explain = explain.getNumOccurrences() > 0;
  if (std::string why = options.explain ? whyNotExplained(from.has_value(), *to) : ""; !why.empty())
    return fail(WrongUsage, why);
  if (!shapes.empty() && !options.explain)
    return fail(WrongUsage, "--shape is for the times of --explain");
  llvm::Expected<llvm::StringMap<int64_t>> shape = readShape();
  if (!shape)
    return fail(WrongUsage, llvm::toString(shape.takeError()));
  if (*to == Phase::Ptx && options.chips.size() > 1 && outputFile == "-" && !options.explain)
    return fail(WrongUsage, "several chips need -o: their PTX goes to one file each");
  options.fuse = !noFusion;
  if (auto overrides = parseConfigOverrides(config); !overrides)
    return fail(WrongUsage, "--config: " + llvm::toString(overrides.takeError()));
  options.config = config;

  // A report can do without, a cubin cannot; what is named must be there.
  Result<std::string> ptxas = std::string();
  if (addsCubins || options.explain) {
    StringRef named(std::getenv("NORMC_PTXAS"));
    ptxas = findPtxas(named);
    if (!ptxas.isOk() && (addsCubins || !named.empty()))
      return fail(ptxas.getError());
  }
  if (!dumpDirectory.empty())
    if (std::error_code error = llvm::sys::fs::create_directories(dumpDirectory))
      return fail(Environment, "cannot create '" + dumpDirectory + "': " + error.message());
  std::string message;
  auto buffer = openInputFile(inputFile, &message);
  if (!buffer)
    return fail(Environment, message);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  return compile(sources, from, *to, options, ptxas, *shape);
}
