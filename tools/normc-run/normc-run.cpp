//===- normc-run.cpp - compiles a graph, runs it and checks it ------------===//
//
// Runs a function's plan on the CPU emulator, compares each result bit for bit with the
// reference, and prints what each launch moves. Exit codes: 0 done, 1 bad input or a
// result that differs, 2 wrong usage, 3 the environment.
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "RunPlan.h"
#include "Sched/Sched.h"
#include "normc/GPU/ReadPlan.h"
#include "normc/InitAll.h"
#include "normc/Pipelines/LoadModule.h"
#include "normc/Pipelines/Pipelines.h"
#include "normc/Reference/Compare.h"
#include "normc/Reference/Evaluate.h"
#include "normc/Schedule/PredictTime.h"
#include "normc/Schedule/RowFit.h"
#include "normc/Schedule/TargetInfo.h"
#include "normc/Support/Npy.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace mlir;
using namespace normc;
namespace cl = llvm::cl;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

enum ExitCode { Done = 0, BadInput = 1, WrongUsage = 2, Environment = 3 };

static cl::OptionCategory category("normc-run options");

static cl::opt<std::string> inputFile(cl::Positional, cl::desc("<input .mlir, - for stdin>"),
                                      cl::init("-"), cl::cat(category));
static cl::opt<std::string> arch("arch", cl::desc("the chip to schedule for"),
                                 cl::value_desc("chip"), cl::init("sm_90"), cl::cat(category));
static cl::opt<std::string> functionName("function", cl::desc("the function to run (default: the only one)"),
                                         cl::value_desc("name"), cl::cat(category));
static cl::list<std::string> shapes("shape", cl::CommaSeparated,
                                    cl::desc("sizes of dynamic axes, by the names of norm.dims or s0, s1, ..."),
                                    cl::value_desc("name=size,..."), cl::cat(category));
static cl::list<std::string> inputs("input", cl::desc("an argument's values: a .npy file, or a number"),
                                    cl::value_desc("name=file"), cl::cat(category));
static cl::list<std::string> outputs("output", cl::desc("write a result (result0, ...) to a .npy file"),
                                     cl::value_desc("name=file"), cl::cat(category));
static cl::opt<uint64_t> seed("seed", cl::desc("seed of the other inputs"), cl::init(1),
                              cl::cat(category));
static cl::opt<std::string> distribution("distribution", cl::init("normal"), cl::cat(category),
                                         cl::desc("normal, uniform, integers, offset, ones or specials"));
static cl::list<std::string> layouts("layout", cl::CommaSeparated, cl::cat(category),
                                     cl::value_desc("[name=]layout,..."),
                                     cl::desc("dense, strided, misaligned or expanded, for all or one tensor"));
static cl::opt<bool> check("check", cl::desc("compare every result with the reference, bit for bit"),
                           cl::cat(category));
static cl::opt<bool> everyConfig("every-config", cl::cat(category),
                                 cl::desc("with --check: run every thread count and piece that fits the row"));
static cl::opt<bool> noMemoryChecks("no-memory-checks", cl::cat(category),
                                    cl::desc("run without the emulator's checks of accesses and exchanges"));
static cl::opt<bool> noFusion("no-fusion", cl::desc("one launch for each operation"), cl::cat(category));
static cl::opt<std::string> numerics("numerics", cl::desc("strict or relaxed"), cl::value_desc("law"),
                                     cl::cat(category));
static cl::opt<int64_t> threadsPerRow("threads-per-row", cl::init(0), cl::cat(category),
                                      cl::desc("override the heuristic's threads a row"));
static cl::opt<int64_t> rowsPerCta("rows-per-cta", cl::init(0), cl::cat(category),
                                   cl::desc("override the heuristic's rows a CTA"));
static cl::opt<int64_t> vectorWidth("vector-width", cl::init(0), cl::cat(category),
                                    cl::desc("override the heuristic's elements of a piece"));

static int fail(ExitCode code, const llvm::Twine &message) {
  llvm::errs() << "normc-run: error: " << message << "\n";
  return code;
}

//===----------------------------------------------------------------------===//
// Progress
//===----------------------------------------------------------------------===//

namespace {
/// A line on a terminal, rewritten while a run takes more than a second.
class Progress {
public:
  explicit Progress(llvm::StringRef what) : what(what) {}
  ~Progress() {
    if (isShown)
      llvm::errs() << "\r\033[K";
  }

  void update(int64_t done, int64_t total) {
    using namespace std::chrono;
    auto now = steady_clock::now();
    if (!llvm::sys::Process::StandardErrIsDisplayed() || now - begin < seconds(1) ||
        now - last < milliseconds(100))
      return;
    last = now;
    isShown = true;
    llvm::errs() << "\r" << what << " " << done << "/" << total << "\033[K";
  }

private:
  llvm::StringRef what;
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now(), last = begin;
  bool isShown = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Reading the command line against the plan
//===----------------------------------------------------------------------===//

/// `name=value` pairs; the text before the last `=` may be missing.
static std::pair<llvm::StringRef, llvm::StringRef> splitPair(llvm::StringRef text) {
  auto [name, value] = text.split('=');
  return text.contains('=') ? std::pair(name, value) : std::pair(llvm::StringRef(), text);
}

/// The names of the plan's dimensions: norm.dims of the function, else s0, s1, ...
static SmallVector<std::string> dimensionNames(func::FuncOp func, const Plan &plan) {
  SmallVector<std::string> names;
  if (auto given = func->getAttrOfType<ArrayAttr>("norm.dims"))
    for (Attribute name : given)
      if (auto text = dyn_cast<StringAttr>(name))
        names.push_back(text.str());
  for (int64_t i = names.size(); i < plan.numDimensions; ++i)
    names.push_back("s" + std::to_string(i));
  names.resize(plan.numDimensions);
  return names;
}

namespace {
/// One run of one function.
class Runner {
public:
  Runner(func::FuncOp source, Plan plan, std::unique_ptr<Emulator> emulator,
         const TargetInfo &target)
      : source(source), plan(std::move(plan)), emulator(std::move(emulator)), target(target) {}

  int run();

private:
  int readShapes();
  int readLayouts();
  int readInputs();
  int execute();
  int inspectGuards();
  int compare();
  int writeOutputs();
  void printTable();

  llvm::Expected<int64_t> tensorNamed(llvm::StringRef name);

  func::FuncOp source;
  Plan plan;
  std::unique_ptr<Emulator> emulator;
  const TargetInfo &target;
  SmallVector<int64_t> dimensions;
  SmallVector<std::string> names;
  std::vector<Layout> layoutOf;
  std::vector<std::optional<PlacedTensor>> tensors;
  std::vector<float> numbers;
  std::vector<reference::Input> values;
  std::vector<LaunchRecord> records;
};
} // namespace

llvm::Expected<int64_t> Runner::tensorNamed(llvm::StringRef name) {
  for (auto [index, tensor] : llvm::enumerate(plan.tensors))
    if (tensor.name == name)
      return index;
  return llvm::createStringError("'" + plan.name + "' has no argument or result '" + name + "'");
}

int Runner::readShapes() {
  names = dimensionNames(source, plan);
  constexpr int64_t unset = -1;
  dimensions.assign(plan.numDimensions, unset);
  for (const std::string &text : shapes) {
    auto [name, value] = splitPair(text);
    auto it = llvm::find(names, name);
    int64_t size;
    if (it == names.end())
      return fail(WrongUsage, "--shape: '" + plan.name + "' has no dimension '" + name +
                                  "', it has " + llvm::join(names, ", "));
    if (value.getAsInteger(10, size) || size < 0 || size > (int64_t(1) << 40))
      return fail(WrongUsage, "--shape: '" + name + "' must be a size from 0 to 2^40, got '" + value + "'");
    dimensions[it - names.begin()] = size;
  }
  // A dimension that only a file knows.
  for (const std::string &text : inputs) {
    auto [name, path] = splitPair(text);
    llvm::Expected<int64_t> index = tensorNamed(name);
    if (!index || plan.tensors[*index].isNumber) {
      llvm::consumeError(index.takeError());
      continue;
    }
    llvm::Expected<HostTensor> tensor = readNpy(path, plan.tensors[*index].element);
    if (!tensor)
      return fail(Environment, llvm::toString(tensor.takeError()));
    for (auto [expr, size] : llvm::zip(plan.tensors[*index].sizes, tensor->shape))
      if (expr.kind == SizeExpr::Dimension && dimensions[expr.value] == unset)
        dimensions[expr.value] = size;
  }
  constexpr int64_t defaultSize = 4;
  for (int64_t &size : dimensions)
    if (size == unset)
      size = defaultSize;
  return Done;
}

int Runner::readLayouts() {
  layoutOf.assign(plan.tensors.size(), Layout::Dense);
  for (const std::string &text : layouts) {
    auto [name, value] = splitPair(text);
    std::optional<Layout> layout = lookUpLayout(value);
    if (!layout)
      return fail(WrongUsage, "--layout: unknown layout '" + value +
                                  "', expected dense, strided, misaligned or expanded");
    if (!name.empty()) {
      llvm::Expected<int64_t> index = tensorNamed(name);
      if (!index)
        return fail(WrongUsage, "--layout: " + llvm::toString(index.takeError()));
      layoutOf[*index] = *layout;
      continue;
    }
    // For all tensors; only inputs can be expanded.
    for (int64_t i = 0; i < plan.numArguments + plan.numResults; ++i)
      if (*layout != Layout::Expanded || i < plan.numArguments)
        layoutOf[i] = *layout;
  }
  return Done;
}

int Runner::readInputs() {
  std::optional<Distribution> drawn = lookUpDistribution(distribution);
  if (!drawn)
    return fail(WrongUsage, "--distribution: unknown distribution '" + distribution +
                                "', expected normal, uniform, integers, offset, ones or specials");
  tensors.resize(plan.tensors.size());
  numbers.assign(plan.tensors.size(), 0.0f);
  std::vector<std::string> files(plan.tensors.size());
  for (const std::string &text : inputs) {
    auto [name, value] = splitPair(text);
    llvm::Expected<int64_t> index = tensorNamed(name);
    if (!index || *index >= plan.numArguments) {
      llvm::consumeError(index.takeError());
      return fail(WrongUsage, "--input: '" + plan.name + "' has no argument '" + name + "'");
    }
    files[*index] = value.str();
  }
  for (size_t i = 0; i < plan.tensors.size(); ++i) {
    const PlanTensor &tensor = plan.tensors[i];
    bool isArgument = static_cast<int64_t>(i) < plan.numArguments;
    if (tensor.isNumber) {
      numbers[i] = 1.5f;
      double parsed;
      if (!files[i].empty() && llvm::StringRef(files[i]).getAsDouble(parsed, /*AllowInexact=*/true))
        return fail(WrongUsage, "--input: '" + tensor.name + "' must be a number, got '" + files[i] + "'");
      if (!files[i].empty())
        numbers[i] = static_cast<float>(parsed);
      values.push_back(numbers[i]);
      continue;
    }
    SmallVector<int64_t> sizes(tensor.sizes.size());
    Status sized = sizesOf(tensor, dimensions.data(), sizes.data());
    if (sized.isOk())
      sized = bytesOf(tensor, dimensions.data()).getError();
    if (!sized.isOk())
      return fail(BadInput, sized.getMessage());
    if (isArgument) {
      HostTensor host;
      if (files[i].empty()) {
        host = randomTensor(tensor.element, sizes, seed, i, *drawn);
      } else {
        llvm::Expected<HostTensor> read = readNpy(files[i], tensor.element);
        if (!read)
          return fail(Environment, llvm::toString(read.takeError()));
        host = std::move(*read);
      }
      SmallVector<int64_t> strides(host.shape.size());
      denseStrides(host.shape.data(), host.shape.size(), strides.data());
      TensorView shapeOnly{nullptr, host.shape.data(), strides.data(),
                           static_cast<int64_t>(host.shape.size()), host.element, 0, 0};
      if (Status status = checkTensor(plan, i, shapeOnly, dimensions.data()); !status.isOk())
        return fail(BadInput, status.getMessage());
      tensors[i].emplace(tensor.element, sizes, layoutOf[i]);
      tensors[i]->write(host);
      // An expanded tensor holds its first slice everywhere.
      values.push_back(tensors[i]->read());
    } else {
      tensors[i].emplace(tensor.element, sizes, layoutOf[i]);
    }
    TensorView view = tensors[i]->view();
    if (Status status = checkTensor(plan, i, view, dimensions.data()); !status.isOk())
      return fail(BadInput, status.getMessage());
  }
  return Done;
}

int Runner::execute() {
  Progress progress("running on the emulator, CTA");
  auto update = [&](int64_t done, int64_t total) { progress.update(done, total); };
  llvm::Expected<std::vector<LaunchRecord>> ran =
      runPlan(plan, dimensions, *emulator, tensors, numbers, update);
  if (!ran)
    return fail(BadInput, llvm::toString(ran.takeError()));
  records = std::move(*ran);
  return Done;
}

int Runner::inspectGuards() {
  for (auto [tensor, placed] : llvm::zip_equal(plan.tensors, tensors))
    if (placed)
      if (std::optional<int64_t> byte = placed->findDamage())
        return fail(BadInput, "a kernel wrote outside '" + tensor.name + "', at byte " + llvm::Twine(*byte));
  return Done;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void Runner::printTable() {
  llvm::outs() << plan.name << " on the emulator, scheduled for " << target.chip << " (" << target.model
               << "):";
  for (auto [name, size] : llvm::zip_equal(names, dimensions))
    llvm::outs() << " " << name << "=" << size;
  llvm::outs() << "\n";
  size_t width = 6;
  for (const LaunchRecord &record : records)
    width = std::max(width, record.kernel.size());
  llvm::outs() << llvm::left_justify("kernel", width)
               << "       CTAs  threads/row  rows/CTA         bytes  predicted us\n";
  for (const LaunchRecord &record : records)
    llvm::outs() << llvm::left_justify(record.kernel, width)
                 << llvm::format(" %10lld %12lld %9lld %13lld %13.1f\n", static_cast<long long>(record.gridCtas),
                                 static_cast<long long>(record.threadsPerRow),
                                 static_cast<long long>(record.rowsPerCta),
                                 static_cast<long long>(record.bytes),
                                 predictMicroseconds(target, record.bytes));
  llvm::outs() << "(predicted from the bytes for " << target.model << "; nothing was timed)\n";
}

/// The law of the function, as the pipeline sees it.
static bool isRelaxed(func::FuncOp func) {
  auto law = func->getAttrOfType<StringAttr>("norm.numerics");
  return law && law == "relaxed";
}

/// Strict results must equal the reference bit for bit; relaxed ones must be as close to f64.
int Runner::compare() {
  FailureOr<std::vector<HostTensor>> strict = reference::evaluateStrict(source, values);
  FailureOr<std::vector<std::vector<double>>> exact = reference::evaluateF64(source, values);
  if (failed(strict) || failed(exact))
    return BadInput;
  int code = Done;
  for (int64_t i = 0; i < plan.numResults; ++i) {
    HostTensor actual = tensors[plan.numArguments + i]->read();
    const HostTensor &expected = (*strict)[i];
    double error = reference::getRelativeError(actual, (*exact)[i]);
    double strictError = reference::getRelativeError(expected, (*exact)[i]);
    reference::BitDifference difference = reference::compareBits(actual, expected);
    llvm::outs() << "check " << plan.tensors[plan.numArguments + i].name << ": ";
    if (difference.isEqual())
      llvm::outs() << "all " << actual.numElements() << " elements equal the reference bit for bit";
    else
      llvm::outs() << difference.count << " of " << actual.numElements()
                   << " elements differ from the reference, first at " << *difference.first << ": got "
                   << llvm::format("%.9g", actual.get(*difference.first)) << ", expected "
                   << llvm::format("%.9g", expected.get(*difference.first));
    llvm::outs() << llvm::format("; relative error to f64 %.2g", error);
    bool holds = isRelaxed(source) ? error <= strictError : difference.isEqual();
    if (isRelaxed(source))
      llvm::outs() << llvm::format(", strict %.2g", strictError);
    llvm::outs() << (holds ? "\n" : ": FAILED\n");
    if (!holds)
      code = BadInput;
  }
  return code;
}

int Runner::writeOutputs() {
  for (const std::string &text : outputs) {
    auto [name, path] = splitPair(text);
    llvm::Expected<int64_t> index = tensorNamed(name);
    if (!index || *index < plan.numArguments || *index >= plan.numArguments + plan.numResults) {
      llvm::consumeError(index.takeError());
      return fail(WrongUsage, "--output: '" + plan.name + "' has no result '" + name + "'");
    }
    if (llvm::Error error = writeNpy(path, tensors[*index]->read()))
      return fail(Environment, llvm::toString(std::move(error)));
  }
  return Done;
}

int Runner::run() {
  for (auto step : {&Runner::readShapes, &Runner::readLayouts, &Runner::readInputs, &Runner::execute,
                    &Runner::inspectGuards, &Runner::writeOutputs})
    if (int code = (this->*step)())
      return code;
  printTable();
  return check ? compare() : Done;
}

//===----------------------------------------------------------------------===//
// Main
//===----------------------------------------------------------------------===//

/// The function to run: the named one, or the only one.
static FailureOr<func::FuncOp> findFunction(ModuleOp module) {
  auto functions = llvm::to_vector(module.getOps<func::FuncOp>());
  if (functionName.empty()) {
    if (functions.size() == 1)
      return functions.front();
    fail(WrongUsage, "needs --function=<name>: the module has " + llvm::Twine(functions.size()) + " functions");
    return failure();
  }
  for (func::FuncOp func : functions)
    if (func.getName() == functionName)
      return func;
  fail(WrongUsage, "the module has no function '" + functionName + "'");
  return failure();
}

/// Compiles up to the end of `last`.
static OwningOpRef<ModuleOp> compileTo(ModuleOp source, Phase last, const PipelineOptions &options) {
  OwningOpRef<ModuleOp> module = source.clone();
  PassManager pm(source.getContext());
  for (const PhaseInfo &info : getPhases())
    if (info.phase <= last)
      buildPhase(info.phase, pm, options);
  if (failed(pm.run(*module)))
    return nullptr;
  return module;
}

/// The threads a row and vector widths that fit every row of the module.
static FailureOr<SmallVector<std::pair<int64_t, int64_t>>>
configsOf(ModuleOp source, const PipelineOptions &options) {
  OwningOpRef<ModuleOp> module = compileTo(source, Phase::Fusion, options);
  if (!module)
    return failure();
  SmallVector<std::pair<int64_t, int64_t>> configs;
  for (int64_t width : {8, 16})
    for (int64_t threads = 1; threads <= 1024; ++threads) {
      bool fits = true;
      module->walk([&](sched::GroupOp group) {
        fits &= fitsRow(group.getRowLength(), threads, width);
      });
      if (fits)
        configs.push_back({threads, width});
    }
  return configs;
}

static int runConfig(ModuleOp source, func::FuncOp function, const TargetInfo &target,
                     const PipelineOptions &options) {
  OwningOpRef<ModuleOp> module = compileTo(source, Phase::Gpu, options);
  if (!module)
    return BadInput;
  auto chip = *module->getOps<ModuleOp>().begin();
  auto kernels = *chip.getOps<gpu::GPUModuleOp>().begin();
  auto plans = chip.getOps<sched::PlanOp>();
  auto op = *llvm::find_if(plans, [&](sched::PlanOp plan) { return plan.getSymName() == function.getName(); });
  FailureOr<Plan> plan = readPlan(op);
  if (failed(plan))
    return BadInput;
  llvm::Expected<std::unique_ptr<Emulator>> emulator = Emulator::create(kernels, {!noMemoryChecks});
  if (!emulator)
    return fail(BadInput, llvm::toString(emulator.takeError()));
  return Runner(function, std::move(*plan), std::move(*emulator), target).run();
}

static int compileAndRun(llvm::SourceMgr &sources, const TargetInfo &target) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  SourceMgrDiagnosticHandler diagnostics(sources, &context);
  OwningOpRef<ModuleOp> source = loadModule(sources, &context);
  if (!source)
    return BadInput;
  if (!numerics.empty())
    for (auto func : source->getOps<func::FuncOp>())
      if (!func->hasAttr("norm.numerics"))
        func->setAttr("norm.numerics", StringAttr::get(&context, numerics));
  FailureOr<func::FuncOp> function = findFunction(*source);
  if (failed(function))
    return WrongUsage;
  PipelineOptions options;
  options.chips = {target.chip.str()};
  options.fuse = !noFusion;
  options.threadsPerRow = threadsPerRow;
  options.rowsPerCta = rowsPerCta;
  options.vectorWidth = vectorWidth;
  if (!everyConfig)
    return runConfig(*source, *function, target, options);
  FailureOr<SmallVector<std::pair<int64_t, int64_t>>> configs = configsOf(*source, options);
  if (failed(configs))
    return BadInput;
  int code = Done;
  for (auto [threads, width] : *configs) {
    options.threadsPerRow = threads;
    options.vectorWidth = width;
    code = std::max(code, runConfig(*source, *function, target, options));
  }
  return code;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  std::string parseErrors;
  llvm::raw_string_ostream parseStream(parseErrors);
  if (!cl::ParseCommandLineOptions(argc, argv, "normc-run: runs a graph and checks its results\n", &parseStream)) {
    StringRef message = StringRef(parseErrors).trim();
    message.consume_front("normc-run: ");
    return message.empty() ? WrongUsage : fail(WrongUsage, message);
  }
  if (!numerics.empty() && numerics != "strict" && numerics != "relaxed")
    return fail(WrongUsage, "unknown law '" + numerics + "', expected strict or relaxed");
  const TargetInfo *target = lookUpTarget(arch);
  if (!target)
    return fail(BadInput, "unknown chip '" + arch + "', did you mean '" + getNearestTarget(arch) + "'?");
  std::string message;
  auto buffer = openInputFile(inputFile, &message);
  if (!buffer)
    return fail(Environment, message);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  return compileAndRun(sources, *target);
}
