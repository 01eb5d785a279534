//===- Kernel.h - what the compiled kernel and the runtime share -*- C++ -*-===//
//
// The table of a kernel's instrumented operations, the layout of the context that
// each emulated thread hands to its kernel, and the names of the runtime's hooks.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_EMULATE_KERNEL_H
#define NORMC_LIB_EMULATE_KERNEL_H

#include "normc/Emulate/Emulator.h"

#include <array>
#include <vector>

namespace normc::emulate {

enum class OpKind : uint8_t {
  GlobalLoad,
  GlobalStore,
  SharedLoad,
  SharedStore,
  ClusterStore,
  Barrier,
  ClusterArrive,
  ClusterWait,
  Shuffle
};
enum class ShuffleMode : uint8_t { Xor, Up, Down, Idx };

/// One instrumented operation; compiled code names it by its index in the table.
struct OpInfo {
  OpKind kind;
  std::string location; // "file:line:col"
  /// The kernel argument or the workgroup attribution that is accessed.
  unsigned target = 0;
  unsigned elementBytes = 0;
  unsigned numElements = 1;
  unsigned alignment = 1;
  bool invariant = false;
  /// The arrival at a cluster barrier orders no memory.
  bool isRelaxed = false;
  ShuffleMode mode = ShuffleMode::Xor;
  /// The program looks at the shuffle's `valid`, so a lane out of range is its
  /// affair.
  bool isValidUsed = false;

  unsigned accessBytes() const { return elementBytes * numElements; }
};

/// A workgroup attribution: its place in the CTA's buffer.
struct SharedArray {
  int64_t byteOffset;
  int64_t numElements;
  unsigned elementBytes;
};

struct KernelInfo {
  std::string name;
  std::vector<KernelArgument::Kind> arguments;
  std::vector<OpInfo> ops;
  std::vector<SharedArray> sharedArrays;
  int64_t sharedBytes = 0;
  std::array<int64_t, 3> knownBlockSize = {0, 0, 0}; // 0: not stated
  int64_t clusterSize = 1;                           // CTAs, along x
};

/// What a kernel reads of its thread. Compiled code addresses the fields as an
/// array of 64-bit slots.
struct ThreadContext {
  std::array<int64_t, 3> thread;
  std::array<int64_t, 3> cta;
  std::array<int64_t, 3> ctaExtent;
  std::array<int64_t, 3> gridExtent;
  int64_t lane;
  int64_t warp;
  int64_t numWarps;
  char *shared;
  int64_t clusterRank;
};

enum ContextSlot : unsigned {
  SlotThread = 0,
  SlotCta = 3,
  SlotCtaExtent = 6,
  SlotGridExtent = 9,
  SlotLane = 12,
  SlotWarp = 13,
  SlotNumWarps = 14,
  SlotShared = 15,
  SlotClusterRank = 16
};
static_assert(offsetof(ThreadContext, shared) == 8 * SlotShared &&
                  offsetof(ThreadContext, clusterRank) == 8 * SlotClusterRank,
              "slots follow the struct");

/// A compiled kernel: its thread and the arguments, each in a slot of 8 bytes.
using KernelFunction = void (*)(ThreadContext *, const uint64_t *arguments);

constexpr unsigned warpSize = 32;

/// The hooks that compiled code calls. A hook that finds a fault does not return.
extern "C" {
void normc_emulate_barrier(ThreadContext *context, uint32_t op);
uint64_t normc_emulate_shuffle(ThreadContext *context, uint32_t op, uint32_t value, int32_t offset,
                               int32_t width);
void normc_emulate_check_global(ThreadContext *context, uint32_t op, int64_t offset);
void normc_emulate_check_shared(ThreadContext *context, uint32_t op, int64_t element);
void normc_emulate_cluster_arrive(ThreadContext *context, uint32_t op);
void normc_emulate_cluster_wait(ThreadContext *context, uint32_t op);
/// Where the element is in the shared memory of the CTA with the rank; checked.
char *normc_emulate_cluster_address(ThreadContext *context, uint32_t op, int32_t rank,
                                    int64_t element);
float normc_emulate_exp2_estimate(ThreadContext *context, float x);
float normc_emulate_reciprocal_estimate(ThreadContext *context, float x);
}

} // namespace normc::emulate

#endif // NORMC_LIB_EMULATE_KERNEL_H
