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
#include <utility>

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
  unsigned numCtas = request.kernel.clusterSize;
  size_t sharedBytes = llvm::alignTo(request.kernel.sharedBytes, 64);
  shared.resize(numCtas * sharedBytes + 64);
  char *sharedStart = reinterpret_cast<char *>(
      llvm::alignTo(reinterpret_cast<uint64_t>(shared.data()), uint64_t(64)));

  Dim3 extent = request.ctaExtent;
  unsigned numThreads = extent.x * extent.y * extent.z;
  unsigned numWarps = llvm::divideCeil(numThreads, warpSize);
  threads = std::vector<Thread>(numCtas * numThreads);
  warps.resize(numCtas * numWarps);
  ctas.resize(numCtas);
  for (unsigned rank = 0; rank < numCtas; ++rank) {
    Cta &cta = ctas[rank];
    cta.threads = llvm::MutableArrayRef(threads).slice(rank * numThreads, numThreads);
    cta.warps = llvm::MutableArrayRef(warps).slice(rank * numWarps, numWarps);
    cta.shared = sharedStart + rank * sharedBytes;
    if (request.checks)
      cta.shadow.reset(request.kernel, numThreads);
  }
  for (unsigned number = 0; number < threads.size(); ++number) {
    Thread &thread = threads[number];
    unsigned rank = number / numThreads, i = number % numThreads;
    thread.inCta = &ctas[rank];
    thread.clusterRank = rank;
    thread.thread = {i % extent.x, i / extent.x % extent.y, i / (extent.x * extent.y)};
    thread.ctaExtent = {extent.x, extent.y, extent.z};
    thread.gridExtent = {request.grid.x, request.grid.y, request.grid.z};
    thread.lane = i % warpSize;
    thread.warp = i / warpSize;
    thread.numWarps = numWarps;
    thread.shared = thread.inCta->shared;
    thread.launch = this;
    Warp &warp = thread.inCta->warps[thread.warp];
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
  if (request.checks)
    globalShadow.reset(request.kernel, request.arguments, numThreads);
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
  int64_t size = request.kernel.clusterSize;
  int64_t step = std::max<int64_t>(1, total / size / 64) * size;
  for (int64_t first = 0; first < total && error.empty(); first += size) {
    startCluster(first);
    runCluster();
    int64_t done = first + size;
    if (request.progress && error.empty() && (done % step == 0 || done == total))
      request.progress(done, total);
  }
  if (!error.empty()) {
    stopFibers();
    return llvm::createStringError(error);
  }
  return llvm::Error::success();
}

/// The CTAs from number `first` on.
void Launch::startCluster(int64_t first) {
  Dim3 grid = request.grid;
  ++epoch;
  clusterBarriers = 0;
  isRelaxed = false;
  // NaNs: a value that nobody wrote shows in the result.
  std::memset(shared.data(), 0xff, shared.size());
  for (Cta &cta : ctas) {
    int64_t number = first + (&cta - ctas.data());
    cta.epoch = epoch;
    cta.shadow.beginCta(epoch);
    cta.hasEnded = false;
    cta.writer = nullptr;
    for (auto [i, thread] : llvm::enumerate(cta.threads)) {
      thread.cta = {number % grid.x, number / grid.x % grid.y, number / (grid.x * grid.y)};
      thread.number = number * cta.threads.size() + i + 1;
      thread.state = State::Ready;
      thread.waits = 0;
      thread.time = {};
    }
  }
}

void Launch::runCluster() {
  do {
    for (Cta &cta : ctas) {
      if (!cta.hasEnded)
        runCta(cta);
      if (!error.empty())
        return;
    }
  } while (checkClusterBarrier());
}

/// Until all its threads have finished or wait for others of the cluster.
void Launch::runCta(Cta &cta) {
  do {
    for (Warp &warp : cta.warps) {
      runWarp(warp);
      if (!error.empty())
        return;
    }
  } while (checkBarrier(cta));
  if (error.empty() &&
      llvm::all_of(cta.threads, [](Thread &thread) { return thread.state == State::Finished; }))
    endCta(cta);
}

/// What another CTA wrote here must be done.
void Launch::endCta(Cta &cta) {
  cta.hasEnded = true;
  uint32_t acquired = 0;
  for (const Thread &thread : cta.threads)
    acquired = std::max(acquired, thread.time.acquired);
  if (request.checks && cta.writer && cta.writeArrivals >= acquired)
    report(*cta.writer, cta.writeOp,
           "write to the shared memory of CTA " + FaultText::triple(cta.threads.front().cta) +
               ", which ends with no cluster barrier between");
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

/// Lets all threads pass the barrier they wait at; false where none does, or not yet.
bool Launch::checkBarrier(Cta &cta) {
  const Thread *waiting = nullptr;
  for (const Thread &thread : cta.threads) {
    if (thread.state == State::AtClusterWait)
      return false; // it may go on yet
    if (thread.state == State::AtBarrier && !waiting)
      waiting = &thread;
  }
  if (!waiting)
    return false;
  for (const Thread &thread : cta.threads) {
    if (thread.state == State::AtBarrier && thread.op == waiting->op)
      continue;
    report(*waiting, waiting->op,
           "barrier is not reached by all threads of the CTA: " + whereabouts(thread));
    return false;
  }
  cta.epoch = ++epoch;
  for (Thread &thread : cta.threads)
    thread.state = State::Ready;
  return true;
}

/// Lets all threads pass the cluster barrier that all have arrived at; false at the cluster's end.
bool Launch::checkClusterBarrier() {
  const Thread *waiting = nullptr, *absent = nullptr;
  for (const Thread &thread : threads) {
    if (thread.state == State::AtClusterWait && !waiting)
      waiting = &thread;
    if (thread.time.arrivals <= clusterBarriers && !absent)
      absent = &thread;
  }
  if (!waiting)
    return false;
  if (absent) {
    report(*waiting, waiting->op,
           "cluster barrier is not reached by all threads of the cluster: " + whereabouts(*absent));
    return false;
  }
  ++clusterBarriers;
  wasRelaxed = std::exchange(isRelaxed, false);
  for (Thread &thread : threads)
    if (thread.state == State::AtClusterWait)
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
