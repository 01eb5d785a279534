//===- FormRowGroups.cpp - functions to launches of row programs ----------===//
//
// Carries out the decision of RowGroups: writes each group's row program and replaces
// the function's operations by launches.
//
//===----------------------------------------------------------------------===//

#include "normc/Fusion/Passes.h"

#include "RowGroups.h"
#include "Sched/Sched.h"
#include "StoredViews.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <map>

namespace normc {
#define GEN_PASS_DEF_FORMROWGROUPS
#include "normc/Fusion/Passes.h.inc"
} // namespace normc

using namespace mlir;
using namespace normc;

//===----------------------------------------------------------------------===//
// The row program of one group
//===----------------------------------------------------------------------===//

namespace {
/// Writes the body of one group, taking in inputs as it meets them.
class RowProgram {
public:
  /// `external` gives the value that a launch before, or the caller, holds for a value that
  /// this group does not compute.
  RowProgram(const RowGroups &groups, unsigned index, OpBuilder &builder,
             function_ref<Value(Value)> external)
      : groups(groups), group(groups.get()[index]), index(index), builder(builder),
        external(external), body(new Block) {}

  /// The row of `value`, which has `axes`.
  Value row(Value value, const Axes &axes);

  /// The row of a value that the group computes.
  Value ownRow(Value value) { return row(value, ownAxes(value)); }
  Axes ownAxes(Value value) const { return normc::ownAxes(value, group.space); }

  Block *getBody() { return body; }
  ArrayRef<Value> getInputs() const { return inputs; }
  ArrayRef<AffineMap> getMaps() const { return maps; }
  /// Makes the symbols of maps those of the group alone; the inputs that they are the numbers of.
  SmallVector<int64_t> numberSymbols(SmallVector<AffineMap> &resultMaps);
  /// A view of an input whose rows no map says, if any.
  Operation *getUnreadable() const { return unreadable; }
  /// The map of a value whose rows have `axes`.
  AffineMap mapOf(Value value, const Axes &axes) const;

private:
  Type rowType(Type type, const Axes &axes) const;
  Value inputRow(Value value, const Axes &axes);
  Value repeat(Value number);
  bool isInput(Value value) const;
  bool isReadable(const Axes &axes) const;
  void writeRow(Value value, const Axes &axes);
  void cloneOp(Operation *op, const Axes &axes);

  const RowGroups &groups;
  const RowGroup &group;
  unsigned index;
  OpBuilder &builder;
  function_ref<Value(Value)> external;
  Block *body;
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  Operation *unreadable = nullptr;
  std::map<std::pair<void *, std::vector<const void *>>, Value> rows;
};
} // namespace

static std::pair<void *, std::vector<const void *>> keyOf(Value value, const Axes &axes) {
  std::vector<const void *> key;
  for (AffineExpr axis : axes)
    key.push_back(axis.getAsOpaquePointer());
  return {value.getAsOpaquePointer(), std::move(key)};
}

static bool hasSymbol(AffineExpr expr) {
  return expr
      .walk([](AffineExpr part) {
        return isa<AffineSymbolExpr>(part) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

Type RowProgram::rowType(Type type, const Axes &axes) const {
  Type element = getElementTypeOrSelf(type);
  if (runsAlongRow(axes, group.space.numRowAxes()))
    return RankedTensorType::get({*group.space.rowLength / blockOf(axes, group.space.numRowAxes())},
                                 element);
  return element;
}

/// A row that is all of its axis is not named.
AffineMap RowProgram::mapOf(Value value, const Axes &axes) const {
  unsigned row = group.space.numRowAxes();
  SmallVector<AffineExpr> exprs(axes.begin(), axes.end());
  if (runsAlongRow(axes, row)) {
    AffineExpr start = rowStart(axes, row);
    if (!start) // each column by itself
      return AffineMap::get(row + 1, GatherIndices::maxSymbols, exprs, builder.getContext());
    exprs.pop_back();
    int64_t extent = cast<RankedTensorType>(value.getType()).getShape().back();
    if (start != builder.getAffineConstantExpr(0) ||
        extent != *group.space.rowLength / blockOf(axes, row))
      exprs.push_back(start);
  }
  return AffineMap::get(row, GatherIndices::maxSymbols, exprs, builder.getContext());
}

Value RowProgram::inputRow(Value value, const Axes &axes) {
  unsigned row = group.space.numRowAxes();
  inputs.push_back(external(value));
  maps.push_back(isReadable(axes) ? mapOf(value, axes)
                                  : AffineMap::getMultiDimIdentityMap(row, builder.getContext()));
  return body->addArgument(rowType(value.getType(), axes), value.getLoc());
}

/// A row that repeats one number, or one number a block.
Value RowProgram::repeat(Value number) {
  Location loc = number.getLoc();
  auto type =
      RankedTensorType::get({*group.space.rowLength}, getElementTypeOrSelf(number.getType()));
  if (isa<RankedTensorType>(number.getType()))
    return norm::RepeatOp::create(builder, loc, type, number);
  Value like = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  return norm::SplatOp::create(builder, loc, type, number, like);
}

void RowProgram::cloneOp(Operation *op, const Axes &axes) {
  OperationState state(op->getLoc(), op->getName());
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    state.operands.push_back(
        rows.at(keyOf(op->getOperand(i), RowGroups::operandAxes(op, i, axes, group.space))));
  for (Type type : op->getResultTypes())
    state.types.push_back(rowType(type, axes));
  state.attributes = op->getDiscardableAttrDictionary();
  state.propertiesAttr = op->getPropertiesAsAttribute();
  Operation *clone = builder.create(state);
  for (auto [old, row] : llvm::zip_equal(op->getResults(), clone->getResults()))
    rows[keyOf(old, axes)] = row;
}

bool RowProgram::isInput(Value value) const {
  std::optional<unsigned> writer = groups.writerOf(value);
  return !value.getDefiningOp() || (writer && *writer != index);
}

bool RowProgram::isReadable(const Axes &axes) const {
  unsigned row = group.space.numRowAxes();
  return !runsAlongRow(axes, row) || canAccessRow(axes, row);
}

/// Writes the row of a value whose operands' rows are there.
void RowProgram::writeRow(Value value, const Axes &axes) {
  Value &row = rows[keyOf(value, axes)];
  if (isInput(value)) {
    row = inputRow(value, axes);
    return;
  }
  Operation *op = value.getDefiningOp();
  auto operand = [&] {
    return rows.at(keyOf(op->getOperand(0), RowGroups::operandAxes(op, 0, axes, group.space)));
  };
  Type type = rowType(value.getType(), axes);
  if (isa<norm::BroadcastOp, norm::GatherOp, norm::SplatOp, norm::RepeatOp>(op) ||
      norm::isView(op)) {
    row = operand().getType() == type ? operand() : repeat(operand());
  } else if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    TypedAttr attr = constant.getValue();
    if (auto elements = dyn_cast<DenseElementsAttr>(attr))
      attr = elements.getSplatValue<TypedAttr>();
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      attr = DenseElementsAttr::get(tensor, Attribute(attr));
    row = arith::ConstantOp::create(builder, op->getLoc(), attr);
  } else {
    cloneOp(op, axes);
  }
}

/// Operands first, by a list instead of recursion: chains may be long.
Value RowProgram::row(Value value, const Axes &axes) {
  SmallVector<std::pair<Value, Axes>> work = {{value, axes}};
  while (!work.empty()) {
    auto [current, currentAxes] = work.back();
    if (rows.count(keyOf(current, currentAxes))) {
      work.pop_back();
      continue;
    }
    size_t size = work.size();
    if (!isInput(current)) {
      Operation *op = current.getDefiningOp();
      // The first operand on top, so that inputs come in the order of the source.
      for (unsigned i = RowGroups::readOperands(op).size(); i-- > 0;) {
        Axes read = RowGroups::operandAxes(op, i, currentAxes, group.space);
        // An index that another index chooses is no number of the row either.
        bool isChosen = isa<norm::GatherOp>(op) && i == 1 && llvm::any_of(read, hasSymbol);
        if (isChosen || (isInput(op->getOperand(i)) && !isReadable(read)))
          unreadable = op;
        if (!rows.count(keyOf(op->getOperand(i), read)))
          work.push_back({op->getOperand(i), read});
      }
    }
    if (work.size() > size)
      continue;
    work.pop_back();
    writeRow(current, currentAxes);
  }
  return rows.at(keyOf(value, axes));
}

SmallVector<int64_t> RowProgram::numberSymbols(SmallVector<AffineMap> &resultMaps) {
  MLIRContext *context = builder.getContext();
  llvm::DenseMap<AffineExpr, AffineExpr> numbers;
  SmallVector<int64_t> gathers;
  for (AffineMap map : maps)
    map.walkExprs([&](AffineExpr expr) {
      auto symbol = dyn_cast<AffineSymbolExpr>(expr);
      if (!symbol ||
          !numbers.try_emplace(expr, getAffineSymbolExpr(gathers.size(), context)).second)
        return;
      const auto &[index, axes] = group.space.gathers->get()[symbol.getPosition()];
      gathers.push_back(cast<BlockArgument>(rows.at(keyOf(index, axes))).getArgNumber());
    });
  auto renumber = [&](AffineMap &map) {
    SmallVector<AffineExpr> exprs;
    for (AffineExpr expr : map.getResults())
      exprs.push_back(expr.replace(numbers));
    map = AffineMap::get(map.getNumDims(), gathers.size(), exprs, context);
  };
  llvm::for_each(maps, renumber);
  llvm::for_each(resultMaps, renumber);
  return gathers;
}

//===----------------------------------------------------------------------===//
// The launches of one function
//===----------------------------------------------------------------------===//

namespace {
class Launches {
public:
  Launches(func::FuncOp func, const DimClasses &dims, bool fuse)
      : func(func), dims(dims), groups(func, dims, fuse), builder(func.getContext()) {}

  LogicalResult write();

private:
  void addStore(OpOperand &stored);
  void findResults();
  Value storedBy(OpOperand &store) const;
  int64_t numLaunches() const {
    return llvm::count_if(groups.get(), [](const RowGroup &group) { return !group.isConcat; });
  }
  void writeConcat(norm::ConcatOp concat);
  LogicalResult writeLaunch(unsigned index);
  Value sizeOf(unsigned dimClass);
  std::string nameOf(unsigned index);

  func::FuncOp func;
  const DimClasses &dims;
  RowGroups groups;
  OpBuilder builder;
  llvm::DenseMap<Operation *, unsigned> computedBy;
  /// For each group the values that it hands out; a value stored twice stands twice.
  SmallVector<SmallVector<Value>> results;
  /// For what is returned and for parts of concats, its group and place among the group's results.
  llvm::DenseMap<OpOperand *, std::pair<unsigned, unsigned>> stored;
  llvm::DenseMap<Value, Value> launched;
  llvm::DenseMap<unsigned, Value> sizes;
  SmallVector<sched::LaunchOp> launches; ///< by group, null for a concat
};
} // namespace

void Launches::addStore(OpOperand &store) {
  Value value = store.get();
  if (value.getDefiningOp<norm::ConcatOp>())
    return;
  auto source = groups.sourceOf(value);
  unsigned index = computedBy.at((source ? source->first : value).getDefiningOp());
  stored[&store] = {index, results[index].size()};
  results[index].push_back(value);
}

void Launches::findResults() {
  results.resize(groups.get().size());
  for (auto [index, group] : llvm::enumerate(groups.get()))
    for (Operation *op : group.ops)
      computedBy[op] = index;
  for (OpOperand &returned : func.front().getTerminator()->getOpOperands())
    addStore(returned);
  for (const RowGroup &group : groups.get())
    if (group.isConcat)
      for (OpOperand &part : group.ops.front()->getOpOperands())
        addStore(part);
  // What one group reads of another must be a result of the other.
  for (auto [index, group] : llvm::enumerate(groups.get())) {
    SmallVector<Operation *> work(group.ops);
    llvm::DenseSet<Operation *> seen;
    while (!work.empty()) {
      Operation *op = work.pop_back_val();
      for (Value operand : RowGroups::readOperands(op)) {
        Operation *producer = operand.getDefiningOp();
        if (!producer)
          continue;
        std::optional<unsigned> writer = groups.writerOf(operand);
        if (!writer && seen.insert(producer).second)
          work.push_back(producer);
        else if (writer && *writer != index && !group.isConcat && !groups.get()[*writer].isConcat)
          if (!llvm::is_contained(results[*writer], operand))
            results[*writer].push_back(operand);
      }
    }
  }
}

Value Launches::sizeOf(unsigned dimClass) {
  Value &size = sizes[dimClass];
  if (!size) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&func.front());
    auto [argument, axis] = dims.argumentOf(dimClass);
    size = tensor::DimOp::create(builder, argument.getLoc(), argument, axis);
  }
  return size;
}

/// What a launch or concat holds for a value that is stored.
Value Launches::storedBy(OpOperand &store) const {
  auto it = stored.find(&store);
  if (it == stored.end())
    return launched.lookup(store.get());
  return launches[it->second.first]->getResult(it->second.second);
}

/// The same concat, of what launches write.
void Launches::writeConcat(norm::ConcatOp concat) {
  SmallVector<Value> parts;
  for (OpOperand &part : concat->getOpOperands())
    parts.push_back(storedBy(part));
  builder.setInsertionPoint(func.front().getTerminator());
  launched[concat] =
      norm::ConcatOp::create(builder, concat.getLoc(), concat.getType(), parts, concat.getAxis());
  launches.push_back(nullptr);
}

/// The function's name, the launch's number where there are several, type and row length;
/// made of what PTX takes as a name.
std::string Launches::nameOf(unsigned index) {
  std::string name = func.getName().str();
  for (char &c : name)
    if (!llvm::isAlnum(c))
      c = '_';
  if (llvm::isDigit(name.front()))
    name.insert(0, "_");
  if (numLaunches() > 1)
    name += "_" + std::to_string(llvm::count_if(launches, [](auto launch) { return launch; }));
  llvm::raw_string_ostream os(name);
  os << "_" << cast<RankedTensorType>(results[index].front().getType()).getElementType();
  const RowSpace &space = groups.get()[index].space;
  if (space.rowLength)
    os << "_n" << *space.rowLength * (space.isCut ? space.extents.back() : 1);
  return name;
}

LogicalResult Launches::writeLaunch(unsigned index) {
  const RowGroup &group = groups.get()[index];
  Location loc = group.ops.back()->getLoc();
  SmallVector<Value> rowSizes;
  for (auto [dimClass, extent] : llvm::zip_equal(group.space.rows, group.space.extents))
    if (ShapedType::isDynamic(extent))
      rowSizes.push_back(sizeOf(dimClass));
  SmallVector<Type> types;
  for (Value value : results[index])
    types.push_back(value.getType());

  auto external = [&](Value value) { return launched.lookup_or(value, value); };
  RowProgram program(groups, index, builder, external);
  SmallVector<AffineMap> maps;
  bool hasMaps = false;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(program.getBody());
    SmallVector<Value> yielded;
    for (Operation *op : group.ops)
      program.ownRow(op->getResult(0));
    for (Value value : results[index]) {
      auto source = groups.sourceOf(value);
      yielded.push_back(program.ownRow(source ? source->first : value));
      hasMaps |= source || group.space.isCut;
      maps.push_back(program.mapOf(value, source ? source->second : program.ownAxes(value)));
    }
    sched::YieldOp::create(builder, loc, yielded);
  }
  if (Operation *view = program.getUnreadable()) {
    InFlightDiagnostic diag = view->emitError("rows must run along the last axis of ")
                              << view->getOperand(0).getType() << ", do not through this view";
    diag.attachNote(group.ops.front()->getLoc()) << "these are the rows";
    return diag;
  }

  SmallVector<int64_t> gathers = program.numberSymbols(maps);
  builder.setInsertionPoint(func.front().getTerminator());
  auto launch = sched::LaunchOp::create(builder, loc, types, builder.getStringAttr(nameOf(index)),
                                        /*variants=*/nullptr, /*bodiesCount=*/1);
  builder.createBlock(&launch.getBodies().front());
  auto groupOp = sched::GroupOp::create(
      builder, loc, types, rowSizes, group.space.extents, program.getInputs(),
      builder.getAffineMapArrayAttr(program.getMaps()),
      gathers.empty() ? nullptr : builder.getDenseI64ArrayAttr(gathers),
      hasMaps ? builder.getAffineMapArrayAttr(maps) : nullptr, /*config=*/nullptr);
  groupOp.getBody().push_back(program.getBody());
  sched::YieldOp::create(builder, loc, groupOp.getResults());
  for (auto [value, result] : llvm::zip_equal(results[index], launch.getResults()))
    launched.try_emplace(value, result);
  launches.push_back(launch);
  return success();
}

LogicalResult Launches::write() {
  findResults();
  SmallVector<Operation *> old;
  for (Operation &op : func.front().without_terminator())
    old.push_back(&op);
  for (auto [index, group] : llvm::enumerate(groups.get()))
    if (group.isConcat)
      writeConcat(cast<norm::ConcatOp>(group.ops.front()));
    else if (failed(writeLaunch(index)))
      return failure();
  for (OpOperand &returned : func.front().getTerminator()->getOpOperands())
    returned.set(storedBy(returned));
  for (Operation *op : llvm::reverse(old))
    op->erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct FormRowGroups : normc::impl::FormRowGroupsBase<FormRowGroups> {
  using FormRowGroupsBase::FormRowGroupsBase;
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal())
      return;
    if (failed(separateParts(func)))
      return signalPassFailure();
    DimClasses dims(func);
    if (failed(verifyViews(func, dims)))
      return signalPassFailure();
    if (auto conflict = dims.findConflict()) {
      func.emitError("one size is used as ") << conflict->first << " and as " << conflict->second;
      return signalPassFailure();
    }
    // A function that skipped the input phase.
    if (func.getNumArguments() > 0 && !func.getArgAttr(0, "norm.sizes"))
      describeSizes(func, dims);
    if (failed(Launches(func, dims, fuse).write()))
      signalPassFailure();
  }
};
} // namespace
