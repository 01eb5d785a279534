//===- Explain.cpp - what was made of a graph, and why --------------------===//
//
// Gathers the report: names and lines from the source, remarks from fusion, operands and
// configs from the schedule, bytes and shared memory from plans and kernels, registers from ptxas.
//
//===----------------------------------------------------------------------===//

#include "normc/Pipelines/Explain.h"

#include "Norm/Norm.h"
#include "normc/GPU/ReadPlan.h"
#include "normc/Import/DimensionNames.h"
#include "normc/Schedule/TargetInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// Source and fusion
//===----------------------------------------------------------------------===//

FusionRemarks::FusionRemarks(MLIRContext *context) : ScopedDiagnosticHandler(context) {
  setHandler([this](Diagnostic &diagnostic) -> LogicalResult {
    std::string text = diagnostic.str();
    StringRef reason = text;
    if (diagnostic.getSeverity() != DiagnosticSeverity::Remark ||
        !reason.consume_front("not fused with what it reads: "))
      return failure();
    for (Diagnostic &note : diagnostic.getNotes())
      remarks.push_back({diagnostic.getLocation(), note.getLocation(), reason.str()});
    return success();
  });
}

Explainer::Explainer(ModuleOp source, Result<std::string> ptxas)
    : fusion(source.getContext()), ptxas(std::move(ptxas)) {
  int64_t number = 0;
  source.walk([&](Operation *op) {
    if (isa<ModuleOp, func::FuncOp, func::ReturnOp, arith::ConstantOp>(op))
      return;
    SourceOp known;
    known.name = op->getName().stripDialect();
    known.number = number++;
    if (auto function = op->getParentOfType<func::FuncOp>())
      known.function = function.getName();
    if (auto file = op->getLoc()->findInstanceOf<FileLineColLoc>()) {
      known.file = file.getFilename().str();
      known.line = file.getLine();
    }
    if (!isa<UnknownLoc>(op->getLoc()))
      sourceOps.try_emplace(op->getLoc(), known);
  });
}

SourceOp Explainer::sourceAt(Location loc, StringRef otherwise) const {
  auto it = sourceOps.find(loc);
  if (it != sourceOps.end())
    return it->second;
  SourceOp unknown;
  unknown.name = otherwise;
  return unknown;
}

//===----------------------------------------------------------------------===//
// Schedule
//===----------------------------------------------------------------------===//

/// Adds the operands of a part whose row axes are the launch's from `firstAxis` on.
static void addOperands(sched::GroupOp group, int64_t firstAxis,
                        std::vector<ExplainedOperand> &operands) {
  int64_t numInputs = group.getInputs().size();
  for (int64_t operand = 0; operand < group.getNumOperandsAndResults(); ++operand) {
    auto type = dyn_cast<RankedTensorType>(group.getOperandType(operand));
    if (!type)
      continue;
    int64_t bytes = type.getElementTypeBitWidth() / 8 * group.getNumRowElements(operand);
    ExplainedOperand explained{"", operand >= numInputs, {}, bytes, {}};
    for (int64_t axis = 0; axis < group.getNumRowAxes(); ++axis)
      if (group.getMap(operand).isFunctionOfDim(axis))
        explained.rowAxes.push_back(firstAxis + axis);
    operands.push_back(std::move(explained));
  }
}

ExplainedLaunch Explainer::readLaunch(sched::LaunchOp launch) {
  ExplainedLaunch explained;
  explained.name = launch.getKernelName().str();
  llvm::StringSet<> names;
  llvm::DenseSet<Location> locations;
  int64_t numAxes = 0;
  explained.numParts = static_cast<int64_t>(launch.getGroups().size());
  for (sched::GroupOp part : launch.getGroups()) {
    addOperands(part, numAxes, explained.operands);
    numAxes += part.getNumRowAxes();
    for (Operation &op : part.getBody().front().without_terminator()) {
      StringRef name = op.getName().stripDialect();
      // What the source does not have fusion has added: numbers made rows.
      bool isAdded = isa<arith::ConstantOp, norm::SplatOp>(op);
      bool isNew = sourceOps.contains(op.getLoc()) ? locations.insert(op.getLoc()).second
                                                   : !isAdded && names.insert(name).second;
      if (isNew)
        explained.ops.push_back(sourceAt(op.getLoc(), name));
    }
  }
  // A view by itself computes nothing: it is copied.
  if (explained.ops.empty())
    explained.ops.push_back(sourceAt(launch.getLoc(), "copy"));
  llvm::sort(explained.ops, [](const SourceOp &a, const SourceOp &b) {
    return std::tie(a.number, a.name) < std::tie(b.number, b.name);
  });
  for (Region &body : launch.getBodies()) {
    sched::GroupOp group = sched::LaunchOp::getGroups(body).front();
    ExplainedVariant variant;
    variant.config = *group.getConfig();
    variant.reasons = ConfigReasons::of(group);
    variant.earlyBytes = earlyLoadBytes(group);
    explained.variants.push_back(std::move(variant));
  }
  return explained;
}

void Explainer::readSchedule(ModuleOp chip) {
  ExplainedChip explained{lookUpTarget(*chip.getSymName()), {}, ""};
  for (auto function : chip.getOps<func::FuncOp>()) {
    int64_t numDimensions = 0;
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (auto sizes = function.getArgAttrOfType<AffineMapAttr>(i, "norm.sizes"))
        numDimensions = sizes.getValue().getNumSymbols();
    ExplainedFunction of{
        function.getName().str(), dimensionNames(function, numDimensions), {}, {}, {}};
    for (auto launch : function.getOps<sched::LaunchOp>())
      of.launches.push_back(readLaunch(launch));
    for (const FusionRemarks::Remark &remark : fusion.remarks) {
      MissedFusion missed{sourceAt(remark.op, "?"), sourceAt(remark.producer, "?"), remark.reason};
      if (missed.op.function == of.name)
        of.missed.push_back(std::move(missed));
    }
    explained.functions.push_back(std::move(of));
  }
  chips.push_back(std::move(explained));
}

//===----------------------------------------------------------------------===//
// Plans and kernels
//===----------------------------------------------------------------------===//

/// The product, with its number last.
static SizeExpr multiply(SizeExpr a, const SizeExpr &b) {
  if (b.kind == SizeExpr::Constant && a.kind == SizeExpr::Constant)
    return {SizeExpr::Constant, a.value * b.value, {}};
  if (a.kind == SizeExpr::Multiply && a.operands[1].kind == SizeExpr::Constant) {
    if (b.kind == SizeExpr::Constant)
      a.operands[1].value *= b.value;
    else
      a.operands[0] = multiply(a.operands[0], b);
    return a;
  }
  if (a.kind == SizeExpr::Constant)
    return {SizeExpr::Multiply, 0, {b, std::move(a)}};
  return {SizeExpr::Multiply, 0, {std::move(a), b}};
}

static int64_t sharedBytesOf(gpu::GPUFuncOp kernel) {
  int64_t bytes = 0;
  for (BlockArgument buffer : kernel.getWorkgroupAttributions()) {
    auto type = cast<MemRefType>(buffer.getType());
    bytes += type.getNumElements() * type.getElementTypeBitWidth() / 8;
  }
  return bytes;
}

/// `x%16 w%16, row axes dense`: what must hold for the kernel to be chosen.
static std::string conditionOf(sched::PlanLaunchAttr launch, sched::PlanKernelAttr kernel) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (auto [name, bytes] : llvm::zip_equal(launch.getTensors(), kernel.getAlignments()))
    os << (text.empty() ? "" : " ") << name.getValue() << "%" << bytes;
  os << (kernel.getVariant().getCollapse() ? ", row axes dense" : "");
  if (int64_t most = kernel.getVariant().getMaxCtas())
    os << ", at most " << most << " CTAs";
  return text;
}

LogicalResult Explainer::readPlans(ModuleOp chip, ExplainedChip &explained) {
  for (auto [op, function] : llvm::zip_equal(chip.getOps<sched::PlanOp>(), explained.functions)) {
    FailureOr<Plan> plan = readPlan(op);
    if (failed(plan))
      return failure();
    for (auto [attr, planned, launch] :
         llvm::zip_equal(op.getLaunches().getAsRange<sched::PlanLaunchAttr>(), plan->launches,
                         function.launches)) {
      launch.plan = planned;
      for (auto [operand, name] : llvm::zip_equal(launch.operands, attr.getTensors())) {
        operand.name = name.str();
        operand.bytes = {SizeExpr::Constant, operand.bytesOfRow, {}};
        for (int64_t axis : operand.rowAxes)
          operand.bytes = multiply(operand.bytes, planned.rows[axis]);
      }
      for (auto [kernel, variant] : llvm::zip_equal(attr.getKernels(), launch.variants)) {
        variant.kernel = kernel.getKernel().getLeafReference().str();
        variant.name = kernel.getVariant().getName().str();
        variant.condition = conditionOf(attr, kernel);
        auto func = cast<gpu::GPUFuncOp>(SymbolTable::lookupSymbolIn(chip, kernel.getKernel()));
        variant.sharedBytes = sharedBytesOf(func);
      }
    }
  }
  return success();
}

void Explainer::readResources(ModuleOp chip, ExplainedChip &explained) {
  std::string ptx;
  for (auto binary : chip.getOps<gpu::BinaryOp>())
    for (Attribute object : binary.getObjects())
      ptx += cast<gpu::ObjectAttr>(object).getObject().getValue();
  Result<llvm::StringMap<KernelResources>> resources = ptxas.getError();
  if (ptxas.isOk())
    resources = normc::readResources(*ptxas, explained.target->chip, ptx);
  if (!resources.isOk())
    explained.noResources = ptxas.isOk() ? resources.getError().getMessage() : "no ptxas";
  for (ExplainedFunction &function : explained.functions)
    for (ExplainedLaunch &launch : function.launches)
      for (ExplainedVariant &variant : launch.variants) {
        if (resources.isOk())
          if (auto it = resources->find(variant.kernel); it != resources->end())
            variant.resources = it->second;
        variant.occupancy = findOccupancy(
            *explained.target, variant.config.getThreadsPerCta(),
            variant.resources ? std::optional(variant.resources->registers) : std::nullopt,
            variant.sharedBytes);
      }
}

LogicalResult Explainer::readPhase(Phase phase, ModuleOp module) {
  auto modules = module.getOps<ModuleOp>();
  if (phase == Phase::Schedule)
    llvm::for_each(modules, [&](ModuleOp chip) { readSchedule(chip); });
  if (phase != Phase::Gpu && phase != Phase::Ptx)
    return success();
  for (auto [chip, explained] : llvm::zip_equal(modules, chips)) {
    if (phase == Phase::Ptx)
      readResources(chip, explained);
    else if (failed(readPlans(chip, explained)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

Status Explainer::setShape(const llvm::StringMap<int64_t> &shape) {
  llvm::StringSet<> known;
  for (ExplainedChip &chip : chips)
    for (ExplainedFunction &function : chip.functions) {
      std::vector<int64_t> sizes;
      for (const std::string &name : function.dimensions) {
        known.insert(name);
        if (auto it = shape.find(name); it != shape.end())
          sizes.push_back(it->second);
      }
      if (sizes.size() != function.dimensions.size())
        continue;
      for (const ExplainedLaunch &launch : function.launches)
        if (Result<int64_t> bytes = bytesOf(launch.plan, sizes.data()); !bytes.isOk())
          return bytes.getError();
      function.sizes = std::move(sizes);
    }
  for (const auto &entry : shape)
    if (!known.contains(entry.getKey()))
      return wrongUsage("--shape: no function has a dimension '" + entry.getKey().str() + "'");
  return {};
}

std::string normc::toText(const SizeExpr &expr, ArrayRef<std::string> dimensions) {
  auto operand = [&](int64_t index) { return toText(expr.operands[index], dimensions); };
  auto factor = [&](int64_t index) {
    std::string text = operand(index);
    return expr.operands[index].kind == SizeExpr::Add ? "(" + text + ")" : text;
  };
  switch (expr.kind) {
  case SizeExpr::Constant:
    return std::to_string(expr.value);
  case SizeExpr::Dimension:
    return dimensions[expr.value];
  case SizeExpr::Add:
    return operand(0) + " + " + operand(1);
  case SizeExpr::Multiply:
    return factor(0) + " * " + factor(1);
  case SizeExpr::CeilDivide:
    return "ceildiv(" + operand(0) + ", " + operand(1) + ")";
  }
  llvm_unreachable("a size is one of these");
}
