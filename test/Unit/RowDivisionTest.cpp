//===- RowDivisionTest.cpp - quotients by one number -----------------------===//
//
// Each quotient of a row and one number, and each exp of what is never positive, against the
// host's division and the reference, bit for bit.
//
//===----------------------------------------------------------------------===//

#include "EmulatorFixture.h"

#include "GPU/MathExpansion.h"
#include "GPU/RowDivision.h"
#include "Reference/MathFunctions.h"

#include <cfloat>
#include <cmath>
#include <random>

using namespace normc;

namespace {

/// Equal bits, any NaN equal to any NaN.
bool isSame(float a, float b) {
  return bitCast<uint32_t>(a) == bitCast<uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}

using Pieces = llvm::SmallVector<mlir::Value, 4>;
using Rewrite =
    llvm::function_ref<Pieces(mlir::ImplicitLocOpBuilder &b, Pieces pieces, mlir::Value number)>;

class RowDivisionTest : public EmulatorTest {
protected:
  /// A kernel whose threads make one of two pieces each what `rewrite` does.
  std::unique_ptr<Emulator> createKernel(Rewrite rewrite) {
    mlir::gpu::GPUModuleOp kernels =
        parse(makeKernel("%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %d: f32", R"(
      %c16 = arith.constant 16 : i64
      %c8 = arith.constant 8 : i64
      %c64 = arith.constant 64 : index
      %t = gpu.thread_id x
      %b = gpu.block_id x
      %r = arith.muli %b, %c64 : index
      %i = arith.addi %r, %t : index
      %j = arith.index_cast %i : index to i64
      %o = arith.muli %j, %c16 : i64
      %p = arith.addi %o, %c8 : i64
      %v = sched.load %x[%o] align 16 invariant : vector<8xf32>
      %w = sched.load %x[%p] align 16 invariant : vector<8xf32>
      sched.store %v, %y[%o] align 16 : vector<8xf32>
      sched.store %w, %y[%p] align 16 : vector<8xf32>
    )"));
    llvm::SmallVector<sched::StoreOp> stores;
    kernels.walk([&](sched::StoreOp store) { stores.push_back(store); });
    mlir::ImplicitLocOpBuilder b(kernels.getLoc(), stores[0]);
    Pieces results = rewrite(b, {stores[0].getValue(), stores[1].getValue()},
                             stores[0]->getBlock()->getArgument(2));
    for (auto [store, result] : llvm::zip_equal(stores, results))
      store.getValueMutable().assign(result);
    auto emulator = Emulator::create(kernels, {/*checks=*/false});
    EXPECT_TRUE(bool(emulator));
    return std::move(*emulator);
  }

  std::unique_ptr<Emulator> createDivision(bool isExp) {
    return createKernel([&](mlir::ImplicitLocOpBuilder &b, Pieces pieces, mlir::Value number) {
      return divideByNumbers(b, pieces, number, isExp);
    });
  }

  /// What the kernel makes of `x`, which it fills up; a thread has 16 neighbours.
  std::vector<float> map(Emulator &emulator, std::vector<float> &x, float number) {
    x.resize((x.size() + 1023) / 1024 * 1024);
    std::vector<float> y(x.size());
    EXPECT_EQ(llvm::toString(emulator.launch(
                  "k", {int64_t(x.size() / 1024)}, {64},
                  {tensor("x", x), tensor("y", y), KernelArgument::makeFloat("d", number)})),
              "");
    return y;
  }

  /// Every quotient is that of the host.
  void check(Emulator &emulator, float divisor, std::vector<float> dividends) {
    std::vector<float> quotients = map(emulator, dividends, divisor);
    for (size_t i = 0; i < dividends.size(); ++i) {
      volatile float expected = dividends[i] / divisor;
      ASSERT_TRUE(isSame(quotients[i], expected))
          << std::hexfloat << dividends[i] << " / " << divisor << " gave " << quotients[i]
          << ", expected " << expected;
    }
  }

  void checkExp(mlir::Value (*expand)(mlir::ImplicitLocOpBuilder &, mlir::Value),
                std::vector<float> x) {
    std::unique_ptr<Emulator> emulator =
        createKernel([&](mlir::ImplicitLocOpBuilder &b, Pieces pieces, mlir::Value) {
          for (mlir::Value &piece : pieces)
            piece = expand(b, piece);
          return pieces;
        });
    std::vector<float> y = map(*emulator, x, 0.0f);
    for (size_t i = 0; i < x.size(); ++i)
      ASSERT_TRUE(isSame(y[i], reference::expF32(x[i])))
          << std::hexfloat << "exp(" << x[i] << ") gave " << y[i];
  }

  std::mt19937 random{1};
  float randomBits() { return bitCast<float>(uint32_t(random())); }
  /// A random significand and sign, and an exponent from `low` to `high`.
  float randomNumber(int low, int high) {
    uint32_t bits = random();
    int exponent = low + int(random() % unsigned(high - low + 1));
    return bitCast<float>((bits & 0x807fffff) | uint32_t(exponent + 127) << 23);
  }
};

const float limits[] = {0x1p-100f, 0x1p63f, 0x1p-63f, 0x1p24f, 0x1p-102f, 0x1p-126f};

/// What is special, or at an end of what the short form takes, with both neighbours.
std::vector<float> specialNumbers() {
  std::vector<float> numbers = {
      0.0f, INFINITY,         NAN,       FLT_TRUE_MIN, FLT_MAX,         1.0f,
      3.0f, 0x1.fffffep-127f, 0x1p-149f, 0x1.8p-148f,  0x1.fffffcp-127f};
  for (float limit : limits)
    for (float number : {limit, std::nextafter(limit, 0.0f), std::nextafter(limit, INFINITY)})
      numbers.push_back(number);
  // Significands of ones, alone and but for the last bits; square roots of 2 and neighbours.
  for (int exponent : {-126, -64, -63, -1, 0, 1, 10, 23, 24, 127})
    for (float significand : {0x1.fffffep0f, 0x1.fffffcp0f, 0x1.fffffap0f, 0x1.6a09e6p0f,
                              0x1.6a09e8p0f, 0x1.000002p0f, 0x1.000004p0f, 0x1.555556p0f})
      numbers.push_back(std::ldexp(significand, exponent));
  for (size_t i = 0, e = numbers.size(); i < e; ++i)
    numbers.push_back(-numbers[i]);
  return numbers;
}

} // namespace

TEST_F(RowDivisionTest, EqualsDivisionOfSpecials) {
  std::unique_ptr<Emulator> emulator = createDivision(/*isExp=*/false);
  std::vector<float> specials = specialNumbers();
  std::vector<float> dividends;
  for (float special : specials) // alone among zeros, and among numbers of the short form
    for (float other : {0.0f, -0.0f, 0x1.234568p0f})
      for (int i = 0; i < 16; ++i)
        dividends.push_back(i == 11 ? special : other);
  dividends.insert(dividends.end(), specials.begin(), specials.end());
  for (float divisor : specials)
    check(*emulator, divisor, dividends);
}

TEST_F(RowDivisionTest, EqualsDivisionOfAnyBits) {
  std::unique_ptr<Emulator> emulator = createDivision(/*isExp=*/false);
  std::vector<float> specials = specialNumbers();
  for (int round = 0; round < 400; ++round) {
    float divisor = round < 100   ? randomBits()
                    : round < 200 ? std::fabs(randomNumber(-63, 23))
                    : round < 250 ? std::fabs(randomNumber(-68, -62))
                    : round < 300 ? std::fabs(randomNumber(22, 28))
                                  : specials[random() % specials.size()];
    std::vector<float> dividends(16384);
    for (size_t i = 0; i < dividends.size(); ++i) {
      // Threads of any bits, of the short form with zeros, of its ends and past them.
      switch (i / 16 % 5) {
      case 0:
        dividends[i] = randomBits();
        break;
      case 1:
        dividends[i] = randomNumber(-100, 62) * (random() % 4 != 0);
        break;
      case 2:
        dividends[i] = randomNumber(-110, -98);
        break;
      case 3:
        dividends[i] = randomNumber(61, 67);
        break;
      case 4:
        dividends[i] = randomNumber(-1, 1);
        break;
      }
    }
    check(*emulator, divisor, dividends);
  }
}

// A quotient is near a midpoint for few significands only: all of them, for divisors that have
// been trouble elsewhere, where the short form begins, and below, where its remainder is rounded.
TEST_F(RowDivisionTest, EqualsDivisionOfEverySignificand) {
  std::unique_ptr<Emulator> emulator = createDivision(/*isExp=*/false);
  auto checkAll = [&](float divisor, float scale) {
    std::vector<float> dividends;
    for (uint32_t bits = 0; bits < 1 << 23; ++bits)
      dividends.push_back(bitCast<float>(0x3f800000 | bits) * scale);
    check(*emulator, divisor, dividends);
  };
  for (float divisor :
       {0x1.fffffep0f, 0x1.fffffcp0f, 0x1.fffffap0f, 0x1.6a09e6p0f, 0x1.000002p0f, 0x1.000004p0f,
        0x1.555556p0f, 0x1.fffffep23f, 0x1.fffffep-63f, 0x1.fff002p0f, 3.0f, 0x1.9p12f})
    checkAll(divisor, 1.0f);
  for (float scale : {0x1p-100f, 0x1p-108f, 0x1p62f})
    checkAll(0x1.654322p0f, scale);
}

TEST_F(RowDivisionTest, EqualsDivisionOfExps) {
  std::unique_ptr<Emulator> emulator = createDivision(/*isExp=*/true);
  std::vector<float> divisors = specialNumbers();
  for (int i = 0; i < 100; ++i)
    divisors.push_back(std::fabs(randomNumber(0, 20)));
  for (float divisor : divisors) {
    std::vector<float> dividends(16384);
    for (size_t i = 0; i < dividends.size(); ++i) {
      float fraction = std::fabs(randomNumber(-100, -1));
      switch (i / 16 % 4) {
      case 0: // from 0 to 2, mostly tiny
        dividends[i] = bitCast<float>(uint32_t(random() % 0x40000001u));
        break;
      case 1: // masked
        dividends[i] = random() % 2 ? 0.0f : fraction;
        break;
      case 2: // subnormal
        dividends[i] = i % 5 ? fraction : bitCast<float>(uint32_t(random() % 0x800000u));
        break;
      case 3:
        dividends[i] = i % 31 == 0 ? NAN : fraction;
        break;
      }
    }
    check(*emulator, divisor, dividends);
  }
}

TEST_F(RowDivisionTest, ExpOfNeverPositiveIsExp) {
  std::vector<float> x = {0.0f, -0.0f, -INFINITY, NAN, -NAN, -FLT_MAX};
  for (uint64_t bits = 0x80000000; bits <= 0xff800000; bits += 331)
    x.push_back(bitCast<float>(uint32_t(bits)));
  // Where results are subnormal, and where they end.
  for (uint32_t bits = bitCast<uint32_t>(-87.0f); bits < bitCast<uint32_t>(-106.0f); ++bits)
    x.push_back(bitCast<float>(bits));
  checkExp(expandExpOfNeverPositive, x);
}

TEST_F(RowDivisionTest, ExpOfSmallIsExp) {
  std::vector<float> x = {0.0f, -69.0f};
  for (uint32_t bits = 0x80000000; bits <= bitCast<uint32_t>(-69.0f); bits += 127)
    x.push_back(bitCast<float>(bits));
  checkExp(expandExpOfSmall, x);
  EXPECT_GE(reference::expF32(-69.0f), 0x1p-100f) << "no dividend of the short form";
}
