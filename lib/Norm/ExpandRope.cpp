//===- ExpandRope.cpp - rotary embedding to arith and rotations -----------===//
//
// Spells rope as the steps that its documentation names, each rounded to the element type it
// computes in. What a norm computes is turned in the norm's own rows, before views of it.
//
//===----------------------------------------------------------------------===//

#include "SugarSteps.h"

#include "mlir/IR/AffineMap.h"

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// Before views of norms
//===----------------------------------------------------------------------===//

/// Whether a norm is what the value is computed from, element by element: one of these rows, or
/// one seen through views.
static bool followsNorm(Value value, bool throughViews) {
  SmallVector<Value> work = {value};
  while (!work.empty()) {
    Operation *op = work.pop_back_val().getDefiningOp();
    if (!op)
      continue;
    if (norm::isNorm(op))
      return true;
    if (op->hasTrait<OpTrait::Elementwise>() || (throughViews && norm::isView(op)))
      llvm::append_range(work, op->getOperands());
  }
  return false;
}

namespace {
/// rope(reshape(x)), where x is normalised across its heads -> reshape(rope(x)): the rows that the
/// norm has whole are the embedding's too.
struct RopeInRows : OpRewritePattern<norm::RopeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(norm::RopeOp op, PatternRewriter &rewriter) const override {
    auto split = op.getX().getDefiningOp<norm::ReshapeOp>();
    if (!split || !followsNorm(split.getX(), /*throughViews=*/false))
      return rewriter.notifyMatchFailure(op, "its heads are no parts of normalised rows");
    RankedTensorType rows = split.getX().getType(), heads = split.getType();
    int64_t headAxis = rows.getRank() - 1;
    if (heads.getRank() != headAxis + 2 ||
        heads.getShape().take_front(headAxis) != rows.getShape().take_front(headAxis))
      return rewriter.notifyMatchFailure(op, "other axes than the last are split");
    SmallVector<int64_t> dims, shape;
    RankedTensorType table = op.getCos().getType();
    for (auto [dim, extent] : llvm::zip_equal(op.getDims(), table.getShape())) {
      if (dim == headAxis && extent != 1)
        return rewriter.notifyMatchFailure(op, "each head has its own table");
      if (dim == headAxis)
        continue;
      dims.push_back(std::min(dim, headAxis));
      shape.push_back(extent);
    }
    auto drop = [&](Value value) -> Value {
      if (static_cast<int64_t>(shape.size()) == table.getRank())
        return value;
      return norm::ReshapeOp::create(rewriter, op.getLoc(), table.clone(shape), value);
    };
    auto rope = norm::RopeOp::create(
        rewriter, op.getLoc(), rows.clone(op.getType().getElementType()), op.getStyle(),
        split.getX(), drop(op.getCos()), drop(op.getSin()), dims,
        rewriter.getI64IntegerAttr(op.getHeadWidth()), op.getRotaryDimAttr());
    rewriter.replaceOpWithNewOp<norm::ReshapeOp>(op, op.getType(), rope);
    return success();
  }
};

/// rope(transpose(x)), where x is normalised -> transpose(rope(x)).
struct RopeBeforeTranspose : OpRewritePattern<norm::RopeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(norm::RopeOp op, PatternRewriter &rewriter) const override {
    auto transpose = op.getX().getDefiningOp<norm::TransposeOp>();
    if (!transpose || !followsNorm(transpose.getX(), /*throughViews=*/true))
      return rewriter.notifyMatchFailure(op, "it reads no transposed norm");
    ArrayRef<int64_t> permutation = transpose.getPermutation();
    if (permutation.back() + 1 != static_cast<int64_t>(permutation.size()))
      return rewriter.notifyMatchFailure(op, "the columns are transposed");
    // The axes of x that the tables' are, and the tables' in the order of x.
    SmallVector<int64_t> dims, order = llvm::to_vector(llvm::seq<int64_t>(op.getDims().size()));
    for (int64_t dim : op.getDims())
      dims.push_back(permutation[dim]);
    llvm::sort(order, [&](int64_t a, int64_t b) { return dims[a] < dims[b]; });
    SmallVector<int64_t> shape, sorted;
    for (int64_t axis : order) {
      shape.push_back(op.getCos().getType().getDimSize(axis));
      sorted.push_back(dims[axis]);
    }
    auto reorder = [&](Value value) -> Value {
      if (llvm::is_sorted(order))
        return value;
      return norm::TransposeOp::create(rewriter, op.getLoc(), op.getCos().getType().clone(shape),
                                       value, order);
    };
    auto rope = norm::RopeOp::create(
        rewriter, op.getLoc(), transpose.getX().getType().clone(op.getType().getElementType()),
        op.getStyle(), transpose.getX(), reorder(op.getCos()), reorder(op.getSin()), sorted,
        op.getWidthAttr(), op.getRotaryDimAttr());
    rewriter.replaceOpWithNewOp<norm::TransposeOp>(op, op.getType(), rope, permutation);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// The column of a table that column d0 of x meets; where none does, any.
static AffineExpr tableColumn(norm::RopeOp op, MLIRContext *context) {
  AffineExpr column = getAffineDimExpr(0, context);
  int64_t turned = op.getTurned();
  if (op.getHeadWidth() != op.getX().getType().getShape().back() || turned != op.getHeadWidth())
    column = turned == op.getHeadWidth() ? column % turned : column % op.getHeadWidth() % turned;
  if (!op.hasHalfTables())
    return column;
  return op.getStyle() == norm::RotaryStyle::interleaved ? column.floorDiv(2)
                                                         : column % (turned / 2);
}

namespace {
struct ExpandRope : OpRewritePattern<norm::RopeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(norm::RopeOp op, PatternRewriter &rewriter) const override {
    Steps steps(rewriter, op, op.getDims());
    Location loc = op.getLoc();
    AffineExpr column = tableColumn(op, getContext());
    Value x = steps.widen(op.getX());
    auto table = [&](Value value) {
      auto type = cast<RankedTensorType>(value.getType());
      SmallVector<int64_t> shape(type.getShape());
      shape.back() = op.getX().getType().getShape().back();
      if (!isa<AffineDimExpr>(column))
        value = norm::ColumnsOp::create(rewriter, loc, type.clone(shape), value,
                                        AffineMap::get(1, 0, column));
      return steps.broadcast(steps.widen(value), x);
    };
    auto rotate = [&](Value value) {
      return norm::RotateOp::create(rewriter, loc, value.getType(), op.getStyle(), value,
                                    op.getHeadWidth(), op.getRotaryDimAttr());
    };
    // Pairs that other threads may hold are exchanged before they are widened.
    bool isNear = op.getStyle() == norm::RotaryStyle::interleaved;
    Value rotated = isNear ? rotate(x).getResult() : steps.widen(rotate(op.getX()));
    Value product = arith::MulFOp::create(rewriter, loc, x, table(op.getCos()));
    Value other = arith::MulFOp::create(rewriter, loc, rotated, table(op.getSin()));
    Value sum = arith::AddFOp::create(rewriter, loc, product, other);
    if (op.getTurned() == op.getHeadWidth()) {
      steps.replace(op, sum);
      return success();
    }
    Value tail = x;
    if (op.getX().getType() == op.getType()) { // as it is, and so no longer widened
      tail = op.getX();
      if (sum.getType() != op.getType())
        sum = arith::TruncFOp::create(rewriter, loc, op.getType(), sum);
    }
    steps.replace(op, norm::SelectColumnsOp::create(rewriter, loc, sum, tail, op.getHeadWidth(),
                                                    op.getTurned()));
    return success();
  }
};
} // namespace

void normc::populateExpandRope(RewritePatternSet &patterns) {
  patterns.add<ExpandRope>(patterns.getContext());
}

void normc::populateRopeBeforeViews(RewritePatternSet &patterns) {
  patterns.add<RopeInRows, RopeBeforeTranspose>(patterns.getContext());
}
