//===- ReferenceViewsTest.cpp - elements at other places ------------------===//
//
// Small views with the elements written down, and what is said of sizes that only the
// inputs show.
//
//===----------------------------------------------------------------------===//

#include "ReferenceFixture.h"

#include "gmock/gmock.h"

using namespace mlir;
using namespace normc;
using testing::ElementsAre;
using testing::ElementsAreArray;

namespace {

class ReferenceViews : public ReferenceFixture {
protected:
  /// 0, 1, 2, ... in row-major order.
  static HostTensor count(ArrayRef<int64_t> shape, float first = 0) {
    return makeTensor(ElementType::F32, shape, [=](int64_t i) { return first + i; });
  }

  /// One view of x of type `from` as a whole function.
  static std::string makeView(StringRef op, StringRef attributes, StringRef from, StringRef to) {
    return ("func.func @f(%x: " + from + ") -> " + to + " {\n%y = norm." + op + " %x " +
            attributes + " : (" + from + ") -> " + to + "\nreturn %y : " + to + " }")
        .str();
  }
};

TEST_F(ReferenceViews, SliceStepsFromTheOffset) {
  std::string source = makeView("slice", "offsets = [0, 1, 2] strides = [1, 2, 3]",
                                "tensor<?x4x6xf32>", "tensor<?x2x2xf32>");
  HostTensor y = evaluateAll(source, {count({2, 4, 6})})[0];
  EXPECT_THAT(y.shape, ElementsAre(2, 2, 2));
  EXPECT_THAT(toFloats(y), ElementsAre(8, 11, 20, 23, 32, 35, 44, 47));
  EXPECT_EQ(evaluateAll(source, {count({0, 4, 6})})[0].numElements(), 0);
  EXPECT_THAT(evaluateExactly(source, {count({1, 4, 6})}), ElementsAre(8, 11, 20, 23));
}

TEST_F(ReferenceViews, SliceOfADynamicAxisMustLieWithinIt) {
  std::string source =
      makeView("slice", "offsets = [1] strides = [2]", "tensor<?xf32>", "tensor<3xf32>");
  EXPECT_THAT(evaluate(source, {count({6})}), ElementsAre(1, 3, 5));
  EXPECT_EQ(diagnose(source, {count({5})}),
            "2: must lie within axis 0 of x, 5 elements, got 3 from 1 on with stride 2");
  std::string none =
      makeView("slice", "offsets = [3] strides = [1]", "tensor<?xf32>", "tensor<0xf32>");
  EXPECT_THAT(evaluate(none, {count({3})}), ElementsAre());
  EXPECT_EQ(diagnose(none, {count({2})}),
            "2: must lie within axis 0 of x, 2 elements, got 0 from 3 on with stride 1");
}

TEST_F(ReferenceViews, ConcatAlongAnyAxis) {
  HostTensor a = count({2, 1, 2}), b = count({2, 2, 2}, 10), c = count({2, 0, 2});
  HostTensor y = evaluateAll(R"(
    func.func @f(%a: tensor<?x?x2xf32>, %b: tensor<?x2x2xf32>, %c: tensor<?x0x2xf32>)
        -> tensor<?x?x2xf32> {
      %y = norm.concat %a, %c, %b axis = 1
          : (tensor<?x?x2xf32>, tensor<?x0x2xf32>, tensor<?x2x2xf32>) -> tensor<?x?x2xf32>
      return %y : tensor<?x?x2xf32>
    })",
                             {a, b, c})[0];
  EXPECT_THAT(y.shape, ElementsAre(2, 3, 2));
  EXPECT_THAT(toFloats(y), ElementsAre(0, 1, 10, 11, 12, 13, 2, 3, 14, 15, 16, 17));

  StringRef pairs = R"(
    func.func @f(%a: tensor<?x2xf32>, %b: tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<?x4xf32>) {
      %y = norm.concat %a, %b axis = 0 : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
      %z = norm.concat %a, %b axis = 1 : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x4xf32>
      return %y, %z : tensor<?x2xf32>, tensor<?x4xf32>
    })";
  std::vector<HostTensor> both = evaluateAll(pairs, {count({2, 2}), count({2, 2}, 10)});
  EXPECT_THAT(toFloats(both[0]), ElementsAre(0, 1, 2, 3, 10, 11, 12, 13));
  EXPECT_THAT(toFloats(both[1]), ElementsAre(0, 1, 10, 11, 2, 3, 12, 13));
  EXPECT_EQ(diagnose(pairs, {count({2, 2}), count({3, 2})}),
            "4: operand 1 must have the extents of the first except along axis 1, [2, 2], got "
            "[3, 2]");
}

TEST_F(ReferenceViews, ReshapePassesDynamicAxesThrough) {
  std::string source = makeView("reshape", "", "tensor<?x6x?xf32>", "tensor<1x?x2x3x?xf32>");
  HostTensor y = evaluateAll(source, {count({2, 6, 5})})[0];
  EXPECT_THAT(y.shape, ElementsAre(1, 2, 2, 3, 5));
  EXPECT_THAT(toFloats(y), ElementsAreArray(toFloats(count({60}))));
  std::string merge = makeView("reshape", "", "tensor<2x3x?xf32>", "tensor<6x?xf32>");
  EXPECT_THAT(evaluateAll(merge, {count({2, 3, 4})})[0].shape, ElementsAre(6, 4));
}

TEST_F(ReferenceViews, TransposeNamesTheAxesOfX) {
  std::string source =
      makeView("transpose", "permutation = [1, 2, 0]", "tensor<?x1x3xf32>", "tensor<1x3x?xf32>");
  HostTensor y = evaluateAll(source, {count({2, 1, 3})})[0];
  EXPECT_THAT(y.shape, ElementsAre(1, 3, 2));
  EXPECT_THAT(toFloats(y), ElementsAre(0, 3, 1, 4, 2, 5));
}

} // namespace
