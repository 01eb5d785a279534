//===- VerifyGraph.cpp - what a graph may hold ----------------------------===//
//
// Refuses, with a location and the way out, every graph that the later phases
// could not compile bit for bit.
//
//===----------------------------------------------------------------------===//

#include "normc/Import/Passes.h"

#include "Norm/Norm.h"
#include "Norm/ReductionTree.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

namespace normc {
#define GEN_PASS_DEF_VERIFYGRAPH
#include "normc/Import/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

static bool hasMeaning(Operation *op) {
  if (isa_and_present<norm::NormDialect>(op->getDialect()))
    return true;
  return isa<arith::ConstantOp, arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
             arith::NegFOp, arith::MaximumFOp, arith::MinimumFOp, arith::ExtFOp, arith::TruncFOp,
             arith::SIToFPOp, arith::CmpFOp, arith::SelectOp, math::ExpOp, math::TanhOp,
             math::ErfOp, math::RsqrtOp, math::SqrtOp, math::AbsFOp, math::FmaOp, func::ReturnOp>(
      op);
}

/// Whether the static extents alone leave the tensor's bytes countable.
static bool isAddressable(RankedTensorType type) {
  int64_t bytes = 4;
  for (int64_t extent : type.getShape())
    if (!ShapedType::isDynamic(extent) && extent != 0 && llvm::MulOverflow(bytes, extent, bytes))
      return false;
  return true;
}

/// What takes or makes quantised numbers: conversions, and what only moves them.
static bool mayBeQuantized(Operation *op) {
  return norm::isView(op) || isa<norm::GatherOp, norm::QuantizeOp, norm::DynamicQuantizeOp,
                                 arith::ExtFOp, arith::SIToFPOp, func::ReturnOp>(op);
}

/// Element types of operands and results: floats, quantised numbers where they may be, and the i1
/// between cmpf and select.
static LogicalResult verifyTypes(Operation *op) {
  bool mayBe = mayBeQuantized(op);
  auto refuse = [&](Type type) -> LogicalResult {
    return op->emitError("'") << op->getName() << "' works on "
                              << (mayBe ? "f32, f16, bf16, f8E4M3FN, f8E5M2 and i8, got "
                                        : "f32, f16 and bf16, got ")
                              << type;
  };
  for (Type type : llvm::concat<Type>(llvm::to_vector(op->getOperandTypes()),
                                      llvm::to_vector(op->getResultTypes()))) {
    Type element = getElementTypeOrSelf(type);
    bool isIndex = isa<norm::GatherOp>(op) && (element.isInteger(32) || element.isInteger(64));
    bool isCondition = element.isInteger(1) && isa<arith::CmpFOp, arith::SelectOp>(op);
    if (!norm::isNormFloat(element) && !isCondition && !isIndex &&
        !(mayBe && norm::isQuantized(element)))
      return refuse(type);
    if (isa<ShapedType>(type) && !isa<RankedTensorType>(type))
      return refuse(type);
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor && tensor.getEncoding())
      return op->emitError("tensors take no encoding, got ") << type;
    if (tensor && !isAddressable(tensor))
      return op->emitError("a tensor must have less than 2^63 bytes, got ") << type;
  }
  return success();
}

static LogicalResult verifyRowLength(Operation *op) {
  if (!norm::isNorm(op) && !norm::isReduction(op) && !norm::isByColumn(op) &&
      !isa<norm::DynamicQuantizeOp, norm::BlockScaleOp, norm::RopeOp>(op))
    return success();
  int64_t length = cast<RankedTensorType>(op->getOperand(0).getType()).getShape().back();
  if (length <= ReductionTree::maxRowLength)
    return success();
  return op->emitError("row length ")
         << length << " is not supported, at most " << ReductionTree::maxRowLength;
}

/// Operands and results of an elementwise operation have one shape, as written.
static LogicalResult verifyShapes(Operation *op) {
  if (!op->hasTrait<OpTrait::Elementwise>())
    return success();
  std::optional<ArrayRef<int64_t>> shape;
  for (Type type : llvm::concat<Type>(llvm::to_vector(op->getOperandTypes()),
                                      llvm::to_vector(op->getResultTypes()))) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      continue;
    if (shape && tensor.getShape() != *shape)
      return op->emitError("'") << op->getName()
                                << "' needs one shape for operands and results, got "
                                << op->getOperand(0).getType() << " and " << type;
    shape = tensor.getShape();
  }
  return success();
}

/// A reduction to one number would be a value between launches that is no tensor.
static LogicalResult verifyReduced(Operation *op) {
  if (!norm::isReduction(op) || isa<RankedTensorType>(op->getResult(0).getType()))
    return success();
  return op->emitError("a reduction in a function results in a tensor, got f32: write tensor<f32> "
                       "and broadcast it with dims = []");
}

static LogicalResult verifyOp(Operation *op) {
  if (!hasMeaning(op))
    return op->emitError("'")
           << op->getName()
           << "' has no meaning here: a graph holds norm ops, arith on floats, and "
              "math exp, tanh, erf, rsqrt, sqrt, absf, fma";
  if (failed(verifyTypes(op)) || failed(norm::verifyRounding(op)) || failed(verifyRowLength(op)) ||
      failed(verifyShapes(op)) || failed(verifyReduced(op)))
    return failure();
  return success();
}

/// An argument is a tensor or an f32 (a number that all launches share).
static LogicalResult verifyArguments(func::FuncOp func) {
  for (BlockArgument argument : func.getArguments()) {
    Type type = argument.getType();
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (type.isF32() || (tensor && norm::findElementType(tensor) && !tensor.getEncoding()))
      continue;
    return emitError(argument.getLoc(), "argument ")
           << argument.getArgNumber()
           << " must be a ranked tensor of f32, f16, bf16, f8E4M3FN, f8E5M2, i8, i32 or i64, or an "
              "f32, got "
           << type;
  }
  return success();
}

static LogicalResult verifyResults(func::FuncOp func) {
  Operation *terminator = func.front().getTerminator();
  for (auto [index, value] : llvm::enumerate(terminator->getOperands())) {
    if (!isa<RankedTensorType>(value.getType()))
      return terminator->emitError("result ")
             << index << " must be a ranked tensor, got " << value.getType();
    if (!value.getDefiningOp()) {
      InFlightDiagnostic diag = terminator->emitError("result ")
                                << index << " is an argument, but results must be computed";
      diag.attachNote(value.getLoc()) << "the argument is here";
      return diag;
    }
  }
  if (terminator->getNumOperands() == 0)
    return terminator->emitError("a function must return at least one tensor");
  return success();
}

static LogicalResult verifyNumerics(func::FuncOp func) {
  Attribute numerics = func->getAttr("norm.numerics");
  if (!numerics)
    return success();
  auto law = dyn_cast<StringAttr>(numerics);
  if (law && (law == "strict" || law == "relaxed"))
    return success();
  return func.emitError("norm.numerics must be \"strict\" or \"relaxed\", got ") << numerics;
}

/// norm.dims names the function's dimensions in their order.
static LogicalResult verifyDims(func::FuncOp func) {
  Attribute dims = func->getAttr("norm.dims");
  if (!dims)
    return success();
  auto names = dyn_cast<ArrayAttr>(dims);
  if (!names || !llvm::all_of(names, llvm::IsaPred<StringAttr>))
    return func.emitError("norm.dims must be an array of strings, got ") << dims;
  return success();
}

static LogicalResult verifyFunction(func::FuncOp func) {
  if (func.getName().empty())
    return func.emitError("a function needs a name");
  if (func.isExternal())
    return func.emitError("function '") << func.getName() << "' needs a body";
  if (!func.getBody().hasOneBlock())
    return func.emitError("function '")
           << func.getName() << "' must be one block, got " << func.getBody().getBlocks().size();
  if (failed(verifyNumerics(func)) || failed(verifyDims(func)) || failed(verifyArguments(func)))
    return failure();
  for (Operation &op : func.front())
    if (failed(verifyOp(&op)))
      return failure();
  return verifyResults(func);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct VerifyGraph : normc::impl::VerifyGraphBase<VerifyGraph> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    for (Operation &op : *module.getBody()) {
      auto func = dyn_cast<func::FuncOp>(op);
      if (!func) {
        op.emitError("a module holds functions, got '") << op.getName() << "'";
        return signalPassFailure();
      }
      if (failed(verifyFunction(func)))
        return signalPassFailure();
    }
    if (module.getBody()->empty()) {
      module.emitError("a module must hold a function, got none");
      return signalPassFailure();
    }
  }
};
} // namespace
