//===- BuildPlan.cpp - functions of launches to plans ---------------------===//
//
// Describes a function's arguments, results and temporaries, and for each launch its
// grid and the arguments of its kernels, as expressions over the function's dimensions.
//
//===----------------------------------------------------------------------===//

#include "RowKernel.h"
#include "normc/Launch/Plan.h"
#include "normc/Schedule/InPlace.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace normc;

namespace {
class PlanBuilder {
public:
  PlanBuilder(OpBuilder &builder, func::FuncOp func, gpu::GPUModuleOp kernels,
              const KernelNames &kernelNames)
      : builder(builder), func(func), kernels(kernels), kernelNames(kernelNames) {}

  LogicalResult run();

private:
  LogicalResult readArguments();
  FailureOr<AffineExpr> sizeOf(OpFoldResult size);
  FailureOr<SmallVector<AffineExpr>> rowSizesOf(sched::GroupOp group);
  FailureOr<sched::PlanTensorAttr> tensor(StringRef name, sched::GroupOp group, int64_t result,
                                          ArrayRef<AffineExpr> rowSizes);
  LogicalResult nameResults(sched::LaunchOp launch, ArrayRef<AffineExpr> rowSizes);
  AffineExpr bytesOf(sched::GroupOp group, ArrayRef<AffineExpr> rowSizes);
  sched::PlanKernelAttr kernelOf(sched::LaunchOp launch, sched::GroupOp group,
                                 sched::VariantAttr variant, ArrayRef<AffineExpr> rowSizes);
  LogicalResult addLaunch(sched::LaunchOp launch);
  AffineMap overDims(ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(0, numDims, exprs, builder.getContext());
  }
  StringAttr nameOf(Value value) { return builder.getStringAttr(names.lookup(value)); }

  OpBuilder &builder;
  func::FuncOp func;
  gpu::GPUModuleOp kernels;
  const KernelNames &kernelNames;
  int64_t numDims = 0;
  llvm::DenseMap<Value, std::string> names;
  llvm::DenseMap<Value, AffineMap> argumentSizes;
  SmallVector<Attribute> arguments, results, temporaries, launches;
};
} // namespace

LogicalResult PlanBuilder::readArguments() {
  for (BlockArgument argument : func.getArguments()) {
    unsigned index = argument.getArgNumber();
    auto name = func.getArgAttrOfType<StringAttr>(index, "norm.name");
    auto sizes = func.getArgAttrOfType<AffineMapAttr>(index, "norm.sizes");
    if (!name || !sizes)
      return emitError(argument.getLoc(), "argument ")
             << index << " needs norm.name and norm.sizes, which the phases before give it";
    names[argument] = name.str();
    argumentSizes[argument] = sizes.getValue();
    numDims = sizes.getValue().getNumSymbols();
    if (auto type = dyn_cast<RankedTensorType>(argument.getType()))
      arguments.push_back(sched::PlanTensorAttr::get(builder.getContext(), name.getValue(),
                                                     type.getElementType(), sizes.getValue()));
    else
      arguments.push_back(
          sched::PlanScalarAttr::get(builder.getContext(), name.getValue(), argument.getType()));
  }
  return success();
}

FailureOr<AffineExpr> PlanBuilder::sizeOf(OpFoldResult size) {
  if (auto attr = dyn_cast<Attribute>(size))
    return builder.getAffineConstantExpr(cast<IntegerAttr>(attr).getInt());
  auto value = cast<Value>(size);
  auto dim = value.getDefiningOp<tensor::DimOp>();
  std::optional<int64_t> axis = dim ? dim.getConstantIndex() : std::nullopt;
  auto it = dim ? argumentSizes.find(dim.getSource()) : argumentSizes.end();
  if (!axis || it == argumentSizes.end())
    return emitError(value.getLoc(), "a row size must be the tensor.dim of an argument");
  return it->second.getResult(*axis);
}

FailureOr<SmallVector<AffineExpr>> PlanBuilder::rowSizesOf(sched::GroupOp group) {
  SmallVector<AffineExpr> exprs;
  for (OpFoldResult size : group.getMixedRowSizes()) {
    FailureOr<AffineExpr> expr = sizeOf(size);
    if (failed(expr))
      return failure();
    exprs.push_back(*expr);
  }
  return exprs;
}

/// A result: where an axis is dynamic, it is one of the row space.
FailureOr<sched::PlanTensorAttr> PlanBuilder::tensor(StringRef name, sched::GroupOp group,
                                                     int64_t result,
                                                     ArrayRef<AffineExpr> rowSizes) {
  auto type = cast<RankedTensorType>(group.getResult(result).getType());
  AffineMap map = group.getMap(group.getInputs().size() + result);
  SmallVector<AffineExpr> sizes;
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(extent)) {
      sizes.push_back(builder.getAffineConstantExpr(extent));
      continue;
    }
    AffineDimExpr dim = nullptr;
    if (axis < map.getNumResults())
      dim = dyn_cast<AffineDimExpr>(map.getResult(axis));
    if (!dim)
      return group.emitError("dynamic axis ")
             << axis << " of result " << result << " must be an axis of the row space, got "
             << AffineMapAttr::get(map);
    sizes.push_back(rowSizes[dim.getPosition()]);
  }
  return sched::PlanTensorAttr::get(builder.getContext(), name, type.getElementType(),
                                    overDims(sizes));
}

/// Bytes that the launch must move: each element that its rows reach once. What is read by
/// several maps of which one reaches all of it counts as that one.
AffineExpr PlanBuilder::bytesOf(sched::GroupOp group, ArrayRef<AffineExpr> rowSizes) {
  llvm::MapVector<uint64_t, int64_t> moved; // a row, by the row axes that step to another
  llvm::DenseMap<Value, bool> isWhole;      // counted inputs
  for (bool takesWhole : {true, false})
    for (int64_t operand = 0; operand < group.getNumOperandsAndResults(); ++operand) {
      auto type = dyn_cast<RankedTensorType>(group.getOperandType(operand));
      AffineMap map = group.getMap(operand);
      bool hasRow = group.getRowAxis(operand).has_value();
      bool reachesAll = type && map.isProjectedPermutation() &&
                        static_cast<int64_t>(map.getNumResults()) == type.getRank() - hasRow &&
                        llvm::all_of(llvm::seq(map.getNumResults()), [&](int64_t axis) {
                          return group.walksWholeAxis(operand, axis);
                        });
      if (!type || reachesAll != takesWhole)
        continue;
      if (operand < static_cast<int64_t>(group.getInputs().size())) {
        auto [it, isNew] = isWhole.try_emplace(group.getInputs()[operand], takesWhole);
        if (!isNew && it->second)
          continue;
      }
      int64_t bytes = type.getElementTypeBitWidth() / 8;
      if (hasRow)
        bytes *= cast<RankedTensorType>(group.getRowType(operand)).getDimSize(0);
      uint64_t axes = 0;
      for (size_t axis = 0; axis < rowSizes.size(); ++axis)
        axes |= uint64_t(map.isFunctionOfDim(axis)) << axis;
      moved[axes] += bytes;
    }
  AffineExpr total = builder.getAffineConstantExpr(0);
  for (auto [axes, bytes] : moved) {
    AffineExpr term = builder.getAffineConstantExpr(bytes);
    for (auto [axis, size] : llvm::enumerate(rowSizes))
      if (axes >> axis & 1)
        term = size * term;
    total = total + term;
  }
  return total;
}

/// What the function returns is a result; what only later launches read is a temporary.
LogicalResult PlanBuilder::nameResults(sched::LaunchOp launch, ArrayRef<AffineExpr> rowSizes) {
  auto yield = func.front().getTerminator();
  auto group = cast<sched::GroupOp>(launch.getBodies().front().front().front());
  for (auto [number, value] : llvm::enumerate(launch.getResults())) {
    std::string name;
    for (auto [index, returned] : llvm::enumerate(yield->getOperands())) {
      if (returned != value)
        continue;
      if (!name.empty())
        return yield->emitError("result ") << index << " is handed out twice by one launch";
      name = "result" + std::to_string(index);
      FailureOr<sched::PlanTensorAttr> result = tensor(name, group, number, rowSizes);
      if (failed(result))
        return failure();
      results[index] = *result;
    }
    if (name.empty()) {
      name = "temporary" + std::to_string(temporaries.size());
      FailureOr<sched::PlanTensorAttr> temporary = tensor(name, group, number, rowSizes);
      if (failed(temporary))
        return failure();
      temporaries.push_back(*temporary);
    }
    names[value] = name;
  }
  return success();
}

sched::PlanKernelAttr PlanBuilder::kernelOf(sched::LaunchOp launch, sched::GroupOp group,
                                            sched::VariantAttr variant,
                                            ArrayRef<AffineExpr> rowSizes) {
  MLIRContext *context = builder.getContext();
  SmallVector<Value> operands(group.getInputs());
  llvm::append_range(operands, launch.getResults());
  SmallVector<StringAttr> parameters;
  for (const KernelParameter &parameter : RowKernel::parametersOf(group, variant)) {
    std::string text;
    llvm::raw_string_ostream os(text);
    switch (parameter.kind) {
    case KernelParameter::Pointer:
    case KernelParameter::Number:
      os << names.lookup(operands[parameter.operand]);
      break;
    case KernelParameter::Stride:
      os << names.lookup(operands[parameter.operand]) << ".stride" << parameter.axis;
      break;
    case KernelParameter::Size:
      os << "size:" << rowSizes[parameter.operand];
      break;
    }
    parameters.push_back(builder.getStringAttr(text));
  }
  AffineExpr rows = builder.getAffineConstantExpr(1);
  for (AffineExpr size : rowSizes)
    rows = rows * size;
  sched::RowConfigAttr config = *group.getConfig();
  SmallVector<int64_t> alignments;
  for (auto [operand, value] : llvm::enumerate(operands))
    if (isa<RankedTensorType>(value.getType()))
      alignments.push_back(RowKernel::alignmentOf(group, operand, variant));
  auto symbol = SymbolRefAttr::get(kernels.getNameAttr(),
                                   {FlatSymbolRefAttr::get(kernelNames.lookup(group))});
  return sched::PlanKernelAttr::get(
      context, symbol, variant, overDims({rows.ceilDiv(config.getRowsInCta())}),
      {config.getThreadsPerRow(), config.getRowsPerCta()}, alignments, parameters);
}

LogicalResult PlanBuilder::addLaunch(sched::LaunchOp launch) {
  auto first = cast<sched::GroupOp>(launch.getBodies().front().front().front());
  if (first.getNumRowAxes() > maxPlanRank)
    return launch.emitError("rows over at most ")
           << maxPlanRank << " axes are supported, got " << first.getNumRowAxes();
  FailureOr<SmallVector<AffineExpr>> rowSizes = rowSizesOf(first);
  if (failed(rowSizes) || failed(nameResults(launch, *rowSizes)))
    return failure();
  SmallVector<StringAttr> tensors;
  SmallVector<int64_t> collapsible;
  SmallVector<Value> operands(first.getInputs());
  llvm::append_range(operands, launch.getResults());
  for (auto [operand, value] : llvm::enumerate(operands)) {
    if (!names.contains(value))
      return launch.emitError("an input must be an argument or the result of a launch");
    if (!isa<RankedTensorType>(value.getType()))
      continue;
    tensors.push_back(nameOf(value));
    collapsible.push_back(first.getCollapsibleAxes(operand));
  }
  SmallVector<sched::PlanKernelAttr> variants;
  for (auto [attr, region] : llvm::zip_equal(*launch.getVariants(), launch.getBodies()))
    variants.push_back(kernelOf(launch, cast<sched::GroupOp>(region.front().front()),
                                cast<sched::VariantAttr>(attr), *rowSizes));
  SmallVector<StringAttr> inPlace;
  for (InPlacePair pair : inPlacePairs(launch))
    inPlace.push_back(builder.getStringAttr(names.lookup(launch.getResult(pair.result)) + "=" +
                                            names.lookup(first.getInputs()[pair.input])));
  launches.push_back(sched::PlanLaunchAttr::get(builder.getContext(), overDims(*rowSizes), tensors,
                                                collapsible, overDims({bytesOf(first, *rowSizes)}),
                                                inPlace, variants));
  return success();
}

LogicalResult PlanBuilder::run() {
  if (failed(readArguments()))
    return failure();
  results.resize(func.front().getTerminator()->getNumOperands());
  for (auto launch : func.getOps<sched::LaunchOp>())
    if (failed(addLaunch(launch)))
      return failure();
  for (auto [index, result] : llvm::enumerate(results))
    if (!result)
      return func.front().getTerminator()->emitError("result ")
             << index << " must be the result of a launch";
  auto plan =
      sched::PlanOp::create(builder, func.getLoc(), func.getName(), numDims,
                            builder.getArrayAttr(arguments), builder.getArrayAttr(results),
                            builder.getArrayAttr(temporaries), builder.getArrayAttr(launches));
  if (Attribute law = func->getAttr("norm.numerics"))
    plan->setAttr("norm.numerics", law);
  return success();
}

LogicalResult normc::buildPlan(OpBuilder &builder, Operation *func, gpu::GPUModuleOp kernels,
                               const KernelNames &names) {
  return PlanBuilder(builder, cast<func::FuncOp>(func), kernels, names).run();
}
