//===- RowAxesTest.cpp - tests for RowAxes.h ------------------------------===//
//
// Chains of views, drawn at random, as index expressions: at every point they must give the
// element that moving the data, view by view, puts there.
//
//===----------------------------------------------------------------------===//

#include "Fusion/RowAxes.h"

#include "Norm/Norm.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <numeric>
#include <random>

using namespace mlir;
using namespace normc;

namespace {

using Shape = SmallVector<int64_t>;

int64_t numElements(ArrayRef<int64_t> shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>());
}

int64_t place(ArrayRef<int64_t> shape, ArrayRef<int64_t> index) {
  int64_t result = 0;
  for (auto [extent, at] : llvm::zip_equal(shape, index))
    result = result * extent + at;
  return result;
}

/// All indices into a shape, in row-major order.
std::vector<Shape> allIndices(ArrayRef<int64_t> shape) {
  std::vector<Shape> indices;
  for (int64_t i = 0; i < numElements(shape); ++i) {
    Shape index(shape.size());
    int64_t rest = i;
    for (size_t axis = shape.size(); axis-- > 0; rest /= shape[axis])
      index[axis] = rest % shape[axis];
    indices.push_back(index);
  }
  return indices;
}

/// A value in memory: for each element its place in the value that all views come from.
struct Array {
  Shape shape;
  std::vector<int64_t> data;
};

class RowAxes : public testing::Test {
protected:
  RowAxes() : builder(&context) {
    context.loadDialect<norm::NormDialect>();
    builder.setInsertionPointToStart(module->getBody());
  }

  /// The type of an array; with `dynamic`, axes of that extent are dynamic.
  RankedTensorType typeOf(ArrayRef<int64_t> shape) {
    Shape typed(shape);
    for (int64_t &extent : typed)
      if (extent == dynamic)
        extent = ShapedType::kDynamic;
    return RankedTensorType::get(typed, builder.getF32Type());
  }

  Value start(ArrayRef<int64_t> shape) {
    array = {Shape(shape), std::vector<int64_t>(numElements(shape))};
    std::iota(array.data.begin(), array.data.end(), 0);
    return module->getBody()->addArgument(typeOf(shape), builder.getUnknownLoc());
  }

  /// Each applies a view to the array and gives the op.
  Operation *slice(Value x, ArrayRef<int64_t> offsets, ArrayRef<int64_t> strides,
                   ArrayRef<int64_t> shape) {
    move(shape, [&](ArrayRef<int64_t> index) {
      Shape from(index);
      for (size_t axis = 0; axis < from.size(); ++axis)
        from[axis] = offsets[axis] + strides[axis] * index[axis];
      return from;
    });
    return norm::SliceOp::create(builder, builder.getUnknownLoc(), typeOf(shape), x, offsets,
                                 strides);
  }
  Operation *transpose(Value x, ArrayRef<int64_t> permutation) {
    Shape shape;
    for (int64_t axis : permutation)
      shape.push_back(array.shape[axis]);
    move(shape, [&](ArrayRef<int64_t> index) {
      Shape from(index.size());
      for (auto [at, axis] : llvm::zip_equal(index, permutation))
        from[axis] = at;
      return from;
    });
    return norm::TransposeOp::create(builder, builder.getUnknownLoc(), typeOf(shape), x,
                                     permutation);
  }
  Operation *reshape(Value x, ArrayRef<int64_t> shape) {
    array.shape = Shape(shape);
    return norm::ReshapeOp::create(builder, builder.getUnknownLoc(), typeOf(shape), x);
  }

  Axes identity(int64_t rank) {
    Axes axes;
    for (int64_t axis = 0; axis < rank; ++axis)
      axes.push_back(builder.getAffineDimExpr(axis));
    return axes;
  }

  Shape evaluate(const Axes &axes, ArrayRef<int64_t> point) {
    auto map = AffineMap::get(point.size(), 0, axes, &context);
    SmallVector<Attribute> operands, results;
    for (int64_t at : point)
      operands.push_back(builder.getIndexAttr(at));
    EXPECT_TRUE(succeeded(map.constantFold(operands, results)));
    Shape index;
    for (Attribute result : results)
      index.push_back(cast<IntegerAttr>(result).getInt());
    return index;
  }

  std::string text(const Axes &axes) {
    std::string result;
    llvm::raw_string_ostream os(result);
    llvm::interleaveComma(axes, os);
    return result;
  }

  Operation *randomView(Value x, bool mayLose);
  Shape randomFactors(int64_t product);
  int64_t draw(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
  }

  MLIRContext context;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder.getUnknownLoc());
  Array array;
  int64_t dynamic = -1;
  std::mt19937_64 random{1};

private:
  template <typename Function> void move(ArrayRef<int64_t> shape, Function from) {
    Array moved = {Shape(shape), {}};
    for (const Shape &index : allIndices(shape))
      moved.data.push_back(array.data[place(array.shape, from(index))]);
    array = moved;
  }
};

Shape RowAxes::randomFactors(int64_t product) {
  Shape factors;
  while (product > 1 || draw(0, 3) == 0) {
    int64_t factor = draw(1, product);
    while (product % factor != 0)
      ++factor;
    factors.push_back(factor);
    product /= factor;
  }
  return factors;
}

/// A reshape, a transpose or, if elements may be lost, a slice. A dynamic axis stays.
Operation *RowAxes::randomView(Value x, bool mayLose) {
  int64_t rank = array.shape.size();
  switch (draw(0, mayLose ? 2 : 1)) {
  case 0: {
    auto last = llvm::find(llvm::reverse(array.shape), dynamic);
    size_t fixed = array.shape.rend() - last;
    Shape shape(ArrayRef(array.shape).take_front(fixed));
    llvm::append_range(shape, randomFactors(numElements(ArrayRef(array.shape).drop_front(fixed))));
    return reshape(x, shape);
  }
  case 1: {
    Shape permutation = llvm::to_vector(llvm::seq<int64_t>(rank));
    std::shuffle(permutation.begin(), permutation.end(), random);
    return transpose(x, permutation);
  }
  default: {
    Shape offsets(rank, 0), strides(rank, 1), shape = array.shape;
    for (int64_t axis = 0; axis < rank; ++axis) {
      if (shape[axis] == dynamic)
        continue;
      offsets[axis] = draw(0, shape[axis] / 3);
      strides[axis] = draw(1, 2);
      int64_t size;
      do
        size = draw(1, (shape[axis] - offsets[axis] + strides[axis] - 1) / strides[axis]);
      while (dynamic > 0 && size % dynamic == 0);
      shape[axis] = size;
    }
    return slice(x, offsets, strides, shape);
  }
  }
}

//===----------------------------------------------------------------------===//
// Chains of views
//===----------------------------------------------------------------------===//

TEST_F(RowAxes, ChainsReadWhatTheyMove) {
  for (int64_t run = 0; run < 2000; ++run) {
    // Every other chain has a dynamic axis, whose extent divides no other.
    dynamic = run % 2 ? 13 : -1;
    Shape shape;
    if (dynamic > 0)
      shape.push_back(dynamic);
    llvm::append_range(shape, randomFactors(llvm::ArrayRef<int64_t>{24, 36, 60, 64}[draw(0, 3)]));
    Value value = start(shape);
    SmallVector<Operation *> views;
    for (int64_t length = draw(1, 5); length > 0; --length) {
      views.push_back(randomView(value, /*mayLose=*/true));
      value = views.back()->getResult(0);
    }
    ArrayRef<int64_t> extents = cast<RankedTensorType>(value.getType()).getShape();
    Axes axes = identity(extents.size());
    for (Operation *view : llvm::reverse(views))
      axes = viewOperandAxes(view, axes, extents);
    ASSERT_EQ(axes.size(), shape.size());
    int64_t element = 0;
    for (const Shape &index : allIndices(array.shape)) {
      Shape read = evaluate(axes, index);
      for (auto [at, extent] : llvm::zip_equal(read, shape))
        ASSERT_TRUE(at >= 0 && at < extent) << text(axes);
      ASSERT_EQ(place(shape, read), array.data[element++]) << text(axes);
    }
    // Where the row can be accessed its elements are neighbours; where no division is left, only
    // there.
    if (extents.empty() || extents.back() < 2 || !runsAlongRow(axes, extents.size() - 1))
      continue;
    unsigned row = extents.size() - 1;
    AffineExpr first = rowStart(axes, row);
    bool areNeighbours = true;
    element = 0;
    for (const Shape &index : allIndices(array.shape)) {
      if (index.back() > 0)
        areNeighbours &= array.data[element] == array.data[element - 1] + 1 &&
                         array.data[element] % shape.back() != 0;
      if (first)
        ASSERT_EQ(evaluate({first}, index)[0] + index.back(), evaluate(axes, index).back());
      ++element;
    }
    ASSERT_TRUE(areNeighbours || !first) << text(axes);
    ASSERT_TRUE(first || !areNeighbours || StringRef(text(axes)).contains(" mod ")) << text(axes);
  }
}

TEST_F(RowAxes, ChainsStoreWhereTheyMove) {
  for (int64_t run = 0; run < 2000; ++run) {
    dynamic = run % 2 ? 13 : -1;
    Shape shape;
    if (dynamic > 0)
      shape.push_back(dynamic);
    llvm::append_range(shape, randomFactors(llvm::ArrayRef<int64_t>{24, 36, 60, 64}[draw(0, 3)]));
    Value value = start(shape);
    ArrayRef<int64_t> extents = cast<RankedTensorType>(value.getType()).getShape();
    Axes axes = identity(shape.size());
    for (int64_t length = draw(1, 5); length > 0; --length) {
      Operation *view = randomView(value, /*mayLose=*/false);
      axes = viewResultAxes(view, axes, extents);
      value = view->getResult(0);
    }
    int64_t element = 0;
    for (const Shape &index : allIndices(shape))
      ASSERT_EQ(array.data[place(array.shape, evaluate(axes, index))], element++) << text(axes);
  }
}

//===----------------------------------------------------------------------===//
// What is simplified
//===----------------------------------------------------------------------===//

TEST_F(RowAxes, SplitsHaveNoDivision) {
  dynamic = 13;
  Value x = start({13, 6, 256});
  Operation *view = reshape(x, {13, 2, 3, 4, 64});
  EXPECT_EQ(text(viewOperandAxes(view, identity(5), {ShapedType::kDynamic, 2, 3, 4, 64})),
            "d0, d1 * 3 + d2, d3 * 64 + d4");
}

TEST_F(RowAxes, MergesDivideOnce) {
  Value x = start({2, 3, 64});
  Operation *view = reshape(x, {6, 64});
  EXPECT_EQ(text(viewOperandAxes(view, identity(2), {6, 64})), "d0 floordiv 3, d0 mod 3, d1");
  // Multiples of the divisor and what is less than it.
  AffineExpr d0 = builder.getAffineDimExpr(0), d1 = builder.getAffineDimExpr(1);
  EXPECT_EQ(text(viewOperandAxes(view, {d0 * 3 + d1, d1}, {2, 3})), "d0, d1, d1");
  EXPECT_EQ(text(viewOperandAxes(view, {d0 * 3 + d1 + 3, d1}, {1, 3})), "d0 + 1, d1, d1");
  // Extents that are not known, or too large.
  EXPECT_EQ(text(viewOperandAxes(view, {d0 * 3 + d1, d1}, {1, ShapedType::kDynamic})),
            "d0 + d1 floordiv 3, d1 mod 3, d1");
  EXPECT_EQ(text(viewOperandAxes(view, {d0 * 4 + d1, d1}, {1, 4})),
            "(d0 * 4 + d1) floordiv 3, (d0 * 4 + d1) mod 3, d1");
}

TEST_F(RowAxes, RowsOfAPartOfAnAxisStayRows) {
  Operation *view = reshape(start({2, 256}), {8, 64});
  EXPECT_EQ(text(viewOperandAxes(view, identity(2), {8, 64})),
            "d0 floordiv 4, (d0 mod 4) * 64 + d1");
}

TEST_F(RowAxes, ThereAndBackIsNothing) {
  Operation *there = reshape(start({4, 6, 5}), {120});
  Operation *back = reshape(there->getResult(0), {4, 6, 5});
  Operation *again = reshape(back->getResult(0), {120});
  Axes axes = viewOperandAxes(again, identity(1), {120});
  EXPECT_EQ(text(axes), "(d0 floordiv 5) floordiv 6, (d0 floordiv 5) mod 6, d0 mod 5");
  EXPECT_EQ(text(viewOperandAxes(back, axes, {120})), "d0");
}

TEST_F(RowAxes, AxesOfOneAreAtZero) {
  Value x = start({1, 4, 1, 8});
  Operation *view = reshape(x, {4, 8, 1});
  EXPECT_EQ(text(viewOperandAxes(view, identity(3), {4, 8, 1})), "0, d0, 0, d1");
  Operation *none = reshape(start({1, 1}), {});
  EXPECT_EQ(text(viewOperandAxes(none, {}, {1})), "0, 0");
  Operation *one = reshape(start({}), {1});
  EXPECT_EQ(text(viewResultAxes(one, {}, {1})), "0");
}

TEST_F(RowAxes, WithoutElementsNothingIsDivided) {
  dynamic = 13;
  Operation *view = reshape(start({13, 0, 4}), {13, 0});
  EXPECT_EQ(text(viewOperandAxes(view, identity(2), {ShapedType::kDynamic, 0})), "d0, 0, 0");
  Operation *moved = reshape(start({4, 0, 13}), {0, 13});
  EXPECT_EQ(text(viewOperandAxes(moved, identity(2), {0, ShapedType::kDynamic})), "0, 0, d1");
}

TEST_F(RowAxes, RowsStartWhereTheyAreNeighbours) {
  AffineExpr d0 = builder.getAffineDimExpr(0), d1 = builder.getAffineDimExpr(1);
  auto start = [&](const Axes &axes) {
    AffineExpr first = rowStart(axes, /*row=*/1);
    return first ? text({first}) : "none";
  };
  EXPECT_EQ(start({d0, d1}), "0");
  EXPECT_EQ(start({d0, d0 * 64 + d1 + 7}), "d0 * 64 + 7");
  EXPECT_EQ(start({d0, d1 * 2}), "none");
  EXPECT_EQ(start({d1, d0}), "none");
  EXPECT_EQ(start({d1, d1}), "none");
  EXPECT_EQ(start({d0, d1 % 8}), "none");
  EXPECT_EQ(start({}), "none");
}

} // namespace
