//===- EmulatorRefusalTest.cpp - what the emulator refuses -----------------===//
//
// Launches and kernels that it cannot run, or not exactly.
//
//===----------------------------------------------------------------------===//

#include "EmulatorFixture.h"

#include "gmock/gmock.h"
#include <limits>

using namespace normc;
using testing::HasSubstr;
using testing::MatchesRegex;

namespace {
class EmulatorRefusalTest : public EmulatorTest {
protected:
  /// Why a module makes no emulator; empty where it does.
  std::string refusal(llvm::StringRef text) {
    mlir::gpu::GPUModuleOp kernels = parse(text);
    if (!kernels)
      return "not parsed";
    auto emulator = Emulator::create(kernels);
    return emulator ? std::string() : llvm::toString(emulator.takeError());
  }

  /// Of the one kernel @k with a pointer %x.
  std::string refusalOf(llvm::StringRef body) {
    return refusal(makeKernel("%x: !llvm.ptr<1>", body));
  }
};
} // namespace

TEST_F(EmulatorRefusalTest, RefusesWrongLaunches) {
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
  EXPECT_EQ(
      launch("k", {1}, {32, 2}, {KernelArgument::makePointer("x", x.data(), -4), integer, number}),
      "argument 'x' of kernel 'k' has -4 bytes");
  EXPECT_EQ(launch("k", {1}, {64}, {pointer, integer, number}),
            "kernel 'k' is launched with block (64, 1, 1), expected (32, 2, 1)");
  EXPECT_EQ(launch("k", {0}, {32, 2}, {pointer, integer, number}),
            "kernel 'k' is launched with grid (0, 1, 1), expected at least 1 each");
  EXPECT_EQ(launch("k", {1}, {1024, 2}, {pointer, integer, number}),
            "kernel 'k' is launched with block (1024, 2, 1), more than 1024 threads");
  EXPECT_EQ(launch("k", {INT32_MAX}, {32, 2}, {pointer, integer, number}),
            "kernel 'k' is launched with grid (2147483647, 1, 1), too large to emulate");
}

TEST_F(EmulatorRefusalTest, RefusesInexactMath) {
  EXPECT_EQ(refusalOf("%f = arith.constant 1.0 : f32\n%e = math.exp %f : f32\n"),
            "test.mlir:4:6: 'math.exp' op has no exact host form; expand it into IEEE operations "
            "first [kernel 'k' cannot be emulated]");
  EXPECT_THAT(refusalOf("%f = arith.constant 1.0 : bf16\n%e = math.fma %f, %f, %f : bf16\n"),
              HasSubstr("on f16 or bf16 rounds once on the GPU and twice on the host"));
  EXPECT_THAT(refusalOf("%i = arith.constant 1 : i32\n%e = arith.sitofp %i : i32 to bf16\n"),
              HasSubstr("to f16 or bf16 would round twice on the host; convert to f32 first"));
  EXPECT_EQ(refusalOf("%i = arith.constant 1 : i32\n%e = arith.sitofp %i : i32 to f32\n"), "");
}

TEST_F(EmulatorRefusalTest, RefusesOtherArguments) {
  EXPECT_THAT(refusalOf("%p = llvm.getelementptr %x[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32\n"
                        "%o = arith.constant 0 : i64\n%v = sched.load %p[%o] align 4 : f32\n"),
              HasSubstr("accesses memory that is not an argument of the kernel"));
  EXPECT_THAT(refusal(makeKernel("%x: f64", "")),
              HasSubstr("has an argument of type 'f64', expected a pointer, an integer or f32"));
  EXPECT_THAT(refusal(makeKernel("%x: memref<4xf32>", "")),
              HasSubstr("has an argument of type 'memref<4xf32>', expected a pointer"));
}

TEST_F(EmulatorRefusalTest, RefusesOtherMemory) {
  EXPECT_THAT(refusal(makeKernel("", "", "%m: memref<?xf32, #gpu.address_space<workgroup>>")),
              HasSubstr("has a workgroup attribution of type 'memref<?xf32, "
                        "#gpu.address_space<workgroup>>', expected a static shape of numbers"));
  EXPECT_THAT(refusal(makeKernel(
                  "", "", "%m: memref<4x4xf32, strided<[8, 1]>, #gpu.address_space<workgroup>>")),
              HasSubstr("expected a static shape of numbers"));
  EXPECT_THAT(refusal("gpu.module @m {\ngpu.func @k() private(%p: memref<4xf32, "
                      "#gpu.address_space<private>>) kernel {\ngpu.return\n}\n}\n"),
              HasSubstr("has private attributions, which the emulator lacks"));
}

TEST_F(EmulatorRefusalTest, RefusesOtherExchanges) {
  auto exchange = [&](llvm::StringRef type) {
    return refusalOf(llvm::formatv("%c = arith.constant dense<1.0> : {0}\n"
                                   "%i = arith.constant 1 : i32\n%w = arith.constant 32 : i32\n"
                                   "%h, %p = gpu.shuffle xor %c, %i, %w : {0}\n",
                                   type)
                         .str());
  };
  EXPECT_EQ(exchange("vector<2xbf16>"), "");
  EXPECT_THAT(exchange("vector<2xf32>"), HasSubstr("exchanges 'vector<2xf32>', expected 32 bits"));
}

TEST_F(EmulatorRefusalTest, RefusesOtherOperations) {
  EXPECT_THAT(
      refusalOf("%f = arith.constant 1.0 : f32\n%s = gpu.all_reduce add %f {\n} : (f32) -> f32\n"),
      MatchesRegex("test.mlir:4:6: .*'gpu.all_reduce'.* \\[kernel 'k' cannot be emulated\\]"));
}

TEST_F(EmulatorRefusalTest, NamesAPlaceThatNobodyKnows) {
  EXPECT_THAT(refusal("gpu.module @m {\ngpu.func @k() kernel {\n"
                      "%f = arith.constant 1.0 : f32\n"
                      "%e = math.exp %f : f32 loc(unknown)\ngpu.return\n}\n}\n"),
              HasSubstr("unknown location: 'math.exp' op has no exact host form"));
}

TEST_F(EmulatorRefusalTest, RefusesWhatItCannotCompile) {
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
