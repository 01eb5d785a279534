//===- TimeCalls.h - how long calls take in the GPU's stream -----*- C++ -*-===//
//
// The one protocol for whatever is timed: kernels of ours, copies, another library's calls.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_TIMECALLS_H
#define NORMC_TOOLS_NORMC_RUN_TIMECALLS_H

#include "Gpu.h"

namespace normc {

/// A call that can be made on any of several sets of buffers.
class TimedCall {
public:
  virtual ~TimedCall() = default;

  /// That a call must move.
  virtual int64_t numBytes() const = 0;
  /// That a set takes.
  virtual int64_t memoryBytes() const { return numBytes(); }
  /// Allocates and fills `count` sets.
  virtual Status place(int64_t count) = 0;
  /// Puts the call on one set into the GPU's stream.
  virtual Status enqueue(int64_t set) = 0;
};

struct GraphTimes {
  int64_t bytes = 0; ///< that a call must move
  int64_t calls = 0; ///< in a graph
  int64_t sets = 0;  ///< of buffers that the cold calls rotate over
  int64_t replays = 0;
  /// The sets are more than twice the L2: a tiny call would need too many.
  bool isCold = true;
  double coldMicroseconds = 0, warmMicroseconds = 0;
  int64_t roofBytes = 0; ///< that a copy moves, half of them read
  double roofMicroseconds = 0;

  double gigabytesPerSecond() const { return bytes / coldMicroseconds * 1e-3; }
  double roofGigabytesPerSecond() const { return roofBytes / roofMicroseconds * 1e-3; }
  double percentOfRoof() const { return 100 * gigabytesPerSecond() / roofGigabytesPerSecond(); }
};

/// How many sets and calls the protocol wants for calls that move so many bytes, at least one, on
/// sets of `memoryBytes`.
GraphTimes planCalls(const Gpu &gpu, int64_t bytes, int64_t memoryBytes);

/// Times a call whose `times.sets` sets are placed, in turns with a copy of the same bytes.
Status timeCalls(const Gpu &gpu, TimedCall &call, GraphTimes &times);

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_TIMECALLS_H
