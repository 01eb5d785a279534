//===- Launch.h - one launch and its fibers ----------------------*- C++ -*-===//
//
// The state of a launch: threads, warps, shadow memory, the first fault.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_EMULATE_LAUNCH_H
#define NORMC_LIB_EMULATE_LAUNCH_H

#include "Checks.h"
#include "FaultText.h"
#include "HostRuntime.h"
#include "SanitizerFibers.h"

#include <boost/context/fiber.hpp>
#include <csetjmp>
#include <string>
#include <vector>

namespace normc::emulate {

class Launch;
struct Cta;
struct Warp;

enum class State : uint8_t { Ready, AtBarrier, AtClusterWait, AtShuffle, Finished };

struct Thread : ThreadContext {
  Launch *launch = nullptr;
  Warp *inWarp = nullptr;
  Cta *inCta = nullptr;
  ThreadNumber number = 0;
  uint32_t op = 0; // the exchange it waits at
  State state = State::Ready;
  uint32_t waits = 0; // for cluster barriers
  ClusterTime time;
  bool isInKernel = false;
  boost::context::fiber self;
  boost::context::fiber scheduler;
  SanitizedStack stack;
  jmp_buf escape;
};

struct Warp {
  Thread *lanes = nullptr;
  unsigned numLanes = 0;
  unsigned numWaiting = 0; // at the shuffle `op`
  uint32_t op = 0;
  /// Values of two shuffles in turn: a lane may give its next value before the
  /// others have read the last, but never two ahead.
  unsigned turn = 0;
  uint32_t values[2][warpSize] = {};
};

/// A CTA of the running cluster.
struct Cta {
  llvm::MutableArrayRef<Thread> threads;
  llvm::MutableArrayRef<Warp> warps;
  char *shared = nullptr;
  SharedShadow shadow;
  Epoch epoch = 0;
  bool hasEnded = false;
  /// The last that another CTA wrote here, and by whom.
  const Thread *writer = nullptr;
  uint32_t writeOp = 0;
  uint32_t writeArrivals = 0;
};

/// Tells the sanitizers where a fiber's stack is.
struct AnnouncedStack {
  StackPool pool;
  SanitizedStack *stack;

  boost::context::stack_context allocate() {
    boost::context::stack_context context = pool.allocate();
    stack->create(context.sp, context.size);
    return context;
  }
  void deallocate(boost::context::stack_context &context) { pool.deallocate(context); }
};

class Launch {
public:
  Launch(const LaunchRequest &request, StackPool &stacks);
  ~Launch();

  llvm::Error run();

  // What the hooks call, on a fiber.
  void barrier(Thread &thread, uint32_t op);
  uint64_t shuffle(Thread &thread, uint32_t op, uint32_t value, int32_t offset, int32_t width);
  void checkGlobal(Thread &thread, uint32_t op, int64_t offset);
  void checkShared(Thread &thread, uint32_t op, int64_t element);
  void clusterArrive(Thread &thread, uint32_t op);
  void clusterWait(Thread &thread, uint32_t op);
  char *clusterAddress(Thread &thread, uint32_t op, int32_t rank, int64_t element);

private:
  void startCluster(int64_t number);
  void runCluster();
  void runCta(Cta &cta);
  void endCta(Cta &cta);
  void runWarp(Warp &warp);
  void resume(Thread &thread);
  void suspend(Thread &thread);
  void runKernel(Thread &thread);
  void stopFibers();

  void report(const Thread &thread, uint32_t op, const std::string &text);
  [[noreturn]] void leave(Thread &thread) { longjmp(thread.escape, 1); }
  [[noreturn]] void fault(Thread &thread, uint32_t op, const Conflict &conflict);
  std::string whereabouts(const Thread &thread) const;
  void checkWarpStuck(Warp &warp);
  bool checkBarrier(Cta &cta);
  bool checkClusterBarrier();
  bool reportsAbsent(const Thread &thread, uint32_t op, const Cta &cta);
  void checkClusterStore(Thread &thread, uint32_t op, int32_t rank, int64_t element);

  const LaunchRequest &request;
  FaultText faultText;
  std::vector<Thread> threads;
  std::vector<Warp> warps;
  std::vector<Cta> ctas;        // of a cluster; one where there are none
  uint32_t clusterBarriers = 0; // that all threads have arrived at
  bool wasRelaxed = false;      // the last of them, by some thread's arrival
  bool isRelaxed = false;       // the next, so far
  std::vector<uint64_t> slots;
  std::vector<char> shared;
  GlobalShadow globalShadow;
  SanitizedStack schedulerStack = SanitizedStack::current();
  Epoch epoch = 0;
  bool isStopping = false; // fibers leave their kernels
  bool isQuitting = false; // fibers end
  std::string error;
};

} // namespace normc::emulate

#endif // NORMC_LIB_EMULATE_LAUNCH_H
