//===- RunPlan.cpp - a plan on the emulator -------------------------------===//
//
// Chooses each launch's kernel for the tensors at hand and makes its parameters.
//
//===----------------------------------------------------------------------===//

#include "RunPlan.h"

using namespace normc;
using llvm::Expected;
using llvm::SmallVector;

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
    const PlanKernel &kernel = chooseKernel(plan, launch, views);
    Expected<int64_t> grid = kernel.grid.evaluate(dimensions);
    Expected<int64_t> bytes = bytesOf(plan, launch, dimensions);
    if (!grid || !bytes)
      return llvm::joinErrors(grid.takeError(), bytes.takeError());
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
        Expected<int64_t> size = parameter.size.evaluate(dimensions);
        if (!size)
          return size.takeError();
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
