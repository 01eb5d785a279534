//===- EmulatorTest.cpp - what emulated kernels compute --------------------===//
//
// Kernels from text and their exact results; how long a usual one takes.
//
//===----------------------------------------------------------------------===//

#include "EmulatorFixture.h"

#include "gmock/gmock.h"
#include <chrono>

using namespace normc;

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

TEST_F(EmulatorTest, AccessesOnlyWhereTheConditionHolds) {
  // Element j where j is less than 3: x has no others, y keeps what it has.
  auto kernel = [](llvm::StringRef load) {
    return makeKernel("%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %z: !llvm.ptr<1>",
                      llvm::formatv(R"(
    %t = gpu.thread_id x
    %j = arith.index_cast %t : index to i64
    %c = arith.constant {0} : i64
    %is = arith.cmpi ult, %j, %c : i64
    %n = arith.constant -1.0 : f32
    %v = sched.load %x[%j] {1} align 4 : f32
    sched.store %v, %y[%j] align 4 : f32
    sched.store %v, %z[%j] if %is align 4 : f32
  )",
                                    load.starts_with("past") ? 4 : 3, load.ltrim("past "))
                          .str());
  };
  std::vector<float> x = {5, 6, 7}, y(5), z(5, 9.0f);
  std::vector<KernelArgument> arguments = {tensor("x", x), tensor("y", y), tensor("z", z)};
  EXPECT_EQ(run(kernel("if %is else %n"), {1}, {5}, arguments), "");
  EXPECT_EQ(y, (std::vector<float>{5, 6, 7, -1, -1}));
  EXPECT_EQ(z, (std::vector<float>{5, 6, 7, 9, 9}));
  // Without an else no number, so that whoever uses it notices.
  EXPECT_EQ(run(kernel("if %is"), {1}, {5}, arguments), "");
  EXPECT_EQ(y[2], 7);
  EXPECT_TRUE(std::isnan(y[3]));
  EXPECT_THAT(run(kernel("past if %is"), {1}, {5}, arguments),
              testing::HasSubstr("element 3 (byte 12) of argument 'x' is outside its 12 bytes"));
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
