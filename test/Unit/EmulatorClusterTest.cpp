//===- EmulatorClusterTest.cpp - CTAs that share memory --------------------===//
//
// Cluster barriers and stores to other CTAs' shared memory: kernels that are right, and each
// fault beside them.
//
//===----------------------------------------------------------------------===//

#include "EmulatorFixture.h"

#include "gmock/gmock.h"

using namespace normc;
using testing::HasSubstr;

namespace {

/// A kernel of clusters of `size` CTAs: each thread t below `size` sends 10 * rank + t + 1 to rank
/// t, and thread 0 stores what rank `from` has sent. `start`, `between` and `end` stand before the
/// stores, after them and after the loads; %rank, %t and %isFirst are there for them.
std::string makeExchange(int64_t size, llvm::StringRef start, llvm::StringRef between,
                         llvm::StringRef end = "") {
  constexpr const char *type = "memref<8xf32, #gpu.address_space<workgroup>>";
  return llvm::formatv(R"(gpu.module @m {{
gpu.func @k(%y: !llvm.ptr<1>) workgroup(%m: {0}, %n: {0}) kernel attributes {{known_cluster_size = array<i32: {1}, 1, 1>} {{
%t = gpu.thread_id x
%b = gpu.block_id x
%rank = gpu.cluster_block_id x
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%size = arith.constant {1} : index
%c10 = arith.constant 10 : index
%isFirst = arith.cmpi eq, %t, %c0 : index
%isLeader = arith.cmpi eq, %rank, %c0 : index
%sends = arith.cmpi ult, %t, %size : index
%to = arith.index_cast %t : index to i32
%i0 = arith.muli %rank, %c10 : index
%i1 = arith.addi %i0, %t : index
%i2 = arith.addi %i1, %c1 : index
%i3 = arith.index_cast %i2 : index to i32
%v = arith.uitofp %i3 : i32 to f32
{2}
scf.if %sends {{
sched.cluster_store %v, %m[%rank] of %to : {0}
}
{3}
scf.for %from = %c0 to %size step %c1 {{
%r = memref.load %m[%from] : {0}
%p0 = arith.muli %b, %size : index
%p1 = arith.addi %p0, %from : index
%place = arith.index_cast %p1 : index to i64
scf.if %isFirst {{
sched.store %r, %y[%place] align 4 : f32
}
}
{4}
gpu.return
}
}
)",
                       type, size, start, between, end);
}

constexpr const char *barrier = "sched.cluster_arrive\nsched.cluster_wait\n";
constexpr const char *relaxedBarrier = "sched.cluster_arrive relaxed\nsched.cluster_wait\n";

class EmulatorClusterTest : public EmulatorTest {
protected:
  /// Two clusters.
  std::string runExchange(int64_t size, const std::string &text) {
    y.assign(2 * size * size, -1);
    return run(text, {2 * size}, {64}, {tensor("y", y)});
  }
  std::vector<float> y;
};

} // namespace

TEST_F(EmulatorClusterTest, ExchangesBetweenCtas) {
  for (int64_t size : {1, 2, 3, 8}) {
    for (const char *start : {barrier, relaxedBarrier})
      EXPECT_EQ(runExchange(size, makeExchange(size, start, barrier)), "");
    for (int64_t cluster = 0; cluster < 2; ++cluster)
      for (int64_t rank = 0; rank < size; ++rank)
        for (int64_t from = 0; from < size; ++from)
          EXPECT_EQ(y[(cluster * size + rank) * size + from], 10 * from + rank + 1);
  }
}

TEST_F(EmulatorClusterTest, BarriersInPartsLetOtherBarriersBetween) {
  std::string start = "sched.cluster_arrive relaxed\ngpu.barrier\nscf.if %isFirst {\n"
                      "memref.store %v, %n[%c0] : memref<8xf32, #gpu.address_space<workgroup>>\n}\n"
                      "gpu.barrier\nsched.cluster_wait\n";
  EXPECT_EQ(runExchange(3, makeExchange(3, start, barrier)), "");
  // Ranks take other ways to as many barriers.
  std::string ways = llvm::formatv("scf.if %isLeader {{\n{0}} else {{\n{0}}\n", barrier);
  EXPECT_EQ(runExchange(3, makeExchange(3, ways, ways)), "");
}

TEST_F(EmulatorClusterTest, FaultsWithoutABarrierBefore) {
  EXPECT_THAT(runExchange(2, makeExchange(2, "", barrier)),
              HasSubstr("write to the shared memory of CTA (1, 0, 0), which may not have started: "
                        "no cluster barrier was before [kernel 'k', thread (1, 0, 0), CTA (0, 0, "
                        "0)]"));
}

TEST_F(EmulatorClusterTest, FaultsOnRacesBetweenCtas) {
  // The barrier of a CTA does not wait for the others.
  EXPECT_THAT(runExchange(2, makeExchange(2, barrier, "gpu.barrier\n", barrier)),
              HasSubstr("read of element 1 of shared array 0, which no thread of this CTA has "
                        "written"));
  std::string twice = std::string(barrier) +
                      "scf.if %sends {\nsched.cluster_store %v, %m[%c0] of %to : memref<8xf32, "
                      "#gpu.address_space<workgroup>>\n}\n";
  EXPECT_THAT(runExchange(2, makeExchange(2, twice, barrier)),
              HasSubstr("race: write of element 0 of shared array 0 of rank 0, written at"));
  EXPECT_THAT(runExchange(2, makeExchange(2, twice + "gpu.barrier\n", barrier)),
              HasSubstr("by thread (0, 0, 0) of CTA (0, 0, 0) with no cluster barrier between"));
  EXPECT_THAT(runExchange(2, makeExchange(2, twice + relaxedBarrier, barrier)),
              HasSubstr("with no cluster barrier between"));
  // Read here, then written by another: two buffers, or a barrier more.
  std::string again = "scf.if %sends {\nsched.cluster_store %v, {0}[%rank] of %to : memref<8xf32, "
                      "#gpu.address_space<workgroup>>\n}\n";
  auto rewrite = [&](const char *buffer) {
    std::string text = again;
    text.replace(text.find("{0}"), 3, buffer);
    return text + barrier;
  };
  EXPECT_EQ(runExchange(2, makeExchange(2, barrier, barrier, rewrite("%n"))), "");
  EXPECT_EQ(runExchange(2, makeExchange(2, barrier, barrier, barrier + rewrite("%m"))), "");
  EXPECT_EQ(runExchange(2, makeExchange(2, barrier, barrier, rewrite("%n") + rewrite("%m"))), "");
  std::string byOther = "scf.if %isLeader {\n} else {\n" + again + "}\n";
  byOther.replace(byOther.find("{0}"), 3, "%m");
  std::string fault = runExchange(2, makeExchange(2, barrier, barrier, byOther + barrier));
  EXPECT_THAT(fault, HasSubstr("race: write of element 1 of shared array 0 of rank 0, read at"));
  EXPECT_THAT(fault, HasSubstr("of CTA (0, 0, 0) with no cluster barrier between"));
}

TEST_F(EmulatorClusterTest, FaultsWhereACtaMayHaveEnded) {
  // Rank 1 is written to without a barrier before its end; it does not look.
  std::string late = "scf.if %isLeader {\nscf.if %isFirst {\n%other = arith.constant 1 : i32\n"
                     "sched.cluster_store %v, %n[%c0] of %other : memref<8xf32, "
                     "#gpu.address_space<workgroup>>\n}\n}\n";
  EXPECT_EQ(runExchange(2, makeExchange(2, barrier, barrier, late + barrier)), "");
  EXPECT_THAT(runExchange(2, makeExchange(2, barrier, barrier, late)),
              HasSubstr("write to the shared memory of CTA (1, 0, 0), which ends with no cluster "
                        "barrier between"));
  EXPECT_THAT(runExchange(2, makeExchange(2, barrier, barrier, late + relaxedBarrier)),
              HasSubstr("which ends with no cluster barrier between"));
  // The other way round: rank 0 has ended already.
  std::string later = "scf.if %isLeader {\n} else {\nscf.if %isFirst {\n%other = arith.constant 0 "
                      ": i32\nsched.cluster_store %v, %n[%c0] of %other : memref<8xf32, "
                      "#gpu.address_space<workgroup>>\n}\n}\n";
  EXPECT_THAT(runExchange(2, makeExchange(2, barrier, barrier, later)),
              HasSubstr("write to the shared memory of CTA (0, 0, 0), which has ended"));
}

TEST_F(EmulatorClusterTest, FaultsOnBarriersThatSomeNeverReach) {
  std::string some = llvm::formatv("scf.if %isLeader {{\n{0}}\n", barrier);
  EXPECT_THAT(runExchange(2, makeExchange(2, barrier, barrier, some)),
              HasSubstr("cluster barrier is not reached by all threads of the cluster: thread (0, "
                        "0, 0) has finished"));
  std::string half = llvm::formatv("scf.if %isFirst {{\n{0}} else {{\ngpu.barrier\n}\n", barrier);
  EXPECT_THAT(runExchange(2, makeExchange(2, half, barrier)),
              HasSubstr("cluster barrier is not reached by all threads of the cluster: thread (1, "
                        "0, 0) waits at the barrier at"));
  EXPECT_THAT(runExchange(2, makeExchange(2, "sched.cluster_wait\n", "")),
              HasSubstr("cluster barrier is waited for by a thread that has not arrived at it"));
  EXPECT_THAT(runExchange(2, makeExchange(2, "sched.cluster_arrive\nsched.cluster_arrive\n", "")),
              HasSubstr("cluster barrier is arrived at again, with no wait for the last"));
}

TEST_F(EmulatorClusterTest, FaultsOutsideTheCluster) {
  std::string other = "%other = arith.constant {0} : i32\nsched.cluster_store %v, %n[%{1}] of "
                      "%other : memref<8xf32, #gpu.address_space<workgroup>>\n";
  auto store = [&](int rank, const char *index) {
    return llvm::formatv(other.c_str(), rank, index).str();
  };
  EXPECT_THAT(runExchange(2, makeExchange(2, barrier + store(2, "c0"), barrier)),
              HasSubstr("write to rank 2 of a cluster of 2 CTAs"));
  EXPECT_THAT(runExchange(2, makeExchange(2, barrier + store(-1, "c0"), barrier)),
              HasSubstr("write to rank -1 of a cluster of 2 CTAs"));
  EXPECT_THAT(runExchange(2, makeExchange(2, barrier + store(1, "c10"), barrier)),
              HasSubstr("write of element 10 of shared array 1 of rank 1 is outside its 8 "
                        "elements"));
}

TEST_F(EmulatorClusterTest, RefusesPartsOfClusters) {
  y.assign(18, 0);
  EXPECT_EQ(
      run(makeExchange(3, barrier, barrier), {4}, {64}, {tensor("y", y)}),
      "kernel 'k' is launched with grid (4, 1, 1), expected whole clusters of 3 CTAs along x");
  std::string text = makeExchange(2, barrier, barrier);
  text.replace(text.find("2, 1, 1"), 7, "2, 2, 1");
  auto emulator = Emulator::create(parse(text), {});
  ASSERT_FALSE(bool(emulator));
  EXPECT_THAT(llvm::toString(emulator.takeError()), HasSubstr("expected 1 to 8 along x alone"));
}

TEST_F(EmulatorClusterTest, FindsNoRacesWithoutChecks) {
  EmulatorOptions options;
  options.checks = false;
  y.assign(8, -1);
  EXPECT_EQ(run(makeExchange(2, "", barrier), {4}, {64}, {tensor("y", y)}, options), "");
  EXPECT_EQ(y[1], 11);
}
