//===- normc-run.cpp - compiles a graph, runs it and checks it ------------===//
//
// Runs a function's plan on the GPU or on the CPU emulator, compares each result bit for
// bit with the reference, and prints what each launch moves and, on a GPU, how long it
// takes. Exit codes: 0 done, 1 bad input or a result that differs, 2 wrong usage, 3 the
// environment.
//
//===----------------------------------------------------------------------===//

#include "Baselines.h"
#include "CheckResults.h"
#include "Compile.h"
#include "Report.h"
#include "Sched/Sched.h"
#include "Tune.h"
#include "normc/GPU/ReadPlan.h"
#include "normc/InitAll.h"
#include "normc/Pipelines/LoadModule.h"
#include "normc/Pipelines/MakePackage.h"
#include "normc/Schedule/TargetInfo.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace normc;

namespace {
/// Compiles and runs one function, once or with every config.
class Session {
public:
  Session(const Options &options, ModuleOp source, func::FuncOp function, const Gpu *gpu,
          const TargetInfo &target)
      : options(options), source(source), function(function), gpu(gpu), target(target) {}

  int run();

private:
  int runConfig(const PipelineOptions &pipeline);
  int runOnGpu(ModuleOp module);
  int runOnEmulator(ModuleOp module);
  /// Guards, outputs, the table and the comparison.
  int finish(const Plan &plan, const Arguments &arguments, llvm::ArrayRef<PreparedLaunch> launches);
  int time(Launcher &launcher, int64_t index, Arguments &arguments,
           llvm::ArrayRef<PreparedLaunch> launches);
  int writeJson();

  const Options &options;
  ModuleOp source;
  func::FuncOp function;
  const Gpu *gpu; ///< null: the emulator
  const TargetInfo &target;
  llvm::json::Array timed;
  std::optional<Baselines> baselines; ///< on a GPU
  std::optional<Twin> twin;           ///< of the function at the sizes that were timed
  int64_t bytes = 0;                  ///< that the function moves
};
} // namespace

int Session::finish(const Plan &plan, const Arguments &arguments,
                    llvm::ArrayRef<PreparedLaunch> launches) {
  if (int code = checkGuards(plan, arguments))
    return code;
  if (int code = writeOutputs(options, plan, arguments))
    return code;
  printLaunches({plan, target, arguments, launches}, gpu, options.times);
  if (!options.checks)
    return Done;
  // Before timing only the verdict matters.
  return checkResults(function, plan, arguments, /*showsError=*/!options.times);
}

int Session::runOnEmulator(ModuleOp module) {
  auto chip = *module.getOps<ModuleOp>().begin();
  auto plans = chip.getOps<sched::PlanOp>();
  auto op = *llvm::find_if(
      plans, [&](sched::PlanOp plan) { return plan.getSymName() == function.getName(); });
  FailureOr<Plan> plan = readPlan(op);
  if (failed(plan))
    return BadInput;
  auto kernels = *chip.getOps<gpu::GPUModuleOp>().begin();
  llvm::Expected<std::unique_ptr<Emulator>> emulator =
      Emulator::create(kernels, {options.checksMemory});
  if (!emulator)
    return fail(BadInput, llvm::toString(emulator.takeError()));
  Arguments arguments;
  if (int code = makeArguments(options, function, *plan, arguments))
    return code;
  Result<std::vector<TensorView>> views = arguments.views(*plan);
  if (!views.isOk())
    return fail(views.getError());
  if (Status status = checkOverlap(*plan, views->data()); !status.isOk())
    return fail(status);
  Result<std::vector<PreparedLaunch>> launches =
      prepareLaunches(*plan, views->data(), arguments.dimensions.data());
  if (!launches.isOk())
    return fail(launches.getError());
  if (llvm::Error error = normc::runOnEmulator(*plan, *launches, *views, **emulator))
    return fail(BadInput, llvm::toString(std::move(error)));
  return finish(*plan, arguments, *launches);
}

int Session::runOnGpu(ModuleOp module) {
  FailureOr<Package> package = makePackage(module);
  if (failed(package))
    return BadInput;
  auto named = [&](const PackageFunction &each) { return each.name == function.getName(); };
  int64_t index = llvm::find_if(package->functions, named) - package->functions.begin();
  Launcher launcher(std::move(*package));
  const Plan &plan = launcher.getSignature(index);
  Arguments arguments;
  if (int code = makeArguments(options, function, plan, arguments))
    return code;
  DeviceCall device(*gpu, launcher, index, arguments, options.startsEarly);
  if (Status status = launcher.prepare(); !status.isOk())
    return fail(status);
  if (Status status = device.place(/*count=*/1); !status.isOk())
    return fail(status);
  Call call;
  device.fill(call, 0);
  if (Status status = device.launch(call, 0); !status.isOk())
    return fail(status);
  // What the driver reports now is a kernel's fault.
  if (Status status = gpu->synchronize("running '" + plan.name + "'"); !status.isOk())
    return fail(BadInput, status.getMessage());
  if (Status status = device.readBack(0); !status.isOk())
    return fail(status);
  Result<std::vector<PreparedLaunch>> launches = device.prepare(call);
  if (!launches.isOk())
    return fail(launches.getError());
  if (int code = finish(plan, arguments, *launches))
    return code;
  return options.times ? time(launcher, index, arguments, *launches) : Done;
}

int Session::time(Launcher &launcher, int64_t index, Arguments &arguments,
                  llvm::ArrayRef<PreparedLaunch> launches) {
  Result<CallTimes> times = timeCall(*gpu, launcher, index, arguments, options.startsEarly);
  if (!times.isOk())
    return fail(times.getError());
  RunReport report{launcher.getSignature(index), target, arguments, launches};
  printTimes(report, *times, options.startsEarly);
  timed.push_back(toJson(report, *times, options.startsEarly));
  twin = findTwin(function, report.plan, arguments.dimensions.data());
  bytes = times->bytes;
  return Done;
}

int Session::runConfig(const PipelineOptions &pipeline) {
  OwningOpRef<ModuleOp> module = compileTo(source, gpu ? Phase::Ptx : Phase::Gpu, pipeline);
  if (!module)
    return BadInput;
  return gpu ? runOnGpu(*module) : runOnEmulator(*module);
}

int Session::writeJson() {
  llvm::json::Object all{{"gpu", toJson(*gpu)}, {"runs", std::move(timed)}};
  baselines->addTo(all);
  std::error_code error;
  llvm::raw_fd_ostream os(options.jsonFile, error);
  if (!error) {
    os << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(all)));
    os.flush();
    error = os.error();
    os.clear_error();
  }
  if (error)
    return fail(Environment, "cannot write '" + options.jsonFile + "': " + error.message());
  return Done;
}

int Session::run() {
  PipelineOptions pipeline;
  pipeline.chips = {target.chip.str()};
  pipeline.fuse = options.fuses;
  pipeline.config = options.config;
  if (options.times) {
    baselines.emplace(options, *gpu);
    if (int code = baselines->open())
      return code;
    printGpu(*gpu);
  }
  int code = Done;
  if (options.everyConfig) {
    FailureOr<std::vector<std::string>> configs = configsOf(source, pipeline);
    if (failed(configs))
      return BadInput;
    if (configs->empty())
      return fail(BadInput,
                  "--every-config: no thread count and piece fits every row of the module");
    for (const std::string &config : *configs) {
      pipeline.config = config;
      code = std::max(code, runConfig(pipeline));
    }
  } else {
    code = runConfig(pipeline);
  }
  // Once for all configs; after them, with the GPU's memory free again.
  if (twin)
    code = std::max(code, baselines->run(*twin, bytes));
  if (options.jsonFile.empty() || timed.empty())
    return code;
  return std::max(code, writeJson());
}

//===----------------------------------------------------------------------===//
// Main
//===----------------------------------------------------------------------===//

/// Where to run, and the chip to compile for: `gpu` stays null for the emulator.
static int chooseDevice(const Options &options, std::unique_ptr<Gpu> &gpu,
                        const TargetInfo *&target) {
  target = options.target ? options.target : lookUpTarget("sm_90");
  if (options.device == DeviceChoice::Emulator)
    return Done;
  // Times and early launches are a GPU's alone.
  bool needsGpu = options.device == DeviceChoice::Gpu || options.times || options.startsEarly ||
                  !options.tuneFile.empty();
  Result<std::unique_ptr<Gpu>> opened = Gpu::open();
  if (!opened.isOk())
    return needsGpu ? fail(Environment, "no device: " + opened.getError().getMessage()) : Done;
  if (!options.target) {
    target = (*opened)->findTarget();
    if (!target)
      return fail(Environment, "no known chip is that of " + (*opened)->describe() +
                                   ": give one with --arch, or --device=emulator");
  }
  // Code of a later chip still runs on the emulator.
  if (!needsGpu && !(*opened)->runs(*target))
    return Done;
  gpu = std::move(*opened);
  return Done;
}

/// The function to run: the named one, or the only one.
static FailureOr<func::FuncOp> findFunction(ModuleOp module, llvm::StringRef name) {
  auto functions = llvm::to_vector(module.getOps<func::FuncOp>());
  if (name.empty()) {
    if (functions.size() == 1)
      return functions.front();
    fail(WrongUsage,
         "needs --function=<name>: the module has " + llvm::Twine(functions.size()) + " functions");
    return failure();
  }
  for (func::FuncOp function : functions)
    if (function.getName() == name)
      return function;
  fail(WrongUsage, "the module has no function '" + name + "'");
  return failure();
}

static int loadAndRun(const Options &options, llvm::SourceMgr &sources) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  SourceMgrDiagnosticHandler diagnostics(sources, &context);
  OwningOpRef<ModuleOp> source = loadModule(sources, &context);
  if (!source)
    return BadInput;
  if (!options.numerics.empty())
    for (auto function : source->getOps<func::FuncOp>())
      if (!function->hasAttr("norm.numerics"))
        function->setAttr("norm.numerics", StringAttr::get(&context, options.numerics));
  FailureOr<func::FuncOp> function = findFunction(*source, options.functionName);
  if (failed(function))
    return WrongUsage;
  std::unique_ptr<Gpu> gpu;
  const TargetInfo *target;
  if (int code = chooseDevice(options, gpu, target))
    return code;
  if (!options.tuneFile.empty())
    return tune(options, *source, *function, *gpu, *target);
  return Session(options, *source, *function, gpu.get(), *target).run();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  Options options;
  if (int code = readCommandLine(argc, argv, options))
    return code;
  std::string message;
  auto buffer = openInputFile(options.inputFile, &message);
  if (!buffer)
    return fail(Environment, message);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  return loadAndRun(options, sources);
}
