//===- Elementwise.cpp - the ops on one element at a time -----------------===//
//
// arith, math and the functions of the norm dialect: one formula an op, in Number;
// the one rounding comes when the result is set.
//
//===----------------------------------------------------------------------===//

#include "Reference/MathFunctions.h"
#include "Reference/ReductionTree.h"
#include "Reference/Values.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <functional>

using namespace mlir;
using namespace normc;
using namespace normc::reference;
using norm::ReduceKind;

template <typename Number> using Formula = std::function<Number(ArrayRef<Number>)>;

/// The function under the law that Number stands for.
template <typename Number>
static Formula<Number> choose(float (*strict)(float), double (*exact)(double)) {
  if constexpr (std::is_same_v<Number, float>)
    return [=](ArrayRef<Number> x) { return strict(x[0]); };
  else
    return [=](ArrayRef<Number> x) { return exact(x[0]); };
}

template <typename Number> static bool compare(arith::CmpFPredicate predicate, Number a, Number b) {
  bool unordered = std::isnan(a) || std::isnan(b);
  switch (predicate) {
  case arith::CmpFPredicate::AlwaysFalse:
    return false;
  case arith::CmpFPredicate::OEQ:
    return a == b;
  case arith::CmpFPredicate::OGT:
    return a > b;
  case arith::CmpFPredicate::OGE:
    return a >= b;
  case arith::CmpFPredicate::OLT:
    return a < b;
  case arith::CmpFPredicate::OLE:
    return a <= b;
  case arith::CmpFPredicate::ONE:
    return !unordered && a != b;
  case arith::CmpFPredicate::ORD:
    return !unordered;
  case arith::CmpFPredicate::UEQ:
    return unordered || a == b;
  case arith::CmpFPredicate::UGT:
    return unordered || a > b;
  case arith::CmpFPredicate::UGE:
    return unordered || a >= b;
  case arith::CmpFPredicate::ULT:
    return unordered || a < b;
  case arith::CmpFPredicate::ULE:
    return unordered || a <= b;
  case arith::CmpFPredicate::UNE:
    return unordered || a != b;
  case arith::CmpFPredicate::UNO:
    return unordered;
  case arith::CmpFPredicate::AlwaysTrue:
    return true;
  }
  llvm_unreachable("every predicate compares");
}

/// The formula of an arith op, or none.
template <typename Number> static Formula<Number> findArithFormula(Operation *op) {
  using Operands = ArrayRef<Number>;
  return TypeSwitch<Operation *, Formula<Number>>(op)
      .Case([](arith::AddFOp) { return [](Operands v) { return v[0] + v[1]; }; })
      .Case([](arith::SubFOp) { return [](Operands v) { return v[0] - v[1]; }; })
      .Case([](arith::MulFOp) { return [](Operands v) { return v[0] * v[1]; }; })
      .Case([](arith::DivFOp) { return [](Operands v) { return v[0] / v[1]; }; })
      .Case([](arith::NegFOp) { return [](Operands v) { return -v[0]; }; })
      .Case([](arith::MaximumFOp) {
        return [](Operands v) { return combine(ReduceKind::max, v[0], v[1]); };
      })
      .Case([](arith::MinimumFOp) {
        return [](Operands v) { return combine(ReduceKind::min, v[0], v[1]); };
      })
      .template Case<arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp>(
          [](auto) { return [](Operands v) { return v[0]; }; })
      .Case([](arith::CmpFOp op) {
        return [predicate = op.getPredicate()](Operands v) -> Number {
          return compare(predicate, v[0], v[1]);
        };
      })
      .Case([](arith::SelectOp) { return [](Operands v) { return v[0] != 0 ? v[1] : v[2]; }; })
      .Default([](Operation *) { return nullptr; });
}

/// The formula of a math or norm op, or none.
template <typename Number> static Formula<Number> findFunctionFormula(Operation *op) {
  using Operands = ArrayRef<Number>;
  return TypeSwitch<Operation *, Formula<Number>>(op)
      .Case([](math::FmaOp) { return [](Operands v) { return std::fma(v[0], v[1], v[2]); }; })
      .Case([](math::AbsFOp) { return [](Operands v) { return std::fabs(v[0]); }; })
      .Case([](math::SqrtOp) { return [](Operands v) { return std::sqrt(v[0]); }; })
      .template Case<math::ExpOp, norm::ExpOp>([](auto) { return choose<Number>(expF32, expF64); })
      .template Case<math::TanhOp, norm::TanhOp>(
          [](auto) { return choose<Number>(tanhF32, tanhF64); })
      .template Case<math::ErfOp, norm::ErfOp>([](auto) { return choose<Number>(erfF32, erfF64); })
      .template Case<math::RsqrtOp, norm::RsqrtOp>(
          [](auto) { return choose<Number>(rsqrtF32, rsqrtF64); })
      .Case([](norm::SigmoidOp) { return choose<Number>(sigmoidF32, sigmoidF64); })
      .Case([](norm::SiluOp) { return choose<Number>(siluF32, siluF64); })
      .Case([](norm::GeluOp op) {
        return op.getApproximate() == norm::GeluKind::erf
                   ? choose<Number>(geluErfF32, geluErfF64)
                   : choose<Number>(geluTanhF32, geluTanhF64);
      })
      .Default([](Operation *) { return nullptr; });
}

/// Diagnoses forms of known ops that round otherwise than one would think.
static LogicalResult verifyRounding(Operation *op) {
  if (isa<math::FmaOp>(op) && !getElementTypeOrSelf(op->getResult(0)).isF32())
    return op->emitError("math.fma must be of f32, got ") << op->getResult(0).getType();
  if (auto truncate = dyn_cast<arith::TruncFOp>(op)) {
    std::optional<arith::RoundingMode> mode = truncate.getRoundingmode();
    if (mode && *mode != arith::RoundingMode::to_nearest_even)
      return op->emitError("arith.truncf must round to nearest even, got ")
             << arith::stringifyRoundingMode(*mode);
  }
  return success();
}

template <typename Number>
LogicalResult normc::reference::evaluateElementwise(Operation *op, Values<Number> &values) {
  Formula<Number> formula = findArithFormula<Number>(op);
  if (!formula)
    formula = findFunctionFormula<Number>(op);
  if (!formula)
    return op->emitError("the reference does not evaluate '") << op->getName() << "'";
  if (failed(verifyRounding(op)))
    return failure();

  // The last operand has the shape of the result; only the condition of a select may be
  // a number among tensors.
  unsigned last = op->getNumOperands() - 1;
  SmallVector<const Array<Number> *> operands;
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    if (isa<ShapedType>(operand.getType()) && failed(verifySameShape(op, index, last, values)))
      return failure();
    operands.push_back(&values[operand]);
  }

  Array<Number> result;
  result.shape = operands.back()->shape;
  for (size_t i = 0, end = operands.back()->elements.size(); i < end; ++i) {
    SmallVector<Number> elements;
    for (const Array<Number> *operand : operands)
      elements.push_back(operand->shape.empty() ? operand->elements[0] : operand->elements[i]);
    result.elements.push_back(formula(elements));
  }
  return values.set(op->getResult(0), std::move(result));
}

template LogicalResult normc::reference::evaluateElementwise(Operation *, Values<float> &);
template LogicalResult normc::reference::evaluateElementwise(Operation *, Values<double> &);
