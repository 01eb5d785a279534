//===- EmulatorTest.cpp - tests of the emulator ---------------------------===//
//
// Kernels from text: their exact results, their roundings against scalar
// references, and each check by a planted fault beside a clean twin.
//
//===----------------------------------------------------------------------===//

#include "normc/Emulate/Emulator.h"

#include "Sched/Sched.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

using namespace normc;
using testing::HasSubstr;
using testing::MatchesRegex;

namespace {

template <typename To, typename From> To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From), "the same bits");
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

template <typename T> KernelArgument tensor(llvm::StringRef name, std::vector<T> &values) {
  return KernelArgument::makePointer(name, values.data(), values.size() * sizeof(T));
}

/// A gpu.module with the one kernel @k, on lines that faults can be traced to:
/// `body` begins at line 3.
std::string makeKernel(llvm::StringRef arguments, llvm::StringRef body,
                       llvm::StringRef workgroup = "") {
  return llvm::formatv("gpu.module @m {{\ngpu.func @k({0}) {1} kernel {{\n{2}gpu.return\n}\n}\n",
                       arguments, workgroup.empty() ? "" : ("workgroup(" + workgroup + ")").str(),
                       body);
}

class EmulatorTest : public testing::Test {
protected:
  EmulatorTest() {
    context.loadDialect<mlir::gpu::GPUDialect, mlir::arith::ArithDialect, mlir::math::MathDialect,
                        mlir::vector::VectorDialect, mlir::memref::MemRefDialect,
                        mlir::scf::SCFDialect, mlir::LLVM::LLVMDialect, sched::SchedDialect>();
  }

  mlir::gpu::GPUModuleOp parse(llvm::StringRef text) {
    module =
        mlir::parseSourceString<mlir::ModuleOp>(text, mlir::ParserConfig(&context), "test.mlir");
    if (!module) {
      ADD_FAILURE() << "the kernel does not parse:\n" << text.str();
      return {};
    }
    return *module->getOps<mlir::gpu::GPUModuleOp>().begin();
  }

  std::unique_ptr<Emulator> create(llvm::StringRef text, EmulatorOptions options = {}) {
    mlir::gpu::GPUModuleOp kernels = parse(text);
    if (!kernels)
      return nullptr;
    auto emulator = Emulator::create(kernels, options);
    if (!emulator) {
      ADD_FAILURE() << llvm::toString(emulator.takeError());
      return nullptr;
    }
    return std::move(*emulator);
  }

  /// The fault's text; empty where all went well.
  std::string run(llvm::StringRef text, Dim3 grid, Dim3 block,
                  llvm::ArrayRef<KernelArgument> arguments, EmulatorOptions options = {}) {
    std::unique_ptr<Emulator> emulator = create(text, options);
    return emulator ? llvm::toString(emulator->launch("k", grid, block, arguments)) : "not created";
  }

  /// Runs an elementwise kernel of one 8-wide vector a thread over `inputs`.
  template <typename In, typename Out>
  std::vector<Out> map(llvm::StringRef inType, llvm::StringRef outType, llvm::StringRef body,
                       std::vector<In> inputs, EmulatorOptions options) {
    size_t count = inputs.size();
    inputs.resize((count + 511) / 512 * 512);
    std::vector<Out> outputs(inputs.size());
    std::string text = makeKernel(
        "%x: !llvm.ptr<1>, %y: !llvm.ptr<1>",
        llvm::formatv(
            "%c8 = arith.constant 8 : i64\n%c64 = arith.constant 64 : index\n"
            "%t = gpu.thread_id x\n%b = gpu.block_id x\n%r = arith.muli %b, %c64 : index\n"
            "%i = arith.addi %r, %t : index\n%j = arith.index_cast %i : index to i64\n"
            "%o = arith.muli %j, %c8 : i64\n"
            "%v = sched.load %x[%o] align 16 invariant : vector<8x{0}>\n{1}"
            "sched.store %w, %y[%o] align 16 : vector<8x{2}>\n",
            inType, body, outType)
            .str());
    EXPECT_EQ(run(text, {int64_t(inputs.size() / 512)}, {64},
                  {tensor("x", inputs), tensor("y", outputs)}, options),
              "");
    outputs.resize(count);
    return outputs;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

//===----------------------------------------------------------------------===//
// Scalar references
//===----------------------------------------------------------------------===//

float widen(uint16_t bits, bool isHalf) {
  if (!isHalf)
    return bitCast<float>(uint32_t(bits) << 16);
  int exponent = bits >> 10 & 31;
  double fraction = bits & 1023;
  double magnitude = exponent == 31  ? (fraction ? NAN : INFINITY)
                     : exponent == 0 ? std::ldexp(fraction, -24)
                                     : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

/// To the nearest, ties to even, by the definition: a whole number of the last
/// place's unit, in f64, where the quotient is exact.
uint16_t narrow(float value, bool isHalf) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  int fractionBits = isHalf ? 10 : 7, minExponent = isHalf ? -14 : -126, bias = isHalf ? 15 : 127;
  uint16_t infinity = isHalf ? 0x7c00 : 0x7f80;
  if (std::isnan(value))
    return sign | infinity | 1u << (fractionBits - 1);
  if (std::isinf(value))
    return sign | infinity;
  double magnitude = std::fabs(double(value));
  if (magnitude == 0)
    return sign;
  int exponent = std::max(std::ilogb(magnitude), minExponent);
  double units = std::nearbyint(std::ldexp(magnitude, fractionBits - exponent));
  // Units of a normal number hold the implicit bit, which carries into the exponent.
  int64_t bits = int64_t(units) + (int64_t(exponent + bias - 1) << fractionBits);
  return sign | std::min<int64_t>(bits, infinity);
}

bool isNaN16(uint16_t bits, bool isHalf) { return (bits & 0x7fff) > (isHalf ? 0x7c00 : 0x7f80); }

/// Any NaN equals any NaN.
testing::AssertionResult areSame(uint16_t actual, uint16_t expected, bool isHalf) {
  if (actual == expected || (isNaN16(actual, isHalf) && isNaN16(expected, isHalf)))
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << llvm::formatv("{0:x4}, expected {1:x4}", actual, expected).str();
}

std::vector<uint16_t> allOf16Bits() {
  std::vector<uint16_t> values(65536);
  for (unsigned i = 0; i < 65536; ++i)
    values[i] = i;
  return values;
}

const std::vector<float> specialFloats = {
    0.0f,      -0.0f,    1.0f,       -1.0f,           1.5f,     INFINITY,
    -INFINITY, NAN,      FLT_MIN,    FLT_TRUE_MIN,    -FLT_MIN, -FLT_TRUE_MIN,
    FLT_MAX,   -FLT_MAX, 0x1p-14f,   0x1p-24f,        65504.0f, 65519.99f,
    65520.0f,  0x1p-25f, 0x1.8p-24f, 0x1.000002p-25f, 3.0f,     0x1.fffffep-127f};

struct Format {
  const char *name;
  bool isHalf;
  bool hostFeatures;
};

class Float16Test : public EmulatorTest, public testing::WithParamInterface<Format> {};

INSTANTIATE_TEST_SUITE_P(Formats, Float16Test,
                         testing::Values(Format{"bf16", false, true}, Format{"bf16", false, false},
                                         Format{"f16", true, true}, Format{"f16", true, false}),
                         [](const testing::TestParamInfo<Format> &info) {
                           return std::string(info.param.name) +
                                  (info.param.hostFeatures ? "" : "Baseline");
                         });

} // namespace

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

TEST_F(EmulatorTest, CopiesAndReportsProgress) {
  std::string text = makeKernel("%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %n: i64, %s: f32", R"(
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %d = gpu.block_dim x
    %r = arith.muli %b, %d : index
    %i = arith.addi %r, %t : index
    %j = arith.index_cast %i : index to i64
    %in = arith.cmpi slt, %j, %n : i64
    scf.if %in {
      %v = sched.load %x[%j] align 4 : f32
      %w = arith.mulf %v, %s : f32
      sched.store %w, %y[%j] align 4 : f32
    }
  )");
  for (bool checks : {true, false}) {
    std::vector<float> x(1000), y(1000);
    for (unsigned i = 0; i < 1000; ++i)
      x[i] = i;
    std::unique_ptr<Emulator> emulator = create(text, {checks});
    ASSERT_TRUE(emulator);
    int64_t lastDone = 0, lastTotal = 0;
    EXPECT_EQ(llvm::toString(emulator->launch(
                  "k", {8}, {128},
                  {tensor("x", x), tensor("y", y), KernelArgument::makeInteger("n", 1000),
                   KernelArgument::makeFloat("s", 3)},
                  [&](int64_t done, int64_t total) { lastDone = done, lastTotal = total; })),
              "");
    for (unsigned i = 0; i < 1000; ++i)
      ASSERT_EQ(y[i], 3.0f * i);
    EXPECT_EQ(lastDone, 8);
    EXPECT_EQ(lastTotal, 8);
  }
}

TEST_F(EmulatorTest, LeavesTheModuleAlone) {
  std::string text = makeKernel("%x: !llvm.ptr<1>", R"(
    %o = arith.constant 0 : i64
    %v = sched.load %x[%o] align 16 : vector<8xbf16>
    %w = arith.addf %v, %v : vector<8xbf16>
    sched.store %w, %x[%o] align 16 : vector<8xbf16>
  )");
  mlir::gpu::GPUModuleOp kernels = parse(text);
  auto print = [&] {
    std::string printed;
    llvm::raw_string_ostream(printed) << *module;
    return printed;
  };
  std::string before = print();
  auto emulator = Emulator::create(kernels);
  ASSERT_TRUE(bool(emulator)) << llvm::toString(emulator.takeError());
  EXPECT_EQ(print(), before);
}

/// Two warps: shuffles, then partials through shared memory.
static std::string makeReduction(bool hasBarrier = true) {
  std::string shuffles;
  for (int offset = 16, last = 0; offset; offset /= 2, ++last)
    shuffles += llvm::formatv("%c{0} = arith.constant {1} : i32\n"
                              "%h{0}, %p{0} = gpu.shuffle xor %s{0}, %c{0}, %w : f32\n"
                              "%s{2} = arith.addf %s{0}, %h{0} : f32\n",
                              last, offset, last + 1);
  return makeKernel("%x: !llvm.ptr<1>, %y: !llvm.ptr<1>",
                    "%t = gpu.thread_id x\n%j = arith.index_cast %t : index to i64\n"
                    "%w = arith.constant 32 : i32\n"
                    "%s0 = sched.load %x[%j] align 4 invariant : f32\n" +
                        shuffles + R"(
    %c32 = arith.constant 32 : index
    %z = arith.constant 0 : index
    %one = arith.constant 1 : index
    %warp = arith.divui %t, %c32 : index
    %lane = arith.remui %t, %c32 : index
    %first = arith.cmpi eq, %lane, %z : index
    scf.if %first {
      memref.store %s5, %m[%warp] : memref<2xf32, #gpu.address_space<workgroup>>
    }
    )" + (hasBarrier ? "gpu.barrier" : "") +
                        R"(
    %a = memref.load %m[%z] : memref<2xf32, #gpu.address_space<workgroup>>
    %b = memref.load %m[%one] : memref<2xf32, #gpu.address_space<workgroup>>
    %sum = arith.addf %a, %b : f32
    sched.store %sum, %y[%j] align 4 : f32
  )",
                    "%m: memref<2xf32, #gpu.address_space<workgroup>>");
}

TEST_F(EmulatorTest, ReducesOverTwoWarps) {
  for (bool checks : {true, false}) {
    std::vector<float> x(64), y(64);
    for (unsigned i = 0; i < 64; ++i)
      x[i] = i + 1;
    EXPECT_EQ(run(makeReduction(), {1}, {64}, {tensor("x", x), tensor("y", y)}, {checks}), "");
    for (float value : y)
      ASSERT_EQ(value, 64 * 65 / 2);
  }
}

TEST_F(EmulatorTest, ReducesRowsOf16ThreadsInOneCta) {
  // threads (16, 8): two rows a warp, offsets below 16 stay inside a row.
  std::string shuffles;
  for (int offset = 8, last = 0; offset; offset /= 2, ++last)
    shuffles += llvm::formatv("%c{0} = arith.constant {1} : i32\n"
                              "%h{0}, %p{0} = gpu.shuffle xor %s{0}, %c{0}, %w : f32\n"
                              "%s{2} = arith.addf %s{0}, %h{0} : f32\n",
                              last, offset, last + 1);
  std::string text = makeKernel("%x: !llvm.ptr<1>, %y: !llvm.ptr<1>",
                                R"(
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %c16 = arith.constant 16 : index
    %w = arith.constant 32 : i32
    %r = arith.muli %ty, %c16 : index
    %i = arith.addi %r, %tx : index
    %j = arith.index_cast %i : index to i64
    %s0 = sched.load %x[%j] align 4 : f32
    )" + shuffles + "sched.store %s4, %y[%j] align 4 : f32\n");
  std::vector<float> x(128), y(128);
  for (unsigned i = 0; i < 128; ++i)
    x[i] = float(i * i);
  EXPECT_EQ(run(text, {1}, {16, 8}, {tensor("x", x), tensor("y", y)}), "");
  for (unsigned row = 0; row < 8; ++row) {
    float sum = 0; // exact: all are small whole numbers
    for (unsigned i = 0; i < 16; ++i)
      sum += x[16 * row + i];
    for (unsigned i = 0; i < 16; ++i)
      ASSERT_EQ(y[16 * row + i], sum);
  }
}

TEST_F(EmulatorTest, ShufflesInEveryMode) {
  struct Case {
    const char *mode;
    int offset, width;
    int (*source)(int lane); // -1: not valid
  };
  for (Case c : {Case{"xor", 5, 32, [](int lane) { return lane ^ 5; }},
                 Case{"xor", 5, 8, [](int lane) { return lane ^ 5; }},
                 Case{"down", 3, 16, [](int lane) { return lane % 16 < 13 ? lane + 3 : -1; }},
                 Case{"up", 2, 32, [](int lane) { return lane >= 2 ? lane - 2 : -1; }},
                 Case{"idx", 7, 16, [](int lane) { return lane / 16 * 16 + 7; }}}) {
    std::string text = makeKernel("%y: !llvm.ptr<1>", llvm::formatv(R"(
    %t = gpu.thread_id x
    %j = arith.index_cast %t : index to i64
    %i = arith.index_cast %t : index to i32
    %o = arith.constant {1} : i32
    %w = arith.constant {2} : i32
    %none = arith.constant -1 : i32
    %h, %p = gpu.shuffle {0} %i, %o, %w : i32
    %s = arith.select %p, %h, %none : i32
    %f = arith.sitofp %s : i32 to f32
    sched.store %f, %y[%j] align 4 : f32
  )",
                                                                    c.mode, c.offset, c.width)
                                                          .str());
    std::vector<float> y(32);
    EXPECT_EQ(run(text, {1}, {32}, {tensor("y", y)}), "");
    for (int lane = 0; lane < 32; ++lane)
      ASSERT_EQ(y[lane], c.source(lane)) << c.mode << " " << c.width << " lane " << lane;
  }
}

TEST_F(EmulatorTest, RunsLoopsAndBranchesWithResults) {
  std::string text = makeKernel("%y: !llvm.ptr<1>", R"(
    %t = gpu.thread_id x
    %j = arith.index_cast %t : index to i64
    %z = arith.constant 0 : index
    %one = arith.constant 1 : index
    %v0 = arith.constant dense<0.0> : vector<8xf32>
    %v1 = arith.constant dense<1.0> : vector<8xf32>
    %v = scf.for %k = %z to %t step %one iter_args(%a = %v0) -> (vector<8xf32>) {
      %b = arith.addf %a, %v1 : vector<8xf32>
      scf.yield %b : vector<8xf32>
    }
    %c3 = arith.constant 3 : index
    %is = arith.cmpi ult, %t, %c3 : index
    %r = scf.if %is -> (f32) {
      %e = vector.extract %v[3] : f32 from vector<8xf32>
      scf.yield %e : f32
    } else {
      %n = arith.constant -1.0 : f32
      scf.yield %n : f32
    }
    sched.store %r, %y[%j] align 4 : f32
  )");
  std::vector<float> y(5);
  EXPECT_EQ(run(text, {1}, {5}, {tensor("y", y)}), "");
  EXPECT_EQ(y, (std::vector<float>{0, 1, 2, -1, -1}));
}

TEST_F(EmulatorTest, MovesVectorElements) {
  // 0..15 taken apart and put together again, through every vector operation.
  std::string text = makeKernel("%x: !llvm.ptr<1>, %y: !llvm.ptr<1>", R"(
    %o = arith.constant 0 : i64
    %o16 = arith.constant 16 : i64
    %v = sched.load %x[%o] align 32 : vector<16xbf16>
    %lo = vector.extract_strided_slice %v {offsets = [0], sizes = [8], strides = [1]} : vector<16xbf16> to vector<8xbf16>
    %hi = vector.extract_strided_slice %v {offsets = [8], sizes = [8], strides = [1]} : vector<16xbf16> to vector<8xbf16>
    %mix = vector.shuffle %lo, %hi [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0] : vector<8xbf16>, vector<8xbf16>
    %int = vector.bitcast %lo : vector<8xbf16> to vector<4xi32>
    %w0 = vector.extract %int[1] : i32 from vector<4xi32>
    %w1 = vector.extract %int[0] : i32 from vector<4xi32>
    %pair = vector.from_elements %w0, %w1, %w0, %w1 : vector<4xi32>
    %half = vector.bitcast %pair : vector<4xi32> to vector<8xbf16>
    %e:8 = vector.to_elements %half : vector<8xbf16>
    %s = vector.broadcast %e#0 : bf16 to vector<8xbf16>
    %s1 = vector.insert %e#5, %s [7] : bf16 into vector<8xbf16>
    %r = vector.insert_strided_slice %s1, %mix {offsets = [4], strides = [1]} : vector<8xbf16> into vector<16xbf16>
    sched.store %r, %y[%o] align 32 : vector<16xbf16>
    sched.store %e#2, %y[%o16] align 2 : bf16
  )");
  for (bool hostFeatures : {true, false}) {
    alignas(32) uint16_t x[16], y[17];
    for (unsigned i = 0; i < 16; ++i)
      x[i] = 100 + i;
    EXPECT_EQ(run(text, {1}, {1},
                  {KernelArgument::makePointer("x", x, sizeof(x)),
                   KernelArgument::makePointer("y", y, sizeof(y))},
                  {true, hostFeatures}),
              "");
    EXPECT_THAT(y, testing::ElementsAre(115, 114, 113, 112, 102, 102, 102, 102, 102, 102, 102, 103,
                                        103, 102, 101, 100, 100));
  }
}

//===----------------------------------------------------------------------===//
// Roundings
//===----------------------------------------------------------------------===//

TEST_P(Float16Test, ConvertsEveryValue) {
  Format format = GetParam();
  std::vector<uint16_t> all = allOf16Bits();
  std::vector<float> wide = map<uint16_t, float>(
      format.name, "f32",
      llvm::formatv("%w = arith.extf %v : vector<8x{0}> to vector<8xf32>\n", format.name).str(),
      all, {true, format.hostFeatures});
  for (unsigned i = 0; i < all.size(); ++i) {
    float expected = widen(all[i], format.isHalf);
    ASSERT_TRUE(bitCast<uint32_t>(wide[i]) == bitCast<uint32_t>(expected) ||
                (std::isnan(wide[i]) && std::isnan(expected)))
        << i << ": " << wide[i];
  }

  // Around every value, every tie and its neighbours, and a stride over all floats.
  std::vector<float> inputs = specialFloats;
  for (uint16_t value : all) {
    float low = widen(value, format.isHalf), high = widen(value + 1, format.isHalf);
    float tie = float((double(low) + high) / 2);
    for (float near : {low, tie, std::nextafter(tie, INFINITY), std::nextafter(tie, -INFINITY)})
      inputs.push_back(near);
  }
  for (uint32_t bits : {0x7f800001u, 0xff800001u, 0x7fffffffu, 0x7fc00000u, 0x7f80ffffu})
    inputs.push_back(bitCast<float>(bits)); // NaNs that a carry or a cut would lose
  for (uint64_t bits = 0; bits < uint64_t(1) << 32; bits += 4999)
    inputs.push_back(bitCast<float>(uint32_t(bits)));
  std::vector<uint16_t> rounded = map<float, uint16_t>(
      "f32", format.name,
      llvm::formatv("%w = arith.truncf %v : vector<8xf32> to vector<8x{0}>\n", format.name).str(),
      inputs, {true, format.hostFeatures});
  for (unsigned i = 0; i < inputs.size(); ++i)
    ASSERT_TRUE(areSame(rounded[i], narrow(inputs[i], format.isHalf), format.isHalf)) << inputs[i];
}

TEST_P(Float16Test, RoundsEveryOperationOnce) {
  Format format = GetParam();
  std::vector<uint16_t> all = allOf16Bits();
  struct Operation {
    const char *name;
    float (*reference)(float, float);
  };
  const Operation operations[] = {{"addf", [](float a, float b) { return a + b; }},
                                  {"subf", [](float a, float b) { return a - b; }},
                                  {"mulf", [](float a, float b) { return a * b; }},
                                  {"divf", [](float a, float b) { return a / b; }}};
  for (float factor : {1.0f, 3.0f, 0x1.02p0f, 0x1.fep-3f, 0x1p-120f, 0x1.8p-12f, -0.0f}) {
    uint16_t constant = narrow(factor, format.isHalf);
    for (const Operation &operation : operations) {
      std::string body = llvm::formatv("%bits = arith.constant dense<{0}> : vector<8xi16>\n"
                                       "%c = arith.bitcast %bits : vector<8xi16> to vector<8x{1}>\n"
                                       "%w = arith.{2} %v, %c : vector<8x{1}>\n",
                                       int16_t(constant), format.name, operation.name);
      std::vector<uint16_t> results = map<uint16_t, uint16_t>(format.name, format.name, body, all,
                                                              {false, format.hostFeatures});
      float second = widen(constant, format.isHalf);
      for (unsigned i = 0; i < all.size(); ++i) {
        float exact = operation.reference(widen(all[i], format.isHalf), second);
        ASSERT_TRUE(areSame(results[i], narrow(exact, format.isHalf), format.isHalf))
            << operation.name << " of " << i << " and " << second;
      }
    }
  }
}

TEST_P(Float16Test, KeepsEachRoundingOfAChain) {
  Format format = GetParam();
  std::vector<uint16_t> all = allOf16Bits();
  // ((v * v) + v), two roundings; a scalar beside the vector; compare and select.
  std::string body = llvm::formatv(R"(
    %a = arith.mulf %v, %v : vector<8x{0}>
    %u = arith.addf %a, %v : vector<8x{0}>
    %n = arith.negf %u : vector<8x{0}>
    %is = arith.cmpf olt, %n, %u : vector<8x{0}>
    %s = arith.select %is, %u, %n : vector<8xi1>, vector<8x{0}>
    %e = vector.extract %s[0] : {0} from vector<8x{0}>
    %f = arith.addf %e, %e : {0}
    %w = vector.insert %f, %s [0] : {0} into vector<8x{0}>
  )",
                                   format.name);
  std::vector<uint16_t> results =
      map<uint16_t, uint16_t>(format.name, format.name, body, all, {true, format.hostFeatures});
  auto round = [&](float value) { return widen(narrow(value, format.isHalf), format.isHalf); };
  for (unsigned i = 0; i < all.size(); ++i) {
    float v = widen(all[i], format.isHalf);
    float b = round(round(v * v) + v);
    float s = -b < b ? b : -b;
    if (i % 8 == 0)
      s = round(s + s);
    ASSERT_TRUE(areSame(results[i], narrow(s, format.isHalf), format.isHalf)) << i;
  }
}

TEST_F(EmulatorTest, FmaRoundsOnceAndNothingElseFuses) {
  for (bool hostFeatures : {true, false}) {
    // v * v - 1 with v = 1 + 2^-12 + ...: the product's low bits survive only an fma.
    std::vector<float> inputs;
    for (int i = 0; i < 4096; ++i)
      inputs.push_back(1.0f + i * 0x1p-23f + 0x1p-12f);
    std::vector<float> fused = map<float, float>("f32", "f32",
                                                 "%m = arith.constant dense<-1.0> : vector<8xf32>\n"
                                                 "%w = math.fma %v, %v, %m : vector<8xf32>\n",
                                                 inputs, {true, hostFeatures});
    std::vector<float> separate =
        map<float, float>("f32", "f32",
                          "%m = arith.constant dense<-1.0> : vector<8xf32>\n"
                          "%p = arith.mulf %v, %v fastmath<contract> : vector<8xf32>\n"
                          "%w = arith.addf %p, %m fastmath<contract> : vector<8xf32>\n",
                          inputs, {true, hostFeatures});
    unsigned numDifferent = 0;
    for (unsigned i = 0; i < inputs.size(); ++i) {
      float v = inputs[i];
      ASSERT_EQ(fused[i], std::fmaf(v, v, -1.0f));
      volatile float product = v * v;
      ASSERT_EQ(separate[i], product - 1.0f);
      numDifferent += fused[i] != separate[i];
    }
    EXPECT_GT(numDifferent, 1000u);
  }
}

TEST_F(EmulatorTest, MaximumAndMinimumKeepNaNAndOrderZeros) {
  for (float second : specialFloats) {
    std::string body = llvm::formatv("%bits = arith.constant dense<{0}> : vector<8xi32>\n"
                                     "%c = arith.bitcast %bits : vector<8xi32> to vector<8xf32>\n",
                                     bitCast<int32_t>(second));
    for (bool isMaximum : {true, false}) {
      std::vector<float> results =
          map<float, float>("f32", "f32",
                            body + (isMaximum ? "%w = arith.maximumf %v, %c : vector<8xf32>\n"
                                              : "%w = arith.minimumf %v, %c : vector<8xf32>\n"),
                            specialFloats, {});
      for (unsigned i = 0; i < specialFloats.size(); ++i) {
        float first = specialFloats[i];
        if (std::isnan(first) || std::isnan(second)) {
          ASSERT_TRUE(std::isnan(results[i]));
          continue;
        }
        // As numbers with -0 below +0.
        auto key = [](float f) { return std::pair(f, !std::signbit(f)); };
        float expected = (key(first) < key(second)) == isMaximum ? second : first;
        ASSERT_EQ(bitCast<uint32_t>(results[i]), bitCast<uint32_t>(expected))
            << first << " and " << second;
      }
    }
  }
}

TEST_F(EmulatorTest, RsqrtSeedIsIeeeAtTheEdges) {
  std::vector<float> inputs = specialFloats;
  for (uint32_t bits = 0; bits < 0x7f800000; bits += 99991)
    inputs.push_back(bitCast<float>(bits));
  std::vector<float> results = map<float, float>("f32", "f32",
                                                 R"(
    %e:8 = vector.to_elements %v : vector<8xf32>
    %s0 = sched.rsqrt_seed %e#0 : f32
    %s1 = sched.rsqrt_seed %e#1 : f32
    %s2 = sched.rsqrt_seed %e#2 : f32
    %s3 = sched.rsqrt_seed %e#3 : f32
    %s4 = sched.rsqrt_seed %e#4 : f32
    %s5 = sched.rsqrt_seed %e#5 : f32
    %s6 = sched.rsqrt_seed %e#6 : f32
    %s7 = sched.rsqrt_seed %e#7 : f32
    %w = vector.from_elements %s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7 : vector<8xf32>
  )",
                                                 inputs, {});
  for (unsigned i = 0; i < inputs.size(); ++i) {
    float expected = float(1.0 / std::sqrt(double(inputs[i])));
    ASSERT_TRUE(bitCast<uint32_t>(results[i]) == bitCast<uint32_t>(expected) ||
                (std::isnan(results[i]) && std::isnan(expected)))
        << inputs[i];
  }
}

#if defined(__SSE2__)
TEST_F(EmulatorTest, KeepsSubnormalsUnderTheCallersFlushToZero) {
  unsigned saved = _mm_getcsr();
  _mm_setcsr(saved | 0x8040); // flush to zero, denormals are zero
  std::vector<float> inputs(8, FLT_MIN);
  std::vector<float> results = map<float, float>("f32", "f32",
                                                 "%c = arith.constant dense<0.25> : vector<8xf32>\n"
                                                 "%w = arith.mulf %v, %c : vector<8xf32>\n",
                                                 inputs, {});
  unsigned after = _mm_getcsr();
  _mm_setcsr(saved);
  EXPECT_EQ(bitCast<uint32_t>(results[0]), 0x00200000u);
  EXPECT_EQ(after & 0x8040, 0x8040u);
}
#endif

//===----------------------------------------------------------------------===//
// Faults, each with its clean twin
//===----------------------------------------------------------------------===//

namespace {

/// One thread reads or writes 8 bf16 at an element offset.
std::string makeAccess(bool isWrite, int64_t offset) {
  std::string access = isWrite ? "%v = arith.constant dense<1.0> : vector<8xbf16>\n"
                                 "sched.store %v, %x[%o] align 16 : vector<8xbf16>\n"
                               : "%v = sched.load %x[%o] align 16 : vector<8xbf16>\n"
                                 "sched.store %v, %y[%z] align 16 : vector<8xbf16>\n";
  return makeKernel("%x: !llvm.ptr<1>, %y: !llvm.ptr<1>",
                    llvm::formatv("%o = arith.constant {0} : i64\n%z = arith.constant 0 : i64\n{1}",
                                  offset, access)
                        .str());
}

/// A thread of number `writer` (of 64) stores to shared element `to`, all after
/// `between` read element `from`.
constexpr const char *sharedType = "memref<64xf32, #gpu.address_space<workgroup>>";

std::string makeShared(llvm::StringRef body) {
  return makeKernel("%y: !llvm.ptr<1>",
                    llvm::formatv(R"(%t = gpu.thread_id x
%j = arith.index_cast %t : index to i64
%f = arith.uitofp %j : i64 to f32
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c63 = arith.constant 63 : index
%c64 = arith.constant 64 : index
%next = arith.addi %t, %c1 : index
%wrap = arith.remui %next, %c64 : index
%isFirst = arith.cmpi eq, %t, %c0 : index
%isLast = arith.cmpi eq, %t, %c63 : index
%w32 = arith.constant 32 : i32
%i1 = arith.constant 1 : i32
{0}
)",
                                  body)
                        .str(),
                    "%m: memref<64xf32, #gpu.address_space<workgroup>>");
}

} // namespace

TEST_F(EmulatorTest, FaultsOnAccessOutsideATensor) {
  alignas(16) uint16_t x[64] = {}, y[64] = {};
  std::vector<KernelArgument> arguments = {KernelArgument::makePointer("x", x, 128),
                                           KernelArgument::makePointer("y", y, 128)};
  for (bool isWrite : {false, true}) {
    EXPECT_EQ(run(makeAccess(isWrite, 56), {1}, {1}, arguments), "");
    std::string verb = isWrite ? "write" : "read";
    std::string place = isWrite ? "test.mlir:6:1: " : "test.mlir:5:6: ";
    EXPECT_EQ(run(makeAccess(isWrite, 64), {1}, {1}, arguments),
              place + verb +
                  " of 16 bytes at element 64 (byte 128) of argument 'x' is outside its 128 bytes "
                  "[kernel 'k', thread (0, 0, 0), CTA (0, 0, 0)]");
    EXPECT_THAT(run(makeAccess(isWrite, -8), {1}, {1}, arguments),
                HasSubstr("element -8 (byte -16) of argument 'x' is outside its 128 bytes"));
    EXPECT_THAT(run(makeAccess(isWrite, INT64_MAX - 7), {1}, {1}, arguments),
                HasSubstr("of argument 'x' is outside its 128 bytes"));
    EXPECT_THAT(run(makeAccess(isWrite, INT64_MIN), {1}, {1}, arguments),
                HasSubstr("of argument 'x' is outside its 128 bytes"));
  }
}

TEST_F(EmulatorTest, FaultsOnMisalignedAccess) {
  alignas(16) uint16_t x[64] = {}, y[64] = {};
  std::vector<KernelArgument> arguments = {KernelArgument::makePointer("x", x, 128),
                                           KernelArgument::makePointer("y", y, 128)};
  for (bool isWrite : {false, true})
    EXPECT_THAT(run(makeAccess(isWrite, 3), {1}, {1}, arguments),
                HasSubstr("of 16 bytes at element 3 (byte 6) of argument 'x' is misaligned: 6 "
                          "bytes past a multiple of 16"));
  arguments[0] = KernelArgument::makePointer("x", x + 1, 126); // the tensor itself
  EXPECT_THAT(run(makeAccess(false, 8), {1}, {1}, arguments), HasSubstr("is misaligned: 2 bytes"));
  // Without checks neither is noticed, and nothing crashes.
  EXPECT_EQ(run(makeAccess(false, 8), {1}, {1}, arguments, {false}), "");
}

TEST_F(EmulatorTest, FaultsOnSharedMemoryNobodyWrote) {
  auto kernel = [](llvm::StringRef written) {
    return makeShared(llvm::formatv("memref.store %f, %m[{0}] : {1}\ngpu.barrier\n"
                                    "%v = memref.load %m[%wrap] : {1}\n"
                                    "sched.store %v, %y[%j] align 4 : f32",
                                    written, sharedType)
                          .str());
  };
  std::vector<float> y(64);
  EXPECT_EQ(run(kernel("%t"), {1}, {64}, {tensor("y", y)}), "");
  EXPECT_EQ(y[3], 4);
  std::string half = makeShared(
      llvm::formatv("scf.if %isLast {{\n} else {{\nmemref.store %f, %m[%t] : {0}\n}\ngpu.barrier\n"
                    "%v = memref.load %m[%wrap] : {0}\nsched.store %v, %y[%j] align 4 : f32",
                    sharedType)
          .str());
  EXPECT_THAT(run(half, {1}, {64}, {tensor("y", y)}),
              MatchesRegex("test.mlir:[0-9]+:6: read of element 63 of shared array 0, which no "
                           "thread of this CTA has written \\[kernel 'k', thread \\(62, 0, 0\\), "
                           "CTA \\(0, 0, 0\\)\\]"));
  // What an earlier CTA wrote does not count.
  std::string firstCta =
      makeShared(llvm::formatv("%b = gpu.block_id x\n%is = arith.cmpi eq, %b, %c0 : index\n"
                               "scf.if %is {{\nmemref.store %f, %m[%t] : {0}\n}\n"
                               "%v = memref.load %m[%t] : {0}\n%u = arith.addf %v, %v : f32\n"
                               "scf.if %is {{\nsched.store %u, %y[%j] align 4 : f32\n}",
                               sharedType)
                     .str());
  EXPECT_EQ(run(firstCta, {1}, {64}, {tensor("y", y)}), "");
  EXPECT_THAT(run(firstCta, {2}, {64}, {tensor("y", y)}),
              HasSubstr("which no thread of this CTA has written [kernel 'k', thread (0, 0, 0), "
                        "CTA (1, 0, 0)]"));
}

TEST_F(EmulatorTest, FaultsOutsideASharedArray) {
  std::vector<float> y(64);
  EXPECT_THAT(run(makeShared(llvm::formatv("memref.store %f, %m[%next] : {0}", sharedType).str()),
                  {1}, {64}, {tensor("y", y)}),
              HasSubstr("write of element 64 of shared array 0 is outside its 64 elements [kernel "
                        "'k', thread (63, 0, 0)"));
}

TEST_F(EmulatorTest, FaultsOnSharedRaces) {
  std::vector<float> y(64);
  auto runBody = [&](const char *format) {
    return run(makeShared(llvm::formatv(format, sharedType).str()), {1}, {64}, {tensor("y", y)});
  };
  // Write and write.
  EXPECT_THAT(runBody("memref.store %f, %m[%c0] : {0}"),
              MatchesRegex("test.mlir:16:1: race: write of element 0 of shared array 0, written at "
                           "test.mlir:16:1 by thread \\(0, 0, 0\\) of CTA \\(0, 0, 0\\) with no "
                           "barrier between \\[kernel 'k', thread \\(1, 0, 0\\), .*"));
  // Write, then read by another.
  EXPECT_THAT(runBody("memref.store %f, %m[%t] : {0}\nscf.if %isLast {{\n"
                      "%v = memref.load %m[%c0] : {0}\nsched.store %v, %y[%j] align 4 : f32\n}"),
              HasSubstr("race: read of element 0 of shared array 0, written at test.mlir:16:1 by "
                        "thread (0, 0, 0)"));
  // Read, then write by another: an exchange whose buffer is used again too early.
  const char *again = "memref.store %f, %m[%t] : {0}\ngpu.barrier\n"
                      "%v = memref.load %m[%wrap] : {0}\n%s memref.store %v, %m[%t] : {0}";
  std::string early(again), late(again);
  early.replace(early.find("%s"), 2, "");
  late.replace(late.find("%s"), 2, "gpu.barrier\n");
  EXPECT_THAT(runBody(early.c_str()),
              HasSubstr("race: write of element 1 of shared array 0, read at test.mlir:18:6 by "
                        "thread (0, 0, 0)"));
  EXPECT_EQ(runBody(late.c_str()), "");
  // Its own element, and an element that many read.
  EXPECT_EQ(runBody("memref.store %f, %m[%t] : {0}\n%v = memref.load %m[%t] : {0}\n"
                    "memref.store %v, %m[%t] : {0}\ngpu.barrier\n"
                    "%u = memref.load %m[%c0] : {0}\nsched.store %u, %y[%j] align 4 : f32"),
            "");
  EXPECT_THAT(
      runBody("memref.store %f, %m[%t] : {0}\ngpu.barrier\n"
              "%u = memref.load %m[%c0] : {0}\n%h, %p = gpu.shuffle xor %u, %i1, %w32 : f32\n"
              "scf.if %isFirst {{\nmemref.store %h, %m[%c0] : {0}\n}"),
      HasSubstr("race: write of element 0 of shared array 0, read at test.mlir:18:6 by"));
  // The two-warp reduction without its barrier.
  std::vector<float> x(64);
  EXPECT_THAT(run(makeReduction(false), {1}, {64}, {tensor("x", x), tensor("y", y)}),
              HasSubstr("element"));
}

TEST_F(EmulatorTest, FaultsOnGlobalRaces) {
  auto kernel = [](llvm::StringRef body) {
    return makeKernel("%x: !llvm.ptr<1>, %y: !llvm.ptr<1>",
                      ("%t = gpu.thread_id x\n%b = gpu.block_id x\n%d = gpu.block_dim x\n"
                       "%r = arith.muli %b, %d : index\n%i = arith.addi %r, %t : index\n"
                       "%j = arith.index_cast %i : index to i64\n%tj = arith.index_cast %t : index "
                       "to i64\n%c1 = arith.constant 1 : i64\n%z = arith.constant 0 : i64\n%n = "
                       "arith.addi %j, %c1 : i64\n"
                       "%f = arith.constant 1.0 : f32\n" +
                       body)
                          .str());
  };
  std::vector<float> x(65), y(65);
  std::vector<KernelArgument> arguments = {tensor("x", x), tensor("y", y)};
  std::string disjoint = kernel("%v = sched.load %x[%j] align 4 invariant : f32\n"
                                "sched.store %v, %y[%j] align 4 : f32\n"
                                "sched.store %v, %y[%j] align 4 : f32\n");
  EXPECT_EQ(run(disjoint, {2}, {32}, arguments), "");
  EXPECT_THAT(run(kernel("sched.store %f, %y[%tj] align 4 : f32\n"), {2}, {32}, arguments),
              HasSubstr("race: write of element 0 of argument 'y', also written by thread (0, 0, "
                        "0) of CTA (0, 0, 0) [kernel 'k', thread (0, 0, 0), CTA (1, 0, 0)]"));
  EXPECT_EQ(run(kernel("sched.store %f, %y[%tj] align 4 : f32\n"), {1}, {32}, arguments), "");
  EXPECT_THAT(run(kernel("sched.store %f, %y[%j] align 4 : f32\n"
                         "%v = sched.load %y[%z] align 4 : f32\n"
                         "sched.store %v, %x[%j] align 4 : f32\n"),
                  {2}, {32}, arguments),
              HasSubstr("race: read of element 0 of argument 'y', written by thread (0, 0, 0) of "
                        "CTA (0, 0, 0) [kernel 'k', thread (1, 0, 0), CTA (0, 0, 0)]"));

  // In place: one buffer under two names.
  std::vector<KernelArgument> inPlace = {tensor("x", x), tensor("y", x)};
  std::string own = kernel("%v = sched.load %x[%j] align 4 : f32\n"
                           "sched.store %v, %y[%j] align 4 : f32\n");
  EXPECT_EQ(run(own, {2}, {32}, inPlace), "");
  std::string neighbour = kernel("%v = sched.load %x[%n] align 4 : f32\n"
                                 "sched.store %v, %y[%j] align 4 : f32\n");
  EXPECT_EQ(run(neighbour, {2}, {32}, arguments), "");
  EXPECT_THAT(run(neighbour, {2}, {32}, inPlace),
              HasSubstr("race: write of element 1 of argument 'y', read by thread (0, 0, 0) of CTA "
                        "(0, 0, 0) [kernel 'k', thread (1, 0, 0), CTA (0, 0, 0)]"));
  // Within a CTA a barrier orders the two; between CTAs nothing does.
  std::string ordered = kernel("%v = sched.load %x[%n] align 4 : f32\ngpu.barrier\n"
                               "sched.store %v, %y[%j] align 4 : f32\n");
  EXPECT_EQ(run(ordered, {1}, {64}, inPlace), "");
  EXPECT_THAT(run(ordered, {2}, {32}, inPlace),
              HasSubstr("race: write of element 32 of argument 'y', read by thread (31, 0, 0) of "
                        "CTA (0, 0, 0)"));
  // An invariant load promises that nobody writes.
  EXPECT_THAT(run(disjoint, {2}, {32}, inPlace),
              HasSubstr("write of element 0 of argument 'y', which an invariant load of thread (0, "
                        "0, 0) of CTA (0, 0, 0) read"));
  std::string after = kernel("sched.store %f, %y[%j] align 4 : f32\n"
                             "%v = sched.load %x[%j] align 4 invariant : f32\n"
                             "sched.store %v, %y[%j] align 4 : f32\n");
  EXPECT_EQ(run(after, {2}, {32}, arguments), "");
  EXPECT_THAT(run(after, {2}, {32}, inPlace), HasSubstr("invariant read of element 0 of argument"));
}

TEST_F(EmulatorTest, FaultsOnDivergentBarriers) {
  std::vector<float> y(64);
  for (bool checks : {true, false}) {
    EXPECT_THAT(run(makeShared("scf.if %isLast {\n} else {\ngpu.barrier\n}"), {1}, {64},
                    {tensor("y", y)}, {checks}),
                MatchesRegex("test.mlir:18:1: barrier is not reached by all threads of the CTA: "
                             "thread \\(63, 0, 0\\) has finished \\[kernel 'k', thread \\(0, 0, "
                             "0\\), CTA \\(0, 0, 0\\)\\]"));
    EXPECT_THAT(run(makeShared("scf.if %isLast {\ngpu.barrier\n} else {\ngpu.barrier\n}"), {1},
                    {64}, {tensor("y", y)}, {checks}),
                HasSubstr("test.mlir:19:1: barrier is not reached by all threads of the CTA: "
                          "thread (63, 0, 0) waits at the barrier at test.mlir:17:1"));
    EXPECT_EQ(run(makeShared("gpu.barrier\nscf.if %isLast {\n}\ngpu.barrier"), {1}, {64},
                  {tensor("y", y)}, {checks}),
              "");
  }
}

TEST_F(EmulatorTest, FaultsOnDivergentShuffles) {
  std::vector<float> y(64);
  const char *shuffle = "%h, %p = gpu.shuffle xor %f, %i1, %w32 : f32\n"
                        "sched.store %h, %y[%j] align 4 : f32\n";
  auto runBody = [&](const std::string &body, int64_t numThreads = 64, bool checks = true) {
    return run(makeShared(body), {1}, {numThreads}, {tensor("y", y)}, {checks});
  };
  std::string s(shuffle);
  for (bool checks : {true, false}) {
    EXPECT_EQ(runBody(s, 64, checks), "");
    EXPECT_THAT(runBody("scf.if %isLast {\n} else {\n" + s + "}", 64, checks),
                HasSubstr("test.mlir:18:10: shuffle is not reached by all lanes of the warp: "
                          "thread (63, 0, 0) has finished [kernel 'k', thread (32, 0, 0)"));
    EXPECT_THAT(runBody("scf.if %isLast {\n} else {\n" + s + "}\ngpu.barrier", 64, checks),
                HasSubstr("thread (63, 0, 0) waits at the barrier at test.mlir:21:1"));
    EXPECT_THAT(runBody("scf.if %isLast {\n" + s + "} else {\n" + s + "}", 64, checks),
                HasSubstr("test.mlir:17:10: shuffle is not reached by all lanes of the warp: "
                          "thread (32, 0, 0) waits at the shuffle at test.mlir:20:10"));
  }
  // Only lanes that exist count: 2 threads, and 32 + 2.
  EXPECT_EQ(runBody(s, 2), "");
  EXPECT_EQ(runBody(s, 34), "");
  // A whole warp may stay away.
  EXPECT_EQ(runBody("%c32 = arith.constant 32 : index\n"
                    "%is = arith.cmpi ult, %t, %c32 : index\nscf.if %is {\n" +
                    s + "}"),
            "");
}

TEST_F(EmulatorTest, FaultsOnShuffleFromNoLane) {
  std::vector<float> y(64);
  auto runBody = [&](const char *body, int64_t numThreads = 64) {
    return run(makeShared(std::string(body) + "\nsched.store %h, %y[%j] align 4 : f32\n"), {1},
               {numThreads}, {tensor("y", y)});
  };
  EXPECT_THAT(runBody("%h, %p = gpu.shuffle down %f, %i1, %w32 : f32"),
              HasSubstr("shuffle reads lane 32, outside lanes 0 to 31 [kernel 'k', thread (31, 0, "
                        "0)"));
  // Whoever looks at `valid` knows.
  EXPECT_EQ(runBody("%g, %p = gpu.shuffle down %f, %i1, %w32 : f32\n"
                    "%h = arith.select %p, %g, %f : f32"),
            "");
  EXPECT_THAT(runBody("%h, %p = gpu.shuffle xor %f, %i1, %w32 : f32", 33),
              HasSubstr("shuffle reads lane 1, outside lanes 0 to 0 [kernel 'k', thread (32, 0, "
                        "0)"));
  EXPECT_THAT(runBody("%i40 = arith.constant 40 : i32\n"
                      "%h, %p = gpu.shuffle idx %f, %i40, %w32 : f32"),
              HasSubstr("shuffle reads lane 40, outside lanes 0 to 31"));
  EXPECT_THAT(runBody("%i8 = arith.constant 8 : i32\n"
                      "%h, %p = gpu.shuffle xor %f, %i8, %i8 : f32"),
              HasSubstr("shuffle reads lane 23, outside lanes 24 to 31"));
  EXPECT_THAT(runBody("%i24 = arith.constant 24 : i32\n"
                      "%h, %p = gpu.shuffle xor %f, %i1, %i24 : f32"),
              HasSubstr("shuffle of width 24, expected a power of two up to 32"));
}

TEST_F(EmulatorTest, RunsAgainAfterAFault) {
  std::string text = makeKernel("%y: !llvm.ptr<1>, %n: i64", R"(
    %t = gpu.thread_id x
    %j = arith.index_cast %t : index to i64
    %o = arith.addi %j, %n : i64
    %f = arith.constant 2.0 : f32
    gpu.barrier
    sched.store %f, %y[%o] align 4 : f32
    gpu.barrier
  )");
  std::unique_ptr<Emulator> emulator = create(text);
  ASSERT_TRUE(emulator);
  std::vector<float> y(128);
  for (int round = 0; round < 20; ++round) {
    int64_t shift = round % 2 ? 0 : 64;
    std::string error = llvm::toString(emulator->launch(
        "k", {1}, {128}, {tensor("y", y), KernelArgument::makeInteger("n", shift)}));
    EXPECT_EQ(error.empty(), round % 2 == 1) << error;
  }
  EXPECT_EQ(y[127], 2);
}

TEST_F(EmulatorTest, RefusesWrongLaunches) {
  std::string text = "gpu.module @m {\n"
                     "gpu.func @k(%x: !llvm.ptr<1>, %n: i64, %s: f32) kernel attributes "
                     "{known_block_size = array<i32: 32, 2, 1>} {\ngpu.return\n}\n}\n";
  std::unique_ptr<Emulator> emulator = create(text);
  ASSERT_TRUE(emulator);
  std::vector<float> x(1);
  KernelArgument pointer = tensor("x", x), integer = KernelArgument::makeInteger("n", 1),
                 number = KernelArgument::makeFloat("s", 1);
  auto launch = [&](llvm::StringRef name, Dim3 grid, Dim3 block,
                    llvm::ArrayRef<KernelArgument> arguments) {
    return llvm::toString(emulator->launch(name, grid, block, arguments));
  };
  EXPECT_EQ(launch("k", {1}, {32, 2}, {pointer, integer, number}), "");
  EXPECT_EQ(launch("q", {1}, {32, 2}, {}), "there is no kernel 'q'");
  EXPECT_EQ(launch("k", {1}, {32, 2}, {pointer}), "kernel 'k' takes 3 arguments, got 1");
  EXPECT_EQ(launch("k", {1}, {32, 2}, {pointer, number, number}),
            "argument 1 ('s') of kernel 'k' is a float, expected an integer");
  EXPECT_EQ(launch("k", {1}, {64}, {pointer, integer, number}),
            "kernel 'k' is launched with block (64, 1, 1), expected (32, 2, 1)");
  EXPECT_EQ(launch("k", {0}, {32, 2}, {pointer, integer, number}),
            "kernel 'k' is launched with grid (0, 1, 1), expected at least 1 each");
  EXPECT_EQ(launch("k", {1}, {1024, 2}, {pointer, integer, number}),
            "kernel 'k' is launched with block (1024, 2, 1), more than 1024 threads");
  EXPECT_EQ(launch("k", {INT32_MAX}, {32, 2}, {pointer, integer, number}),
            "kernel 'k' is launched with grid (2147483647, 1, 1), too large to emulate");
}

TEST_F(EmulatorTest, RefusesWhatItCannotRunExactly) {
  auto refusal = [&](llvm::StringRef body) {
    auto emulator = Emulator::create(parse(makeKernel("%x: !llvm.ptr<1>", body)));
    return emulator ? std::string() : llvm::toString(emulator.takeError());
  };
  EXPECT_THAT(refusal("%f = arith.constant 1.0 : f32\n%e = math.exp %f : f32\n"),
              HasSubstr("test.mlir:4:6: 'math.exp' op has no exact host form"));
  EXPECT_THAT(refusal("%f = arith.constant 1.0 : bf16\n%e = math.fma %f, %f, %f : bf16\n"),
              HasSubstr("rounds once on the GPU and twice on the host"));
  EXPECT_THAT(refusal("%p = llvm.getelementptr %x[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32\n"
                      "%o = arith.constant 0 : i64\n%v = sched.load %p[%o] align 4 : f32\n"),
              HasSubstr("accesses memory that is not an argument of the kernel"));
}

TEST_F(EmulatorTest, RefusesWhatItCannotCompile) {
  // f64's remainder would be a function of the host's library.
  std::string remainder = makeKernel("%x: !llvm.ptr<1>, %n: i64", R"(
    %d = arith.sitofp %n : i64 to f64
    %c = arith.constant 3.0 : f64
    %r = arith.remf %d, %c : f64
    %f = arith.truncf %r : f64 to f32
    %o = arith.constant 0 : i64
    sched.store %f, %x[%o] align 4 : f32
  )");
  std::vector<float> x(16 * 2048);
  EXPECT_THAT(run(remainder, {1}, {1}, {tensor("x", x), KernelArgument::makeInteger("n", 7)}),
              MatchesRegex("kernel 'k' cannot be compiled: .*fmod.*"));

  // 2048 vectors of 64 bytes at once do not fit on a fiber's stack.
  std::string loads, stores;
  for (int i = 0; i < 2048; ++i) {
    loads += llvm::formatv("%o{0} = arith.constant {1} : i64\n"
                           "%v{0} = sched.load %x[%o{0}] align 4 : vector<16xf32>\n",
                           i, 16 * i);
    stores += llvm::formatv("sched.store %v{0}, %x[%o{1}] align 4 : vector<16xf32>\n", i, 2047 - i);
  }
  EXPECT_THAT(run(makeKernel("%x: !llvm.ptr<1>", loads + stores), {1}, {1}, {tensor("x", x)}),
              MatchesRegex("kernel 'k' needs [0-9]+ bytes of stack a thread, more than 65536"));
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

/// RMSNorm-like: 64 rows of 4096 bf16, a row a CTA of 256 threads, two exchanges.
TEST_F(EmulatorTest, RunsRowsOf4096InTime) {
  std::string body = R"(
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %tj = arith.index_cast %t : index to i64
    %bj = arith.index_cast %b : index to i64
    %n = arith.constant 4096 : i64
    %c8 = arith.constant 8 : i64
    %c2048 = arith.constant 2048 : i64
    %c32 = arith.constant 32 : index
    %w = arith.constant 32 : i32
    %lane = arith.remui %t, %c32 : index
    %row = arith.muli %bj, %n : i64
    %col = arith.muli %tj, %c8 : i64
    %o0 = arith.addi %row, %col : i64
    %o1 = arith.addi %o0, %c2048 : i64
    %col1 = arith.addi %col, %c2048 : i64
    %x0 = sched.load %x[%o0] align 16 invariant : vector<8xbf16>
    %x1 = sched.load %x[%o1] align 16 invariant : vector<8xbf16>
    %w0 = sched.load %g[%col] align 16 invariant : vector<8xbf16>
    %w1 = sched.load %g[%col1] align 16 invariant : vector<8xbf16>
    %f0 = arith.extf %x0 : vector<8xbf16> to vector<8xf32>
    %f1 = arith.extf %x1 : vector<8xbf16> to vector<8xf32>
    %q = arith.mulf %f0, %f0 : vector<8xf32>
    %qq = math.fma %f1, %f1, %q : vector<8xf32>
    %e:8 = vector.to_elements %qq : vector<8xf32>
    %a1 = arith.addf %e#0, %e#1 : f32
    %a2 = arith.addf %a1, %e#2 : f32
    %a3 = arith.addf %a2, %e#3 : f32
    %a4 = arith.addf %a3, %e#4 : f32
    %a5 = arith.addf %a4, %e#5 : f32
    %a6 = arith.addf %a5, %e#6 : f32
    %s0_0 = arith.addf %a6, %e#7 : f32
  )";
  for (int exchange = 0; exchange < 2; ++exchange) {
    body += llvm::formatv("%base{0} = arith.constant {1} : index\n%at{0} = arith.addi %base{0}, %t "
                          ": index\nmemref.store %s{0}_0, %m[%at{0}] : memref<512xf32, "
                          "#gpu.address_space<workgroup>>\ngpu.barrier\n",
                          exchange, exchange * 256);
    for (int warp = 0; warp < 8; ++warp) {
      body += llvm::formatv("%k{0}_{1} = arith.constant {2} : index\n%i{0}_{1} = arith.addi %lane, "
                            "%k{0}_{1} : index\n%p{0}_{1} = memref.load %m[%i{0}_{1}] : "
                            "memref<512xf32, #gpu.address_space<workgroup>>\n",
                            exchange, warp, exchange * 256 + warp * 32);
      body += warp == 0 ? llvm::formatv("%z{0} = arith.constant 0.0 : f32\n%r{0}_0 = arith.addf "
                                        "%p{0}_0, %z{0} : f32\n",
                                        exchange)
                              .str()
                        : llvm::formatv("%r{0}_{1} = arith.addf %r{0}_{2}, %p{0}_{1} : f32\n",
                                        exchange, warp, warp - 1)
                              .str();
    }
    std::string last = llvm::formatv("%r{0}_7", exchange);
    for (int offset = 16; offset; offset /= 2) {
      std::string next = llvm::formatv("%t{0}_{1}", exchange, offset);
      body += llvm::formatv("%c{0}_{1} = arith.constant {1} : i32\n%h{0}_{1}, %v{0}_{1} = "
                            "gpu.shuffle xor {2}, %c{0}_{1}, %w : f32\n{3} = arith.addf {2}, "
                            "%h{0}_{1} : f32\n",
                            exchange, offset, last, next);
      last = next;
    }
    body += llvm::formatv("%d{0} = arith.constant 2.44140625e-04 : f32\n%s{1}_0 = arith.mulf {2}, "
                          "%d{0} : f32\n",
                          exchange, exchange + 1, last);
  }
  body += R"(
    %y = sched.rsqrt_seed %s2_0 : f32
    %yv = vector.broadcast %y : f32 to vector<8xf32>
    %n0 = arith.mulf %f0, %yv : vector<8xf32>
    %n1 = arith.mulf %f1, %yv : vector<8xf32>
    %b0 = arith.truncf %n0 : vector<8xf32> to vector<8xbf16>
    %b1 = arith.truncf %n1 : vector<8xf32> to vector<8xbf16>
    %r0 = arith.mulf %b0, %w0 : vector<8xbf16>
    %r1 = arith.mulf %b1, %w1 : vector<8xbf16>
    sched.store %r0, %out[%o0] align 16 : vector<8xbf16>
    sched.store %r1, %out[%o1] align 16 : vector<8xbf16>
  )";
  std::string text = makeKernel("%x: !llvm.ptr<1>, %g: !llvm.ptr<1>, %out: !llvm.ptr<1>", body,
                                "%m: memref<512xf32, #gpu.address_space<workgroup>>");
  std::vector<uint16_t> x(64 * 4096, 0x3f80), weight(4096, 0x4000), checked(x.size()),
      unchecked(x.size());
  mlir::gpu::GPUModuleOp kernels = parse(text);
  using Clock = std::chrono::steady_clock;
  auto milliseconds = [](Clock::time_point from) {
    return std::chrono::duration<double, std::milli>(Clock::now() - from).count();
  };
  for (bool checks : {true, false}) {
    std::vector<uint16_t> &out = checks ? checked : unchecked;
    auto start = Clock::now();
    auto emulator = Emulator::create(kernels, {checks});
    ASSERT_TRUE(bool(emulator)) << llvm::toString(emulator.takeError());
    double created = milliseconds(start);
    start = Clock::now();
    std::vector<KernelArgument> arguments = {tensor("x", x), tensor("g", weight),
                                             tensor("out", out)};
    ASSERT_EQ(llvm::toString((*emulator)->launch("k", {1}, {256}, arguments)), "");
    double first = milliseconds(start);
    start = Clock::now();
    ASSERT_EQ(llvm::toString((*emulator)->launch("k", {64}, {256}, arguments)), "");
    double launched = milliseconds(start);
    std::printf("checks %s: create %.1f ms, compile and one CTA %.1f ms, 64 CTAs %.1f ms\n",
                checks ? "on" : "off", created, first, launched);
    EXPECT_LT(launched, 1000);
  }
  EXPECT_EQ(checked, unchecked);
}
