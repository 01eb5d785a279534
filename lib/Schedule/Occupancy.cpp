//===- Occupancy.cpp - how much of an SM a kernel fills -------------------===//
//
// The rules of the toolkit's occupancy calculator (CUDA 13.0, cuda_occupancy.h), for chips from
// sm_80 on.
//
//===----------------------------------------------------------------------===//

#include "normc/Schedule/Occupancy.h"

#include "Norm/Norm.h"
#include "Norm/ReductionTree.h"
#include "normc/Schedule/RowFit.h"
#include "normc/Schedule/TargetInfo.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace normc;

// Warps of an SM's quarter share its quarter of the registers, given out 256 at a time.
static constexpr int64_t partitions = 4, registerUnit = 256;
// Shared memory is given out 128 bytes at a time; 1 KiB of each CTA is the driver's.
static constexpr int64_t sharedUnit = 128, reservedSharedBytes = 1024;

Occupancy normc::findOccupancy(const TargetInfo &target, int64_t threadsPerCta,
                               std::optional<int64_t> registersPerThread,
                               int64_t sharedBytesPerCta) {
  constexpr int64_t lanes = ReductionTree::numLanes;
  int64_t warps = llvm::divideCeil(threadsPerCta, lanes);
  Occupancy least{target.threadsPerSm / lanes / warps, "threads"};
  auto consider = [&](int64_t ctas, llvm::StringRef limit) {
    if (ctas < least.ctasPerSm)
      least = {ctas, limit};
  };
  if (registersPerThread) {
    int64_t perWarp =
        llvm::alignTo(std::max<int64_t>(1, *registersPerThread) * lanes, registerUnit);
    consider(target.registersPerSm / partitions / perWarp * partitions / warps, "registers");
  }
  int64_t shared = llvm::alignTo(sharedBytesPerCta + reservedSharedBytes, sharedUnit);
  consider(target.smemBytesPerSm / shared, "shared memory");
  consider(target.ctasPerSm, "CTAs");
  return least;
}

/// Whether an input is loaded no later than the first reduction: the kernel loads it there or
/// where it is first used (lib/GPU/ConvertSchedToGPU.cpp).
static bool isLoadedEarly(sched::GroupOp group, BlockArgument row, Operation *firstReduction) {
  if (row.use_empty())
    return false;
  if (!firstReduction || group.getConfig()->getOperandLoads() == sched::OperandLoads::early)
    return true;
  return llvm::any_of(row.getUsers(), [&](Operation *user) {
    return user == firstReduction || user->isBeforeInBlock(firstReduction);
  });
}

int64_t normc::earlyLoadBytes(sched::GroupOp group) {
  sched::RowConfigAttr config = *group.getConfig();
  Block &body = group.getBody().front();
  auto found = llvm::find_if(body, [](Operation &op) { return norm::isReduction(&op); });
  Operation *firstReduction = found == body.end() ? nullptr : &*found;
  int64_t bytes = 0;
  for (BlockArgument row : body.getArguments()) {
    unsigned operand = row.getArgNumber();
    if (!isa<RankedTensorType>(group.getOperandType(operand)) ||
        !isLoadedEarly(group, row, firstReduction))
      continue;
    int64_t elements = 1;
    if (auto type = dyn_cast<RankedTensorType>(row.getType()))
      elements =
          elementsPerThread(type.getDimSize(0), config.getThreadsPerRow(), config.getVectorWidth());
    bool isShared = sched::getVaries(group, operand) == sched::Varies::Never;
    bytes += elements * (isShared ? 1 : config.getRowsPerThread()) *
             getElementTypeOrSelf(row.getType()).getIntOrFloatBitWidth() / 8;
  }
  return bytes;
}
