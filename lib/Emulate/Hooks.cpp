//===- Hooks.cpp - what compiled kernels call -----------------------------===//
//
// Barriers, shuffles and checks, on the stack of the calling thread's fiber.
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include "llvm/Support/Compiler.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace normc;
using namespace normc::emulate;

std::string Launch::whereabouts(const Thread &thread) const {
  std::string text = "thread " + FaultText::triple(thread.thread);
  if (thread.state == State::Finished)
    return text + " has finished";
  const OpInfo &op = request.kernel.ops[thread.op];
  const char *exchange = op.kind == OpKind::Barrier       ? "barrier"
                         : op.kind == OpKind::ClusterWait ? "cluster barrier"
                                                          : "shuffle";
  return text + " waits at the " + exchange + " at " + op.location;
}

void Launch::report(const Thread &thread, uint32_t op, const std::string &text) {
  if (error.empty())
    error = faultText.compose(op, text, {thread.thread, thread.cta});
}

void Launch::fault(Thread &thread, uint32_t op, const Conflict &conflict) {
  report(thread, op, faultText.describe(op, conflict));
  leave(thread);
}

void Launch::barrier(Thread &thread, uint32_t op) {
  thread.state = State::AtBarrier;
  thread.op = op;
  suspend(thread);
  if (isStopping)
    leave(thread);
}

uint64_t Launch::shuffle(Thread &thread, uint32_t op, uint32_t value, int32_t offset,
                         int32_t width) {
  Warp &warp = *thread.inWarp;
  if (warp.numWaiting != 0 && warp.op != op) {
    const Thread *waiting = warp.lanes;
    while (waiting->state != State::AtShuffle)
      ++waiting;
    report(thread, op, "shuffle is not reached by all lanes of the warp: " + whereabouts(*waiting));
    leave(thread);
  }
  const uint32_t *values = warp.values[warp.turn];
  warp.values[warp.turn][thread.lane] = value;
  warp.op = op;
  if (++warp.numWaiting < warp.numLanes) {
    thread.state = State::AtShuffle;
    thread.op = op;
    suspend(thread);
    if (isStopping)
      leave(thread);
  } else {
    warp.numWaiting = 0;
    warp.turn ^= 1;
    for (unsigned i = 0; i < warp.numLanes; ++i)
      if (warp.lanes[i].state == State::AtShuffle)
        warp.lanes[i].state = State::Ready;
  }

  const OpInfo &info = request.kernel.ops[op];
  if (width < 1 || width > int32_t(warpSize) || !llvm::isPowerOf2_32(width)) {
    report(thread, op,
           "shuffle of width " + std::to_string(width) + ", expected a power of two up to 32");
    leave(thread);
  }
  // A warp is cut into segments of `width` lanes, as PTX does.
  int32_t lane = thread.lane, start = lane & ~(width - 1);
  int64_t source = lane;
  switch (info.mode) {
  case ShuffleMode::Xor:
    source = int64_t(lane) ^ offset;
    break;
  case ShuffleMode::Up:
    source = int64_t(lane) - offset;
    break;
  case ShuffleMode::Down:
    source = int64_t(lane) + offset;
    break;
  case ShuffleMode::Idx:
    source = int64_t(start) + offset;
    break;
  }
  bool isValid = source >= start && source < start + width && source < int64_t(warp.numLanes);
  if (!isValid && request.checks && !info.isValidUsed) {
    report(thread, op,
           "shuffle reads lane " + std::to_string(source) + ", outside lanes " +
               std::to_string(start) + " to " +
               std::to_string(std::min<int64_t>(start + width, warp.numLanes) - 1));
    leave(thread);
  }
  return isValid ? values[source] | uint64_t(1) << 32 : value;
}

void Launch::checkGlobal(Thread &thread, uint32_t op, int64_t offset) {
  const OpInfo &info = request.kernel.ops[op];
  Epoch now = thread.inCta->epoch;
  std::optional<Conflict> conflict = info.kind == OpKind::GlobalLoad
                                         ? globalShadow.read(info, offset, thread.number, now)
                                         : globalShadow.write(info, offset, thread.number, now);
  if (LLVM_UNLIKELY(conflict.has_value()))
    fault(thread, op, *conflict);
}

void Launch::checkShared(Thread &thread, uint32_t op, int64_t element) {
  const OpInfo &info = request.kernel.ops[op];
  Cta &cta = *thread.inCta;
  std::optional<Conflict> conflict =
      info.kind == OpKind::SharedLoad
          ? cta.shadow.read(info, op, element, thread.number, cta.epoch, thread.time)
          : cta.shadow.write(info, op, element, thread.number, cta.epoch, thread.time);
  if (LLVM_UNLIKELY(conflict.has_value()))
    fault(thread, op, *conflict);
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

void Launch::clusterArrive(Thread &thread, uint32_t op) {
  if (thread.time.arrivals != thread.waits) {
    report(thread, op, "cluster barrier is arrived at again, with no wait for the last");
    leave(thread);
  }
  ++thread.time.arrivals;
  isRelaxed |= request.kernel.ops[op].isRelaxed;
}

void Launch::clusterWait(Thread &thread, uint32_t op) {
  if (thread.time.arrivals == thread.waits) {
    report(thread, op, "cluster barrier is waited for by a thread that has not arrived at it");
    leave(thread);
  }
  if (thread.waits == clusterBarriers) {
    thread.state = State::AtClusterWait;
    thread.op = op;
    suspend(thread);
    if (isStopping)
      leave(thread);
  }
  ++thread.waits;
  if (!wasRelaxed)
    thread.time.acquired = thread.waits;
}

/// Whether a CTA that is written to might not run, which it reports.
bool Launch::reportsAbsent(const Thread &thread, uint32_t op, const Cta &cta) {
  const char *reason = thread.waits == 0
                           ? ", which may not have started: no cluster barrier was before"
                       : cta.hasEnded ? ", which has ended"
                                      : nullptr;
  if (reason)
    report(thread, op,
           "write to the shared memory of CTA " + FaultText::triple(cta.threads.front().cta) +
               reason);
  return reason;
}

/// What holds of a store to the memory of an existing rank.
void Launch::checkClusterStore(Thread &thread, uint32_t op, int32_t rank, int64_t element) {
  Cta &cta = ctas[rank];
  const OpInfo &info = request.kernel.ops[op];
  std::optional<Conflict> conflict =
      cta.shadow.write(info, op, element, thread.number, thread.inCta->epoch, thread.time);
  if (conflict) {
    conflict->rank = rank;
    fault(thread, op, *conflict);
  }
  if (&cta == thread.inCta)
    return;
  if (reportsAbsent(thread, op, cta))
    leave(thread);
  if (!cta.writer || thread.time.arrivals >= cta.writeArrivals) {
    cta.writer = &thread;
    cta.writeOp = op;
    cta.writeArrivals = thread.time.arrivals;
  }
}

char *Launch::clusterAddress(Thread &thread, uint32_t op, int32_t rank, int64_t element) {
  if (rank < 0 || rank >= static_cast<int32_t>(ctas.size())) {
    report(thread, op,
           "write to rank " + std::to_string(rank) + " of a cluster of " +
               std::to_string(ctas.size()) + " CTAs");
    leave(thread);
  }
  if (request.checks)
    checkClusterStore(thread, op, rank, element);
  const SharedArray &array = request.kernel.sharedArrays[request.kernel.ops[op].target];
  return ctas[rank].shared + array.byteOffset + element * array.elementBytes;
}

void emulate::normc_emulate_barrier(ThreadContext *context, uint32_t op) {
  auto *thread = static_cast<Thread *>(context);
  thread->launch->barrier(*thread, op);
}

uint64_t emulate::normc_emulate_shuffle(ThreadContext *context, uint32_t op, uint32_t value,
                                        int32_t offset, int32_t width) {
  auto *thread = static_cast<Thread *>(context);
  return thread->launch->shuffle(*thread, op, value, offset, width);
}

void emulate::normc_emulate_cluster_arrive(ThreadContext *context, uint32_t op) {
  auto *thread = static_cast<Thread *>(context);
  thread->launch->clusterArrive(*thread, op);
}

void emulate::normc_emulate_cluster_wait(ThreadContext *context, uint32_t op) {
  auto *thread = static_cast<Thread *>(context);
  thread->launch->clusterWait(*thread, op);
}

char *emulate::normc_emulate_cluster_address(ThreadContext *context, uint32_t op, int32_t rank,
                                             int64_t element) {
  auto *thread = static_cast<Thread *>(context);
  return thread->launch->clusterAddress(*thread, op, rank, element);
}

void emulate::normc_emulate_check_global(ThreadContext *context, uint32_t op, int64_t offset) {
  auto *thread = static_cast<Thread *>(context);
  thread->launch->checkGlobal(*thread, op, offset);
}

void emulate::normc_emulate_check_shared(ThreadContext *context, uint32_t op, int64_t element) {
  auto *thread = static_cast<Thread *>(context);
  thread->launch->checkShared(*thread, op, element);
}
