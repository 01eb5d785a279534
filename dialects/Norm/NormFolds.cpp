//===- NormFolds.cpp - folds of the norm dialect --------------------------===//
//
// Folds that keep every rounding: a broadcast or view of a constant is a constant,
// one that changes nothing is its operand, and a view of a view of its kind is one
// view. Functions of numbers never fold: the host's libm would give other bits than
// the kernels.
//
//===----------------------------------------------------------------------===//

#include "Norm/Norm.h"

using namespace mlir;
using namespace normc::norm;

/// `operand` in the shape of `type`, where it repeats one number.
static OpFoldResult foldConstant(Attribute operand, RankedTensorType type) {
  auto splat = dyn_cast_if_present<SplatElementsAttr>(operand);
  if (splat && type.hasStaticShape())
    return DenseElementsAttr::get(type, splat.getSplatValue<Attribute>());
  return {};
}

OpFoldResult SplatOp::fold(FoldAdaptor adaptor) {
  // A constant needs a static shape.
  if (adaptor.getValue() && getType().hasStaticShape())
    return DenseElementsAttr::get(getType(), adaptor.getValue());
  return {};
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getOperand().getType() == getType() &&
      llvm::none_of(getOperand().getType().getShape(),
                    [](int64_t extent) { return ShapedType::isDynamic(extent); }))
    return getOperand();
  return foldConstant(adaptor.getOperand(), getType());
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Whether launches check that what is taken lies within an axis.
static bool isCheckedAtLaunch(SliceOp op) {
  RankedTensorType x = op.getX().getType(), result = op.getType();
  for (int64_t axis = 0; axis < x.getRank(); ++axis)
    if (x.isDynamicDim(axis) && !result.isDynamicDim(axis))
      return true;
  return false;
}

OpFoldResult SliceOp::fold(FoldAdaptor adaptor) {
  // Within an axis as long as its own, only all of it lies.
  if (getX().getType() == getType())
    return getX();
  if (OpFoldResult constant = foldConstant(adaptor.getX(), getType()))
    return constant;
  auto inner = getX().getDefiningOp<SliceOp>();
  // One slice of both would be checked less.
  if (!inner || isCheckedAtLaunch(inner))
    return {};
  SmallVector<int64_t> offsets(getOffsets()), strides(getStrides());
  for (auto [axis, size] : llvm::enumerate(getType().getShape())) {
    // No element says where it stands; one has no next. Others are within the axis.
    offsets[axis] =
        size == 0 ? 0 : inner.getOffsets()[axis] + offsets[axis] * inner.getStrides()[axis];
    strides[axis] = size == 0 || size == 1 ? 1 : strides[axis] * inner.getStrides()[axis];
  }
  setOffsets(offsets);
  setStrides(strides);
  getXMutable().assign(inner.getX());
  return getResult();
}

OpFoldResult ConcatOp::fold(FoldAdaptor) {
  if (getNumOperands() == 1 && getOperand(0).getType() == getType())
    return getOperand(0);
  return {};
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getX().getType() == getType())
    return getX();
  if (OpFoldResult constant = foldConstant(adaptor.getX(), getType()))
    return constant;
  auto inner = getX().getDefiningOp<ReshapeOp>();
  if (!inner)
    return {};
  getXMutable().assign(inner.getX());
  return getResult();
}

OpFoldResult TransposeOp::fold(FoldAdaptor adaptor) {
  if (llvm::is_sorted(getPermutation()) && getX().getType() == getType())
    return getX();
  if (OpFoldResult constant = foldConstant(adaptor.getX(), getType()))
    return constant;
  auto inner = getX().getDefiningOp<TransposeOp>();
  if (!inner)
    return {};
  SmallVector<int64_t> permutation;
  for (int64_t axis : getPermutation())
    permutation.push_back(inner.getPermutation()[axis]);
  setPermutation(permutation);
  getXMutable().assign(inner.getX());
  return getResult();
}
