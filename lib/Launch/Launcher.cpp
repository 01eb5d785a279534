//===- Launcher.cpp - runs a package's functions on a GPU -----------------===//
//
// From a call's tensors to kernel launches.
//
//===----------------------------------------------------------------------===//

#include "Launcher.h"

#include <cstdio>

using namespace normc;
using namespace normc::cuda;

//===----------------------------------------------------------------------===//
// One call
//===----------------------------------------------------------------------===//

namespace {
/// Checks a call against the plan of the loaded chip, then launches.
class Execution {
public:
  Execution(const Driver &driver, const LoadedModule &loaded, int64_t function, Call &call,
            const LaunchOptions &options)
      : driver(driver), loaded(loaded), plan(loaded.chip->plans[function]),
        kernels(loaded.kernels[function]), call(call), options(options) {}

  Status run();

private:
  Status addStrides();
  Status checkTensors();
  Status placeTemporaries();
  Status placeWindows();
  Status checkPointer(const PlanTensor &tensor, const TensorView &view);
  Status choose(const PlanLaunch &launch, const Function *functions, ChosenKernel &chosen);
  Status chooseAll();
  Status launch(const ChosenKernel &chosen);

  const Driver &driver;
  const LoadedModule &loaded;
  const Plan &plan;
  const std::vector<Function> &kernels;
  Call &call;
  const LaunchOptions &options;
};
} // namespace

Status Execution::addStrides() {
  for (int64_t i = 0; i < plan.firstTemporary(); ++i) {
    TensorView &view = call.tensors[i];
    if (view.strides || plan.tensors[i].isNumber)
      continue;
    if (view.rank > maxPlanRank || view.rank < 0)
      return badInput("'" + plan.tensors[i].name + "' must have " +
                      std::to_string(plan.tensors[i].sizes.size()) + " axes, got " +
                      std::to_string(view.rank));
    if (!denseStrides(view.shape, view.rank, call.strides[i]))
      return badInput("'" + plan.tensors[i].name + "' spans more than 2^63 - 1 bytes");
    view.strides = call.strides[i];
  }
  return {};
}

/// The driver knows what kind of memory a pointer is of, at a cost that a launch should not pay.
Status Execution::checkPointer(const PlanTensor &tensor, const TensorView &view) {
  auto pointer = reinterpret_cast<uintptr_t>(view.data);
  unsigned kind = 0;
  int device = 0;
  if (driver.cuPointerGetAttribute(&kind, MemoryType, pointer) != Success || kind == HostMemory)
    return badInput("'" + tensor.name + "' is in host memory, wanted memory of device " +
                    std::to_string(loaded.device));
  if (driver.cuPointerGetAttribute(&device, DeviceOrdinal, pointer) == Success &&
      device != loaded.device && kind == DeviceMemory)
    return badInput("'" + tensor.name + "' is on device " + std::to_string(device) +
                    ", the current context is of device " + std::to_string(loaded.device));
  return {};
}

Status Execution::checkTensors() {
  if (Status status = addStrides(); !status.isOk())
    return status;
  if (Status status = bindDimensions(plan, call.tensors, call.dimensions); !status.isOk())
    return status;
  for (int64_t i = 0; i < plan.firstTemporary(); ++i) {
    TensorView &view = call.tensors[i];
    if (plan.tensors[i].isNumber)
      continue;
    if (Status status = checkTensor(plan, i, view, call.dimensions); !status.isOk())
      return status;
    if (view.bytes == 0)
      continue;
    if (!view.data)
      return badInput("'" + plan.tensors[i].name + "' is a null pointer");
    if (options.checksPointers)
      if (Status status = checkPointer(plan.tensors[i], view); !status.isOk())
        return status;
  }
  return {};
}

Status Execution::placeTemporaries() {
  if (plan.firstWindow() == plan.firstTemporary())
    return {};
  Result<int64_t> needed = workspaceBytes(plan, call.dimensions);
  if (!needed.isOk())
    return needed.getError();
  if (*needed > options.workspaceBytes || (*needed > 0 && !options.workspace))
    return wrongUsage("the workspace has " +
                      std::to_string(options.workspace ? options.workspaceBytes : 0) + " bytes, '" +
                      plan.name + "' needs " + std::to_string(*needed));
  if (reinterpret_cast<uintptr_t>(options.workspace) % workspaceAlignment != 0) {
    char address[32];
    std::snprintf(address, sizeof address, "%p", options.workspace);
    return wrongUsage("the workspace must be aligned to " + std::to_string(workspaceAlignment) +
                      " bytes, got address " + address);
  }
  auto *place = static_cast<char *>(options.workspace);
  for (int64_t i = plan.firstTemporary(); i < plan.firstWindow(); ++i) {
    const PlanTensor &tensor = plan.tensors[i];
    auto rank = static_cast<int64_t>(tensor.sizes.size());
    if (Status status = sizesOf(tensor, call.dimensions, call.shapes[i]); !status.isOk())
      return status;
    if (!denseStrides(call.shapes[i], rank, call.strides[i]))
      return badInput("'" + tensor.name + "' spans more than 2^63 - 1 bytes");
    call.tensors[i] = {place, call.shapes[i], call.strides[i], rank, tensor.element, 0, 0};
    if (Status status = checkTensor(plan, i, call.tensors[i], call.dimensions); !status.isOk())
      return status;
    place +=
        (call.tensors[i].bytes + workspaceAlignment - 1) / workspaceAlignment * workspaceAlignment;
  }
  return {};
}

Status Execution::placeWindows() {
  for (int64_t i = plan.firstWindow(); i < plan.numTensors(); ++i)
    if (Status status = placeWindow(plan, i, call.dimensions, call.shapes[i], call.tensors);
        !status.isOk())
      return status;
  return {};
}

Status Execution::choose(const PlanLaunch &launch, const Function *functions,
                         ChosenKernel &chosen) {
  const PlanKernel *kernel = chooseKernel(plan, launch, call.tensors, call.dimensions);
  if (!kernel)
    return badInput("no kernel of '" + plan.name +
                    "' takes tensors of these strides and "
                    "alignments");
  std::optional<int64_t> grid = kernel->grid.evaluate(call.dimensions);
  bool overflows = !grid;
  for (const PlanParameter &parameter : kernel->parameters)
    if (!parameter.size.operands.empty()) // a number or a dimension alone fits
      overflows |= !parameter.size.evaluate(call.dimensions);
  if (overflows)
    return badInput("the rows of '" + kernel->name + "' pass 2^63 - 1");
  constexpr int64_t maxGrid = (int64_t(1) << 31) - 1;
  if (*grid > maxGrid)
    return badInput("'" + kernel->name + "' would need " + std::to_string(*grid) +
                    " CTAs, a grid has at most " + std::to_string(maxGrid));
  chosen = {kernel, functions[kernel - launch.kernels.data()], static_cast<unsigned>(*grid)};
  return {};
}

/// All launches before the first: what is refused launches nothing.
Status Execution::chooseAll() {
  const Function *functions = kernels.data();
  for (size_t i = 0; i < plan.launches.size(); ++i) {
    if (Status status = choose(plan.launches[i], functions, call.chosen[i]); !status.isOk())
      return status;
    functions += plan.launches[i].kernels.size();
  }
  return {};
}

Status Execution::launch(const ChosenKernel &chosen) {
  if (chosen.grid == 0)
    return {}; // no row
  const PlanKernel &kernel = *chosen.kernel;
  void *parameters[maxKernelParameters];
  int64_t computed[maxKernelParameters];
  for (size_t i = 0; i < kernel.parameters.size(); ++i) {
    const PlanParameter &parameter = kernel.parameters[i];
    TensorView &view = call.tensors[parameter.tensor];
    switch (parameter.kind) {
    case PlanParameter::Pointer:
      parameters[i] = &view.data;
      break;
    case PlanParameter::Stride:
      parameters[i] = const_cast<int64_t *>(&view.strides[parameter.axis]);
      break;
    case PlanParameter::Number:
      parameters[i] = &view.number;
      break;
    case PlanParameter::Size:
      computed[i] = *parameter.size.evaluate(call.dimensions); // as `choose` found
      parameters[i] = &computed[i];
      break;
    }
  }
  auto threads = static_cast<unsigned>(kernel.threadsPerRow);
  auto rows = static_cast<unsigned>(kernel.rowsPerCta);
  int error;
  if (options.startsEarly) {
    LaunchAttribute early{};
    early.id = programmaticStreamSerialization;
    early.programmaticStreamSerializationAllowed = 1;
    LaunchConfig config{chosen.grid, 1, 1, threads, rows, 1, 0, options.stream, &early, 1};
    error = driver.cuLaunchKernelEx(&config, chosen.function, parameters, nullptr);
  } else {
    error = driver.cuLaunchKernel(chosen.function, chosen.grid, 1, 1, threads, rows, 1, 0,
                                  options.stream, parameters, nullptr);
  }
  if (error == Success)
    return {};
  return driver.checkLaterCall(error, "launching '" + kernel.name + "'");
}

Status Execution::run() {
  if (options.startsEarly && !loaded.chip->waits)
    return wrongUsage("the kernels of " + loaded.chip->chip +
                      " do not wait for the launch before them, which starting early needs");
  if (Status status = checkTensors(); !status.isOk())
    return status;
  if (Status status = placeTemporaries(); !status.isOk())
    return status;
  if (Status status = placeWindows(); !status.isOk())
    return status;
  if (Status status = checkOverlap(plan, call.tensors); !status.isOk())
    return status;
  if (Status status = chooseAll(); !status.isOk())
    return status;
  for (size_t i = 0; i < plan.launches.size(); ++i)
    if (Status status = launch(call.chosen[i]); !status.isOk())
      return status;
  return {};
}

//===----------------------------------------------------------------------===//
// The launcher
//===----------------------------------------------------------------------===//

Status Launcher::prepare() { return modules.get(nullptr).getError(); }

Status Launcher::resultShape(int64_t function, const TensorView *arguments, int64_t result,
                             int64_t *shape) const {
  const Plan &plan = getSignature(function);
  int64_t dimensions[maxPlanDimensions];
  if (Status status = bindDimensions(plan, arguments, dimensions); !status.isOk())
    return status;
  return sizesOf(plan.tensors[plan.firstResult() + result], dimensions, shape);
}

Result<int64_t> Launcher::workspaceBytes(int64_t function, const TensorView *arguments) const {
  const Plan &plan = getSignature(function);
  int64_t dimensions[maxPlanDimensions];
  if (Status status = bindDimensions(plan, arguments, dimensions); !status.isOk())
    return status;
  return normc::workspaceBytes(plan, dimensions);
}

Status Launcher::launch(int64_t function, Call &call, const LaunchOptions &options) {
  Result<const LoadedModule *> loaded = modules.get(&options.stream);
  if (!loaded.isOk())
    return loaded.getError();
  return Execution(modules.getDriver(), **loaded, function, call, options).run();
}
