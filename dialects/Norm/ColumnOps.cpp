//===- ColumnOps.cpp - verifiers of the ops that tell columns apart -------===//
//
// Checks the numbered constraints that ColumnOps.td documents.
//
//===----------------------------------------------------------------------===//

#include "VerifyRules.h"

#include "Norm/Norm.h"
#include "Norm/ReductionTree.h"

#include "mlir/IR/AffineMap.h"

using namespace mlir;
using namespace normc::norm;

//===----------------------------------------------------------------------===//
// Rules that several ops share
//===----------------------------------------------------------------------===//

bool normc::norm::isByColumn(Operation *op) { return isa<RotateOp, SelectColumnsOp>(op); }

int64_t normc::norm::columnPeriod(Operation *op) {
  if (auto rotate = dyn_cast<RotateOp>(op))
    return rotate.getStyle() == RotaryStyle::interleaved && !rotate.getRotaryDim()
               ? 2
               : rotate.getWidth();
  return cast<SelectColumnsOp>(op).getWidth();
}

int64_t normc::norm::evaluateColumn(AffineExpr expr, int64_t column) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (isa<AffineDimExpr>(expr))
    return column;
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t left = evaluateColumn(binary.getLHS(), column);
  int64_t right = evaluateColumn(binary.getRHS(), column);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return left + right;
  case AffineExprKind::Mul:
    return left * right;
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(left, right);
  case AffineExprKind::Mod:
    return llvm::mod(left, right);
  default:
    llvm_unreachable("no column is found so");
  }
}

/// A static last axis that `width` divides.
static LogicalResult verifyWidth(Operation *op, RankedTensorType x, int64_t width) {
  if (x.getRank() == 0 || x.isDynamicDim(x.getRank() - 1))
    return op->emitOpError("needs a static last axis, got ") << x;
  if (width >= 1 && x.getShape().back() % width == 0)
    return success();
  return op->emitOpError("width must divide the last axis, ")
         << x.getShape().back() << ", got " << width;
}

static LogicalResult verifyTurned(Operation *op, int64_t turned, int64_t width) {
  if (turned >= 2 && turned % 2 == 0 && turned <= width)
    return success();
  return op->emitOpError("columns turn in pairs: rotary_dim (all of width without it) must be even "
                         "and from 2 to ")
         << width << ", got " << turned;
}

//===----------------------------------------------------------------------===//
// rotate, select_columns
//===----------------------------------------------------------------------===//

LogicalResult RotateOp::verify() {
  // rotate_c1
  if (failed(verifyWidth(*this, getX().getType(), getWidth())))
    return failure();
  // rotate_c2
  return verifyTurned(*this, getTurned(), getWidth());
}

LogicalResult SelectColumnsOp::verify() {
  // select_columns_c1
  if (failed(verifyWidth(*this, getA().getType(), getWidth())))
    return failure();
  // select_columns_c2
  if (getSize() >= 1 && getSize() < getWidth())
    return success();
  return emitOpError("size must be at least 1 and less than width, ")
         << getWidth() << ", got " << getSize();
}

//===----------------------------------------------------------------------===//
// columns
//===----------------------------------------------------------------------===//

/// Sums, products, quotients and remainders of dimension 0, by constants.
static bool isColumn(AffineExpr expr) {
  if (isa<AffineConstantExpr, AffineDimExpr>(expr))
    return true;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || expr.getKind() == AffineExprKind::CeilDiv || !isColumn(binary.getLHS()) ||
      !isColumn(binary.getRHS()))
    return false;
  if (expr.getKind() == AffineExprKind::Add)
    return true;
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return factor && (expr.getKind() == AffineExprKind::Mul || factor.getValue() > 0);
}

LogicalResult ColumnsOp::verify() {
  RankedTensorType x = getX().getType(), result = getType();
  // columns_c1
  if (x.getRank() == 0 || x.getRank() != result.getRank() ||
      x.getShape().drop_back() != result.getShape().drop_back())
    return emitOpError("result must have the shape of x but for the last axis, ")
           << x << ", got " << result;
  int64_t numColumns = result.getShape().back(), extent = x.getShape().back();
  if (ShapedType::isDynamic(extent) || ShapedType::isDynamic(numColumns) ||
      numColumns > ReductionTree::maxRowLength)
    return emitOpError("needs static last axes, at most ")
           << ReductionTree::maxRowLength << " columns of the result, got " << x << " and "
           << result;
  // columns_c2
  AffineMap map = getMap();
  if (map.getNumDims() != 1 || map.getNumSymbols() != 0 || map.getNumResults() != 1 ||
      !isColumn(map.getResult(0)))
    return emitOpError(
               "map must be from one column to one by sums, products, floordiv and mod, got ")
           << AffineMapAttr::get(map);
  // columns_c3
  for (int64_t column = 0; column < numColumns; ++column)
    if (int64_t from = evaluateColumn(map.getResult(0), column); from < 0 || from >= extent)
      return emitOpError("map must name columns of x, 0 to ")
             << extent - 1 << ", got " << from << " for column " << column;
  return success();
}

OpFoldResult ColumnsOp::fold(FoldAdaptor adaptor) {
  if (getX().getType() == getType() && getMap().isIdentity())
    return getX();
  auto splat = dyn_cast_if_present<SplatElementsAttr>(adaptor.getX());
  if (splat && getType().hasStaticShape())
    return DenseElementsAttr::get(getType(), splat.getSplatValue<Attribute>());
  return {};
}

//===----------------------------------------------------------------------===//
// rope
//===----------------------------------------------------------------------===//

LogicalResult RopeOp::verify() {
  RankedTensorType x = getX().getType(), cos = getCos().getType(), sin = getSin().getType();
  // rope_c1
  if (x.getRank() == 0 || x.isDynamicDim(x.getRank() - 1))
    return emitOpError("needs a static last axis, got ") << x;
  if (failed(verifyWidth(*this, x, getHeadWidth())))
    return failure();
  // rope_c2
  if (failed(verifyTurned(*this, getTurned(), getHeadWidth())))
    return failure();
  // rope_c3
  if (cos != sin) {
    InFlightDiagnostic diag = emitOpError("cos and sin must be of one type, got ")
                              << cos << " and " << sin;
    diag.attachNote(getSin().getLoc()) << "sin is defined here";
    return diag;
  }
  int64_t columns = cos.getRank() == 0 ? 1 : cos.getShape().back();
  if (columns != getTurned() && columns != getTurned() / 2)
    return emitOpError("tables must have ")
           << getTurned() << " columns, or " << getTurned() / 2 << ", one a pair, got " << cos;
  // rope_c4
  ArrayRef<int64_t> dims = getDims();
  if (dims.empty() || dims.back() != x.getRank() - 1)
    return emitOpError("dims must name the last axis of x last, ")
           << x.getRank() - 1 << ", got [" << dims << "]";
  SmallVector<int64_t> shape(x.getShape());
  shape.back() = columns;
  if (failed(verifyBroadcast(*this, "tables", cos, x.clone(shape), dims)))
    return failure();
  // rope_c5, rope_c6
  return verifySugar(*this, x, {x, cos, sin}, getType());
}
