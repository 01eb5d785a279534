//===- HostRuntime.cpp - runs one launch ----------------------------------===//
//
// One fiber a thread, resumed warp by warp until every thread waits at a barrier or
// has finished. A fault leaves the kernel by longjmp: compiled kernels have nothing
// to destroy, and their frames need no unwind tables.
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include "llvm/Support/MathExtras.h"
#include <cfenv>
#include <cstring>

using namespace normc;
using namespace normc::emulate;
using boost::context::fiber;

//===----------------------------------------------------------------------===//
// Fibers
//===----------------------------------------------------------------------===//

Launch::Launch(const LaunchRequest &request, StackPool &stacks)
    : request(request),
      faultText(request.kernel, request.arguments, request.ctaExtent, request.grid) {
  for (const KernelArgument &argument : request.arguments) {
    uint64_t slot = 0;
    if (argument.kind == KernelArgument::Pointer)
      std::memcpy(&slot, &argument.pointer, sizeof(argument.pointer));
    else if (argument.kind == KernelArgument::Integer)
      std::memcpy(&slot, &argument.integer, sizeof(argument.integer));
    else
      std::memcpy(&slot, &argument.number, sizeof(argument.number));
    slots.push_back(slot);
  }
  // Aligned as widely as any vector access by the padding of the arrays.
  shared.resize(request.kernel.sharedBytes + 64);
  char *sharedStart = reinterpret_cast<char *>(
      llvm::alignTo(reinterpret_cast<uint64_t>(shared.data()), uint64_t(64)));

  Dim3 extent = request.ctaExtent;
  unsigned numThreads = extent.x * extent.y * extent.z;
  threads = std::vector<Thread>(numThreads);
  warps.resize(llvm::divideCeil(numThreads, warpSize));
  for (unsigned i = 0; i < numThreads; ++i) {
    Thread &thread = threads[i];
    thread.thread = {i % extent.x, i / extent.x % extent.y, i / (extent.x * extent.y)};
    thread.ctaExtent = {extent.x, extent.y, extent.z};
    thread.gridExtent = {request.grid.x, request.grid.y, request.grid.z};
    thread.lane = i % warpSize;
    thread.warp = i / warpSize;
    thread.numWarps = warps.size();
    thread.shared = sharedStart;
    thread.launch = this;
    Warp &warp = warps[i / warpSize];
    thread.inWarp = &warp;
    if (warp.numLanes++ == 0)
      warp.lanes = &thread;
    // A fiber outlives its CTA: making one costs more than running a short kernel.
    thread.self = fiber(std::allocator_arg, AnnouncedStack{stacks, &thread.stack},
                        [this, &thread](fiber &&scheduler) {
                          thread.stack.arrive(schedulerStack);
                          thread.scheduler = std::move(scheduler);
                          while (!isQuitting) {
                            runKernel(thread);
                            thread.state = State::Finished;
                            suspend(thread);
                          }
                          thread.stack.leave(schedulerStack, /*isLast=*/true);
                          return std::move(thread.scheduler);
                        });
  }
  if (request.checks) {
    sharedShadow.reset(request.kernel);
    globalShadow.reset(request.kernel, request.arguments, numThreads);
  }
}

Launch::~Launch() {
  isQuitting = true;
  for (Thread &thread : threads) {
    resume(thread);
    thread.stack.destroy();
  }
}

/// Apart from the fiber's function: what setjmp returns to must hold no objects.
LLVM_ATTRIBUTE_NOINLINE void Launch::runKernel(Thread &thread) {
  thread.isInKernel = true;
  if (setjmp(thread.escape) == 0)
    request.function(&thread, slots.data());
  thread.isInKernel = false;
}

void Launch::resume(Thread &thread) {
  schedulerStack.leave(thread.stack);
  thread.self = std::move(thread.self).resume();
  schedulerStack.arrive(thread.stack);
}

void Launch::suspend(Thread &thread) {
  thread.stack.leave(schedulerStack);
  thread.scheduler = std::move(thread.scheduler).resume();
  thread.stack.arrive(schedulerStack);
}

//===----------------------------------------------------------------------===//
// The scheduler
//===----------------------------------------------------------------------===//

llvm::Error Launch::run() {
  Dim3 grid = request.grid;
  int64_t total = grid.x * grid.y * grid.z;
  int64_t step = std::max<int64_t>(1, total / 64);
  for (int64_t cta = 0; cta < total && error.empty(); ++cta) {
    startCta(cta);
    runCta();
    int64_t done = cta + 1;
    if (request.progress && error.empty() && (done % step == 0 || done == total))
      request.progress(done, total);
  }
  if (!error.empty()) {
    stopFibers();
    return llvm::createStringError(error);
  }
  return llvm::Error::success();
}

void Launch::startCta(int64_t number) {
  Dim3 grid = request.grid;
  ++epoch;
  sharedShadow.beginCta(epoch);
  // NaNs: a value that nobody wrote shows in the result.
  std::memset(shared.data(), 0xff, shared.size());
  for (unsigned i = 0; i < threads.size(); ++i) {
    Thread &thread = threads[i];
    thread.cta = {number % grid.x, number / grid.x % grid.y, number / (grid.x * grid.y)};
    thread.number = number * threads.size() + i + 1;
    thread.state = State::Ready;
  }
}

void Launch::runCta() {
  do {
    for (Warp &warp : warps) {
      runWarp(warp);
      if (!error.empty())
        return;
    }
  } while (checkBarrier());
}

/// Until all its lanes have finished or wait at a barrier.
void Launch::runWarp(Warp &warp) {
  bool hasRun;
  do {
    hasRun = false;
    for (unsigned i = 0; i < warp.numLanes; ++i) {
      Thread &thread = warp.lanes[i];
      if (thread.state != State::Ready)
        continue;
      resume(thread);
      if (!error.empty())
        return;
      hasRun = true;
    }
  } while (hasRun);
  if (warp.numWaiting != 0)
    checkWarpStuck(warp);
}

/// No lane can go on, and some wait at a shuffle that others never reach.
void Launch::checkWarpStuck(Warp &warp) {
  const Thread *waiting = nullptr, *absent = nullptr;
  for (unsigned i = 0; i < warp.numLanes; ++i) {
    const Thread &thread = warp.lanes[i];
    const Thread *&found = thread.state == State::AtShuffle ? waiting : absent;
    if (!found)
      found = &thread;
  }
  report(*waiting, waiting->op,
         "shuffle is not reached by all lanes of the warp: " + whereabouts(*absent));
}

/// Lets all threads pass the barrier they wait at; false at the end of the CTA.
bool Launch::checkBarrier() {
  const Thread *waiting = nullptr;
  for (const Thread &thread : threads)
    if (thread.state == State::AtBarrier && !waiting)
      waiting = &thread;
  if (!waiting)
    return false;
  for (const Thread &thread : threads) {
    if (thread.state == State::AtBarrier && thread.op == waiting->op)
      continue;
    report(*waiting, waiting->op,
           "barrier is not reached by all threads of the CTA: " + whereabouts(thread));
    return false;
  }
  ++epoch;
  for (Thread &thread : threads)
    thread.state = State::Ready;
  return true;
}

/// Brings every fiber out of its kernel after a fault.
void Launch::stopFibers() {
  isStopping = true;
  for (Thread &thread : threads)
    if (thread.isInKernel)
      resume(thread);
}

llvm::Error emulate::runLaunch(const LaunchRequest &request, StackPool &stacks) {
  // The caller's rounding and flush-to-zero modes must not reach the kernel. Fibers
  // take the modes that hold when they are made.
  fenv_t environment;
  fegetenv(&environment);
  fesetenv(FE_DFL_ENV);
  llvm::Error result = Launch(request, stacks).run();
  fesetenv(&environment);
  return result;
}
