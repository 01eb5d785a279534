//===- BuildPlan.cpp - functions of launches to plans ---------------------===//
//
// Describes a function's arguments, results and temporaries, and for each launch its
// grid and the arguments of its kernels, as expressions over the function's dimensions.
//
//===----------------------------------------------------------------------===//

#include "Norm/Norm.h"
#include "RowKernel.h"
#include "normc/Launch/Plan.h"
#include "normc/Schedule/InPlace.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace normc;

using Axes = SmallVector<AffineExpr>;

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
  FailureOr<Axes> sizesOf(sched::GroupOp group, int64_t result, ArrayRef<AffineExpr> rowSizes);
  LogicalResult findSizes();
  LogicalResult nameTensors();
  void placeParts(norm::ConcatOp concat);
  AffineExpr bytesOf(sched::GroupOp group, ArrayRef<AffineExpr> rowSizes);
  /// Of a launch: the group's operands, inputs first, and the sizes of its row axes.
  struct Part {
    SmallVector<Value> operands;
    SmallVector<AffineExpr> rowSizes;
  };
  /// A kernel as far as its parts are added.
  struct Kernel {
    AffineExpr grid;
    SmallVector<int64_t> alignments;
    SmallVector<StringAttr> parameters;
  };
  FailureOr<SmallVector<Part>> partsOf(sched::LaunchOp launch);
  void addPart(Part &part, sched::GroupOp group, sched::VariantAttr variant, Kernel &kernel);
  sched::PlanKernelAttr kernelOf(MutableArrayRef<Part> parts, Region &body,
                                 sched::VariantAttr variant);
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
  /// What launches and concats result in.
  llvm::DenseMap<Value, Axes> sizes;
  /// Of concats and their parts: the tensor that they lie in, and where along its axes.
  llvm::DenseMap<Value, std::pair<std::string, Axes>> places;
  SmallVector<Attribute> arguments, results, temporaries, windows, launches;
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

/// Of a result of a launch: where an axis is dynamic, it is one of the row space.
FailureOr<Axes> PlanBuilder::sizesOf(sched::GroupOp group, int64_t result,
                                     ArrayRef<AffineExpr> rowSizes) {
  auto type = cast<RankedTensorType>(group.getResult(result).getType());
  AffineMap map = group.getMap(group.getInputs().size() + result);
  Axes sizes;
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
  return sizes;
}

/// The sizes of what launches and concats result in.
LogicalResult PlanBuilder::findSizes() {
  for (Operation &op : func.front()) {
    if (auto concat = dyn_cast<norm::ConcatOp>(op)) {
      Axes all = sizes.lookup(concat.getOperand(0));
      for (Value operand : concat.getOperands().drop_front())
        all[concat.getAxis()] = all[concat.getAxis()] + sizes.lookup(operand)[concat.getAxis()];
      sizes[concat.getResult()] = all;
      continue;
    }
    auto launch = dyn_cast<sched::LaunchOp>(op);
    if (!launch)
      continue;
    auto value = launch.getResults().begin();
    for (sched::GroupOp group : launch.getGroups()) {
      FailureOr<SmallVector<AffineExpr>> rowSizes = rowSizesOf(group);
      if (failed(rowSizes))
        return failure();
      for (int64_t number = 0; number < group.getNumResults(); ++number) {
        FailureOr<Axes> found = sizesOf(group, number, *rowSizes);
        if (failed(found))
          return failure();
        sizes[*value++] = *found;
      }
    }
  }
  return success();
}

/// The concat that a value is a part of, if any.
static norm::ConcatOp concatOf(Value value) {
  for (Operation *user : value.getUsers())
    if (auto concat = dyn_cast<norm::ConcatOp>(user))
      return concat;
  return nullptr;
}

/// What the function returns is a result; what only later launches read is a temporary; parts of a
/// concat are windows of it.
LogicalResult PlanBuilder::nameTensors() {
  auto describe = [&](StringRef name, Value value) {
    return sched::PlanTensorAttr::get(builder.getContext(), name,
                                      getElementTypeOrSelf(value.getType()),
                                      overDims(sizes.lookup(value)));
  };
  Operation *terminator = func.front().getTerminator();
  for (auto [index, value] : llvm::enumerate(terminator->getOperands())) {
    if (!sizes.contains(value))
      return terminator->emitError("result ") << index << " must be the result of a launch";
    std::string name = "result" + std::to_string(index);
    if (!names.try_emplace(value, name).second || concatOf(value))
      return terminator->emitError("result ") << index << " is handed out twice by one launch";
    results.push_back(describe(name, value));
  }
  for (Operation &op : func.front().without_terminator())
    for (Value value : op.getResults())
      if (sizes.contains(value) && !names.contains(value) && !concatOf(value)) {
        names[value] = "temporary" + std::to_string(temporaries.size());
        temporaries.push_back(describe(names[value], value));
      }
  // A concat in a concat has its place before its parts.
  SmallVector<norm::ConcatOp> concats(func.getOps<norm::ConcatOp>());
  for (norm::ConcatOp concat : llvm::reverse(concats))
    placeParts(concat);
  return success();
}

void PlanBuilder::placeParts(norm::ConcatOp concat) {
  Value all = concat.getResult();
  auto [it, isWhole] = places.try_emplace(
      all, names.lookup(all), Axes(concat.getType().getRank(), builder.getAffineConstantExpr(0)));
  auto [whole, start] = it->second;
  for (auto [index, part] : llvm::enumerate(concat.getOperands())) {
    names[part] = names.lookup(all) + ".part" + std::to_string(index);
    places[part] = {whole, start};
    bool isAccessed = !llvm::all_of(part.getUsers(), llvm::IsaPred<norm::ConcatOp>);
    if (isAccessed || !part.getDefiningOp<norm::ConcatOp>())
      windows.push_back(sched::PlanWindowAttr::get(
          builder.getContext(), names[part], concat.getType().getElementType(),
          overDims(sizes.lookup(part)), whole, overDims(start)));
    AffineExpr &at = start[concat.getAxis()];
    at = at + sizes.lookup(part)[concat.getAxis()];
  }
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
      int64_t bytes = type.getElementTypeBitWidth() / 8 * group.getNumRowElements(operand);
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

/// Adds one part of a kernel to what is there of it.
void PlanBuilder::addPart(Part &part, sched::GroupOp group, sched::VariantAttr variant,
                          Kernel &kernel) {
  for (const KernelParameter &parameter : RowKernel::parametersOf(group, variant)) {
    std::string text;
    llvm::raw_string_ostream os(text);
    switch (parameter.kind) {
    case KernelParameter::Pointer:
    case KernelParameter::Number:
      os << names.lookup(part.operands[parameter.operand]);
      break;
    case KernelParameter::Stride:
      os << names.lookup(part.operands[parameter.operand]) << ".stride" << parameter.axis;
      break;
    case KernelParameter::Size:
      os << "size:" << part.rowSizes[parameter.operand];
      break;
    }
    kernel.parameters.push_back(builder.getStringAttr(text));
  }
  AffineExpr rows = builder.getAffineConstantExpr(1);
  for (AffineExpr size : part.rowSizes)
    rows = rows * size;
  sched::RowConfigAttr config = *group.getConfig();
  kernel.grid = kernel.grid + rows.ceilDiv(config.getRowsInCta()) * config.getCtasPerRow();
  for (auto [operand, value] : llvm::enumerate(part.operands))
    if (isa<RankedTensorType>(value.getType()))
      kernel.alignments.push_back(RowKernel::alignmentOf(group, operand, variant));
}

sched::PlanKernelAttr PlanBuilder::kernelOf(MutableArrayRef<Part> parts, Region &body,
                                            sched::VariantAttr variant) {
  SmallVector<sched::GroupOp, 1> groups = sched::LaunchOp::getGroups(body);
  Kernel kernel;
  kernel.grid = builder.getAffineConstantExpr(0);
  for (auto [part, group] : llvm::zip_equal(parts, groups))
    addPart(part, group, variant, kernel);
  auto symbol = SymbolRefAttr::get(kernels.getNameAttr(),
                                   {FlatSymbolRefAttr::get(kernelNames.lookup(groups.front()))});
  return sched::PlanKernelAttr::get(builder.getContext(), symbol, variant, overDims({kernel.grid}),
                                    blockOf(groups), kernel.alignments, kernel.parameters);
}

/// What is the same for all variants of a launch: its operands and row sizes.
FailureOr<SmallVector<PlanBuilder::Part>> PlanBuilder::partsOf(sched::LaunchOp launch) {
  SmallVector<Part> parts;
  ResultRange results = launch.getResults();
  for (sched::GroupOp group : launch.getGroups()) {
    if (group.getNumRowAxes() > maxPlanRank)
      return launch.emitError("rows over at most ")
             << maxPlanRank << " axes are supported, got " << group.getNumRowAxes();
    FailureOr<SmallVector<AffineExpr>> rowSizes = rowSizesOf(group);
    if (failed(rowSizes))
      return failure();
    Part &part = parts.emplace_back();
    part.rowSizes = std::move(*rowSizes);
    llvm::append_range(part.operands, group.getInputs());
    llvm::append_range(part.operands, results.take_front(group.getNumResults()));
    results = results.drop_front(group.getNumResults());
    for (Value value : part.operands)
      if (!names.contains(value))
        return launch.emitError("an input must be an argument or the result of a launch");
  }
  return parts;
}

LogicalResult PlanBuilder::addLaunch(sched::LaunchOp launch) {
  FailureOr<SmallVector<Part>> parts = partsOf(launch);
  if (failed(parts))
    return failure();
  SmallVector<sched::GroupOp, 1> groups = launch.getGroups();
  SmallVector<StringAttr> tensors;
  SmallVector<int64_t> collapsible, partAxes;
  SmallVector<AffineExpr> rows;
  AffineExpr bytes = builder.getAffineConstantExpr(0);
  for (auto [part, group] : llvm::zip_equal(*parts, groups)) {
    for (auto [operand, value] : llvm::enumerate(part.operands)) {
      if (!isa<RankedTensorType>(value.getType()))
        continue;
      tensors.push_back(nameOf(value));
      collapsible.push_back(group.getCollapsibleAxes(operand));
    }
    llvm::append_range(rows, part.rowSizes);
    partAxes.push_back(part.rowSizes.size());
    bytes = bytes + bytesOf(group, part.rowSizes);
  }
  if (partAxes.size() == 1)
    partAxes.clear();
  SmallVector<sched::PlanKernelAttr> variants;
  for (auto [attr, region] : llvm::zip_equal(*launch.getVariants(), launch.getBodies()))
    variants.push_back(kernelOf(*parts, region, cast<sched::VariantAttr>(attr)));
  SmallVector<StringAttr> inPlace;
  for (InPlacePair pair : inPlacePairs(launch))
    inPlace.push_back(builder.getStringAttr(names.lookup(launch.getResult(pair.result)) + "=" +
                                            names.lookup(groups.front().getInputs()[pair.input])));
  launches.push_back(sched::PlanLaunchAttr::get(builder.getContext(), overDims(rows), partAxes,
                                                tensors, collapsible, overDims({bytes}), inPlace,
                                                variants));
  return success();
}

LogicalResult PlanBuilder::run() {
  if (failed(readArguments()) || failed(findSizes()) || failed(nameTensors()))
    return failure();
  for (auto launch : func.getOps<sched::LaunchOp>())
    if (failed(addLaunch(launch)))
      return failure();
  auto plan = sched::PlanOp::create(builder, func.getLoc(), func.getName(), numDims,
                                    builder.getArrayAttr(arguments), builder.getArrayAttr(results),
                                    builder.getArrayAttr(temporaries),
                                    windows.empty() ? ArrayAttr() : builder.getArrayAttr(windows),
                                    builder.getArrayAttr(launches));
  if (Attribute law = func->getAttr("norm.numerics"))
    plan->setAttr("norm.numerics", law);
  return success();
}

LogicalResult normc::buildPlan(OpBuilder &builder, Operation *func, gpu::GPUModuleOp kernels,
                               const KernelNames &names) {
  return PlanBuilder(builder, cast<func::FuncOp>(func), kernels, names).run();
}
