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
struct Warp;

enum class State : uint8_t { Ready, AtBarrier, AtShuffle, Finished };

struct Thread : ThreadContext {
  Launch *launch = nullptr;
  Warp *inWarp = nullptr;
  ThreadNumber number = 0;
  uint32_t op = 0; // the exchange it waits at
  State state = State::Ready;
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

private:
  void startCta(int64_t number);
  void runCta();
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
  bool checkBarrier();

  const LaunchRequest &request;
  FaultText faultText;
  std::vector<Thread> threads;
  std::vector<Warp> warps;
  std::vector<uint64_t> slots;
  std::vector<char> shared;
  SharedShadow sharedShadow;
  GlobalShadow globalShadow;
  SanitizedStack schedulerStack = SanitizedStack::current();
  Epoch epoch = 0;
  bool isStopping = false; // fibers leave their kernels
  bool isQuitting = false; // fibers end
  std::string error;
};

} // namespace normc::emulate

#endif // NORMC_LIB_EMULATE_LAUNCH_H
