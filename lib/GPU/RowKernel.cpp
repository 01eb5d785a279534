//===- RowKernel.cpp - one kernel being written ---------------------------===//
//
// Opens a kernel: its parameters, and who each thread is. A kernel has one part or several.
//
//===----------------------------------------------------------------------===//

#include "RowKernel.h"

#include "Norm/Norm.h"
#include "Sched/ColumnRuns.h"
#include "normc/Schedule/InPlace.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// An axis that every row walks at the same place.
static bool isFixed(AffineExpr expr) { return expr == getAffineConstantExpr(0, expr.getContext()); }

SmallVector<KernelParameter> RowKernel::parametersOf(sched::GroupOp group,
                                                     sched::VariantAttr variant) {
  SmallVector<KernelParameter> parameters;
  for (int64_t operand = 0; operand < group.getNumOperandsAndResults(); ++operand) {
    if (!isa<RankedTensorType>(group.getOperandType(operand))) {
      parameters.push_back({KernelParameter::Number, operand, 0});
      continue;
    }
    parameters.push_back({KernelParameter::Pointer, operand, 0});
    int64_t numCollapsed = variant.getCollapse() ? group.getCollapsibleAxes(operand) : 0;
    for (auto [axis, expr] : llvm::enumerate(group.getMap(operand).getResults())) {
      int64_t index = axis;
      bool isInside = index + 1 < numCollapsed; // steps with the axes after it
      if (!isInside && index != group.getRowAxis(operand) && !isFixed(expr))
        parameters.push_back({KernelParameter::Stride, operand, index});
    }
  }
  for (auto [axis, extent] : llvm::enumerate(group.getStaticRowSizes()))
    if (ShapedType::isDynamic(extent))
      parameters.push_back({KernelParameter::Size, static_cast<int64_t>(axis), 0});
  return parameters;
}

static Type parameterType(const KernelParameter &parameter, OpBuilder &b) {
  switch (parameter.kind) {
  case KernelParameter::Pointer:
    return LLVM::LLVMPointerType::get(b.getContext(), /*addressSpace=*/1);
  case KernelParameter::Stride:
  case KernelParameter::Size:
    return b.getI64Type();
  case KernelParameter::Number:
    return b.getF32Type();
  }
  llvm_unreachable("unknown kind of parameter");
}

void RowKernel::readParameters(ValueRange arguments) {
  pointers.resize(numOperands());
  strides.resize(numOperands());
  for (int64_t extent : group.getStaticRowSizes())
    sizes.push_back(ShapedType::isDynamic(extent) ? Value() : i64(extent));
  for (auto [parameter, value] : llvm::zip_equal(parameters, arguments)) {
    switch (parameter.kind) {
    case KernelParameter::Pointer:
    case KernelParameter::Number:
      pointers[parameter.operand] = value;
      break;
    case KernelParameter::Stride:
      strides[parameter.operand].push_back({parameter.axis, value});
      break;
    case KernelParameter::Size:
      sizes[parameter.operand] = value;
      break;
    }
  }
}

//===----------------------------------------------------------------------===//
// Threads and rows
//===----------------------------------------------------------------------===//

Value RowKernel::i32(int64_t value) {
  return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
}

Value RowKernel::i64(int64_t value) {
  return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
}

Value RowKernel::numAllRows() {
  Value numRows = i64(1);
  for (Value size : sizes)
    numRows = arith::MulIOp::create(b, numRows, size);
  return numRows;
}

Value RowKernel::numCtas() {
  Value last = arith::AddIOp::create(b, numAllRows(), i64(config.getRowsInCta() - 1));
  Value ctas = arith::DivUIOp::create(b, last, i64(config.getRowsInCta()));
  if (isClustered())
    ctas = arith::MulIOp::create(b, ctas, i64(config.getCtasPerRow()));
  return ctas;
}

/// The rows of this thread, counted over the collapsed row space.
void RowKernel::enter(Value cta) {
  auto id = [&](gpu::Dimension dimension) -> Value {
    return arith::IndexCastUIOp::create(b, b.getI32Type(), gpu::ThreadIdOp::create(b, dimension));
  };
  threadInRow = id(gpu::Dimension::x);
  if ((*frame.func.getKnownBlockSize())[0] == config.getThreadsPerRow()) {
    rowOfCta = id(gpu::Dimension::y);
  } else { // the block is one line
    rowOfCta = arith::DivUIOp::create(b, threadInRow, i32(config.getThreadsPerRow()));
    threadInRow = arith::RemUIOp::create(b, threadInRow, i32(config.getThreadsPerRow()));
  }
  if (isClustered()) {
    rankOfCta = arith::IndexCastUIOp::create(b, b.getI32Type(),
                                             gpu::ClusterBlockIdOp::create(b, gpu::Dimension::x));
    cta = arith::DivUIOp::create(b, cta, i64(config.getCtasPerRow()));
  }
  if (config.getRowsInCta() == 1) {
    hasRow.push_back(Value()); // the grid has as many CTAs as a row takes
    return findOffsets(cta);
  }
  Value first = arith::MulIOp::create(b, cta, i64(config.getRowsInCta()));
  if (config.getRowsPerCta() > 1)
    first = arith::AddIOp::create(b, first, arith::ExtUIOp::create(b, b.getI64Type(), rowOfCta));
  Value numRows = numAllRows();
  Value last = arith::SubIOp::create(b, numRows, i64(1));
  for (int64_t row = 0; row < config.getRowsPerThread(); ++row) {
    Value index = first;
    if (row > 0)
      index = arith::AddIOp::create(b, first, i64(row * config.getRowsPerCta()));
    hasRow.push_back(arith::CmpIOp::create(b, arith::CmpIPredicate::ult, index, numRows));
    findOffsets(arith::MinUIOp::create(b, index, last));
  }
}

Value RowKernel::isFirstOfRow() {
  Value place = threadInRow;
  if (isClustered())
    place = arith::OrIOp::create(b, place, rankOfCta);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, place, i32(0));
}

Value normc::applyToIndices(ImplicitLocOpBuilder &b, AffineExprKind kind, Value left, Value right) {
  switch (kind) {
  case AffineExprKind::Add:
    return arith::AddIOp::create(b, left, right);
  case AffineExprKind::Mul:
    return arith::MulIOp::create(b, left, right);
  case AffineExprKind::FloorDiv:
    return arith::DivUIOp::create(b, left, right);
  case AffineExprKind::Mod:
    return arith::RemUIOp::create(b, left, right);
  default:
    llvm_unreachable("no index is made so");
  }
}

/// An index expression over the row axes, an i64.
Value RowKernel::evaluate(AffineExpr expr, const Place &place) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return i64(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return place.indices[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return place.gathered[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value left = evaluate(binary.getLHS(), place), right = evaluate(binary.getRHS(), place);
  return applyToIndices(b, expr.getKind(), left, right);
}

Value RowKernel::offsetOf(int64_t operand, const Place &place) {
  AffineMap map = group.getMap(operand);
  bool hasColumns = group.hasColumns(operand);
  auto ofRow = [&](int64_t axis) {
    AffineExpr index = map.getResult(axis);
    return hasColumns ? sched::splitIndex(index, group.getNumRowAxes())->row : index;
  };
  int64_t numCollapsed = variant.getCollapse() ? group.getCollapsibleAxes(operand) : 0;
  Value offset = i64(0);
  for (auto [axis, stride] : strides[operand]) {
    Value index = axis + 1 == numCollapsed ? place.outer[axis] : evaluate(ofRow(axis), place);
    offset = arith::AddIOp::create(b, offset, arith::MulIOp::create(b, index, stride));
  }
  // A window of a longer axis.
  if (hasColumns || group.getStartDivisor(operand) != 0)
    offset = arith::AddIOp::create(b, offset, evaluate(ofRow(*group.getRowAxis(operand)), place));
  return offset;
}

/// Where each operand's row starts. What chooses rows is loaded first.
void RowKernel::findOffsets(Value row) {
  // The row's index along each axis, and over the axes up to and with each.
  Place place;
  place.indices.resize(sizes.size());
  place.outer.resize(sizes.size());
  Value rest = row;
  for (int64_t axis = static_cast<int64_t>(sizes.size()) - 1; axis >= 0; --axis) {
    place.outer[axis] = rest;
    place.indices[axis] =
        axis > 0 ? arith::RemUIOp::create(b, rest, sizes[axis]).getResult() : rest;
    if (axis > 0)
      rest = arith::DivUIOp::create(b, rest, sizes[axis]);
  }
  for (int64_t input : group.getGathers().value_or(ArrayRef<int64_t>())) {
    Value index = sched::LoadOp::create(b, rowType(input), pointer(input), offsetOf(input, place),
                                        alignment(input), /*invariant=*/true, sched::Policy::plain);
    if (index.getType().isInteger(32))
      index = arith::ExtSIOp::create(b, b.getI64Type(), index);
    place.gathered.push_back(index);
  }
  SmallVector<Value> offsets;
  for (int64_t operand = 0; operand < numOperands(); ++operand)
    offsets.push_back(offsetOf(operand, place));
  rowOffsets.push_back(std::move(offsets));
}

/// The operands of a variant that may be in place of each other.
static SmallVector<int64_t> sharedOperands(sched::GroupOp group, sched::VariantAttr variant) {
  SmallVector<int64_t> shared;
  if (variant.getInPlace())
    for (InPlacePair pair : inPlacePairs(group->getParentOfType<sched::LaunchOp>()))
      shared.append({pair.input, static_cast<int64_t>(group.getInputs().size()) + pair.result});
  return shared;
}

RowKernel::RowKernel(ImplicitLocOpBuilder &b, KernelFrame &frame, sched::GroupOp group,
                     sched::VariantAttr variant, ValueRange arguments)
    : b(b), group(group), config(*group.getConfig()), variant(variant),
      parameters(parametersOf(group, variant)), shared(sharedOperands(group, variant)),
      frame(frame) {
  readParameters(arguments);
}

std::array<int64_t, 2> normc::blockOf(ArrayRef<sched::GroupOp> groups) {
  sched::GroupOp first = groups.front();
  sched::RowConfigAttr config = *first.getConfig();
  bool isSame = llvm::all_of(groups, [&](sched::GroupOp group) {
    return group.getConfig()->getThreadsPerRow() == config.getThreadsPerRow();
  });
  if (isSame)
    return {config.getThreadsPerRow(), config.getRowsPerCta()};
  return {config.getThreadsPerCta(), 1};
}

KernelFrame normc::openKernel(ImplicitLocOpBuilder &b, StringRef name,
                              ArrayRef<sched::GroupOp> groups, sched::VariantAttr variant,
                              bool waits) {
  SmallVector<Type> types;
  llvm::BitVector mayAlias;
  int64_t minCtasPerSm = 0, ctasPerRow = 1;
  for (sched::GroupOp group : groups) {
    SmallVector<int64_t> shared = sharedOperands(group, variant);
    for (const KernelParameter &parameter : RowKernel::parametersOf(group, variant)) {
      types.push_back(parameterType(parameter, b));
      mayAlias.push_back(parameter.kind != KernelParameter::Pointer ||
                         llvm::is_contained(shared, parameter.operand));
    }
    minCtasPerSm = std::max(minCtasPerSm, group.getConfig()->getMinCtasPerSm());
    ctasPerRow = group.getConfig()->getCtasPerRow(); // the same of all parts
  }
  std::array<int64_t, 2> block = blockOf(groups);
  KernelFrame frame;
  frame.func = gpu::GPUFuncOp::create(b, name, b.getFunctionType(types, {}));
  frame.func->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), b.getUnitAttr());
  frame.func.setKnownBlockSize(
      std::array<int32_t, 3>{static_cast<int32_t>(block[0]), static_cast<int32_t>(block[1]), 1});
  if (ctasPerRow > 1)
    frame.func.setKnownClusterSize(std::array<int32_t, 3>{static_cast<int32_t>(ctasPerRow), 1, 1});
  if (minCtasPerSm > 0)
    frame.func->setAttr("sched.min_ctas_per_sm", b.getI64IntegerAttr(minCtasPerSm));
  // What is not named in a pair shares no memory with anything that the kernel writes.
  for (size_t index = 0; index < types.size(); ++index)
    if (!mayAlias[index])
      frame.func.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(), b.getUnitAttr());
  b.setInsertionPointToStart(&frame.func.getBody().front());
  if (waits)
    sched::DependencyWaitOp::create(b);
  return frame;
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

int64_t RowKernel::numPieces() {
  return llvm::divideCeil(rowLength(), config.getVectorWidth() * config.getThreadsPerRow());
}

VectorType RowKernel::pieceType(Type element) const {
  return VectorType::get({config.getVectorWidth()}, memoryType(element));
}

Type normc::memoryType(Type element) {
  return norm::isQuantized(element) ? IntegerType::get(element.getContext(), 8) : element;
}

Value RowKernel::elementsOffset(int64_t row, int64_t operand) {
  Value offset = rowOffset(row, operand);
  return segment.start ? arith::AddIOp::create(b, offset, segment.start).getResult() : offset;
}

Value RowKernel::strideOf(int64_t operand, int64_t axis) {
  auto it = llvm::find_if(strides[operand], [&](auto &entry) { return entry.first == axis; });
  return it == strides[operand].end() ? Value() : it->second;
}

Value RowKernel::columnOf(int64_t piece, int64_t first) {
  Value column = pieceStart(piece);
  if (segment.start)
    column =
        arith::AddIOp::create(b, column, arith::TruncIOp::create(b, b.getI32Type(), segment.start));
  return first == 0 ? column : arith::AddIOp::create(b, column, i32(first)).getResult();
}

Value RowKernel::pieceStart(int64_t piece) {
  Value place = arith::AddIOp::create(b, threadInRow, i32(piece * config.getThreadsPerRow()));
  return arith::MulIOp::create(b, place, i32(config.getVectorWidth()));
}

bool RowKernel::isPieceFull(int64_t piece) {
  return (piece + 1) * config.getThreadsPerRow() * config.getVectorWidth() <= rowLength();
}

int64_t RowKernel::alignmentOf(sched::GroupOp group, int64_t operand, sched::VariantAttr variant) {
  Type type = group.getOperandType(operand);
  int64_t element = getElementTypeOrSelf(type).getIntOrFloatBitWidth() / 8;
  int64_t access = group.getConfig()->getAccessBits()[operand] / 8;
  return std::max(element, std::min(variant.getAlign(), access));
}

/// Makes `buffer` shared memory of at least `numFloats` f32.
static Value reserve(ImplicitLocOpBuilder &b, gpu::GPUFuncOp func, Value &buffer,
                     int64_t numFloats) {
  auto type =
      MemRefType::get({numFloats}, b.getF32Type(), MemRefLayoutAttrInterface(),
                      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup));
  if (!buffer)
    buffer = func.addWorkgroupAttribution(type, b.getLoc());
  else if (cast<MemRefType>(buffer.getType()).getDimSize(0) < numFloats)
    buffer.setType(type);
  return buffer;
}

Value RowKernel::exchangeMemory(int64_t numFloats, int64_t alignment) {
  Value buffer = reserve(b, frame.func, frame.exchangeBuffers[frame.numExchanges++ % 2], numFloats);
  if (alignment > 4) {
    ArrayRef<BlockArgument> all = frame.func.getWorkgroupAttributions();
    frame.func.setWorkgroupAttributionAttr(llvm::find(all, buffer) - all.begin(),
                                           LLVM::LLVMDialect::getAlignAttrName(),
                                           b.getI64IntegerAttr(alignment));
  }
  return buffer;
}

Value RowKernel::clusterMemory(int64_t numFloats) {
  return reserve(b, frame.func, frame.clusterBuffers[numClusterExchanges++ % 2], numFloats);
}
