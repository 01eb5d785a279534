//===- Checks.cpp - shadow memory -----------------------------------------===//
//
// The rules for two threads that touch one element, for shared memory between two
// barriers and for global memory during a launch.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace normc;
using namespace normc::emulate;

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

void SharedShadow::reset(const KernelInfo &kernel, uint32_t numThreadsPerCta) {
  threadsPerCta = numThreadsPerCta;
  arrays.clear();
  size_t numEntries = 0;
  for (const SharedArray &array : kernel.sharedArrays) {
    arrays.push_back({array.numElements, numEntries});
    numEntries += array.numElements;
  }
  entries.assign(numEntries, {});
}

std::optional<Conflict> SharedShadow::read(const OpInfo &op, uint32_t opNumber, int64_t element,
                                           ThreadNumber thread, Epoch now, ClusterTime time) {
  const Array &array = arrays[op.target];
  if (element < 0 || element > array.numElements - int64_t(op.numElements))
    return Conflict{Conflict::OutOfBounds, element};
  for (int64_t i = element, end = element + op.numElements; i != end; ++i) {
    Entry &entry = entries[array.firstEntry + i];
    if (entry.writer == 0 || entry.writeEpoch < ctaStart)
      return Conflict{Conflict::Unwritten, i};
    if (entry.writer != thread &&
        areConcurrent(entry.writer, entry.writeEpoch, entry.writeArrivals, thread, now, time))
      return Conflict{Conflict::ReadAfterWrite, i, entry.writer, entry.writeOp,
                      ctaOf(entry.writer) != ctaOf(thread)};
    if (entry.readEpoch < ctaStart)
      entry.readArrivals = 0;
    entry.readArrivals = std::max(entry.readArrivals, time.arrivals);
    if (entry.readEpoch == now && entry.reader != 0 && entry.reader != thread) {
      entry.hasMoreReaders = true;
      continue;
    }
    if (entry.readEpoch != now)
      entry.hasMoreReaders = false;
    entry.reader = thread;
    entry.readEpoch = now;
    entry.readOp = opNumber;
  }
  return std::nullopt;
}

std::optional<Conflict> SharedShadow::write(const OpInfo &op, uint32_t opNumber, int64_t element,
                                            ThreadNumber thread, Epoch now, ClusterTime time) {
  const Array &array = arrays[op.target];
  if (element < 0 || element > array.numElements - int64_t(op.numElements))
    return Conflict{Conflict::OutOfBounds, element};
  for (int64_t i = element, end = element + op.numElements; i != end; ++i) {
    Entry &entry = entries[array.firstEntry + i];
    if (entry.writer != 0 && entry.writeEpoch >= ctaStart && entry.writer != thread &&
        areConcurrent(entry.writer, entry.writeEpoch, entry.writeArrivals, thread, now, time))
      return Conflict{Conflict::WriteAfterWrite, i, entry.writer, entry.writeOp,
                      ctaOf(entry.writer) != ctaOf(thread)};
    // The first reader is named even where it is this thread and others read too.
    if (entry.reader != 0 && entry.readEpoch >= ctaStart &&
        (entry.reader != thread || entry.hasMoreReaders) &&
        areConcurrent(entry.reader, entry.readEpoch, entry.readArrivals, thread, now, time))
      return Conflict{Conflict::WriteAfterRead, i, entry.reader != thread ? entry.reader : 0,
                      entry.readOp, ctaOf(entry.reader) != ctaOf(thread)};
    entry.writer = thread;
    entry.writeEpoch = now;
    entry.writeOp = opNumber;
    entry.writeArrivals = time.arrivals;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

namespace {

/// A reader that stands for threads of several CTAs.
constexpr ThreadNumber anyCta = ~ThreadNumber(0);

template <typename T> T *allocateZeroed(size_t count) {
  auto *memory = static_cast<T *>(std::calloc(count, sizeof(T)));
  if (!memory)
    llvm::report_bad_alloc_error("the emulator's shadow memory");
  return memory;
}

} // namespace

void GlobalShadow::reset(const KernelInfo &kernel, llvm::ArrayRef<KernelArgument> arguments,
                         int64_t numThreadsPerCta) {
  threadsPerCta = numThreadsPerCta;
  regions.clear();
  views.assign(arguments.size(), {0, 0, nullptr});

  struct Use {
    bool isRead = false;
    bool isWritten = false;
    unsigned elementBytes = 8;
  };
  std::vector<Use> uses(arguments.size());
  for (const OpInfo &op : kernel.ops) {
    if (op.kind != OpKind::GlobalLoad && op.kind != OpKind::GlobalStore)
      continue;
    Use &use = uses[op.target];
    (op.kind == OpKind::GlobalLoad ? use.isRead : use.isWritten) = true;
    use.elementBytes = std::min(use.elementBytes, op.elementBytes);
  }

  std::vector<unsigned> order;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    if (arguments[i].kind != KernelArgument::Pointer)
      continue;
    views[i] = {reinterpret_cast<uint64_t>(arguments[i].pointer), arguments[i].numBytes, nullptr};
    if (views[i].numBytes > 0 && (uses[i].isRead || uses[i].isWritten))
      order.push_back(i);
  }
  llvm::sort(order, [&](unsigned a, unsigned b) { return views[a].base < views[b].base; });

  // Arguments that overlap form one stretch.
  for (size_t first = 0; first < order.size();) {
    uint64_t begin = views[order[first]].base, end = begin;
    Use use;
    size_t last = first;
    for (; last < order.size() && (last == first || views[order[last]].base < end); ++last) {
      unsigned i = order[last];
      end = std::max(end, views[i].base + views[i].numBytes);
      use.isRead |= uses[i].isRead;
      use.isWritten |= uses[i].isWritten;
      use.elementBytes = std::min(use.elementBytes, uses[i].elementBytes);
    }
    for (size_t k = first; k < last; ++k)
      if ((views[order[k]].base - begin) % use.elementBytes != 0)
        use.elementBytes = 1;
    if (use.isWritten) {
      auto region = std::make_unique<Region>();
      region->begin = begin;
      region->end = end;
      region->granuleBytes = use.elementBytes;
      size_t granules = (end - begin + use.elementBytes - 1) / use.elementBytes;
      region->owners.reset(allocateZeroed<ThreadNumber>(granules));
      if (use.isRead)
        region->readers.reset(allocateZeroed<Reader>(granules));
      for (size_t k = first; k < last; ++k)
        views[order[k]].region = region.get();
      regions.push_back(std::move(region));
    }
    first = last;
  }
}

std::optional<Conflict> GlobalShadow::checkBounds(const OpInfo &op, int64_t offset) const {
  const View &view = views[op.target];
  int64_t room = view.numBytes / op.elementBytes;
  if (offset < 0 || offset > room - int64_t(op.numElements))
    return Conflict{Conflict::OutOfBounds, offset};
  if ((view.base + offset * op.elementBytes) % op.alignment != 0)
    return Conflict{Conflict::Misaligned, offset};
  return std::nullopt;
}

std::optional<Conflict> GlobalShadow::readTracked(const OpInfo &op, int64_t offset,
                                                  ThreadNumber thread, Epoch now) {
  const View &view = views[op.target];
  Region &region = *view.region;
  uint64_t start = view.base + offset * op.elementBytes - region.begin;
  size_t first = start / region.granuleBytes;
  size_t count = op.accessBytes() / region.granuleBytes;
  for (size_t i = first; i < first + count; ++i) {
    ThreadNumber owner = region.owners[i];
    int64_t element = offset + (i - first) * region.granuleBytes / op.elementBytes;
    if (owner != 0 && owner != thread)
      return Conflict{Conflict::ReadAfterWrite, element, owner};
    if (owner != 0 && op.invariant)
      return Conflict{Conflict::InvariantRead, element, owner};
    Reader &reader = region.readers[i];
    bool isInvariant = reader.isInvariant || op.invariant;
    if (reader.thread == 0 || reader.thread == thread) {
      bool hasMore = reader.hasMore && reader.epoch == now;
      reader = {thread, now, isInvariant, hasMore};
    } else if (reader.thread == anyCta || ctaOf(reader.thread) != ctaOf(thread)) {
      reader = {anyCta, now, isInvariant, true};
    } else {
      // Reads of an earlier epoch of the same CTA are ordered by the barrier.
      reader = {thread, now, isInvariant, reader.epoch == now};
    }
  }
  return std::nullopt;
}

std::optional<Conflict> GlobalShadow::writeTracked(const OpInfo &op, int64_t offset,
                                                   ThreadNumber thread, Epoch now) {
  const View &view = views[op.target];
  Region &region = *view.region;
  uint64_t start = view.base + offset * op.elementBytes - region.begin;
  size_t first = start / region.granuleBytes;
  size_t count = op.accessBytes() / region.granuleBytes;
  ThreadNumber *owners = region.owners.get() + first;
  for (size_t i = 0; i < count; ++i)
    if (owners[i] != 0 && owners[i] != thread)
      return Conflict{Conflict::WriteAfterWrite,
                      int64_t(offset + i * region.granuleBytes / op.elementBytes), owners[i]};
  std::fill_n(owners, count, thread);
  if (!region.readers)
    return std::nullopt;

  for (size_t i = 0; i < count; ++i) {
    const Reader &reader = region.readers[first + i];
    if (reader.thread == 0)
      continue;
    int64_t element = offset + i * region.granuleBytes / op.elementBytes;
    ThreadNumber other = reader.thread == anyCta ? 0 : reader.thread;
    if (reader.isInvariant)
      return Conflict{Conflict::WriteAfterInvariant, element, other};
    bool isOrdered = reader.thread != anyCta && ctaOf(reader.thread) == ctaOf(thread) &&
                     (reader.epoch != now || (reader.thread == thread && !reader.hasMore));
    if (!isOrdered)
      return Conflict{Conflict::WriteAfterRead, element, other == thread ? 0 : other};
  }
  return std::nullopt;
}
