//===- NormOps.cpp - verifiers of the norm dialect ------------------------===//
//
// Checks the numbered constraints that NormOps.td documents.
//
//===----------------------------------------------------------------------===//

#include "Norm/Norm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace normc::norm;

//===----------------------------------------------------------------------===//
// Rules that several ops share
//===----------------------------------------------------------------------===//

bool normc::norm::isNormFloat(Type type) {
  return isa<Float32Type, Float16Type, BFloat16Type>(type);
}

Type normc::norm::promoteElementTypes(ArrayRef<Type> types) {
  Type promoted;
  for (Type type : types) {
    Type element = getElementTypeOrSelf(type);
    if (!promoted || promoted == element)
      promoted = element;
    else
      promoted = Float32Type::get(element.getContext());
  }
  return promoted;
}

static LogicalResult verifyConstant(arith::ConstantOp op) {
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!isa<ShapedType>(op.getType()) || (elements && elements.isSplat()))
    return success();
  return op.emitError("a constant must repeat one number, got different elements: pass the tensor "
                      "as an argument");
}

LogicalResult normc::norm::verifyRounding(Operation *op) {
  auto fast = dyn_cast<arith::ArithFastMathInterface>(op);
  arith::FastMathFlagsAttr flags = fast ? fast.getFastMathFlagsAttr() : nullptr;
  if (flags && flags.getValue() != arith::FastMathFlags::none)
    return op->emitError("fast-math flags are not taken, got ")
           << arith::stringifyFastMathFlags(flags.getValue())
           << ": set attributes {norm.numerics = \"relaxed\"} on the function instead";
  if (auto rounded = dyn_cast<arith::TruncFOp>(op);
      rounded && rounded.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) !=
                     arith::RoundingMode::to_nearest_even)
    return op->emitError("truncf rounds to nearest even, got ")
           << arith::stringifyRoundingMode(*rounded.getRoundingmode());
  if (isa<math::FmaOp>(op) && !getElementTypeOrSelf(op->getResult(0)).isF32())
    return op->emitError("math.fma works on f32, got ")
           << op->getResult(0).getType()
           << ": a 16-bit fma rounds once on the GPU and twice on the host";
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return verifyConstant(constant);
  return success();
}

bool normc::norm::isReduction(Operation *op) { return isa<ReduceOp, SumSquaresOp, MomentsOp>(op); }

bool normc::norm::isNorm(Operation *op) { return isa<RmsNormOp, LayerNormOp, SoftmaxOp>(op); }

/// The row length of a reduction's or norm's operand, refused where it has none.
static LogicalResult verifyRows(Operation *op, RankedTensorType type) {
  if (type.getRank() == 0)
    return op->emitOpError("needs an operand with a last axis to reduce, got rank 0");
  int64_t length = type.getShape().back();
  if (ShapedType::isDynamic(length))
    return op->emitOpError("needs a static last axis, got ") << type;
  if (length < 1)
    return op->emitOpError("needs a last axis of at least 1 element, got ") << type;
  return success();
}

/// A reduction's result: x without its last axis, or a number where x has rank 1.
static LogicalResult verifyReduced(Operation *op, RankedTensorType x, Type result) {
  if (failed(verifyRows(op, x)))
    return failure();
  ArrayRef<int64_t> expected = x.getShape().drop_back();
  auto tensor = dyn_cast<RankedTensorType>(result);
  if (tensor ? tensor.getShape() == expected : expected.empty())
    return success();
  return op->emitOpError("result must have the shape of the operand without its last axis, ")
         << RankedTensorType::get(expected, getElementTypeOrSelf(result)) << ", got " << result;
}

static LogicalResult verifyResultShape(Operation *op, RankedTensorType x, RankedTensorType result) {
  if (x.getShape() == result.getShape())
    return success();
  return op->emitOpError("result must have the shape of the operand ") << x << ", got " << result;
}

/// Does `operand` broadcast to `result` with axis i becoming axis dims[i]?
static LogicalResult verifyBroadcast(Operation *op, StringRef name, RankedTensorType operand,
                                     RankedTensorType result, ArrayRef<int64_t> dims) {
  if (static_cast<int64_t>(dims.size()) != operand.getRank())
    return op->emitOpError("dims must have one entry for each axis of the ")
           << name << " (" << operand.getRank() << "), got " << dims.size();
  int64_t previous = -1;
  for (int64_t dim : dims) {
    if (dim <= previous || dim >= result.getRank())
      return op->emitOpError("dims must rise strictly and stay below the rank ")
             << result.getRank() << ", got [" << dims << "]";
    previous = dim;
  }
  for (auto [axis, dim] : llvm::enumerate(dims)) {
    int64_t extent = operand.getDimSize(axis), wanted = result.getDimSize(dim);
    if (extent == 1 || extent == wanted)
      continue;
    if (!ShapedType::isDynamic(extent) && ShapedType::isDynamic(wanted))
      continue; // equal, or refused at launch
    auto print = [](int64_t size) {
      return ShapedType::isDynamic(size) ? std::string("?") : std::to_string(size);
    };
    return op->emitOpError("extent ")
           << print(extent) << " of axis " << axis << " of the " << name
           << " must be 1 or that of axis " << dim << " of the result, " << print(wanted);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

template <typename NormOp> static LogicalResult verifyNorm(NormOp op) {
  RankedTensorType x = op.getX().getType();
  // rms_norm_c1, layer_norm_c1
  if (failed(verifyRows(op, x)))
    return failure();
  // rms_norm_c2, layer_norm_c2
  if (failed(verifyResultShape(op, x, op.getType())))
    return failure();
  // rms_norm_c3, layer_norm_c3
  std::pair<StringRef, Value> parameters[] = {{"weight", op.getWeight()}, {"bias", op.getBias()}};
  for (auto [name, value] : parameters) {
    if (!value)
      continue;
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getRank() == 1 && type.getDimSize(0) == op.getRowLength())
      continue;
    InFlightDiagnostic diag = op.emitOpError()
                              << name << " must be 1-D and as long as the last axis, "
                              << op.getRowLength() << ", got " << type;
    diag.attachNote(value.getLoc()) << "the " << name << " is defined here";
    return diag;
  }
  // rms_norm_c4, layer_norm_c4
  APFloat eps = op.getEps();
  if (!eps.isFinite() || (eps.isNegative() && !eps.isZero()))
    return op.emitOpError("eps must be finite and at least 0, got ") << op.getEpsAttr();
  return success();
}

LogicalResult RmsNormOp::verify() { return verifyNorm(*this); }
LogicalResult LayerNormOp::verify() { return verifyNorm(*this); }

LogicalResult SoftmaxOp::verify() {
  RankedTensorType x = getX().getType();
  // softmax_c1
  if (failed(verifyRows(*this, x)))
    return failure();
  // softmax_c2
  return verifyResultShape(*this, x, getType());
}

//===----------------------------------------------------------------------===//
// Row reductions
//===----------------------------------------------------------------------===//

// reduce_c1, reduce_c2
LogicalResult ReduceOp::verify() { return verifyReduced(*this, getX().getType(), getType()); }

// sum_squares_c1, sum_squares_c2
LogicalResult SumSquaresOp::verify() { return verifyReduced(*this, getX().getType(), getType()); }

// moments_c1, moments_c2
LogicalResult MomentsOp::verify() {
  return verifyReduced(*this, getX().getType(), getMean().getType());
}

//===----------------------------------------------------------------------===//
// Explicit broadcasts
//===----------------------------------------------------------------------===//

LogicalResult SplatOp::verify() {
  // splat_c1
  auto expected = RankedTensorType::get(getLike().getType().getShape(), getValue().getType());
  if (getType() != expected)
    return emitOpError("result must be ") << expected << ", got " << getType();
  return success();
}

LogicalResult BroadcastOp::verify() {
  RankedTensorType like = getLike().getType(), operand = getOperand().getType();
  // broadcast_c1, broadcast_c2, broadcast_c3
  if (failed(verifyBroadcast(*this, "operand", operand, like, getDims())))
    return failure();
  // broadcast_c4
  auto expected = RankedTensorType::get(like.getShape(), operand.getElementType());
  if (getType() != expected)
    return emitOpError("result must be ") << expected << ", got " << getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Sugar
//===----------------------------------------------------------------------===//

/// Element types P and the result's: P itself, or one that P rounds to.
static LogicalResult verifySugar(Operation *op, RankedTensorType x, ArrayRef<Type> operands,
                                 RankedTensorType result) {
  // scale_c2, shift_c2, modulate_c2, gate_c2
  if (failed(verifyResultShape(op, x, result)))
    return failure();
  // scale_c3, shift_c3, modulate_c3, gate_c3
  Type promoted = promoteElementTypes(operands);
  if (result.getElementType() == promoted || promoted.isF32())
    return success();
  return op->emitOpError("result's element type must be ")
         << promoted << ", the widest of the operands, or narrower, got "
         << result.getElementType();
}

LogicalResult ScaleOp::verify() {
  RankedTensorType x = getX().getType(), s = getS().getType();
  // scale_c1
  if (failed(verifyBroadcast(*this, "scale", s, x, getDims())))
    return failure();
  return verifySugar(*this, x, {x, s}, getType());
}

LogicalResult ShiftOp::verify() {
  RankedTensorType x = getX().getType(), t = getT().getType();
  // shift_c1
  if (failed(verifyBroadcast(*this, "shift", t, x, getDims())))
    return failure();
  return verifySugar(*this, x, {x, t}, getType());
}

LogicalResult ModulateOp::verify() {
  RankedTensorType x = getX().getType(), scale = getScale().getType(), shift = getShift().getType();
  // modulate_c1
  if (failed(verifyBroadcast(*this, "scale", scale, x, getDims())) ||
      failed(verifyBroadcast(*this, "shift", shift, x, getDims())))
    return failure();
  return verifySugar(*this, x, {x, scale, shift}, getType());
}

LogicalResult GateOp::verify() {
  RankedTensorType residual = getResidual().getType(), g = getG().getType(), x = getX().getType();
  // gate_c1
  if (failed(verifyBroadcast(*this, "gate", g, x, getDims())))
    return failure();
  if (residual.getShape() != x.getShape())
    return emitOpError("residual must have the shape of x, ") << x << ", got " << residual;
  return verifySugar(*this, x, {residual, g, x}, getType());
}

#define GET_OP_CLASSES
#include "Norm/NormOps.cpp.inc"
