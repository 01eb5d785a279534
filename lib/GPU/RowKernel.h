//===- RowKernel.h - one kernel being written --------------------*- C++ -*-===//
//
// What the parts of the lowering share: who a thread is, which row and which pieces of
// it are its own, and the parameters of the kernel.
//
// A thread holds a row as pieces: piece l of thread t are the vector_width neighbouring
// elements from (t + l * threads_per_row) * vector_width on. One number a row is held by
// every thread of the row. A thread does rows_per_thread rows at once.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_GPU_ROWKERNEL_H
#define NORMC_LIB_GPU_ROWKERNEL_H

#include "Norm/ReductionTree.h"
#include "Sched/Sched.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace normc {

/// The part of a row that a thread holds: its pieces, or the row's one number.
using RowValue = llvm::SmallVector<mlir::Value, 4>;

/// The same value of each row that a thread does.
using RowValues = llvm::SmallVector<RowValue, 2>;

/// One kernel parameter and what the launcher passes for it.
struct KernelParameter {
  enum Kind { Pointer, Stride, Size, Number } kind;
  /// The operand (inputs first, then results) that it belongs to; the row axis of a size.
  int64_t operand;
  /// The axis of the tensor that a stride walks.
  int64_t axis;
};

/// What the parts of a kernel share: the function, and the memory that they exchange through.
struct KernelFrame {
  mlir::gpu::GPUFuncOp func;
  mlir::Value exchangeBuffers[2], clusterBuffers[2];
  unsigned numExchanges = 0;
};

/// One part of a kernel: the rows of one group, on CTAs of their own.
class RowKernel {
public:
  /// For one variant of a group, with those arguments of the kernel that are its parameters'.
  RowKernel(mlir::ImplicitLocOpBuilder &b, KernelFrame &frame, sched::GroupOp group,
            sched::VariantAttr variant, mlir::ValueRange arguments);

  /// The CTAs that the rows take, an i64.
  mlir::Value numCtas();
  /// Finds the rows of CTA `cta` of these, an i64.
  void enter(mlir::Value cta);

  /// The parameters of a group's kernel, in order.
  static llvm::SmallVector<KernelParameter> parametersOf(sched::GroupOp group,
                                                         sched::VariantAttr variant);

  /// Bytes that a variant's kernel assumes to divide the address of an operand's row.
  static int64_t alignmentOf(sched::GroupOp group, int64_t operand, sched::VariantAttr variant);

  mlir::ImplicitLocOpBuilder &b;
  sched::GroupOp group;
  sched::RowConfigAttr config;
  sched::VariantAttr variant;

  int64_t numOperands() { return group.getInputs().size() + group.getNumResults(); }
  /// The row of an operand inside the group: a tensor<NxT> or a number.
  mlir::Type rowType(int64_t operand) { return group.getRowType(operand); }

  /// Elements of the row, or of the segment of it that is being worked on.
  int64_t rowLength() { return segment.length ? segment.length : *group.getRowLength(); }
  /// Whether the row is walked in segments.
  bool isLooped() const { return config.getResidency() == sched::Residency::looped; }
  /// Whether CTAs share the row, a segment each.
  bool isClustered() const { return config.isClustered(); }
  /// From here on a row is its `length` elements from `start` on, an i64; null for 0.
  void enterSegment(mlir::Value start, int64_t length) {
    segment = {start, length};
    numClusterExchanges = 0;
  }
  int64_t numPieces();
  /// Rows that a thread does.
  int64_t numRows() const { return config.getRowsPerThread(); }
  /// The vector of a piece's elements, or of their bits where they are quantised.
  mlir::VectorType pieceType(mlir::Type element) const;

  /// This thread's place in its row, an i32.
  mlir::Value thread() const { return threadInRow; }
  /// The CTA's place among those of the row, an i32.
  mlir::Value rankInRow() const { return rankOfCta; }
  /// Whether the thread is the first of its row.
  mlir::Value isFirstOfRow();
  /// The row's place in the CTA, an i32.
  mlir::Value rowInCta() const { return rowOfCta; }
  /// Whether row `row` of this thread exists; null where every row of the grid does. A row
  /// that does not is computed on the last one's values and not stored, so that all threads
  /// meet at barriers and shuffles.
  mlir::Value rowExists(int64_t row) const { return hasRow[row]; }

  /// Whether an operand may be in place of another: of one that is loaded, only what this thread
  /// stores is read, and before it is.
  bool isShared(int64_t operand) const { return llvm::is_contained(shared, operand); }

  /// The first element of piece `piece`, an i32.
  mlir::Value pieceStart(int64_t piece);
  /// The same in the whole row, or of element `first` of the piece.
  mlir::Value columnOf(int64_t piece, int64_t first = 0);
  /// Whether no thread's piece `piece` reaches past the row.
  bool isPieceFull(int64_t piece);

  /// The base pointer of an operand and the offset of its row, an i64 in elements.
  mlir::Value pointer(int64_t operand) const { return pointers[operand]; }
  mlir::Value rowOffset(int64_t row, int64_t operand) const { return rowOffsets[row][operand]; }
  /// The segment's first element, an i64; null for 0.
  mlir::Value segmentStart() const { return segment.start; }
  /// Where the row's elements start: those of the segment.
  mlir::Value elementsOffset(int64_t row, int64_t operand);
  /// The stride of an operand along an axis, an i64; null where it has none.
  mlir::Value strideOf(int64_t operand, int64_t axis);
  sched::Varies varies(int64_t operand) { return sched::getVaries(group, operand); }
  /// A number among the inputs.
  mlir::Value number(int64_t operand) const { return pointers[operand]; }
  /// Bytes that divide the address of an operand's row.
  int64_t alignment(int64_t operand) { return alignmentOf(group, operand, variant); }

  /// Shared memory for the next exchange, at least `numFloats` f32 from a multiple of `alignment`
  /// bytes on. Exchanges take turns with two buffers: the barrier of the one between parts the
  /// reads of a buffer from the next writes to it.
  mlir::Value exchangeMemory(int64_t numFloats, int64_t alignment = 4);
  /// The same for exchanges between the CTAs of a cluster; all of them take turns alike, whatever
  /// segment they have.
  mlir::Value clusterMemory(int64_t numFloats);
  bool hasExchangedInCluster() const { return numClusterExchanges > 0; }
  unsigned exchangesSoFar() const { return frame.numExchanges; }

  mlir::Value i32(int64_t value);
  mlir::Value i64(int64_t value);

private:
  void readParameters(mlir::ValueRange arguments);
  mlir::Value numAllRows();
  void findOffsets(mlir::Value row);
  /// A place in the row space: its indices, and the numbers of the group's gathers.
  struct Place {
    llvm::SmallVector<mlir::Value> indices, outer, gathered;
  };
  mlir::Value evaluate(mlir::AffineExpr expr, const Place &place);
  mlir::Value offsetOf(int64_t operand, const Place &place);

  llvm::SmallVector<KernelParameter> parameters;
  llvm::SmallVector<mlir::Value> pointers;
  llvm::SmallVector<llvm::SmallVector<std::pair<int64_t, mlir::Value>>> strides;
  llvm::SmallVector<mlir::Value> sizes;                         ///< of the row axes, i64
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> rowOffsets; ///< of each row of the thread
  llvm::SmallVector<mlir::Value> hasRow;
  llvm::SmallVector<int64_t> shared;
  struct {
    mlir::Value start;
    int64_t length = 0; ///< 0: the row is not cut
  } segment;
  mlir::Value threadInRow, rowOfCta, rankOfCta;
  unsigned numClusterExchanges = 0;
  KernelFrame &frame;
};

/// What an index of sums, products, quotients and remainders, never negative, makes of two numbers.
mlir::Value applyToIndices(mlir::ImplicitLocOpBuilder &b, mlir::AffineExprKind kind,
                           mlir::Value left, mlir::Value right);

/// The block of a kernel: threads a row and rows a CTA, where all parts have the same; else their
/// threads in one line.
std::array<int64_t, 2> blockOf(llvm::ArrayRef<sched::GroupOp> groups);

/// Opens a kernel of one variant at the builder's place: its parameters are the groups', in order.
/// With `waits` it waits for the launch before.
KernelFrame openKernel(mlir::ImplicitLocOpBuilder &b, llvm::StringRef name,
                       llvm::ArrayRef<sched::GroupOp> groups, sched::VariantAttr variant,
                       bool waits);

/// Loads the rows of an input; the policy is for accesses wide enough to have one.
RowValues loadRows(RowKernel &kernel, int64_t operand, sched::Policy policy);

/// Loads a row of an input whose map says where each column stands.
RowValue loadColumns(RowKernel &kernel, int64_t row, int64_t operand, sched::Policy policy);

/// Stores a row of a result by such a map.
void storeColumns(RowKernel &kernel, int64_t row, int64_t operand, sched::Policy policy,
                  const RowValue &value);

/// Stores the rows of a result.
void storeRows(RowKernel &kernel, int64_t operand, const RowValues &values);

/// Computes an elementwise operation of the row program.
mlir::FailureOr<RowValue> lowerElementwise(RowKernel &kernel, mlir::Operation *op,
                                           llvm::ArrayRef<RowValue> operands);

/// Computes a rotation of columns, or a choice between rows by their columns. All threads of the
/// CTA meet here.
RowValue lowerByColumn(RowKernel &kernel, mlir::Operation *op, llvm::ArrayRef<RowValue> operands);

/// Computes a reduction of the row program: for each row, one number a result.
mlir::FailureOr<llvm::SmallVector<llvm::SmallVector<mlir::Value>>>
lowerReduction(RowKernel &kernel, mlir::Operation *op, const RowValues &x);

/// What a reduction makes of the segments so far and the next, of `length` elements, whose first is
/// `done`, an i64: for each row, one number a result.
llvm::SmallVector<llvm::SmallVector<mlir::Value>>
combineSegments(RowKernel &kernel, mlir::Operation *op, mlir::Value done, int64_t length,
                llvm::ArrayRef<llvm::SmallVector<mlir::Value>> soFar,
                llvm::ArrayRef<llvm::SmallVector<mlir::Value>> next);

/// What a reduction makes of the segments that the CTAs of the cluster have, of which `own` is this
/// one's: for each row, one number a result.
llvm::SmallVector<llvm::SmallVector<mlir::Value>>
combineInCluster(RowKernel &kernel, mlir::Operation *op,
                 llvm::ArrayRef<llvm::SmallVector<mlir::Value>> own);

/// What each of its numbers is before the first segment.
mlir::Value startOfSegments(RowKernel &kernel, mlir::Operation *op);

/// What an element is in memory and registers: itself, or the i8 that a quantised number is.
mlir::Type memoryType(mlir::Type element);

/// `value` (a float or a vector of floats) in f32.
mlir::Value widenToF32(mlir::ImplicitLocOpBuilder &b, mlir::Value value);

/// The name of the kernel that each group became.
using KernelNames = llvm::DenseMap<mlir::Operation *, mlir::StringAttr>;

/// Writes the plan of a function whose groups have become kernels of `kernels`.
mlir::LogicalResult buildPlan(mlir::OpBuilder &builder, mlir::Operation *func,
                              mlir::gpu::GPUModuleOp kernels, const KernelNames &names);

} // namespace normc

#endif // NORMC_LIB_GPU_ROWKERNEL_H
