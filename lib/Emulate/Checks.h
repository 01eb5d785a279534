//===- Checks.h - shadow memory ----------------------------------*- C++ -*-===//
//
// Who wrote and read each element of shared and global memory, and what two
// threads must not do to the same element.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_EMULATE_CHECKS_H
#define NORMC_LIB_EMULATE_CHECKS_H

#include "Kernel.h"

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace normc::emulate {

/// A thread of the launch: its number in the grid, CTAs first, plus one. 0 is no
/// thread.
using ThreadNumber = uint32_t;

/// Time between two barriers: grows with every barrier and every CTA of a launch.
using Epoch = uint32_t;

/// How far a thread is in the barriers of its cluster: how many it has arrived at, and the last
/// that it has waited for whose arrivals were not relaxed, plus one. What was done with fewer
/// arrivals than a thread has acquired is done for it.
struct ClusterTime {
  uint32_t arrivals = 0;
  uint32_t acquired = 0;
};

/// Where a fault of an element is, and with whom. Formatted by the runtime, which
/// knows the names of threads.
struct Conflict {
  enum Kind {
    OutOfBounds,
    Misaligned,
    Unwritten,          // read of shared memory nobody wrote
    WriteAfterWrite,    // two threads wrote
    ReadAfterWrite,     // this thread reads what another wrote
    WriteAfterRead,     // this thread writes what another read
    InvariantRead,      // an invariant load of what was written
    WriteAfterInvariant // a write of what an invariant load read
  };
  Kind kind;
  int64_t element = 0; // the number of the faulting element
  ThreadNumber other = 0;
  int64_t otherOp = -1; // -1: not recorded
  bool isAcrossCtas = false;
  int64_t rank = -1; // of the CTA in the cluster whose shared memory is accessed; -1: the thread's
};

/// Shared memory of a running CTA. Entries of earlier CTAs are recognised by
/// their epoch, so nothing is cleared between CTAs. Barriers of a CTA order what its own threads
/// do, those of the cluster also what threads of other CTAs write here.
class SharedShadow {
public:
  void reset(const KernelInfo &kernel, uint32_t threadsPerCta);
  void beginCta(Epoch epoch) { ctaStart = epoch; }

  std::optional<Conflict> read(const OpInfo &op, uint32_t opNumber, int64_t element,
                               ThreadNumber thread, Epoch now, ClusterTime time);
  std::optional<Conflict> write(const OpInfo &op, uint32_t opNumber, int64_t element,
                                ThreadNumber thread, Epoch now, ClusterTime time);

private:
  struct Entry {
    ThreadNumber writer = 0;
    Epoch writeEpoch = 0;
    uint32_t writeOp = 0;
    uint32_t writeArrivals = 0;
    ThreadNumber reader = 0;
    Epoch readEpoch = 0;
    uint32_t readOp = 0;
    /// The most of all readers.
    uint32_t readArrivals = 0;
    /// Another than `reader` has read in the same epoch.
    bool hasMoreReaders = false;
  };

  struct Array {
    int64_t numElements;
    size_t firstEntry;
  };
  uint32_t ctaOf(ThreadNumber thread) const { return (thread - 1) / threadsPerCta; }
  /// Whether no barrier parts an access by `other` from one by `thread` now.
  bool areConcurrent(ThreadNumber other, Epoch then, uint32_t arrivals, ThreadNumber thread,
                     Epoch now, ClusterTime time) const {
    bool isApart = ctaOf(other) != ctaOf(thread) || then == now;
    return isApart && arrivals >= time.acquired;
  }

  std::vector<Array> arrays;
  std::vector<Entry> entries;
  uint32_t threadsPerCta = 1;
  Epoch ctaStart = 0;
};

/// Global memory: bounds of every argument, and owners of the bytes of those that
/// the kernel writes. Arguments that overlap share their shadow.
class GlobalShadow {
public:
  /// With `trackThreads` off only bounds and alignment are checked.
  void reset(const KernelInfo &kernel, llvm::ArrayRef<KernelArgument> arguments,
             int64_t threadsPerCta);

  std::optional<Conflict> read(const OpInfo &op, int64_t offset, ThreadNumber thread, Epoch now) {
    std::optional<Conflict> conflict = checkBounds(op, offset);
    if (!conflict && views[op.target].region)
      conflict = readTracked(op, offset, thread, now);
    return conflict;
  }
  std::optional<Conflict> write(const OpInfo &op, int64_t offset, ThreadNumber thread, Epoch now) {
    std::optional<Conflict> conflict = checkBounds(op, offset);
    if (!conflict)
      conflict = writeTracked(op, offset, thread, now);
    return conflict;
  }

private:
  struct FreeDeleter {
    void operator()(void *memory) const { std::free(memory); }
  };
  /// Zeroed lazily by the system: a large tensor costs only the pages that are used.
  template <typename T> using ZeroedArray = std::unique_ptr<T[], FreeDeleter>;

  struct Reader {
    /// The last thread that read; anyCta: threads of several CTAs.
    ThreadNumber thread;
    Epoch epoch;
    bool isInvariant;
    bool hasMore; // others of the same CTA and epoch
  };

  /// A stretch of memory that arguments cover and a kernel writes, in granules of
  /// the smallest element that is accessed.
  struct Region {
    uint64_t begin;
    uint64_t end;
    unsigned granuleBytes;
    ZeroedArray<ThreadNumber> owners;
    ZeroedArray<Reader> readers; // only where the kernel also reads
  };

  struct View {
    uint64_t base;
    int64_t numBytes;
    Region *region;
  };

  std::optional<Conflict> checkBounds(const OpInfo &op, int64_t offset) const;
  std::optional<Conflict> readTracked(const OpInfo &op, int64_t offset, ThreadNumber thread,
                                      Epoch now);
  std::optional<Conflict> writeTracked(const OpInfo &op, int64_t offset, ThreadNumber thread,
                                       Epoch now);
  uint32_t ctaOf(ThreadNumber thread) const { return (thread - 1) / threadsPerCta; }

  std::vector<View> views;
  std::vector<std::unique_ptr<Region>> regions;
  uint32_t threadsPerCta = 1;
};

} // namespace normc::emulate

#endif // NORMC_LIB_EMULATE_CHECKS_H
