//===- RowElementwise.cpp - elementwise operations on pieces --------------===//
//
// Each operation on a row becomes the same operation on each piece. On 16-bit types add,
// sub and mul stay as they are (the GPU has them, rounding once); what it lacks is done
// in f32 and rounded, which gives the same bits.
//
//===----------------------------------------------------------------------===//

#include "MathExpansion.h"
#include "Norm/Norm.h"
#include "RoundedFunctions.h"
#include "RowBlocks.h"
#include "RowDivision.h"
#include "RowFacts.h"
#include "RowKernel.h"
#include "RowQuantize.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace normc;

static Type withElement(Type type, Type element) {
  if (auto vector = dyn_cast<VectorType>(type))
    return VectorType::get(vector.getShape(), element);
  return element;
}

Value normc::widenToF32(ImplicitLocOpBuilder &b, Value value) {
  if (getElementTypeOrSelf(value.getType()).isF32())
    return value;
  return arith::ExtFOp::create(b, withElement(value.getType(), b.getF32Type()), value);
}

static Value roundTo(ImplicitLocOpBuilder &b, Value value, Type element) {
  if (getElementTypeOrSelf(value.getType()) == element)
    return value;
  return arith::TruncFOp::create(b, withElement(value.getType(), element), value);
}

/// The seed of each lane, one by one: the instruction is scalar.
static Value rsqrtSeed(ImplicitLocOpBuilder &b, Value value) {
  auto type = dyn_cast<VectorType>(value.getType());
  if (!type)
    return sched::RsqrtSeedOp::create(b, value.getType(), value);
  SmallVector<Value> lanes;
  for (int64_t i = 0; i < type.getDimSize(0); ++i) {
    Value lane = vector::ExtractOp::create(b, value, i);
    lanes.push_back(sched::RsqrtSeedOp::create(b, lane.getType(), lane));
  }
  return vector::FromElementsOp::create(b, type, lanes);
}

/// A function of f32 numbers.
static Value applyFunction(ImplicitLocOpBuilder &b, Operation *op, Value x) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<norm::ExpOp>([&](norm::ExpOp exp) {
        return isNeverPositive(exp.getOperand()) ? expandExpOfNeverPositive(b, x) : expandExp(b, x);
      })
      .Case<norm::TanhOp>([&](auto) { return expandTanh(b, x); })
      .Case<norm::ErfOp>([&](auto) { return expandErf(b, x); })
      .Case<norm::SigmoidOp>([&](auto) { return expandSigmoid(b, x); })
      .Case<norm::SiluOp>([&](auto) { return expandSilu(b, x); })
      .Case<norm::GeluOp>([&](norm::GeluOp gelu) {
        return gelu.getApproximate() == norm::GeluKind::erf ? expandGeluErf(b, x)
                                                            : expandGeluTanh(b, x);
      })
      .Case<norm::RsqrtOp>([&](auto) { return expandRsqrt(b, x, rsqrtSeed(b, x)); })
      .Case<math::SqrtOp>([&](auto) { return math::SqrtOp::create(b, x); })
      .Case<math::AbsFOp>([&](auto) { return math::AbsFOp::create(b, x); })
      .Default([](Operation *) { return Value(); });
}

/// One piece of the result; null if the operation is unknown.
static Value lowerPiece(ImplicitLocOpBuilder &b, Operation *op, ArrayRef<Value> x, Type element) {
  using arith::CmpFOp;
  if (isa<arith::AddFOp>(op))
    return arith::AddFOp::create(b, x[0], x[1]);
  if (isa<arith::SubFOp>(op))
    return arith::SubFOp::create(b, x[0], x[1]);
  if (isa<arith::MulFOp>(op))
    return arith::MulFOp::create(b, x[0], x[1]);
  if (isa<arith::NegFOp>(op))
    return arith::NegFOp::create(b, x[0]);
  if (isa<math::FmaOp>(op))
    return math::FmaOp::create(b, x[0], x[1], x[2]);
  if (Type from = getElementTypeOrSelf(op->getOperand(0)); norm::isQuantized(from)) {
    if (!isa<arith::ExtFOp, arith::SIToFPOp>(op))
      return nullptr;
    Type wide = withElement(x[0].getType(), b.getF32Type());
    return roundTo(b, sched::DequantizeOp::create(b, wide, x[0], from), element); // exact
  }
  if (isa<norm::QuantizeOp>(op)) {
    Value number = widenToF32(b, x[0]);
    if (x.size() > 1)
      number = arith::DivFOp::create(b, number, x[1]);
    return sched::QuantizeOp::create(b, withElement(x[0].getType(), b.getI8Type()), number,
                                     TypeAttr::get(element));
  }
  if (isa<arith::ExtFOp>(op))
    return arith::ExtFOp::create(b, withElement(x[0].getType(), element), x[0]);
  if (isa<arith::TruncFOp>(op))
    return arith::TruncFOp::create(b, withElement(x[0].getType(), element), x[0]);
  if (isa<arith::SelectOp>(op))
    return arith::SelectOp::create(b, x[0], x[1], x[2]);
  if (element.isBF16() && x.size() == 1) {
    auto exact = [&](Value wide) { return applyFunction(b, op, wide); };
    if (Value rounded = applyRounded(b, op, x[0], exact))
      return rounded;
  }
  SmallVector<Value> wide;
  for (Value value : x)
    wide.push_back(widenToF32(b, value));
  if (auto compare = dyn_cast<CmpFOp>(op))
    return CmpFOp::create(b, compare.getPredicate(), wide[0], wide[1]);
  Value result;
  if (isa<arith::DivFOp>(op))
    result = arith::DivFOp::create(b, wide[0], wide[1]);
  else if (isa<arith::MaximumFOp>(op))
    result = arith::MaximumFOp::create(b, wide[0], wide[1]);
  else if (isa<arith::MinimumFOp>(op))
    result = arith::MinimumFOp::create(b, wide[0], wide[1]);
  else
    result = applyFunction(b, op, wide[0]);
  return result ? roundTo(b, result, element) : Value();
}

/// exp of what is never positive: what a thread holds of the row at once, in fewer steps where all
/// of it is near enough to 0. The branch's last result says whether a division may be short.
static RowValue lowerExp(ImplicitLocOpBuilder &b, ArrayRef<Value> pieces, Type element) {
  RowValue wide;
  for (Value piece : pieces)
    wide.push_back(widenToF32(b, piece));
  Value least;
  for (Value piece : wide)
    least = least ? arith::MinimumFOp::create(b, least, piece).getResult() : piece;
  int64_t size = cast<VectorType>(least.getType()).getDimSize(0);
  Value all = vector::ExtractOp::create(b, least, 0);
  for (int64_t i = 1; i < size; ++i) {
    Value lane = vector::ExtractOp::create(b, least, i);
    all = arith::MinimumFOp::create(b, all, lane);
  }
  Value limit = arith::ConstantOp::create(b, b.getF32FloatAttr(-69.0f));
  Value areSmall = arith::CmpFOp::create(b, arith::CmpFPredicate::OGE, all, limit);
  SmallVector<Type> types(wide.size(), wide.front().getType());
  types.push_back(b.getI1Type());
  auto branch = scf::IfOp::create(b, types, areSmall, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Value> results;

  b.setInsertionPointToStart(branch.thenBlock());
  for (Value piece : wide)
    results.push_back(expandExpOfSmall(b, piece));
  results.push_back(areSmall);
  scf::YieldOp::create(b, results);

  results.clear();
  b.setInsertionPointToStart(branch.elseBlock());
  for (Value piece : wide)
    results.push_back(expandExpOfNeverPositive(b, piece));
  results.push_back(areDividendsInRange(b, results, /*isExp=*/true));
  scf::YieldOp::create(b, results);

  b.setInsertionPointAfter(branch);
  RowValue row;
  for (Value result : branch.getResults().drop_back())
    row.push_back(roundTo(b, result, element));
  return row;
}

/// A row divided by one number, or one number a block: what a thread holds of it at once.
static RowValue lowerDivision(ImplicitLocOpBuilder &b, Operation *op, ArrayRef<RowValue> operands,
                              Type element) {
  RowValue wide;
  for (Value piece : operands[0])
    wide.push_back(widenToF32(b, piece));
  auto numberOf = [&](Value piece) {
    return widenToF32(b, b.createOrFold<vector::ExtractOp>(piece, 0));
  };
  SmallVector<Value> divisors = {numberOf(operands[1].front())};
  if (!isOneNumber(op->getOperand(1)))
    divisors = llvm::map_to_vector(operands[1], numberOf);
  bool isExp = isExpOfNeverPositive(op->getOperand(0));
  // lowerExp knows already, if the dividend is its very result.
  auto branch = isExp ? wide.front().getDefiningOp<scf::IfOp>() : scf::IfOp();
  RowValue quotients =
      divideByNumbers(b, wide, divisors, isExp, branch ? branch.getResults().back() : Value());
  for (Value &quotient : quotients)
    quotient = roundTo(b, quotient, element);
  return quotients;
}

FailureOr<RowValue> normc::lowerElementwise(RowKernel &kernel, Operation *op,
                                            ArrayRef<RowValue> operands) {
  ImplicitLocOpBuilder &b = kernel.b;
  Type type = op->getResult(0).getType(), element = getElementTypeOrSelf(type);
  bool isRow = isa<RankedTensorType>(type);
  int64_t numPieces = isRow ? kernel.numPieces() : 1;
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (!isRow)
      return RowValue{arith::ConstantOp::create(b, constant.getValue())};
    auto splat = cast<DenseElementsAttr>(constant.getValue()).getSplatValue<Attribute>();
    Value piece =
        arith::ConstantOp::create(b, DenseElementsAttr::get(kernel.pieceType(element), splat));
    return RowValue(numPieces, piece);
  }
  if (isa<norm::SplatOp>(op)) {
    Value piece = vector::BroadcastOp::create(b, kernel.pieceType(element), operands[0].front());
    return RowValue(numPieces, piece);
  }
  if (norm::isByColumn(op))
    return lowerByColumn(kernel, op, operands);
  auto isRepeated = [](Value row) {
    return isOneNumber(row) || row.getDefiningOp<norm::RepeatOp>();
  };
  if (isRow && isa<arith::DivFOp>(op) && isRepeated(op->getOperand(1)))
    return lowerDivision(b, op, operands, element);
  if (auto quantize = dyn_cast<norm::QuantizeOp>(op);
      quantize && isRow && quantize.getScale() && isRepeated(quantize.getScale()))
    return lowerQuantize(kernel, quantize, operands[0], operands[1]);
  if (auto scale = dyn_cast<norm::BlockScaleOp>(op))
    return lowerBlockScale(kernel, scale, operands[0]);
  if (isa<norm::RepeatOp>(op)) {
    RowValue pieces;
    for (Value number : operands[0])
      pieces.push_back(vector::BroadcastOp::create(b, kernel.pieceType(element), number));
    return pieces;
  }
  // Misaligned rows take more to realign than this saves, and their code is the longest.
  if (isRow && isa<norm::ExpOp>(op) && isNeverPositive(op->getOperand(0)) &&
      kernel.variant.getAlign() > 1)
    return lowerExp(b, operands[0], element);
  RowValue result;
  for (int64_t piece = 0; piece < numPieces; ++piece) {
    SmallVector<Value> x;
    for (const RowValue &operand : operands)
      x.push_back(operand.size() == 1 ? operand.front() : operand[piece]);
    Value lowered = lowerPiece(b, op, x, element);
    if (!lowered)
      return op->emitError("'") << op->getName() << "' has no lowering in a row program";
    result.push_back(lowered);
  }
  return result;
}
