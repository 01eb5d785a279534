//===- QuantizeOps.cpp - verifiers of the quantising ops ------------------===//
//
// Checks the numbered constraints that NormOps.td documents.
//
//===----------------------------------------------------------------------===//

#include "VerifyRules.h"

#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace normc::norm;

LogicalResult QuantizeOp::verify() {
  auto x = dyn_cast<RankedTensorType>(getX().getType());
  auto result = dyn_cast<RankedTensorType>(getType());
  // quantize_c1
  if (!x != !result)
    return emitOpError("result must be a ")
           << (x ? "tensor" : "number") << " as the operand, got " << getType();
  if (x && failed(verifyResultShape(*this, x, result)))
    return failure();
  // quantize_c2
  auto scale = getScale() ? dyn_cast<RankedTensorType>(getScale().getType()) : RankedTensorType();
  if (!scale && getDims())
    return emitOpError("dims are the axes of a scale that is a tensor, got ")
           << (getScale() ? "a number" : "no scale");
  if (!scale)
    return success();
  if (!x)
    return emitOpError("a number takes a number as its scale, got ") << scale;
  if (!getDims() && scale.getShape() == x.getShape())
    return success();
  if (!getDims())
    return emitOpError("needs dims, the axes of x that those of the scale ") << scale << " are";
  return verifyBroadcast(*this, "scale", scale, x, *getDims());
}

/// dynamic_quantize_c3, block_scale_c2
static LogicalResult verifyBlock(Operation *op, int64_t block, RankedTensorType x) {
  if (block < shortestBlock || block > longestBlock || !llvm::isPowerOf2_64(block))
    return op->emitOpError("block must be 16, 32, 64, 128 or 256, got ") << block;
  if (x.getShape().back() % block != 0)
    return op->emitOpError("block must divide the last axis of ") << x << ", got " << block;
  return success();
}

static LogicalResult verifyScaleShape(Operation *op, ArrayRef<int64_t> shape,
                                      RankedTensorType scale) {
  if (scale.getShape() == shape)
    return success();
  return op->emitOpError("scale must be ") << scale.clone(shape) << ", got " << scale;
}

static SmallVector<int64_t> shapeOfScales(RankedTensorType x, std::optional<int64_t> block) {
  SmallVector<int64_t> shape(x.getShape().drop_back());
  if (block)
    shape.push_back(x.getShape().back() / *block);
  return shape;
}

/// dynamic_quantize_c5: no division by 0 follows, and the scale of a row of zeros is finite.
static LogicalResult verifyFloor(Operation *op, FloatAttr floor, float largest) {
  float value = floor.getValue().convertToFloat();
  if (floor.getValue().isFinite() && value > 0 &&
      value / largest >= std::numeric_limits<float>::min())
    return success();
  return op->emitOpError("floor must be finite, and floor / ")
         << static_cast<int64_t>(largest) << " a normal number above 0, got " << floor;
}

LogicalResult DynamicQuantizeOp::verify() {
  RankedTensorType x = getX().getType();
  // dynamic_quantize_c1
  if (failed(verifyRows(*this, x)))
    return failure();
  // dynamic_quantize_c2
  if (failed(verifyResultShape(*this, x, getResult().getType())))
    return failure();
  // dynamic_quantize_c3
  if (getBlock() && failed(verifyBlock(*this, *getBlock(), x)))
    return failure();
  // dynamic_quantize_c4
  if (failed(verifyScaleShape(*this, shapeOfScales(x, getBlock()), getScale().getType())))
    return failure();
  // dynamic_quantize_c5
  return verifyFloor(*this, getFloorAttr(), getLargest(*findElementType(getResult().getType())));
}

LogicalResult BlockScaleOp::verify() {
  RankedTensorType x = getX().getType();
  // block_scale_c1
  if (failed(verifyRows(*this, x)))
    return failure();
  // block_scale_c2
  if (failed(verifyBlock(*this, getBlock(), x)))
    return failure();
  // block_scale_c3
  return verifyScaleShape(*this, shapeOfScales(x, getBlock()), getType());
}

LogicalResult RepeatOp::verify() {
  RankedTensorType x = getX().getType(), result = getType();
  // repeat_c1
  if (failed(verifyRows(*this, x)))
    return failure();
  int64_t length = x.getShape().back();
  if (result.getElementType() == x.getElementType() && result.getRank() == x.getRank() &&
      result.getShape().drop_back() == x.getShape().drop_back() &&
      !ShapedType::isDynamic(result.getShape().back()) && result.getShape().back() > 0 &&
      result.getShape().back() % length == 0)
    return success();
  return emitOpError("result must be ")
         << x << " with a multiple of " << length << " elements in the last axis, got " << result;
}
