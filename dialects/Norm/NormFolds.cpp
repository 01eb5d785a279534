//===- NormFolds.cpp - folds of the norm dialect --------------------------===//
//
// Folds that keep every rounding: a broadcast of a constant is a constant, and a
// broadcast along no axis is its operand. Functions of numbers never fold: the
// host's libm would give other bits than the kernels.
//
//===----------------------------------------------------------------------===//

#include "Norm/Norm.h"

using namespace mlir;
using namespace normc::norm;

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
  auto splat = dyn_cast_if_present<SplatElementsAttr>(adaptor.getOperand());
  if (splat && getType().hasStaticShape())
    return DenseElementsAttr::get(getType(), splat.getSplatValue<Attribute>());
  return {};
}
