//===- RunPlan.cpp - the launches of a call -------------------------------===//
//
// Chooses each launch's kernel for the tensors at hand and makes its parameters.
//
//===----------------------------------------------------------------------===//

#include "RunPlan.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace normc;

static Status tooManyRows(const PlanKernel &kernel) {
  return badInput("the rows of '" + kernel.name + "' pass 2^63 - 1");
}

Result<std::vector<PreparedLaunch>>
normc::prepareLaunches(const Plan &plan, const TensorView *tensors, const int64_t *dimensions) {
  std::vector<PreparedLaunch> launches;
  for (const PlanLaunch &launch : plan.launches) {
    const PlanKernel *chosen = chooseKernel(plan, launch, tensors, dimensions);
    if (!chosen)
      return badInput("no kernel of '" + plan.name +
                      "' takes tensors of these strides and alignments");
    const PlanKernel &kernel = *chosen;
    std::optional<int64_t> grid = kernel.grid.evaluate(dimensions);
    if (!grid)
      return tooManyRows(kernel);
    Result<int64_t> bytes = bytesOf(launch, dimensions);
    if (!bytes.isOk())
      return bytes.getError();
    PreparedLaunch &prepared = launches.emplace_back();
    prepared.kernel = &kernel;
    prepared.kernelIndex = &kernel - launch.kernels.data();
    prepared.gridCtas = *grid;
    prepared.bytes = *bytes;
    for (const PlanParameter &parameter : kernel.parameters) {
      ParameterValue &value = prepared.parameters.emplace_back();
      value.kind = parameter.kind;
      value.tensor = parameter.tensor;
      const TensorView &view = tensors[parameter.tensor];
      switch (parameter.kind) {
      case PlanParameter::Pointer:
        value.pointer = view.data;
        break;
      case PlanParameter::Stride:
        value.integer = view.strides[parameter.axis];
        break;
      case PlanParameter::Number:
        value.number = view.number;
        break;
      case PlanParameter::Size: {
        std::optional<int64_t> size = parameter.size.evaluate(dimensions);
        if (!size)
          return tooManyRows(kernel);
        value.integer = *size;
        break;
      }
      }
    }
  }
  return launches;
}

namespace {
/// A line on a terminal, rewritten while a run takes more than a second.
class Progress {
public:
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
    llvm::errs() << "\rrunning on the emulator, CTA " << done << "/" << total << "\033[K";
  }

private:
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now(), last = begin;
  bool isShown = false;
};
} // namespace

llvm::Error normc::runOnEmulator(const Plan &plan, llvm::ArrayRef<PreparedLaunch> launches,
                                 llvm::ArrayRef<TensorView> tensors, Emulator &emulator) {
  Progress progress;
  auto update = [&](int64_t done, int64_t total) { progress.update(done, total); };
  for (const PreparedLaunch &launch : launches) {
    if (launch.gridCtas == 0)
      continue; // no row
    llvm::SmallVector<KernelArgument> arguments;
    for (const ParameterValue &value : launch.parameters) {
      const std::string &name = plan.tensors[value.tensor].name;
      switch (value.kind) {
      case PlanParameter::Pointer:
        arguments.push_back(
            KernelArgument::makePointer(name, value.pointer, tensors[value.tensor].bytes));
        break;
      case PlanParameter::Stride:
        arguments.push_back(KernelArgument::makeInteger(name, value.integer));
        break;
      case PlanParameter::Number:
        arguments.push_back(KernelArgument::makeFloat(name, value.number));
        break;
      case PlanParameter::Size:
        arguments.push_back(KernelArgument::makeInteger("size", value.integer));
        break;
      }
    }
    const PlanKernel &kernel = *launch.kernel;
    if (llvm::Error error =
            emulator.launch(kernel.name, {launch.gridCtas, 1, 1},
                            {kernel.threadsPerRow, kernel.rowsPerCta, 1}, arguments, update))
      return error;
  }
  return llvm::Error::success();
}
