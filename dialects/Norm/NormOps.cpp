//===- NormOps.cpp - verifiers of the norm dialect ------------------------===//
//
// Checks the numbered constraints that NormOps.td documents.
//
//===----------------------------------------------------------------------===//

#include "VerifyRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace normc::norm;

//===----------------------------------------------------------------------===//
// Rules that several ops share
//===----------------------------------------------------------------------===//

bool normc::norm::isNormFloat(Type type) {
  return isa<Float32Type, Float16Type, BFloat16Type>(type);
}

bool normc::norm::isQuantized(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type) || type.isSignlessInteger(8);
}

std::optional<normc::ElementType> normc::norm::findElementType(Type type) {
  return llvm::TypeSwitch<Type, std::optional<ElementType>>(getElementTypeOrSelf(type))
      .Case([](Float32Type) { return ElementType::F32; })
      .Case([](Float16Type) { return ElementType::F16; })
      .Case([](BFloat16Type) { return ElementType::BF16; })
      .Case([](Float8E4M3FNType) { return ElementType::F8E4M3FN; })
      .Case([](Float8E5M2Type) { return ElementType::F8E5M2; })
      .Case([](IntegerType integer) {
        return integer.isSignlessInteger(8)    ? std::optional(ElementType::I8)
               : integer.isSignlessInteger(32) ? std::optional(ElementType::I32)
               : integer.isSignlessInteger(64) ? std::optional(ElementType::I64)
                                               : std::nullopt;
      })
      .Default([](Type) { return std::nullopt; });
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

bool normc::norm::isNorm(Operation *op) {
  return isa<RmsNormOp, LayerNormOp, L2NormOp, SoftmaxOp>(op);
}

bool normc::norm::isView(Operation *op) {
  return isa<SliceOp, ConcatOp, ReshapeOp, TransposeOp, ColumnsOp>(op);
}

LogicalResult normc::norm::verifyRows(Operation *op, RankedTensorType type) {
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

LogicalResult normc::norm::verifyResultShape(Operation *op, RankedTensorType x,
                                             RankedTensorType result) {
  if (x.getShape() == result.getShape())
    return success();
  return op->emitOpError("result must have the shape of the operand ") << x << ", got " << result;
}

LogicalResult normc::norm::verifyBroadcast(Operation *op, StringRef name, RankedTensorType operand,
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

static LogicalResult verifyEps(Operation *op, FloatAttr eps) {
  APFloat value = eps.getValue();
  if (value.isFinite() && (!value.isNegative() || value.isZero()))
    return success();
  return op->emitOpError("eps must be finite and at least 0, got ") << eps;
}

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
  return verifyEps(op, op.getEpsAttr());
}

LogicalResult RmsNormOp::verify() { return verifyNorm(*this); }
LogicalResult LayerNormOp::verify() { return verifyNorm(*this); }

LogicalResult L2NormOp::verify() {
  RankedTensorType x = getX().getType();
  // l2_norm_c1
  if (failed(verifyRows(*this, x)))
    return failure();
  // l2_norm_c2
  if (failed(verifyResultShape(*this, x, getType())))
    return failure();
  // l2_norm_c3
  return verifyEps(*this, getEpsAttr());
}

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
// Views
//===----------------------------------------------------------------------===//

static LogicalResult verifyResultType(Operation *op, ArrayRef<int64_t> shape,
                                      RankedTensorType result) {
  if (result.getShape() == shape)
    return success();
  return op->emitOpError("result must be ") << result.clone(shape) << ", got " << result;
}

/// Whether `size` elements from `offset` on lie within `extent`.
static bool liesWithin(int64_t offset, int64_t size, int64_t stride, int64_t extent) {
  if (size == 0)
    return offset <= extent;
  int64_t last;
  return !llvm::MulOverflow(size - 1, stride, last) && !llvm::AddOverflow(offset, last, last) &&
         last < extent;
}

LogicalResult SliceOp::verify() {
  RankedTensorType x = getX().getType(), result = getType();
  ArrayRef<int64_t> offsets = getOffsets(), strides = getStrides();
  // slice_c1
  if (result.getRank() != x.getRank())
    return emitOpError("result must have the rank of x, ")
           << x.getRank() << ", got " << result.getRank();
  std::pair<StringRef, size_t> counts[] = {{"offsets", offsets.size()},
                                           {"strides", strides.size()}};
  for (auto [name, count] : counts)
    if (static_cast<int64_t>(count) != x.getRank())
      return emitOpError(name) << " must have one entry for each axis, " << x.getRank() << ", got "
                               << count;
  for (int64_t axis = 0; axis < x.getRank(); ++axis) {
    int64_t offset = offsets[axis], stride = strides[axis], size = result.getDimSize(axis);
    // slice_c2
    if (offset < 0)
      return emitOpError("offsets must be at least 0, got [") << offsets << "]";
    if (stride < 1)
      return emitOpError("strides must be at least 1, got [") << strides << "]";
    // slice_c3
    if (ShapedType::isDynamic(size)) {
      if (x.isDynamicDim(axis) && offset == 0 && stride == 1)
        continue;
      return emitOpError("dynamic axis ")
             << axis << " of the result must be a whole dynamic axis of x, got offset " << offset
             << " and stride " << stride << " of " << x;
    }
    // slice_c4
    int64_t extent = x.getDimSize(axis);
    int64_t most = x.isDynamicDim(axis) ? std::numeric_limits<int64_t>::max() : extent;
    if (!liesWithin(offset, size, stride, most))
      return emitOpError("must lie within axis ")
             << axis << " of x, "
             << (x.isDynamicDim(axis) ? "less than 2^63" : std::to_string(extent))
             << " elements, got " << size << " from " << offset << " on with stride " << stride;
  }
  return success();
}

LogicalResult ConcatOp::verify() {
  // concat_c2: the trait asks for an operand.
  auto first = cast<RankedTensorType>(getOperands().front().getType());
  // concat_c1
  int64_t axis = getAxis();
  if (axis < 0 || axis >= first.getRank())
    return emitOpError("axis must be at least 0 and less than the rank ")
           << first.getRank() << ", got " << axis;
  SmallVector<int64_t> expected(first.getShape());
  expected[axis] = 0;
  for (auto [index, operand] : llvm::enumerate(getOperands())) {
    auto type = cast<RankedTensorType>(operand.getType());
    // concat_c2
    bool fits = type.getRank() == first.getRank();
    for (int64_t other = 0; fits && other < first.getRank(); ++other)
      fits = other == axis || type.getDimSize(other) == first.getDimSize(other);
    if (!fits) {
      InFlightDiagnostic diag = emitOpError("operand ")
                                << index << " must have the extents of the first except along axis "
                                << axis << ", " << first << ", got " << type;
      diag.attachNote(getOperands().front().getLoc()) << "the first operand is defined here";
      return diag;
    }
    // concat_c3
    int64_t extent = type.getDimSize(axis);
    if (ShapedType::isDynamic(extent) || ShapedType::isDynamic(expected[axis]))
      expected[axis] = ShapedType::kDynamic;
    else if (llvm::AddOverflow(expected[axis], extent, expected[axis]))
      return emitOpError("needs a sum of extents less than 2^63 along axis ")
             << axis << ", got more with operand " << index;
  }
  return verifyResultType(*this, expected, getType());
}

/// The products of the static extents before, between and after the dynamic axes; none where
/// one is not less than 2^63.
static std::optional<SmallVector<int64_t>> multiplyPieces(RankedTensorType type) {
  SmallVector<int64_t> products;
  ArrayRef<int64_t> rest = type.getShape();
  while (true) {
    ArrayRef<int64_t> piece =
        rest.take_until([](int64_t extent) { return ShapedType::isDynamic(extent); });
    int64_t product = llvm::is_contained(piece, 0) ? 0 : 1;
    for (int64_t extent : piece)
      if (llvm::MulOverflow(product, extent, product))
        return std::nullopt;
    products.push_back(product);
    if (piece.size() == rest.size())
      return products;
    rest = rest.drop_front(piece.size() + 1);
  }
}

LogicalResult ReshapeOp::verify() {
  RankedTensorType x = getX().getType(), result = getType();
  // reshape_c1
  if (result.getNumDynamicDims() != x.getNumDynamicDims())
    return emitOpError("result must have as many dynamic axes as x, ")
           << x.getNumDynamicDims() << ", got " << result.getNumDynamicDims();
  // reshape_c2
  auto wanted = multiplyPieces(x), found = multiplyPieces(result);
  if (!wanted || !found)
    return emitOpError("needs products of static extents less than 2^63, got ")
           << x << " and " << result;
  if (*wanted != *found)
    return emitOpError("static extents before, between and after the dynamic axes must multiply "
                       "to [")
           << *wanted << "] as those of x, got [" << *found << "]";
  return success();
}

LogicalResult TransposeOp::verify() {
  RankedTensorType x = getX().getType();
  // transpose_c1
  SmallVector<int64_t> sorted(getPermutation());
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(x.getRank())))
    return emitOpError("permutation must name each of the ")
           << x.getRank() << " axes once, got [" << getPermutation() << "]";
  // transpose_c2
  SmallVector<int64_t> expected;
  for (int64_t axis : getPermutation())
    expected.push_back(x.getDimSize(axis));
  return verifyResultType(*this, expected, getType());
}

//===----------------------------------------------------------------------===//
// Sugar
//===----------------------------------------------------------------------===//

/// Element types P and the result's: P itself, or one that P rounds to.
LogicalResult normc::norm::verifySugar(Operation *op, RankedTensorType x, ArrayRef<Type> operands,
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
