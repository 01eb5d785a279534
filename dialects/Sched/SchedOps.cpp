//===- SchedOps.cpp - verifiers of the sched dialect ----------------------===//
//
// Checks the numbered constraints that SchedOps.td documents.
//
//===----------------------------------------------------------------------===//

#include "Sched/Sched.h"

#include "Sched/ColumnRuns.h"

#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace normc::sched;

//===----------------------------------------------------------------------===//
// LaunchOp
//===----------------------------------------------------------------------===//

/// What PTX takes as a name.
static bool isKernelName(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

SmallVector<GroupOp, 1> LaunchOp::getGroups(Region &body) {
  auto groups = body.front().getOps<GroupOp>();
  return {groups.begin(), groups.end()};
}

LogicalResult LaunchOp::verify() {
  // launch_c4
  if (!isKernelName(getKernelName()))
    return emitOpError("kernel name must be letters, digits and _, got '")
           << getKernelName() << "'";
  // launch_c1
  size_t wanted = getVariants() ? getVariants()->size() : 1;
  if (getBodies().size() != wanted)
    return emitOpError("needs one region for each variant, ")
           << wanted << ", got " << getBodies().size();
  // launch_c3
  if (getNumResults() == 0)
    return emitOpError("needs at least one result");
  for (Region &body : getBodies()) {
    Block &block = body.front();
    // launch_c2
    auto yield = dyn_cast<YieldOp>(block.back());
    SmallVector<GroupOp, 1> groups = getGroups(body);
    SmallVector<Value> results;
    for (GroupOp group : groups)
      llvm::append_range(results, group.getResults());
    if (groups.empty() || !yield || block.getOperations().size() != groups.size() + 1 ||
        yield.getValues() != ValueRange(results)) {
      InFlightDiagnostic diag =
          emitOpError("each region must be groups and a yield of their results");
      diag.attachNote(block.front().getLoc()) << "this region begins here";
      return diag;
    }
    if (yield.getValues().getTypes() != getResults().getTypes()) {
      InFlightDiagnostic diag = emitOpError("each region must yield the types of the results, ")
                                << getResults().getTypes();
      diag.attachNote(yield.getLoc()) << "this region ends here";
      return diag;
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// GroupOp
//===----------------------------------------------------------------------===//

YieldOp GroupOp::getYield() { return cast<YieldOp>(getBody().front().getTerminator()); }

SmallVector<OpFoldResult> GroupOp::getMixedRowSizes() {
  return getMixedValues(getStaticRowSizes(), getRowSizes(), getContext());
}

/// The length of a row; none for a number.
static std::optional<int64_t> lengthOf(Type row) {
  auto tensor = dyn_cast<RankedTensorType>(row);
  return tensor && tensor.getRank() == 1 ? std::optional<int64_t>(tensor.getDimSize(0))
                                         : std::nullopt;
}

std::optional<int64_t> GroupOp::getRowLength() {
  std::optional<int64_t> longest;
  auto take = [&](Type row) {
    if (std::optional<int64_t> length = lengthOf(row))
      longest = std::max(longest.value_or(0), *length);
  };
  llvm::for_each(getBody().getArgumentTypes(), take);
  // Yields, and rows that are made inside.
  for (Operation &op : getBody().front()) {
    llvm::for_each(op.getOperandTypes(), take);
    llvm::for_each(op.getResultTypes(), take);
  }
  return longest;
}

int64_t GroupOp::getBlock(int64_t operand) {
  std::optional<int64_t> own = lengthOf(getRowType(operand));
  return own ? *getRowLength() / std::max<int64_t>(*own, 1) : 1;
}

Type GroupOp::getOperandType(int64_t operand) {
  int64_t numInputs = getInputs().size();
  return operand < numInputs ? getInputs()[operand].getType()
                             : getResult(operand - numInputs).getType();
}

Type GroupOp::getRowType(int64_t operand) {
  int64_t numInputs = getInputs().size();
  return operand < numInputs ? getBody().getArgument(operand).getType()
                             : getYield().getValues()[operand - numInputs].getType();
}

AffineMap GroupOp::getMap(int64_t operand) {
  int64_t numInputs = getInputs().size();
  if (operand < numInputs)
    return cast<AffineMapAttr>(getMaps()[operand]).getValue();
  if (auto maps = getResultMaps())
    return cast<AffineMapAttr>((*maps)[operand - numInputs]).getValue();
  return AffineMap::getMultiDimIdentityMap(getNumRowAxes(), getContext());
}

std::optional<int64_t> GroupOp::getRowAxis(int64_t operand) {
  auto tensor = dyn_cast<RankedTensorType>(getOperandType(operand));
  if (!tensor || !isa<RankedTensorType>(getRowType(operand)))
    return std::nullopt;
  return tensor.getRank() - 1;
}

bool GroupOp::walksWholeAxis(int64_t operand, int64_t axis) {
  AffineMap map = getMap(operand);
  if (axis >= map.getNumResults())
    return false;
  auto dim = dyn_cast<AffineDimExpr>(map.getResult(axis));
  if (!dim || static_cast<int64_t>(dim.getPosition()) >= getNumRowAxes())
    return false;
  int64_t extent = cast<RankedTensorType>(getOperandType(operand)).getDimSize(axis);
  int64_t rows = getStaticRowSizes()[dim.getPosition()];
  // Where one of them is dynamic, launches check that both are one size.
  return ShapedType::isDynamic(extent) || ShapedType::isDynamic(rows) || extent == rows;
}

int64_t GroupOp::getStartDivisor(int64_t operand) {
  std::optional<int64_t> rowAxis = getRowAxis(operand);
  AffineMap map = getMap(operand);
  if (!rowAxis || map.getNumResults() <= *rowAxis)
    return 0;
  if (hasColumns(operand))
    return findColumnRuns(*this, operand, /*most=*/1).divisor;
  AffineExpr start = map.getResult(*rowAxis);
  if (auto constant = dyn_cast<AffineConstantExpr>(start))
    return constant.getValue();
  return start.getLargestKnownDivisor();
}

int64_t GroupOp::getCollapsibleAxes(int64_t operand) {
  AffineMap map = getMap(operand);
  std::optional<int64_t> rowAxis = getRowAxis(operand);
  int64_t count = 0;
  for (AffineExpr expr : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || dim.getPosition() != count || count == rowAxis || count == getNumRowAxes())
      break;
    // Of an axis that is sliced the rest would have to be stepped over.
    if (count > 0 && !walksWholeAxis(operand, count))
      break;
    ++count;
  }
  return count > 1 ? count : 0;
}

/// Collects the row axes that `expr` depends on, and those along which each step is another
/// place.
static void collectAxes(AffineExpr expr, llvm::SmallBitVector &steps, llvm::SmallBitVector &all) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr); dim && dim.getPosition() < steps.size())
    steps.set(dim.getPosition()); // the column is none of them
  if (isa<AffineSymbolExpr>(expr)) // any row may have any index
    all.set();
  if (auto binary = dyn_cast<AffineBinaryOpExpr>(expr)) {
    bool isExact = expr.getKind() == AffineExprKind::Add || expr.getKind() == AffineExprKind::Mul;
    for (AffineExpr part : {binary.getLHS(), binary.getRHS()})
      collectAxes(part, isExact ? steps : all, all);
  }
  all |= steps;
}

Varies normc::sched::getVaries(GroupOp group, int64_t operand) {
  llvm::SmallBitVector steps(group.getNumRowAxes()), all(group.getNumRowAxes());
  for (AffineExpr expr : group.getMap(operand).getResults())
    collectAxes(expr, steps, all);
  return all.none() ? Varies::Never : steps.all() ? Varies::Always : Varies::Sometimes;
}

/// An index of sums, products, quotients and remainders, never negative.
static bool isIndex(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue() >= 0;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return isa<AffineDimExpr, AffineSymbolExpr>(expr);
  bool divides =
      expr.getKind() == AffineExprKind::FloorDiv || expr.getKind() == AffineExprKind::Mod;
  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return expr.getKind() != AffineExprKind::CeilDiv && isIndex(binary.getLHS()) &&
         isIndex(binary.getRHS()) && !(divides && (!divisor || divisor.getValue() == 0));
}

/// The map and row of an operand, which messages call `mapName` and `rowName`.
static LogicalResult verifyOperand(GroupOp group, int64_t operand, const Twine &mapName,
                                   const Twine &rowName) {
  AffineMap map = group.getMap(operand);
  Type type = group.getOperandType(operand), row = group.getRowType(operand);
  bool isDefault =
      operand >= static_cast<int64_t>(group.getInputs().size()) && !group.getResultMaps();
  unsigned numSymbols = isDefault ? 0 : group.getGathers().value_or(ArrayRef<int64_t>()).size();
  bool hasColumns = isa<RankedTensorType>(row) && group.hasColumns(operand);
  if (map.getNumDims() != group.getNumRowAxes() + hasColumns || map.getNumSymbols() != numSymbols)
    return group.emitOpError(mapName)
           << " must be over the " << group.getNumRowAxes() << " row axes"
           << (map.getNumSymbols() || numSymbols ? " and " + std::to_string(numSymbols) + " gathers"
                                                 : std::string())
           << ", got " << AffineMapAttr::get(map);
  if (!llvm::all_of(map.getResults(), isIndex))
    return group.emitOpError(mapName) << " must be sums, products, floordiv and mod of row axes "
                                         "and constants from 0 on, got "
                                      << AffineMapAttr::get(map);
  if (hasColumns && !canAccessColumns(map.getResults(), group.getNumRowAxes()))
    return group.emitOpError(mapName)
           << " must have a sum of one index of the row and one of the column, d"
           << group.getNumRowAxes() << ", for each axis, the last not without the column, got "
           << AffineMapAttr::get(map);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) {
    if (map.getNumResults() != 0)
      return group.emitOpError(mapName)
             << " must be empty for a number, got " << AffineMapAttr::get(map);
    if (row != type)
      return group.emitOpError(rowName) << " must be the number " << type << ", got " << row;
    return success();
  }
  int64_t rest = tensor.getRank() - map.getNumResults();
  if (rest < 0 || rest > 1)
    return group.emitOpError(mapName)
           << " must leave none or one axis of " << type << ", got " << AffineMapAttr::get(map);
  Type element = tensor.getElementType();
  std::optional<int64_t> length = lengthOf(row);
  if (getElementTypeOrSelf(row) != element || (!length && row != element))
    return group.emitOpError(rowName) << " must be a row of " << type << ", got " << row;
  if (rest == 1 && (!length || tensor.getShape().back() != *length))
    return group.emitOpError(rowName) << " must be the last axis of " << type << ", got " << row;
  if (hasColumns && rest != 0)
    return group.emitOpError(mapName)
           << " must name all axes of " << type << ", got " << AffineMapAttr::get(map);
  if (hasColumns && operand >= static_cast<int64_t>(group.getInputs().size()) &&
      group.getNumRowElements(operand) != *length)
    return group.emitOpError(mapName)
           << " must store each column elsewhere, " << *length << " columns in as many places, got "
           << group.getNumRowElements(operand);
  if (hasColumns)
    return success();
  if (rest == 0 && length &&
      (tensor.getRank() == 0 ||
       (!tensor.isDynamicDim(tensor.getRank() - 1) && tensor.getShape().back() < *length)))
    return group.emitOpError(rowName)
           << " must be within the last axis of " << type << ", got " << row;
  return success();
}

LogicalResult GroupOp::verify() {
  int64_t numDynamic = llvm::count_if(getStaticRowSizes(), ShapedType::isDynamic);
  if (numDynamic != static_cast<int64_t>(getRowSizes().size()))
    return emitOpError("needs one index for each dynamic row axis, ")
           << numDynamic << ", got " << getRowSizes().size();
  // group_c1
  if (getMaps().size() != getInputs().size())
    return emitOpError("needs one map for each input, ")
           << getInputs().size() << ", got " << getMaps().size();
  Block &body = getBody().front();
  if (body.getNumArguments() != getInputs().size())
    return emitOpError("needs one block argument for each input, ")
           << getInputs().size() << ", got " << body.getNumArguments();
  // group_c1, group_c2
  for (auto [index, input] : llvm::enumerate(getInputs())) {
    if (!isa<RankedTensorType>(input.getType()) && !input.getType().isF32())
      return emitOpError("input ")
             << index << " must be a tensor or an f32, got " << input.getType();
    if (failed(
            verifyOperand(*this, index, "map " + Twine(index), "block argument " + Twine(index))))
      return failure();
  }
  // group_c3
  auto yield = dyn_cast<YieldOp>(body.getTerminator());
  if (!yield || yield.getValues().size() != getResults().size())
    return emitOpError("must yield one row for each result, ") << getResults().size();
  if (auto maps = getResultMaps()) {
    if (maps->size() != getNumResults())
      return emitOpError("needs one map for each result, ")
             << getNumResults() << ", got " << maps->size();
    for (unsigned index = 0; index < getNumResults(); ++index)
      if (failed(verifyOperand(*this, getInputs().size() + index, "result map " + Twine(index),
                               "yielded row " + Twine(index))))
        return failure();
  }
  for (auto [index, row] : llvm::enumerate(yield.getValues().getTypes())) {
    if (getResultMaps())
      break;
    SmallVector<int64_t> shape(getStaticRowSizes());
    if (auto tensor = dyn_cast<RankedTensorType>(row))
      llvm::append_range(shape, tensor.getShape());
    auto wanted = RankedTensorType::get(shape, getElementTypeOrSelf(row));
    if (getResults()[index].getType() != wanted) {
      InFlightDiagnostic diag = emitOpError("result ") << index << " must be " << wanted << ", got "
                                                       << getResults()[index].getType();
      diag.attachNote(yield.getLoc()) << "its row is yielded here";
      return diag;
    }
  }
  // group_c7
  for (int64_t input : getGathers().value_or(ArrayRef<int64_t>())) {
    bool isInput = input >= 0 && input < static_cast<int64_t>(getInputs().size());
    Type row = isInput ? body.getArgument(input).getType() : Type();
    if (!isInput || !(row.isInteger(32) || row.isInteger(64)))
      return emitOpError("gathers must be inputs of one i32 or i64 a row, got ") << input;
    if (llvm::any_of(llvm::seq(getMap(input).getNumSymbols()),
                     [&](unsigned i) { return getMap(input).isFunctionOfSymbol(i); }))
      return emitOpError("map ") << input << " must have no symbols: it is an index itself";
  }
  // group_c4
  if (auto config = getConfig())
    if (config->getAccessBits().size() != getInputs().size() + getResults().size())
      return emitOpError("config needs one access width for each input and result, ")
             << getInputs().size() + getResults().size() << ", got "
             << config->getAccessBits().size();
  // group_c5, group_c6
  std::optional<int64_t> length = getRowLength();
  auto verifyRow = [&](Operation *op, Type type) -> LogicalResult {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || (tensor.getRank() == 1 && tensor.getDimSize(0) == length))
      return success();
    int64_t count = tensor.getRank() == 1 ? tensor.getDimSize(0) : 0;
    int64_t block = length && count > 0 && *length % count == 0 ? *length / count : 0;
    if (block >= norm::shortestBlock && block <= norm::longestBlock && llvm::isPowerOf2_64(block))
      return success();
    InFlightDiagnostic diag = emitOpError("rows must have one axis of the same length, ");
    diag << (length ? std::to_string(*length) : std::string("none")) << ", got " << type;
    diag.attachNote(op->getLoc()) << "this has the other length";
    return diag;
  };
  for (Type type : body.getArgumentTypes())
    if (failed(verifyRow(*this, type)))
      return failure();
  for (Operation &op : body) {
    if (!isa<YieldOp>(op) &&
        (op.getNumResults() == 0 ||
         !llvm::is_contained({"norm", "arith", "math"}, op.getName().getDialectNamespace()))) {
      InFlightDiagnostic diag = emitOpError("body must hold norm, arith and math operations, got '")
                                << op.getName() << "'";
      diag.attachNote(op.getLoc()) << "it is here";
      return diag;
    }
    if (failed(norm::verifyRounding(&op)))
      return failure();
    for (Type type : llvm::concat<Type>(llvm::to_vector(op.getOperandTypes()),
                                        llvm::to_vector(op.getResultTypes()))) {
      Type element = getElementTypeOrSelf(type);
      if (!norm::findElementType(element) && !element.isInteger(1))
        return op.emitError("a row program works on f32, f16, bf16, f8E4M3FN, f8E5M2 and i8, got ")
               << type;
      if (failed(verifyRow(&op, type)))
        return failure();
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// LoadOp, StoreOp
//===----------------------------------------------------------------------===//

/// load_c1, store_c1
static LogicalResult verifyAlignment(Operation *op, Type accessed, int64_t alignment) {
  int64_t element = getElementTypeOrSelf(accessed).getIntOrFloatBitWidth() / 8;
  constexpr int64_t widest = 32;
  if (alignment >= element && alignment <= widest && llvm::isPowerOf2_64(alignment))
    return success();
  return op->emitOpError("alignment must be a power of two from ")
         << element << " to " << widest << " bytes, got " << alignment;
}

/// load_c4, store_c3: one predicated instruction.
static LogicalResult verifyPredicated(Operation *op, Type accessed, int64_t alignment,
                                      Policy policy) {
  if (policy != Policy::plain)
    return op->emitOpError("with a condition must have the plain policy, got ")
           << stringifyPolicy(policy);
  auto vector = dyn_cast<VectorType>(accessed);
  if (!vector)
    return success();
  int64_t bytes = vector.getNumElements() * vector.getElementTypeBitWidth() / 8;
  if (llvm::is_contained({4, 8, 16}, bytes) && alignment >= bytes)
    return success();
  return op->emitOpError("with a condition must access a number, or 4, 8 or 16 aligned bytes, got ")
         << accessed << " aligned to " << alignment;
}

LogicalResult LoadOp::verify() {
  if (failed(verifyAlignment(*this, getType(), getAlignment())))
    return failure();
  // load_c3
  if (getOtherwise() && !getCondition())
    return emitOpError("has an else without a condition");
  if (getCondition() && failed(verifyPredicated(*this, getType(), getAlignment(), getPolicy())))
    return failure();
  // load_c2
  if (getPolicy() != Policy::plain && getAlignment() < 4)
    return emitOpError("a policy needs an alignment of at least 4, got ") << getAlignment();
  return success();
}

LogicalResult StoreOp::verify() {
  if (failed(verifyAlignment(*this, getValue().getType(), getAlignment())))
    return failure();
  // store_c3
  if (getCondition())
    return verifyPredicated(*this, getValue().getType(), getAlignment(), getPolicy());
  // store_c2
  if (getPolicy() == Policy::plain)
    return success();
  if (getPolicy() != Policy::streaming)
    return emitOpError("policy must be plain or streaming, got ") << stringifyPolicy(getPolicy());
  if (getAlignment() < 4)
    return emitOpError("a policy needs an alignment of at least 4, got ") << getAlignment();
  return success();
}

//===----------------------------------------------------------------------===//
// QuantizeOp, DequantizeOp
//===----------------------------------------------------------------------===//

/// quantize_c1, dequantize_c1
static LogicalResult verifyConversion(Operation *op, Type quantized) {
  auto from = dyn_cast<VectorType>(op->getOperand(0).getType());
  auto to = dyn_cast<VectorType>(op->getResult(0).getType());
  if (!normc::norm::isQuantized(quantized))
    return op->emitOpError("converts f8E4M3FN, f8E5M2 or i8, got ") << quantized;
  if (!from && !to)
    return success();
  if (from && to && from.getRank() == 1 && from.getShape() == to.getShape())
    return success();
  return op->emitOpError("needs numbers, or vectors of one axis and length, got ")
         << op->getOperand(0).getType() << " and " << op->getResult(0).getType();
}

LogicalResult QuantizeOp::verify() { return verifyConversion(*this, getFormat()); }

LogicalResult DequantizeOp::verify() { return verifyConversion(*this, getFormat()); }

//===----------------------------------------------------------------------===//
// PlanOp
//===----------------------------------------------------------------------===//

LogicalResult PlanOp::verify() {
  // plan_c1
  for (Attribute attr : getArguments())
    if (!isa<PlanTensorAttr, PlanScalarAttr>(attr))
      return emitOpError("an argument is a #sched.tensor or #sched.scalar, got ") << attr;
  for (Attribute attr : getLaunches()) {
    auto launch = cast<PlanLaunchAttr>(attr);
    // plan_c2
    if (launch.getKernels().empty())
      return emitOpError("a launch has at least one kernel");
    for (PlanKernelAttr kernel : launch.getKernels()) {
      if (kernel.getAlignments().size() != launch.getTensors().size())
        return emitOpError("a kernel has one alignment for each tensor of its launch, ")
               << launch.getTensors().size() << ", got " << kernel.getAlignments().size();
      if (kernel.getGrid().getNumResults() != 1 || kernel.getBlock().size() != 2)
        return emitOpError("a grid is one expression and a block two numbers");
      // plan_c3
      StringRef name = kernel.getKernel().getLeafReference();
      if (!isKernelName(name))
        return emitOpError("kernel name must be letters, digits and _, got '") << name << "'";
    }
  }
  return success();
}

#define GET_OP_CLASSES
#include "Sched/SchedOps.cpp.inc"
