//===- RunPlan.cpp - a plan on the emulator -------------------------------===//
//
// Chooses each launch's kernel for the tensors at hand and makes its parameters.
//
//===----------------------------------------------------------------------===//

#include "RunPlan.h"

using namespace normc;
using llvm::Expected;
using llvm::SmallVector;

static llvm::Error tooManyRows(const PlanKernel &kernel) {
  return llvm::createStringError("the rows of '" + kernel.name + "' pass 2^63 - 1");
}

Expected<std::vector<LaunchRecord>>
normc::runPlan(const Plan &plan, llvm::ArrayRef<int64_t> dimensions, Emulator &emulator,
               llvm::MutableArrayRef<std::optional<PlacedTensor>> tensors,
               llvm::ArrayRef<float> numbers,
               llvm::function_ref<void(int64_t, int64_t)> progress) {
  SmallVector<TensorView> views(tensors.size());
  for (size_t i = 0; i < tensors.size(); ++i)
    if (tensors[i])
      views[i] = tensors[i]->view();
  std::vector<LaunchRecord> records;
  for (const PlanLaunch &launch : plan.launches) {
    const PlanKernel *chosen = chooseKernel(plan, launch, views.data());
    // The last kernel assumes nothing.
    const PlanKernel &kernel = chosen ? *chosen : launch.kernels.back();
    std::optional<int64_t> grid = kernel.grid.evaluate(dimensions.data());
    if (!grid)
      return tooManyRows(kernel);
    Result<int64_t> bytes = bytesOf(plan, launch, dimensions.data());
    if (!bytes.isOk())
      return llvm::createStringError(bytes.getError().getMessage());
    records.push_back({kernel.name, *grid, kernel.threadsPerRow, kernel.rowsPerCta, *bytes});
    if (*grid == 0)
      continue; // no row
    SmallVector<KernelArgument> arguments;
    for (const PlanParameter &parameter : kernel.parameters) {
      const std::string &name = plan.tensors[parameter.tensor].name;
      switch (parameter.kind) {
      case PlanParameter::Pointer:
        arguments.push_back(KernelArgument::makePointer(name, views[parameter.tensor].data,
                                                        tensors[parameter.tensor]->numBytes()));
        break;
      case PlanParameter::Stride:
        arguments.push_back(KernelArgument::makeInteger(
            name, views[parameter.tensor].strides[parameter.axis]));
        break;
      case PlanParameter::Number:
        arguments.push_back(KernelArgument::makeFloat(name, numbers[parameter.tensor]));
        break;
      case PlanParameter::Size: {
        std::optional<int64_t> size = parameter.size.evaluate(dimensions.data());
        if (!size)
          return tooManyRows(kernel);
        arguments.push_back(KernelArgument::makeInteger("size", *size));
        break;
      }
      }
    }
    if (llvm::Error error = emulator.launch(kernel.name, {*grid, 1, 1},
                                            {kernel.threadsPerRow, kernel.rowsPerCta, 1},
                                            arguments, progress))
      return std::move(error);
  }
  return records;
}
