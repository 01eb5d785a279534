//===- ReferenceTest.cpp - graphs evaluated slowly ------------------------===//
//
// Small functions with known results, and what a function that cannot be evaluated
// is told.
//
//===----------------------------------------------------------------------===//

#include "Reference/MathFunctions.h"
#include "ReferenceFixture.h"
#include "normc/Reference/Compare.h"

#include "gmock/gmock.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace normc;
using namespace normc::reference;
using testing::Each;
using testing::ElementsAre;
using testing::FloatNear;
using testing::HasSubstr;
using testing::IsNan;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

class Reference : public ReferenceFixture {
protected:
  /// A norm of x of this type as a whole function, with attributes and operands as given.
  static std::string makeNorm(StringRef op, StringRef type, StringRef eps) {
    return ("func.func @f(%x: " + type + ") -> " + type + " { %y = norm." + op + " %x {eps = " +
            eps + " : f32} : (" + type + ") -> " + type + " return %y : " + type + " }")
        .str();
  }

  /// One op on values of this type: `body` defines %y from the arguments %a, %b, %c.
  static std::string makeElementwise(StringRef type, StringRef body) {
    return ("func.func @f(%a: " + type + ", %b: " + type + ", %c: " + type + ") -> " + type +
            " { " + body + " return %y : " + type + " }")
        .str();
  }
};

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

TEST_F(Reference, RmsNormAddsEpsToTheMean) {
  std::string source = makeNorm("rms_norm", "tensor<?x1024xf32>", "1.0e-6");
  HostTensor x = makeConstant(ElementType::F32, {1, 1024}, 1e-3f);
  EXPECT_THAT(evaluate(source, {x}), Each(FloatNear(0.70711f, 5e-6f)));
  EXPECT_THAT(evaluateExactly(source, {x}), Each(testing::DoubleNear(std::sqrt(0.5), 1e-7)));
}

TEST_F(Reference, LayerNormOfSmallStepsOnALargeMean) {
  std::string source = makeNorm("layer_norm", "tensor<1x16xf32>", "1.0e-5");
  const std::pair<double, float> cases[] = {
      {0, -1.34164f}, {100, -1.34153f}, {1000, -1.34151f}, {10000, -1.33133f}};
  for (const auto &[mean, first] : cases) {
    HostTensor x =
        makeTensor(ElementType::F32, {1, 16}, [mean = mean](int64_t i) { return mean + i * 1e-3; });
    EXPECT_NEAR(evaluate(source, {x})[0], first, 6e-6);
    EXPECT_NEAR(evaluateExactly(source, {x})[0], first, 6e-6);
  }
}

TEST_F(Reference, LayerNormOfLargeIntegers) {
  HostTensor x = makeTensor(ElementType::F32, {1, 4}, [](int64_t i) { return 40000.0f + i; });
  EXPECT_THAT(evaluate(makeNorm("layer_norm", "tensor<1x4xf32>", "1.0e-5"), {x}),
              ElementsAre(FloatNear(-1.34164f, 6e-6f), FloatNear(-0.44721f, 6e-6f),
                          FloatNear(0.44721f, 6e-6f), FloatNear(1.34164f, 6e-6f)));
}

TEST_F(Reference, LayerNormOfHardRowsIsOffByTwoUlpOrSo) {
  const std::function<float(int64_t)> rows[] = {
      [](int64_t i) { return 1e7f + i % 7; }, [](int64_t i) { return i == 0 ? 1e4f : i % 2; },
      [](int64_t i) { return i == 4095 ? -1e4f : 1.0f / (i + 1); }};
  std::string source = makeNorm("layer_norm", "tensor<1x4096xf32>", "1.0e-5");
  for (const auto &row : rows) {
    HostTensor x = makeTensor(ElementType::F32, {1, 4096}, row);
    EXPECT_LE(getMaxUlpError(evaluateAll(source, {x})[0], evaluateExactly(source, {x})).ulp, 2.5);
  }
}

TEST_F(Reference, LayerNormOfAnOddLength) {
  HostTensor x =
      makeTensor(ElementType::F32, {1, 257}, [](int64_t i) { return 1000 + (i % 2) / 16.0f; });
  std::vector<float> y = evaluate(makeNorm("layer_norm", "tensor<1x257xf32>", "1.0e-5"), {x});
  EXPECT_NEAR(y[0], -0.99106f, 6e-6);
  EXPECT_NEAR(y[1], 0.99880f, 6e-6);
}

TEST_F(Reference, LayerNormOfAConstantRowIsZero) {
  for (StringRef type : {"f32", "f16", "bf16"}) {
    HostTensor x = makeConstant(*getElementType(type), {2, 1000}, 1234.0f);
    std::string source = makeNorm("layer_norm", ("tensor<2x1000x" + type + ">").str(), "1.0e-5");
    EXPECT_THAT(evaluate(source, {x}), Each(0.0f));
  }
}

TEST_F(Reference, LayerNormOfAConstantFractionIsZeroAtATinyEps) {
  HostTensor x = makeConstant(ElementType::F32, {1, 1000}, 0.1f);
  std::string source = makeNorm("layer_norm", "tensor<1x1000xf32>", "1.0e-12");
  EXPECT_THAT(evaluate(source, {x}), Each(0.0f));
  EXPECT_THAT(evaluateExactly(source, {x}), Each(0.0));
}

TEST_F(Reference, SumsOfF16DoNotOverflow) {
  EXPECT_THAT(evaluate(makeNorm("rms_norm", "tensor<1x2048xf16>", "1.0e-5"),
                       {makeConstant(ElementType::F16, {1, 2048}, 200.0f)}),
              Each(1.0f));
  HostTensor x = makeTensor(ElementType::F16, {1, 2048},
                            [](int64_t i) { return i % 2 ? -60000.0f : 60000.0f; });
  std::vector<float> y = evaluate(makeNorm("layer_norm", "tensor<1x2048xf16>", "1.0e-5"), {x});
  for (int64_t i = 0; i < 2048; ++i)
    EXPECT_EQ(y[i], i % 2 ? -1.0f : 1.0f);
}

TEST_F(Reference, ZeroRowsOfF16KeepTheirEps) {
  HostTensor x = makeConstant(ElementType::F16, {1, 8}, 0.0f);
  EXPECT_THAT(evaluate(makeNorm("rms_norm", "tensor<1x8xf16>", "1.0e-12"), {x}), Each(0.0f));
  EXPECT_THAT(evaluate(R"(
    func.func @f(%x: tensor<1x8xf16>, %w: tensor<8xf16>, %b: tensor<8xf16>) -> tensor<1x8xf16> {
      %y = norm.layer_norm %x weight %w bias %b {eps = 1.0e-12 : f32}
          : (tensor<1x8xf16>, tensor<8xf16>, tensor<8xf16>) -> tensor<1x8xf16>
      return %y : tensor<1x8xf16>
    })",
                       {x, makeConstant(ElementType::F16, {8}, 3.0f),
                        makeConstant(ElementType::F16, {8}, 0.25f)}),
              Each(0.25f));
}

TEST_F(Reference, InfAndNanStayInTheirRow) {
  HostTensor x = makeTensor(ElementType::F32, {3, 16}, [](int64_t i) {
    return i == 0 ? kInf : i == 20 ? NAN : 1.0f + i % 16 / 16;
  });
  std::vector<float> rms = evaluate(makeNorm("rms_norm", "tensor<3x16xf32>", "0.0"), {x});
  EXPECT_TRUE(std::isnan(rms[0]));
  EXPECT_THAT(ArrayRef(rms).slice(1, 15), Each(0.0f));
  EXPECT_THAT(ArrayRef(rms).slice(16, 16), Each(IsNan()));
  EXPECT_THAT(ArrayRef(rms).slice(32), Each(1.0f));

  std::vector<float> layer = evaluate(makeNorm("layer_norm", "tensor<3x16xf32>", "1.0"), {x});
  EXPECT_THAT(ArrayRef(layer).slice(0, 32), Each(IsNan()));
  EXPECT_THAT(ArrayRef(layer).slice(32), Each(0.0f));
}

TEST_F(Reference, RowsOfOneElement) {
  HostTensor x = makeConstant(ElementType::F32, {1, 1}, -3.0f);
  EXPECT_THAT(evaluate(makeNorm("rms_norm", "tensor<1x1xf32>", "0.0"), {x}), ElementsAre(-1.0f));
  EXPECT_THAT(evaluate(R"(
    func.func @f(%x: tensor<1x1xf32>, %b: tensor<1xf32>) -> tensor<1x1xf32> {
      %y = norm.layer_norm %x bias %b {eps = 1.0e-5 : f32}
          : (tensor<1x1xf32>, tensor<1xf32>) -> tensor<1x1xf32>
      return %y : tensor<1x1xf32>
    })",
                       {x, makeConstant(ElementType::F32, {1}, 0.7f)}),
              ElementsAre(0.7f));
}

TEST_F(Reference, RowsOfNoBatch) {
  std::string source = makeNorm("rms_norm", "tensor<?x8xf32>", "0.0");
  EXPECT_TRUE(evaluate(source, {HostTensor(ElementType::F32, {0, 8})}).empty());
}

TEST_F(Reference, L2NormAddsEpsOrIsBoundedByIt) {
  auto makeL2Norm = [](StringRef kind, StringRef eps) {
    return makeNorm(("l2_norm <" + kind + ">").str(), "tensor<?x2xf32>", eps);
  };
  HostTensor x = makeTensor(ElementType::F32, {4, 2}, [](int64_t i) {
    return std::array<float, 8>{3, -4, 0, 0, 0.03f, 0.04f, kInf, 1}[i];
  });
  // The length of the third row is 0.05, less than eps.
  std::vector<float> bounded = evaluate(makeL2Norm("max_eps", "0.0625"), {x});
  EXPECT_THAT(ArrayRef(bounded).slice(0, 6),
              ElementsAre(0.6f, -0.8f, 0, 0, 0.03f * 16, 0.04f * 16));
  EXPECT_TRUE(std::isnan(bounded[6]));
  EXPECT_EQ(bounded[7], 0);

  float sum = std::fma(0.04f, 0.04f, 0.03f * 0.03f), r = rsqrtF32(sum + 0.0625f);
  std::vector<float> added = evaluate(makeL2Norm("add_eps", "0.0625"), {x});
  EXPECT_THAT(ArrayRef(added).slice(2, 4), ElementsAre(0, 0, 0.03f * r, 0.04f * r));
  EXPECT_DOUBLE_EQ(evaluateExactly(makeL2Norm("add_eps", "2.0"), {x})[0], 3 / std::sqrt(27.0));
  EXPECT_DOUBLE_EQ(evaluateExactly(makeL2Norm("max_eps", "2.0"), {x})[1], -0.8);

  std::vector<float> zero = evaluate(makeL2Norm("max_eps", "0.0"), {x});
  EXPECT_THAT(ArrayRef(zero).slice(2, 2), Each(IsNan()));
}

/// A softmax of x of these types as a whole function.
static std::string makeSoftmax(StringRef type, StringRef resultType) {
  return ("func.func @f(%x: " + type + ") -> " + resultType + " { %y = norm.softmax %x : (" + type +
          ") -> " + resultType + " return %y : " + resultType + " }")
      .str();
}

TEST_F(Reference, SoftmaxDividesEachExponential) {
  std::string source = makeSoftmax("tensor<?x3xf32>", "tensor<?x3xf32>");
  // 3 equal numbers, however large; one far above; one far below.
  HostTensor x = makeTensor(ElementType::F32, {3, 3}, [](int64_t i) {
    return std::array<float, 9>{3e38f, 3e38f, 3e38f, 200, 0, -200, 0, 0, -200}[i];
  });
  EXPECT_THAT(evaluate(source, {x}),
              ElementsAre(1 / 3.0f, 1 / 3.0f, 1 / 3.0f, 1, 0, 0, 0.5f, 0.5f, 0));

  // The exponentials and their sum are rounded, then each quotient, once.
  HostTensor y = makeTensor(ElementType::F32, {1, 3}, [](int64_t i) { return 2.2f * i; });
  float e[3], sum;
  for (int64_t i = 0; i < 3; ++i)
    e[i] = expF32(2.2f * i - 2.2f * 2);
  sum = e[0] + e[1];
  sum = sum + e[2];
  EXPECT_THAT(evaluate(source, {y}), ElementsAre(e[0] / sum, e[1] / sum, e[2] / sum));
  // Chosen so: the product with the reciprocal is another number.
  EXPECT_NE(e[1] / sum, e[1] * (1 / sum));

  std::vector<double> exact = evaluateExactly(source, {y});
  double total = 1 + std::exp(-double(2.2f)) + std::exp(-double(4.4f));
  EXPECT_DOUBLE_EQ(exact[2], 1 / total);
}

TEST_F(Reference, SoftmaxOfSpecials) {
  HostTensor x = makeTensor(ElementType::BF16, {5, 4}, [](int64_t i) {
    if (i == 1)
      return -kInf; // beside numbers
    if (i / 4 == 1)
      return -kInf; // all along
    return i == 9 ? kInf : i == 14 ? NAN : 1.0f;
  });
  std::vector<float> y = evaluate(makeSoftmax("tensor<5x4xbf16>", "tensor<5x4xbf16>"), {x});
  EXPECT_THAT(ArrayRef(y).slice(0, 4), ElementsAre(0.333984375f, 0, 0.333984375f, 0.333984375f));
  EXPECT_THAT(ArrayRef(y).slice(4, 12), Each(IsNan()));
  EXPECT_THAT(ArrayRef(y).slice(16), Each(0.25f));
}

TEST_F(Reference, WeightIsAMulAndWithABiasAnFma) {
  // (1 + 2^-12)^2 - (1 + 2^-11) is 2^-24, which only an fma sees.
  const float w = 1.0f + 0x1p-12f;
  StringRef source = R"(
    func.func @f(%x: tensor<1x2xf32>, %w: tensor<2xf32>, %b: tensor<2xf32>)
        -> (tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>) {
      %0 = norm.rms_norm %x weight %w {eps = 0.0 : f32}
          : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
      %1 = norm.rms_norm %x weight %w bias %b {eps = 0.0 : f32}
          : (tensor<1x2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
      %2 = norm.rms_norm %x bias %b {eps = 0.0 : f32}
          : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
      return %0, %1, %2 : tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>
    })";
  HostTensor x(ElementType::F32, {1, 2});
  x.set(0, w);
  x.set(1, std::sqrt(2.0f - w * w));
  std::vector<HostTensor> results =
      evaluateAll(source, {x, makeConstant(ElementType::F32, {2}, w),
                           makeConstant(ElementType::F32, {2}, -(1.0f + 0x1p-11f))});
  float normalized = evaluate(makeNorm("rms_norm", "tensor<1x2xf32>", "0.0"), {x})[0];
  ASSERT_EQ(normalized, w);
  EXPECT_EQ(results[0].get(0), 1.0f + 0x1p-11f);
  EXPECT_EQ(results[1].get(0), 0x1p-24f);
  EXPECT_EQ(results[2].get(0), w - (1.0f + 0x1p-11f));
}

TEST_F(Reference, NormsRoundOnceToTheirResult) {
  StringRef source = R"(
    func.func @f(%x: tensor<1x1xbf16>, %w: tensor<1xf32>) -> (tensor<1x1xf32>, tensor<1x1xbf16>) {
      %0 = norm.rms_norm %x weight %w {eps = 0.0 : f32}
          : (tensor<1x1xbf16>, tensor<1xf32>) -> tensor<1x1xf32>
      %1 = norm.rms_norm %x weight %w {eps = 0.0 : f32}
          : (tensor<1x1xbf16>, tensor<1xf32>) -> tensor<1x1xbf16>
      return %0, %1 : tensor<1x1xf32>, tensor<1x1xbf16>
    })";
  std::vector<HostTensor> results =
      evaluateAll(source, {makeConstant(ElementType::BF16, {1, 1}, 2.0f),
                           makeConstant(ElementType::F32, {1}, 0.1f)});
  EXPECT_EQ(results[0].get(0), 0.1f);
  EXPECT_EQ(results[1].get(0), 0.10009765625f);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

TEST_F(Reference, ReductionsDropTheLastAxis) {
  std::vector<HostTensor> results =
      evaluateAll(R"(
    func.func @f(%x: tensor<?x3xbf16>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>,
                                           tensor<?xf32>, tensor<?xf32>) {
      %0 = norm.reduce <add> %x : tensor<?x3xbf16> -> tensor<?xf32>
      %1 = norm.reduce <mul> %x : tensor<?x3xbf16> -> tensor<?xf32>
      %2 = norm.reduce <max> %x : tensor<?x3xbf16> -> tensor<?xf32>
      %3 = norm.reduce <min> %x : tensor<?x3xbf16> -> tensor<?xf32>
      %4 = norm.sum_squares %x : tensor<?x3xbf16> -> tensor<?xf32>
      return %0, %1, %2, %3, %4 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>,
                                  tensor<?xf32>, tensor<?xf32>
    })",
                  {makeTensor(ElementType::BF16, {2, 3}, [](int64_t i) { return i + 1.0f; })});
  EXPECT_EQ(results[0].shape, SmallVector<int64_t>({2}));
  EXPECT_THAT(toFloats(results[0]), ElementsAre(6, 15));
  EXPECT_THAT(toFloats(results[1]), ElementsAre(6, 120));
  EXPECT_THAT(toFloats(results[2]), ElementsAre(3, 6));
  EXPECT_THAT(toFloats(results[3]), ElementsAre(1, 4));
  EXPECT_THAT(toFloats(results[4]), ElementsAre(14, 77));
}

TEST_F(Reference, MomentsOfARowWithoutBatchAreNumbers) {
  StringRef source = R"(
    func.func @f(%x: tensor<4xf32>) -> (f32, f32, f32) {
      %mean, %correction, %m2 = norm.moments %x : tensor<4xf32> -> f32
      return %mean, %correction, %m2 : f32, f32, f32
    })";
  std::vector<HostTensor> results =
      evaluateAll(source, {makeTensor(ElementType::F32, {1, 2, 3, 6})});
  EXPECT_EQ(results[0].shape, SmallVector<int64_t>());
  EXPECT_EQ(results[0].get(0), 3.0f);
  EXPECT_EQ(results[1].get(0), 0.0f);
  EXPECT_EQ(results[2].get(0), 14.0f);
}

TEST_F(Reference, TheCorrectionMendsARoundedMean) {
  StringRef source = R"(
    func.func @f(%x: tensor<2xf32>) -> (f32, f32, f32) {
      %mean, %correction, %m2 = norm.moments %x : tensor<2xf32> -> f32
      return %mean, %correction, %m2 : f32, f32, f32
    })";
  // The sum 2^25 + 1 rounds to 2^25: the mean lacks 1/2.
  std::vector<HostTensor> results =
      evaluateAll(source, {makeTensor(ElementType::F32, {0x1p24f + 2, 0x1p24f - 1})});
  EXPECT_EQ(results[0].get(0), 0x1p24f);
  EXPECT_EQ(results[1].get(0), 0.5f);
  EXPECT_EQ(results[2].get(0), 4.5f);
}

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

TEST_F(Reference, EveryOpRoundsToItsType) {
  StringRef body =
      "%p = arith.mulf %a, %b : tensor<1xbf16> %y = arith.addf %p, %c : tensor<1xbf16>";
  Input inputs[] = {makeTensor(ElementType::BF16, {1.0234375f}),
                    makeTensor(ElementType::BF16, {1.0078125f}),
                    makeTensor(ElementType::BF16, {-1.0f})};
  EXPECT_THAT(evaluate(makeElementwise("tensor<1xbf16>", body), inputs), ElementsAre(0.03125f));
  EXPECT_THAT(evaluateExactly(makeElementwise("tensor<1xbf16>", body), inputs),
              ElementsAre(1.0234375 * 1.0078125 - 1));
}

TEST_F(Reference, CastsRoundAndOnlyThey) {
  EXPECT_THAT(evaluate(R"(
    func.func @f(%x: tensor<1xbf16>, %w: tensor<1xbf16>, %b: tensor<1xbf16>) -> tensor<1xbf16> {
      %0 = arith.extf %x : tensor<1xbf16> to tensor<1xf32>
      %1 = arith.extf %w : tensor<1xbf16> to tensor<1xf32>
      %2 = arith.extf %b : tensor<1xbf16> to tensor<1xf32>
      %3 = arith.mulf %0, %1 : tensor<1xf32>
      %4 = arith.addf %3, %2 : tensor<1xf32>
      %5 = arith.truncf %4 : tensor<1xf32> to tensor<1xbf16>
      return %5 : tensor<1xbf16>
    })",
                       {makeTensor(ElementType::BF16, {1.0234375f}),
                        makeTensor(ElementType::BF16, {1.0078125f}),
                        makeTensor(ElementType::BF16, {-1.0f})}),
              ElementsAre(0.031494140625f));
}

TEST_F(Reference, OnlyMathFmaContracts) {
  Input inputs[] = {makeTensor(ElementType::F32, {1.0f + 0x1p-12f}),
                    makeTensor(ElementType::F32, {1.0f + 0x1p-12f}),
                    makeTensor(ElementType::F32, {-(1.0f + 0x1p-11f)})};
  EXPECT_THAT(evaluate(makeElementwise("tensor<1xf32>", "%p = arith.mulf %a, %b : tensor<1xf32> "
                                                        "%y = arith.addf %p, %c : tensor<1xf32>"),
                       inputs),
              ElementsAre(0.0f));
  EXPECT_THAT(evaluate(makeElementwise("tensor<1xf32>", "%y = math.fma %a, %b, %c : tensor<1xf32>"),
                       inputs),
              ElementsAre(0x1p-24f));
}

TEST_F(Reference, F16Overflows) {
  Input inputs[] = {makeTensor(ElementType::F16, {300, -300, 65504}),
                    makeTensor(ElementType::F16, {300, 300, 1}),
                    makeTensor(ElementType::F16, {0, 0, 0})};
  StringRef body = "%y = arith.mulf %a, %b : tensor<3xf16>";
  EXPECT_THAT(evaluate(makeElementwise("tensor<3xf16>", body), inputs),
              ElementsAre(kInf, -kInf, 65504.0f));
  EXPECT_THAT(evaluateExactly(makeElementwise("tensor<3xf16>", body), inputs),
              ElementsAre(90000.0, -90000.0, 65504.0));
}

TEST_F(Reference, SubnormalsAreKept) {
  Input inputs[] = {makeTensor(ElementType::F32, {1e-39f, 0x1p-149f}),
                    makeTensor(ElementType::F32, {1, 1}), makeTensor(ElementType::F32, {0, 0})};
  EXPECT_THAT(evaluate(makeElementwise("tensor<2xf32>", "%y = math.fma %a, %b, %c : tensor<2xf32>"),
                       inputs),
              ElementsAre(1e-39f, 0x1p-149f));
}

//===----------------------------------------------------------------------===//
// Elementwise ops
//===----------------------------------------------------------------------===//

TEST_F(Reference, ArithmeticOfNumbers) {
  StringRef source = R"(
    func.func @f(%a: f32, %b: f32) -> (f32, f32, f32) {
      %c = arith.constant 0.25 : f32
      %0 = arith.divf %a, %b : f32
      %1 = arith.subf %0, %c : f32
      %2 = math.sqrt %0 : f32
      %3 = arith.negf %2 : f32
      return %1, %3, %c : f32, f32, f32
    })";
  std::vector<HostTensor> results = evaluateAll(source, {9.0f, 4.0f});
  EXPECT_EQ(results[0].get(0), 2.0f);
  EXPECT_EQ(results[1].get(0), -1.5f);
  EXPECT_EQ(results[2].get(0), 0.25f);
}

TEST_F(Reference, MaximumAndMinimumPropagateNanAndOrderZeros) {
  Input inputs[] = {makeTensor(ElementType::F32, {NAN, 1, -0.0f, 0.0f, 2}),
                    makeTensor(ElementType::F32, {1, NAN, 0.0f, -0.0f, 3}),
                    makeTensor(ElementType::F32, {0, 0, 0, 0, 0})};
  std::vector<float> max = evaluate(
      makeElementwise("tensor<5xf32>", "%y = arith.maximumf %a, %b : tensor<5xf32>"), inputs);
  std::vector<float> min = evaluate(
      makeElementwise("tensor<5xf32>", "%y = arith.minimumf %a, %b : tensor<5xf32>"), inputs);
  EXPECT_TRUE(std::isnan(max[0]) && std::isnan(max[1]) && std::isnan(min[0]) && std::isnan(min[1]));
  EXPECT_FALSE(std::signbit(max[2]) || std::signbit(max[3]));
  EXPECT_TRUE(std::signbit(min[2]) && std::signbit(min[3]));
  EXPECT_EQ(max[4], 3.0f);
  EXPECT_EQ(min[4], 2.0f);
}

TEST_F(Reference, EveryPredicateCompares) {
  // Less, equal, greater, unordered.
  Input inputs[] = {makeTensor(ElementType::F32, {1, 2, 3, NAN}),
                    makeTensor(ElementType::F32, {2, 2, 2, 2}),
                    makeTensor(ElementType::F32, {0, 0, 0, 0})};
  const std::pair<StringRef, std::vector<float>> cases[] = {
      {"false", {0, 0, 0, 0}}, {"oeq", {0, 1, 0, 0}}, {"ogt", {0, 0, 1, 0}},
      {"oge", {0, 1, 1, 0}},   {"olt", {1, 0, 0, 0}}, {"ole", {1, 1, 0, 0}},
      {"one", {1, 0, 1, 0}},   {"ord", {1, 1, 1, 0}}, {"ueq", {0, 1, 0, 1}},
      {"ugt", {0, 0, 1, 1}},   {"uge", {0, 1, 1, 1}}, {"ult", {1, 0, 0, 1}},
      {"ule", {1, 1, 0, 1}},   {"une", {1, 0, 1, 1}}, {"uno", {0, 0, 0, 1}},
      {"true", {1, 1, 1, 1}}};
  for (const auto &[predicate, expected] : cases) {
    std::string body = ("%k = arith.cmpf " + predicate +
                        ", %a, %b : tensor<4xf32> %one = arith.constant dense<1.0> : tensor<4xf32> "
                        "%y = arith.select %k, %one, %c : tensor<4xi1>, tensor<4xf32>")
                           .str();
    EXPECT_EQ(evaluate(makeElementwise("tensor<4xf32>", body), inputs), expected)
        << predicate.str();
  }
}

TEST_F(Reference, OneConditionSelectsWholeTensors) {
  StringRef source = R"(
    func.func @f(%a: f32, %x: tensor<2xf16>, %y: tensor<2xf16>) -> tensor<2xf16> {
      %zero = arith.constant 0.0 : f32
      %k = arith.cmpf ogt, %a, %zero : f32
      %z = arith.select %k, %x, %y : tensor<2xf16>
      return %z : tensor<2xf16>
    })";
  HostTensor x = makeTensor(ElementType::F16, {1, 2}), y = makeTensor(ElementType::F16, {3, 4});
  EXPECT_THAT(evaluate(source, {1.0f, x, y}), ElementsAre(1, 2));
  EXPECT_THAT(evaluate(source, {-1.0f, x, y}), ElementsAre(3, 4));
}

TEST_F(Reference, ConstantsOfEveryForm) {
  std::vector<HostTensor> results = evaluateAll(R"(
    func.func @f() -> (tensor<2x2xf32>, tensor<3xbf16>, f16, tensor<2xf32>) {
      %0 = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
      %1 = arith.constant dense<0.1> : tensor<3xbf16>
      %2 = arith.constant 0.1 : f16
      %k = arith.constant dense<[true, false]> : tensor<2xi1>
      %nan = arith.constant dense<0x7FC00000> : tensor<2xf32>
      %zero = arith.constant dense<-0.0> : tensor<2xf32>
      %3 = arith.select %k, %nan, %zero : tensor<2xi1>, tensor<2xf32>
      return %0, %1, %2, %3 : tensor<2x2xf32>, tensor<3xbf16>, f16, tensor<2xf32>
    })",
                                                {});
  EXPECT_THAT(toFloats(results[0]), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(toFloats(results[1]), Each(0.10009765625f));
  EXPECT_EQ(results[2].get(0), 0.0999755859375f);
  EXPECT_TRUE(std::isnan(results[3].get(0)));
  EXPECT_TRUE(results[3].get(1) == 0 && std::signbit(results[3].get(1)));
}

TEST_F(Reference, FunctionsAreOfF32AndRoundOnce) {
  HostTensor x = makeTensor(ElementType::BF16, {-8, -2, -0.5f, 0.125f, 1, 3});
  const std::pair<StringRef, std::function<double(double)>> cases[] = {
      {"norm.exp", [](double v) { return std::exp(v); }},
      {"math.exp", [](double v) { return std::exp(v); }},
      {"norm.tanh", [](double v) { return std::tanh(v); }},
      {"math.tanh", [](double v) { return std::tanh(v); }},
      {"norm.erf", [](double v) { return std::erf(v); }},
      {"math.erf", [](double v) { return std::erf(v); }},
      {"norm.sigmoid", [](double v) { return 1 / (1 + std::exp(-v)); }},
      {"norm.silu", [](double v) { return v / (1 + std::exp(-v)); }},
      {"norm.gelu <erf>", [](double v) { return v / 2 * std::erfc(-v / std::sqrt(2)); }},
      {"norm.gelu <tanh>",
       [](double v) { // (1 + tanh u) / 2 is 1 / (1 + exp -2u)
         return v / (1 + std::exp(-2 * std::sqrt(2 / M_PI) * (v + 0.044715 * v * v * v)));
       }},
      {"norm.rsqrt", [](double v) { return 1 / std::sqrt(v); }},
      {"math.rsqrt", [](double v) { return 1 / std::sqrt(v); }},
      {"math.absf", [](double v) { return std::fabs(v); }}};
  for (const auto &[op, function] : cases) {
    std::string source = ("func.func @f(%x: tensor<6xbf16>) -> tensor<6xbf16> { %y = " + op +
                          " %x : tensor<6xbf16> return %y : tensor<6xbf16> }")
                             .str();
    std::vector<double> expected;
    for (float v : toFloats(x))
      expected.push_back(function(v));
    UlpError worst = getMaxUlpError(evaluateAll(source, {x})[0], expected);
    EXPECT_LE(worst.ulp, 0.501) << op.str() << " of " << x.get(worst.index.value_or(0));
    std::vector<double> exact = evaluateExactly(source, {x});
    for (auto [actual, wanted] : llvm::zip_equal(exact, expected)) {
      if (!std::isnan(wanted))
        EXPECT_NEAR(actual, wanted, 1e-14) << op.str();
    }
  }
}

//===----------------------------------------------------------------------===//
// Broadcasts and sugar
//===----------------------------------------------------------------------===//

TEST_F(Reference, BroadcastsRepeatTheAxesThatLack) {
  std::vector<HostTensor> results =
      evaluateAll(R"(
    func.func @f(%x: tensor<?x?x2xf32>, %s: tensor<?x2xbf16>, %t: tensor<?x1xbf16>, %c: f32)
        -> (tensor<?x?x2xbf16>, tensor<?x?x2xbf16>, tensor<?x?x2xf32>) {
      %0 = norm.broadcast %s like %x dims = [0, 2]
          : (tensor<?x2xbf16>, tensor<?x?x2xf32>) -> tensor<?x?x2xbf16>
      %1 = norm.broadcast %t like %x dims = [1, 2]
          : (tensor<?x1xbf16>, tensor<?x?x2xf32>) -> tensor<?x?x2xbf16>
      %2 = norm.splat %c like %x : (f32, tensor<?x?x2xf32>) -> tensor<?x?x2xf32>
      return %0, %1, %2 : tensor<?x?x2xbf16>, tensor<?x?x2xbf16>, tensor<?x?x2xf32>
    })",
                  {HostTensor(ElementType::F32, {2, 3, 2}),
                   makeTensor(ElementType::BF16, {2, 2}, [](int64_t i) { return i; }),
                   makeTensor(ElementType::BF16, {3, 1}, [](int64_t i) { return i; }), 0.1f});
  EXPECT_THAT(toFloats(results[0]), ElementsAre(0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3));
  EXPECT_THAT(toFloats(results[1]), ElementsAre(0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2));
  EXPECT_THAT(toFloats(results[2]), Each(0.1f));
}

TEST_F(Reference, ModulateRoundsEachStep) {
  auto modulate = [&](StringRef x, StringRef operand, StringRef result, float xValue, float scale,
                      float shift) {
    std::string xType = ("tensor<1x1x" + x + ">").str();
    std::string operandType = ("tensor<1x" + operand + ">").str();
    std::string resultType = ("tensor<1x1x" + result + ">").str();
    std::string source = "func.func @f(%x: " + xType + ", %s: " + operandType +
                         ", %t: " + operandType + ") -> " + resultType +
                         " { %y = norm.modulate %x, %s, %t dims = [1] : (" + xType + ", " +
                         operandType + ", " + operandType + ") -> " + resultType +
                         " return %y : " + resultType + " }";
    return evaluate(source, {makeConstant(*getElementType(x), {1, 1}, xValue),
                             makeConstant(*getElementType(operand), {1}, scale),
                             makeConstant(*getElementType(operand), {1}, shift)})[0];
  };
  // 1 + 2^-9 is 1 in bf16.
  EXPECT_EQ(modulate("bf16", "bf16", "bf16", 256, 0x1p-9f, 0), 256.0f);
  EXPECT_EQ(modulate("bf16", "f32", "f32", 256, 0x1p-9f, 0), 256.5f);
  // (1 + 2^-7)^2 is 1 + 2^-6 in bf16, and 2^-14 more than that.
  EXPECT_EQ(modulate("bf16", "bf16", "bf16", 1 + 0x1p-7f, 0x1p-7f, -1), 0x1p-6f);
  EXPECT_EQ(modulate("bf16", "f32", "f32", 1 + 0x1p-7f, 0x1p-7f, -1), 0x1p-6f + 0x1p-14f);
  // Where f16 meets bf16 the steps are of f32.
  EXPECT_EQ(modulate("f16", "bf16", "f32", 1 + 0x1p-7f, 0x1p-7f, -1), 0x1p-6f + 0x1p-14f);
}

TEST_F(Reference, SugarStepsRoundToTheirType) {
  std::vector<HostTensor> results =
      evaluateAll(R"(
    func.func @f(%x: tensor<1x1xbf16>, %s: tensor<1xbf16>, %r: tensor<1x1xbf16>)
        -> (tensor<1x1xbf16>, tensor<1x1xbf16>, tensor<1x1xbf16>) {
      %0 = norm.scale %x, %s dims = [1] : (tensor<1x1xbf16>, tensor<1xbf16>) -> tensor<1x1xbf16>
      %1 = norm.shift %x, %s dims = [1] : (tensor<1x1xbf16>, tensor<1xbf16>) -> tensor<1x1xbf16>
      %2 = norm.gate %r, %s, %x dims = [1]
          : (tensor<1x1xbf16>, tensor<1xbf16>, tensor<1x1xbf16>) -> tensor<1x1xbf16>
      return %0, %1, %2 : tensor<1x1xbf16>, tensor<1x1xbf16>, tensor<1x1xbf16>
    })",
                  {makeConstant(ElementType::BF16, {1, 1}, 1 + 0x1p-7f),
                   makeConstant(ElementType::BF16, {1}, 1 + 0x1p-7f),
                   makeConstant(ElementType::BF16, {1, 1}, -1)});
  EXPECT_EQ(results[0].get(0), 1 + 0x1p-6f);
  EXPECT_EQ(results[1].get(0), 2 + 0x1p-6f);
  EXPECT_EQ(results[2].get(0), 0x1p-6f);
}

TEST_F(Reference, ANarrowerResultRoundsOnceMore) {
  // 1 + 2^-8 + 2^-25 rounds to 1 + 2^-8 in f32 and then, a tie, to 1 in bf16.
  EXPECT_THAT(evaluate(R"(
    func.func @f(%x: tensor<1xf32>, %t: tensor<1xf32>) -> tensor<1xbf16> {
      %y = norm.shift %x, %t dims = [0] : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xbf16>
      return %y : tensor<1xbf16>
    })",
                       {makeTensor(ElementType::F32, {1 + 0x1p-8f}),
                        makeTensor(ElementType::F32, {0x1p-25f})}),
              ElementsAre(1.0f));
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

TEST_F(Reference, RefusesInputsOfOtherTypes) {
  StringRef source = "func.func @f(%x: tensor<?x4xf32>,\n%a: f32) { return }";
  HostTensor x(ElementType::F32, {2, 4});
  EXPECT_EQ(diagnose(source, {x}), "1: takes 2 arguments, got 1 inputs");
  EXPECT_EQ(diagnose(source, {x, x}),
            "2: argument 1 is of type 'f32', the input is a tensor of f32");
  EXPECT_EQ(diagnose(source, {1.0f, 1.0f}),
            "1: argument 0 is of type 'tensor<?x4xf32>', the input is a number of f32");
  EXPECT_EQ(diagnose(source, {HostTensor(ElementType::F16, {2, 4}), 1.0f}),
            "1: argument 0 is of type 'tensor<?x4xf32>', the input is a tensor of f16");
}

TEST_F(Reference, RefusesInputsOfOtherShapes) {
  StringRef source = "func.func @f(%x: tensor<?x4xf32>) { return }";
  EXPECT_EQ(diagnose(source, {HostTensor(ElementType::F32, {2, 5})}),
            "1: a value of type 'tensor<?x4xf32>' cannot have the shape [2, 5]");
  EXPECT_EQ(diagnose(source, {HostTensor(ElementType::F32, {4})}),
            "1: a value of type 'tensor<?x4xf32>' cannot have the shape [4]");
}

TEST_F(Reference, RefusesSizesThatDisagree) {
  HostTensor two(ElementType::F32, {2}), three(ElementType::F32, {3});
  EXPECT_EQ(diagnose(R"(func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
      %z = arith.addf %x, %y : tensor<?xf32>
      return %z : tensor<?xf32> })",
                     {two, three}),
            "2: operands 0 and 1 must have the same shape, got [2] and [3]");
  EXPECT_EQ(diagnose(R"(func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
      %z = norm.scale %x, %y dims = [0] : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      return %z : tensor<?xf32> })",
                     {two, three}),
            "2: extent 3 of axis 0 of operand 1 must be that of axis 0 of the result, 2");
  EXPECT_EQ(diagnose(R"(func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
      %z = norm.gate %y, %x, %x dims = [0]
          : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      return %z : tensor<?xf32> })",
                     {two, three}),
            "2: operands 0 and 2 must have the same shape, got [3] and [2]");
}

TEST_F(Reference, ADynamicAxisOfOneElementIsNotRepeated) {
  EXPECT_EQ(diagnose(R"(func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
      %z = norm.broadcast %x like %y dims = [0] : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      return %z : tensor<?xf32> })",
                     {HostTensor(ElementType::F32, {1}), HostTensor(ElementType::F32, {3})}),
            "2: extent 1 of axis 0 of operand 0 must be that of axis 0 of the result, 3");
}

TEST_F(Reference, RefusesLongRows) {
  std::string source = makeNorm("rms_norm", "tensor<1x1048577xf32>", "0.0");
  HostTensor x(ElementType::F32, {1, 1048577});
  EXPECT_EQ(diagnose(source, {x}), "1: row length 1048577 is not supported: at most 1048576");
}

TEST_F(Reference, RefusesOpsThatItDoesNotKnow) {
  HostTensor x(ElementType::F32, {1});
  auto makeUnary = [](StringRef type, StringRef body) {
    return ("func.func @f(%x: " + type + ") {\n" + body + "\nreturn }").str();
  };
  EXPECT_EQ(diagnose(makeUnary("tensor<1xf32>", "%y = arith.remf %x, %x : tensor<1xf32>"), {x}),
            "2: the reference does not evaluate 'arith.remf'");
  EXPECT_EQ(diagnose(makeUnary("tensor<1xf32>", "func.call @f(%x) : (tensor<1xf32>) -> ()"), {x}),
            "2: the reference does not evaluate 'func.call'");
  EXPECT_EQ(diagnose(makeUnary("tensor<1xf16>", "%y = math.fma %x, %x, %x : tensor<1xf16>"),
                     {HostTensor(ElementType::F16, {1})}),
            "2: math.fma must be of f32, got 'tensor<1xf16>'");
  EXPECT_EQ(diagnose(makeUnary("f32", "%y = arith.truncf %x upward : f32 to bf16"), {1.0f}),
            "2: arith.truncf must round to nearest even, got upward");
}

TEST_F(Reference, RefusesTypesThatItDoesNotKnow) {
  StringRef known = "the reference evaluates ranked tensors and numbers of f32, f16, bf16, "
                    "f8E4M3FN, f8E5M2, i8, i32, i64 or i1";
  EXPECT_EQ(diagnose("func.func @f() {\n%y = arith.constant 1 : index\nreturn }", {}),
            ("2: " + known + ", got 'index'").str());
  EXPECT_EQ(
      diagnose("func.func @f() {\n%y = arith.constant dense<1.0> : vector<2xf32>\nreturn }", {}),
      ("2: " + known + ", got 'vector<2xf32>'").str());
  EXPECT_EQ(diagnose("func.func @f(%x: f32) {\n%y = arith.extf %x : f32 to f64\nreturn }", {1.0f}),
            ("2: " + known + ", got 'f64'").str());
  EXPECT_EQ(diagnose("func.func @f() -> i1 {\n%y = arith.constant true\nreturn %y : i1 }", {}),
            "1: results must be of f32, f16, bf16, f8E4M3FN, f8E5M2 or i8, got 'i1'");
}

TEST_F(Reference, RefusesConstantsWithoutNumbers) {
  EXPECT_THAT(
      diagnose("func.func @f() {\n%y = arith.constant dense_resource<k> : tensor<2xf32>\nreturn }",
               {}),
      HasSubstr("2: the reference evaluates only dense constants, got dense_resource<k>"));
}

TEST_F(Reference, RefusesFunctionsOfNoBlockOrMore) {
  EXPECT_EQ(diagnose("func.func private @f()", {}),
            "1: the reference evaluates a function of one block, got 0");
  EXPECT_EQ(diagnose(R"("func.func"() <{function_type = () -> (), sym_name = "f"}> ({
      "func.return"() : () -> ()
    ^bb1:
      "func.return"() : () -> ()
    }) : () -> ())",
                     {}),
            "1: the reference evaluates a function of one block, got 2");
}

} // namespace
