//===- WidenParts.cpp - parts of rows computed as whole rows --------------===//
//
// Part of a head is embedded and joined with what stays. After a norm of the whole head both are
// columns of its row: the part is computed on all columns, and then chosen where it belongs.
//
//===----------------------------------------------------------------------===//

#include "normc/Norm/Passes.h"

#include "Norm/Norm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace normc {
#define GEN_PASS_DEF_WIDENPARTS
#include "normc/Norm/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The value of which the slice is the columns from `offset` on, all else whole; null otherwise.
static Value columnsOf(Value value, int64_t offset) {
  auto slice = value.getDefiningOp<norm::SliceOp>();
  if (!slice || slice.getOffsets().empty() || slice.getOffsets().back() != offset ||
      slice.getStrides().back() != 1 ||
      typeOf(value).getShape().drop_back() != typeOf(slice.getX()).getShape().drop_back())
    return nullptr;
  return slice.getX();
}

namespace {
/// Computes values of `size` columns on rows of `like`: their columns are the first.
class Widen {
public:
  Widen(PatternRewriter &rewriter, Value like, int64_t size)
      : rewriter(rewriter), like(like), size(size), width(typeOf(like).getShape().back()) {}

  bool can(Value value) const;
  Value run(Value value);

private:
  RankedTensorType widened(Type type) const {
    SmallVector<int64_t> shape(cast<RankedTensorType>(type).getShape());
    shape.back() = width;
    return cast<RankedTensorType>(type).clone(shape);
  }

  PatternRewriter &rewriter;
  Value like;
  int64_t size, width;
  llvm::DenseMap<Value, Value> values;
};
} // namespace

bool Widen::can(Value value) const {
  SmallVector<Value> work = {value};
  llvm::DenseSet<Value> seen;
  while (!work.empty()) {
    Value current = work.pop_back_val();
    Operation *op = current.getDefiningOp();
    if (!op || !seen.insert(current).second || !isa<RankedTensorType>(current.getType())) {
      if (!op)
        return false;
      continue;
    }
    if (columnsOf(current, 0) == like || isa<norm::BroadcastOp, norm::SplatOp>(op))
      continue;
    auto rotate = dyn_cast<norm::RotateOp>(op);
    if (rotate && static_cast<int64_t>(rotate.getWidth()) != size)
      return false;
    if (!rotate && (!op->hasTrait<OpTrait::Elementwise>() || op->getNumOperands() == 0))
      return false;
    llvm::append_range(work, op->getOperands());
  }
  return true;
}

Value Widen::run(Value value) {
  if (!isa<RankedTensorType>(value.getType()))
    return value;
  if (Value known = values.lookup(value))
    return known;
  Operation *op = value.getDefiningOp();
  Location loc = op->getLoc();
  Value wide;
  if (columnsOf(value, 0) == like) {
    wide = like;
  } else if (auto splat = dyn_cast<norm::SplatOp>(op)) {
    wide = norm::SplatOp::create(rewriter, loc, widened(value.getType()), splat.getValue(), like);
  } else if (auto broadcast = dyn_cast<norm::BroadcastOp>(op)) {
    Value operand = broadcast.getOperand();
    ArrayRef<int64_t> dims = broadcast.getDims();
    bool hasColumns = !dims.empty() && dims.back() + 1 == typeOf(value).getRank();
    if (hasColumns && typeOf(operand).getShape().back() == size) // past them any
      operand = norm::ColumnsOp::create(rewriter, loc, widened(operand.getType()), operand,
                                        AffineMap::get(1, 0, rewriter.getAffineDimExpr(0) % size));
    wide = norm::BroadcastOp::create(rewriter, loc, widened(value.getType()), operand, like, dims);
  } else if (auto rotate = dyn_cast<norm::RotateOp>(op)) {
    wide = norm::RotateOp::create(rewriter, loc, widened(value.getType()), rotate.getStyle(),
                                  run(rotate.getX()), width,
                                  rewriter.getI64IntegerAttr(rotate.getTurned()));
  } else {
    OperationState state(loc, op->getName());
    for (Value operand : op->getOperands())
      state.operands.push_back(run(operand));
    state.types.push_back(widened(value.getType()));
    state.attributes = op->getDiscardableAttrDictionary();
    state.propertiesAttr = op->getPropertiesAsAttribute();
    wide = rewriter.create(state)->getResult(0);
  }
  return values[value] = wide;
}

namespace {
struct WidenPart : OpRewritePattern<norm::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(norm::ConcatOp concat, PatternRewriter &rewriter) const override {
    RankedTensorType type = concat.getType();
    if (concat.getNumOperands() != 2 ||
        static_cast<int64_t>(concat.getAxis()) + 1 != type.getRank())
      return rewriter.notifyMatchFailure(concat, "joins no two parts of rows");
    Value part = concat.getOperand(0);
    int64_t size = typeOf(part).getShape().back();
    Value rows = columnsOf(concat.getOperand(1), size);
    if (!rows || rows.getType() != type || !rows.getDefiningOp() ||
        norm::isView(rows.getDefiningOp()))
      return rewriter.notifyMatchFailure(concat, "joins no rest of rows that are computed");
    Widen widen(rewriter, rows, size);
    if (!widen.can(part))
      return rewriter.notifyMatchFailure(concat,
                                         "the part is not computed from the rows by column");
    Value wide = widen.run(part);
    rewriter.replaceOpWithNewOp<norm::SelectColumnsOp>(concat, wide, rows, type.getShape().back(),
                                                       size);
    return success();
  }
};

struct WidenParts : normc::impl::WidenPartsBase<WidenParts> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<WidenPart>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
