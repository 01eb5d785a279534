//===- EmulatorFaultTest.cpp - faults of kernels ---------------------------===//
//
// Each check by a planted fault beside a clean twin.
//
//===----------------------------------------------------------------------===//

#include "EmulatorFixture.h"

#include "gmock/gmock.h"

using namespace normc;
using testing::HasSubstr;
using testing::MatchesRegex;

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
      HasSubstr("race: write of element 0 of shared array 0, read at test.mlir:18:6 by another "
                "thread with no barrier between"));
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
