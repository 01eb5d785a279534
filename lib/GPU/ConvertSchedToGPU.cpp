//===- ConvertSchedToGPU.cpp - launches to kernels, functions to plans ----===//
//
// Writes one gpu.func for each variant of each launch by walking its row program, then
// the plan of each function.
//
//===----------------------------------------------------------------------===//

#include "normc/GPU/Passes.h"

#include "Norm/Norm.h"
#include "RowKernel.h"
#include "Sched/Sched.h"
#include "normc/Schedule/TargetInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/SymbolTable.h"

namespace normc {
#define GEN_PASS_DEF_CONVERTSCHEDTOGPU
#include "normc/GPU/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// One kernel
//===----------------------------------------------------------------------===//

namespace {
/// Walks a row program and writes what one thread does for it.
class KernelWriter {
public:
  explicit KernelWriter(RowKernel &kernel) : kernel(kernel) {}

  LogicalResult run();

private:
  const RowValue &valueOf(Value value);
  void define(Value value, RowValue pieces);
  LogicalResult lower(Operation *op);

  RowKernel &kernel;
  llvm::DenseMap<Value, RowValue> values;
};
} // namespace

/// The row of a value; an input that no operation needed yet is loaded now.
const RowValue &KernelWriter::valueOf(Value value) {
  auto it = values.find(value);
  if (it != values.end())
    return it->second;
  int64_t operand = cast<BlockArgument>(value).getArgNumber();
  return values[value] = loadRow(kernel, operand);
}

/// Takes in a computed row, and stores it at once where it is a result: the registers are
/// free if nothing else needs it.
void KernelWriter::define(Value value, RowValue pieces) {
  int64_t numInputs = kernel.group.getInputs().size();
  for (auto [index, result] : llvm::enumerate(kernel.group.getYield().getValues()))
    if (result == value)
      storeRow(kernel, numInputs + index, pieces);
  values[value] = std::move(pieces);
}

LogicalResult KernelWriter::lower(Operation *op) {
  kernel.b.setLoc(op->getLoc());
  if (norm::isReduction(op)) {
    FailureOr<SmallVector<Value>> numbers = lowerReduction(kernel, op, valueOf(op->getOperand(0)));
    if (failed(numbers))
      return failure();
    for (auto [result, number] : llvm::zip_equal(op->getResults(), *numbers))
      define(result, {number});
    return success();
  }
  // Of its second operand a splat only takes the shape.
  unsigned numRead = isa<norm::SplatOp>(op) ? 1 : op->getNumOperands();
  SmallVector<RowValue> operands;
  for (Value operand : op->getOperands().take_front(numRead))
    operands.push_back(valueOf(operand));
  FailureOr<RowValue> result = lowerElementwise(kernel, op, operands);
  if (failed(result))
    return failure();
  define(op->getResult(0), std::move(*result));
  return success();
}

LogicalResult KernelWriter::run() {
  Block &body = kernel.group.getBody().front();
  if (kernel.config.getOperandLoads() == sched::OperandLoads::early)
    for (BlockArgument argument : body.getArguments())
      if (!argument.use_empty())
        valueOf(argument);
  for (Operation &op : body.without_terminator())
    if (failed(lower(&op)))
      return failure();
  // An input that is handed through as a result.
  for (auto [index, result] : llvm::enumerate(kernel.group.getYield().getValues()))
    if (isa<BlockArgument>(result))
      storeRow(kernel, kernel.group.getInputs().size() + index, valueOf(result));
  gpu::ReturnOp::create(kernel.b);
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// Writes the kernels of all launches below `root` into `kernels`; a name that is taken gets
/// a number.
static LogicalResult writeKernels(Operation *root, bool waits, SymbolTable &kernels,
                                  KernelNames &names) {
  WalkResult walked = root->walk([&](sched::LaunchOp launch) {
    if (!launch.getVariants()) {
      launch.emitError("needs variants before it becomes kernels");
      return WalkResult::interrupt();
    }
    for (auto [attr, region] : llvm::zip_equal(*launch.getVariants(), launch.getBodies())) {
      auto variant = cast<sched::VariantAttr>(attr);
      auto group = cast<sched::GroupOp>(region.front().front());
      if (!group.getConfig()) {
        group.emitError("needs a config before it becomes a kernel");
        return WalkResult::interrupt();
      }
      auto module = cast<gpu::GPUModuleOp>(kernels.getOp());
      ImplicitLocOpBuilder b(launch.getLoc(), OpBuilder::atBlockEnd(module.getBody()));
      std::string name = (launch.getKernelName() + "_" + variant.getName()).str();
      RowKernel kernel(b, group, variant, name, waits);
      if (failed(KernelWriter(kernel).run()))
        return WalkResult::interrupt();
      names[group] = kernels.insert(kernel.func);
    }
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

static LogicalResult convertModule(ModuleOp module) {
  SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
  if (functions.empty())
    return success();
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto kernels = gpu::GPUModuleOp::create(builder, module.getLoc(), "kernels");
  auto target = module->getAttrOfType<sched::TargetAttr>("sched.target");
  const TargetInfo *info = target ? lookUpTarget(target.getChip()) : nullptr;
  bool waits = info && info->hasDependencyWait;
  SymbolTable symbols(kernels);
  KernelNames names;
  for (func::FuncOp function : functions)
    if (failed(writeKernels(function, waits, symbols, names)) ||
        failed(buildPlan(builder, function, kernels, names)))
      return failure();
  for (func::FuncOp function : functions)
    function.erase();
  return success();
}

namespace {
struct ConvertSchedToGPU : normc::impl::ConvertSchedToGPUBase<ConvertSchedToGPU> {
  void runOnOperation() override {
    // One nested module a chip; or a module for one chip by itself.
    SmallVector<ModuleOp> modules;
    getOperation().walk([&](ModuleOp module) {
      if (!module.getOps<func::FuncOp>().empty())
        modules.push_back(module);
    });
    for (ModuleOp module : modules)
      if (failed(convertModule(module)))
        return signalPassFailure();
  }
};
} // namespace
