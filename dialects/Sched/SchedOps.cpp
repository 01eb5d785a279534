//===- SchedOps.cpp - verifiers of the sched dialect ----------------------===//
//
// Checks the numbered constraints that SchedOps.td documents.
//
//===----------------------------------------------------------------------===//

#include "Sched/Sched.h"

#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace normc::sched;

//===----------------------------------------------------------------------===//
// LaunchOp
//===----------------------------------------------------------------------===//

LogicalResult LaunchOp::verify() {
  // launch_c1
  size_t wanted = getVariants() ? getVariants()->size() : 1;
  if (getBodies().size() != wanted)
    return emitOpError("needs one region for each variant, ")
           << wanted << ", got " << getBodies().size();
  // launch_c2
  for (Region &body : getBodies()) {
    auto yield = dyn_cast<YieldOp>(body.front().getTerminator());
    if (!yield || yield.getValues().getTypes() != getResults().getTypes()) {
      InFlightDiagnostic diag = emitOpError("each region must yield the types of the results, ")
                                << getResults().getTypes();
      diag.attachNote(body.front().getTerminator()->getLoc()) << "this region ends here";
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
  if (auto tensor = dyn_cast<RankedTensorType>(row))
    return tensor.getDimSize(0);
  return std::nullopt;
}

std::optional<int64_t> GroupOp::getRowLength() {
  for (BlockArgument row : getBody().getArguments())
    if (std::optional<int64_t> length = lengthOf(row.getType()))
      return length;
  for (Value row : getYield().getValues())
    if (std::optional<int64_t> length = lengthOf(row.getType()))
      return length;
  return std::nullopt;
}

/// The row of `input` under `map`: its last axis, or one number.
static FailureOr<Type> rowOf(Type input, AffineMap map) {
  auto tensor = dyn_cast<RankedTensorType>(input);
  if (!tensor)
    return map.getNumResults() == 0 ? FailureOr<Type>(input) : FailureOr<Type>(failure());
  int64_t rest = tensor.getRank() - map.getNumResults();
  if (rest == 0)
    return tensor.getElementType();
  if (rest == 1 && !tensor.isDynamicDim(tensor.getRank() - 1))
    return Type(RankedTensorType::get({tensor.getShape().back()}, tensor.getElementType()));
  return failure();
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
  for (auto [index, attr] : llvm::enumerate(getMaps())) {
    AffineMap map = cast<AffineMapAttr>(attr).getValue();
    if (map.getNumDims() != getNumRowAxes() || map.getNumSymbols() != 0)
      return emitOpError("map ") << index << " must be over the " << getNumRowAxes()
                                 << " row axes, got " << attr;
    for (AffineExpr expr : map.getResults())
      if (!isa<AffineDimExpr>(expr) && expr != getAffineConstantExpr(0, getContext()))
        return emitOpError("map ") << index << " must give dimensions or 0, got " << attr;
    // group_c2
    Type input = getInputs()[index].getType(), row = body.getArgument(index).getType();
    FailureOr<Type> wanted = rowOf(input, map);
    if (failed(wanted))
      return emitOpError("map ") << index << " must leave none or one static axis of " << input;
    if (row != *wanted)
      return emitOpError("block argument ")
             << index << " must be the row " << *wanted << " of input " << input << ", got " << row;
  }
  // group_c3
  auto yield = dyn_cast<YieldOp>(body.getTerminator());
  if (!yield || yield.getValues().size() != getResults().size())
    return emitOpError("must yield one row for each result, ") << getResults().size();
  for (auto [index, row] : llvm::enumerate(yield.getValues().getTypes())) {
    SmallVector<int64_t> shape(getStaticRowSizes());
    if (std::optional<int64_t> length = lengthOf(row))
      shape.push_back(*length);
    auto wanted = RankedTensorType::get(shape, getElementTypeOrSelf(row));
    if (getResults()[index].getType() != wanted) {
      InFlightDiagnostic diag = emitOpError("result ") << index << " must be " << wanted << ", got "
                                                       << getResults()[index].getType();
      diag.attachNote(yield.getLoc()) << "its row is yielded here";
      return diag;
    }
  }
  // group_c4
  if (auto config = getConfig())
    if (config->getAccessBits().size() != getInputs().size() + getResults().size())
      return emitOpError("config needs one access width for each input and result, ")
             << getInputs().size() + getResults().size() << ", got "
             << config->getAccessBits().size();
  // group_c5
  std::optional<int64_t> length = getRowLength();
  for (BlockArgument row : body.getArguments())
    if (std::optional<int64_t> other = lengthOf(row.getType()); other && other != length)
      return emitOpError("rows must have the same length, ") << *length << ", got " << *other;
  return success();
}

#define GET_OP_CLASSES
#include "Sched/SchedOps.cpp.inc"
