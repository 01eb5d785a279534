//===- ClusterKernel.cpp - a kernel whose CTAs share a row ----------------===//
//
// A row of several segments in the registers of a cluster: the CTA of rank s has segment s, folds
// it as any row, and sends what it made of it to all the CTAs, each of which combines the
// segments in order. They send, rather than read each other's memory, so that a CTA may end
// once it has its numbers: nobody accesses it after the last cluster barrier.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

#include "Norm/Norm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace normc;

using Numbers = SmallVector<SmallVector<Value>>;

/// Elements of segment `segment` of a row.
static int64_t lengthOf(RowKernel &kernel, int64_t segment) {
  constexpr int64_t length = ReductionTree::segmentLength;
  return std::min(length, *kernel.group.getRowLength() - segment * length);
}

/// Thread t sends the numbers of its CTA to rank t, where they stand in the order of ranks.
static void sendNumbers(RowKernel &kernel, ArrayRef<Value> numbers, Value memory) {
  ImplicitLocOpBuilder &b = kernel.b;
  Value sends = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, kernel.thread(),
                                      kernel.i32(kernel.config.getCtasPerRow()));
  auto branch = scf::IfOp::create(b, sends, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  Value first = arith::MulIOp::create(b, kernel.rankInRow(), kernel.i32(numbers.size()));
  for (auto [index, number] : llvm::enumerate(numbers)) {
    Value place = arith::AddIOp::create(b, first, kernel.i32(index));
    sched::ClusterStoreOp::create(b, number, memory,
                                  arith::IndexCastUIOp::create(b, b.getIndexType(), place),
                                  kernel.thread());
  }
}

/// One cluster barrier an exchange: buffers take turns, so that a CTA that is one exchange ahead
/// writes where nobody reads any more.
Numbers normc::combineInCluster(RowKernel &kernel, Operation *op,
                                ArrayRef<SmallVector<Value>> own) {
  ImplicitLocOpBuilder &b = kernel.b;
  ArrayRef<Value> numbers = own.front(); // one row
  int64_t numCtas = kernel.config.getCtasPerRow(), count = numbers.size();
  if (!kernel.hasExchangedInCluster())
    sched::ClusterWaitOp::create(b); // all CTAs have started
  Value memory = kernel.clusterMemory(numCtas * count);
  sendNumbers(kernel, numbers, memory);
  sched::ClusterArriveOp::create(b, /*relaxed=*/false);
  sched::ClusterWaitOp::create(b);
  SmallVector<Numbers> segments(numCtas, Numbers(1));
  for (int64_t place = 0; place < numCtas * count; ++place)
    segments[place / count].front().push_back(
        memref::LoadOp::create(b, memory, arith::ConstantIndexOp::create(b, place).getResult()));
  Numbers combined = segments.front();
  for (int64_t segment = 1; segment < numCtas; ++segment)
    combined = combineSegments(kernel, op, kernel.i64(segment * ReductionTree::segmentLength),
                               lengthOf(kernel, segment), combined, segments[segment]);
  return combined;
}

/// A last segment that is shorter has code of its own, with as many cluster barriers.
LogicalResult normc::writeClusterKernel(RowKernel &kernel) {
  ImplicitLocOpBuilder &b = kernel.b;
  constexpr int64_t length = ReductionTree::segmentLength;
  int64_t last = kernel.config.getCtasPerRow() - 1, lastLength = lengthOf(kernel, last);
  if (lastReductionOf(kernel.group))
    sched::ClusterArriveOp::create(b, /*relaxed=*/true); // has started
  auto writeSegment = [&](Value start, int64_t length) {
    kernel.enterSegment(start, length);
    return writeKernel(kernel);
  };
  Value rank = arith::ExtUIOp::create(b, b.getI64Type(), kernel.rankInRow());
  Value start = arith::MulIOp::create(b, rank, kernel.i64(length));
  if (lastLength == length)
    return writeSegment(start, length);
  Value isWhole =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, kernel.rankInRow(), kernel.i32(last));
  auto branch = scf::IfOp::create(b, TypeRange(), isWhole, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  if (failed(writeSegment(start, length)))
    return failure();
  b.setInsertionPointToStart(branch.elseBlock());
  return writeSegment(kernel.i64(last * length), lastLength);
}
