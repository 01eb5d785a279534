//===- Twin.cpp - the f32 twin of a function ------------------------------===//
//
// Sizes from the call's tensors, steps from the function's operations.
//
//===----------------------------------------------------------------------===//

#include "Twin.h"

#include "Inputs.h"
#include "Norm/Norm.h"

#include "llvm/ADT/TypeSwitch.h"
#include <cstring>

using namespace mlir;
using namespace normc;

static void takeSizes(const PlanTensor &tensor, ArrayRef<int64_t> sizes, Twin &twin) {
  twin.batches = sizes.size() >= 3 ? sizes.front() : 1;
  twin.columns = sizes.empty() ? 1 : sizes.back();
  twin.rows = 1;
  for (int64_t size : sizes.empty() ? sizes : sizes.drop_back())
    twin.rows *= size;
  twin.isBF16 = tensor.element == ElementType::BF16;
}

static void takeSteps(func::FuncOp function, Twin &twin) {
  auto takeNorm = [&](auto op, NormKind kind) {
    twin.norm = kind;
    twin.hasWeight = static_cast<bool>(op.getWeight());
    twin.hasBias = static_cast<bool>(op.getBias());
  };
  for (Operation &op : function.front())
    llvm::TypeSwitch<Operation *>(&op)
        .Case([&](norm::RmsNormOp it) { takeNorm(it, NormKind::Rms); })
        .Case([&](norm::LayerNormOp it) { takeNorm(it, NormKind::Layer); })
        .Case([&](norm::ModulateOp) { twin.modulates = true; })
        .Case([&](norm::GateOp) { twin.gates = true; });
}

Twin normc::findTwin(func::FuncOp function, const Plan &plan, const int64_t *dimensions) {
  Twin twin;
  int64_t most = -1;
  for (int64_t i = 0; i < plan.firstTemporary(); ++i) {
    const PlanTensor &tensor = plan.tensors[i];
    SmallVector<int64_t> sizes(tensor.sizes.size());
    // The call has been made: its sizes are fine.
    if (tensor.isNumber || !sizesOf(tensor, dimensions, sizes.data()).isOk())
      continue;
    int64_t elements = ShapedType::getNumElements(sizes);
    if (elements > most)
      takeSizes(tensor, sizes, twin);
    most = std::max(most, elements);
  }
  takeSteps(function, twin);
  return twin;
}

TwinValues::TwinValues(const Twin &twin, uint64_t seed) {
  uint64_t argument = 0;
  auto draw = [&](int64_t elements) {
    HostTensor tensor =
        randomTensor(ElementType::F32, {elements}, seed, argument++, Distribution::Uniform);
    std::vector<float> values(elements);
    memcpy(values.data(), tensor.data.data(), tensor.data.size());
    return values;
  };
  x = draw(twin.rows * twin.columns);
  other.assign(x.rbegin(), x.rend());
  weight = draw(twin.columns);
  bias = draw(twin.columns);
  gate = draw(twin.batches * twin.columns);
  scale = draw(twin.batches * twin.columns);
  shift = draw(twin.batches * twin.columns);
  ones.assign(std::max(twin.rows, twin.batches * twin.columns), 1.0f);
}
