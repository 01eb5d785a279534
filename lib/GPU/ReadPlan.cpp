//===- ReadPlan.cpp - a sched.plan as plain data --------------------------===//
//
// Resolves the names in a plan and its expressions.
//
//===----------------------------------------------------------------------===//

#include "normc/GPU/ReadPlan.h"

#include "Norm/Norm.h"
#include "Sched/Sched.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace normc;

static ElementType elementOf(Type type) { return *norm::findElementType(type); }

static FailureOr<SizeExpr> readExpr(AffineExpr expr);

/// As flat as may be: the sum of a concat's many parts nests to the left.
static FailureOr<SizeExpr> readSum(ArrayRef<AffineExpr> terms) {
  if (terms.size() == 1)
    return readExpr(terms.front());
  FailureOr<SizeExpr> left = readSum(terms.take_front(terms.size() / 2));
  FailureOr<SizeExpr> right = readSum(terms.drop_front(terms.size() / 2));
  if (failed(left) || failed(right))
    return failure();
  return SizeExpr{SizeExpr::Add, 0, {std::move(*left), std::move(*right)}};
}

static void collectTerms(AffineExpr expr, SmallVector<AffineExpr> &terms) {
  if (expr.getKind() != AffineExprKind::Add)
    return terms.push_back(expr);
  auto sum = cast<AffineBinaryOpExpr>(expr);
  collectTerms(sum.getLHS(), terms);
  collectTerms(sum.getRHS(), terms);
}

/// Sizes and grids are made of dimensions, constants, sums, products and ceildiv.
static FailureOr<SizeExpr> readExpr(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return SizeExpr{SizeExpr::Constant, constant.getValue(), {}};
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return SizeExpr{SizeExpr::Dimension, symbol.getPosition(), {}};
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return failure();
  SizeExpr result;
  switch (expr.getKind()) {
  case AffineExprKind::Add: {
    SmallVector<AffineExpr> terms;
    collectTerms(expr, terms);
    return readSum(terms);
  }
  case AffineExprKind::Mul:
    result.kind = SizeExpr::Multiply;
    break;
  case AffineExprKind::CeilDiv:
    result.kind = SizeExpr::CeilDivide;
    break;
  default:
    return failure();
  }
  for (AffineExpr operand : {binary.getLHS(), binary.getRHS()}) {
    FailureOr<SizeExpr> read = readExpr(operand);
    if (failed(read))
      return failure();
    result.operands.push_back(std::move(*read));
  }
  return result;
}

static FailureOr<std::vector<SizeExpr>> readExprs(AffineMap map) {
  std::vector<SizeExpr> exprs;
  for (AffineExpr expr : map.getResults()) {
    FailureOr<SizeExpr> read = readExpr(expr);
    if (failed(read))
      return failure();
    exprs.push_back(std::move(*read));
  }
  return exprs;
}

namespace {
class PlanReader {
public:
  explicit PlanReader(sched::PlanOp op) : op(op) {}
  FailureOr<Plan> run();

private:
  LogicalResult addTensor(Attribute attr);
  LogicalResult addWindow(sched::PlanWindowAttr attr);
  FailureOr<int64_t> tensorNamed(StringRef name);
  FailureOr<PlanParameter> readParameter(StringRef text);
  FailureOr<PlanKernel> readKernel(sched::PlanKernelAttr attr);
  LogicalResult addLaunch(sched::PlanLaunchAttr attr);
  LogicalResult refuse(const Twine &what) { return op.emitOpError() << what; }

  sched::PlanOp op;
  Plan plan;
  llvm::StringMap<int64_t> tensors;
};
} // namespace

LogicalResult PlanReader::addTensor(Attribute attr) {
  PlanTensor tensor;
  if (auto number = dyn_cast<sched::PlanScalarAttr>(attr)) {
    tensor.name = number.getName().str();
    tensor.isNumber = true;
  } else if (auto described = dyn_cast<sched::PlanTensorAttr>(attr)) {
    tensor.name = described.getName().str();
    tensor.element = elementOf(described.getElement());
    FailureOr<std::vector<SizeExpr>> sizes = readExprs(described.getSizes());
    if (failed(sizes))
      return refuse("sizes are made of dimensions, constants, products and ceildiv");
    tensor.sizes = std::move(*sizes);
  } else {
    return refuse("describes a tensor by #sched.tensor or #sched.scalar");
  }
  if (!tensors.try_emplace(tensor.name, plan.tensors.size()).second)
    return refuse("names two tensors '" + tensor.name + "'");
  plan.tensors.push_back(std::move(tensor));
  return success();
}

LogicalResult PlanReader::addWindow(sched::PlanWindowAttr attr) {
  FailureOr<int64_t> whole = tensorNamed(attr.getWhole());
  if (failed(whole) || failed(addTensor(sched::PlanTensorAttr::get(
                           op.getContext(), attr.getName(), attr.getElement(), attr.getSizes()))))
    return failure();
  PlanTensor &window = plan.tensors.back();
  window.windowOf = *whole;
  FailureOr<std::vector<SizeExpr>> start = readExprs(attr.getStart());
  if (failed(start))
    return refuse("a window starts at dimensions, constants, products and ceildiv");
  window.start = std::move(*start);
  ++plan.numWindows;
  return success();
}

FailureOr<int64_t> PlanReader::tensorNamed(StringRef name) {
  auto it = tensors.find(name);
  if (it == tensors.end())
    return refuse("names no tensor '" + name + "'");
  return it->second;
}

/// `x`, `x.stride0` or `size:s1`.
FailureOr<PlanParameter> PlanReader::readParameter(StringRef text) {
  PlanParameter parameter{PlanParameter::Pointer, 0, 0, {}};
  if (text.consume_front("size:")) {
    parameter.kind = PlanParameter::Size;
    int64_t number;
    StringRef digits = text;
    bool isDimension = digits.consume_front("s");
    if (digits.getAsInteger(10, number))
      return refuse("a size is a dimension or a number, got '" + text + "'");
    parameter.size.kind = isDimension ? SizeExpr::Dimension : SizeExpr::Constant;
    parameter.size.value = number;
    return parameter;
  }
  auto [name, stride] = text.split(".stride");
  FailureOr<int64_t> tensor = tensorNamed(name);
  if (failed(tensor))
    return failure();
  parameter.tensor = *tensor;
  if (!stride.empty()) {
    parameter.kind = PlanParameter::Stride;
    if (stride.getAsInteger(10, parameter.axis))
      return refuse("a stride is along an axis, got '" + text + "'");
  } else if (plan.tensors[*tensor].isNumber) {
    parameter.kind = PlanParameter::Number;
  }
  return parameter;
}

FailureOr<PlanKernel> PlanReader::readKernel(sched::PlanKernelAttr attr) {
  PlanKernel kernel;
  kernel.name = attr.getKernel().getLeafReference().str();
  kernel.variant = attr.getVariant().getName().str();
  kernel.needsCollapsedRows = attr.getVariant().getCollapse();
  kernel.isInPlace = attr.getVariant().getInPlace();
  kernel.maxCtas = attr.getVariant().getMaxCtas();
  kernel.alignments.assign(attr.getAlignments().begin(), attr.getAlignments().end());
  FailureOr<std::vector<SizeExpr>> grid = readExprs(attr.getGrid());
  if (failed(grid) || grid->size() != 1 || attr.getBlock().size() != 2)
    return refuse("a grid is one expression, a block two numbers");
  kernel.grid = std::move(grid->front());
  kernel.threadsPerRow = attr.getBlock()[0];
  kernel.rowsPerCta = attr.getBlock()[1];
  for (StringAttr text : attr.getArguments()) {
    FailureOr<PlanParameter> parameter = readParameter(text);
    if (failed(parameter))
      return failure();
    kernel.parameters.push_back(std::move(*parameter));
  }
  return kernel;
}

LogicalResult PlanReader::addLaunch(sched::PlanLaunchAttr attr) {
  PlanLaunch launch;
  FailureOr<std::vector<SizeExpr>> rows = readExprs(attr.getRows());
  if (failed(rows))
    return refuse("rows are made of dimensions, constants, products and ceildiv");
  launch.rows = std::move(*rows);
  launch.partAxes.assign(attr.getPartAxes().begin(), attr.getPartAxes().end());
  for (StringAttr name : attr.getTensors()) {
    FailureOr<int64_t> tensor = tensorNamed(name);
    if (failed(tensor))
      return failure();
    launch.tensors.push_back(*tensor);
  }
  launch.collapsible.assign(attr.getCollapsible().begin(), attr.getCollapsible().end());
  if (launch.collapsible.size() != launch.tensors.size())
    return refuse("a launch has one number of collapsible axes for each of its tensors, " +
                  std::to_string(launch.tensors.size()) + ", got " +
                  std::to_string(launch.collapsible.size()));
  FailureOr<std::vector<SizeExpr>> bytes = readExprs(attr.getBytes());
  if (failed(bytes) || bytes->size() != 1)
    return refuse("the bytes of a launch are one expression");
  launch.bytes = std::move(bytes->front());
  for (StringAttr text : attr.getInPlace()) {
    auto [result, argument] = text.getValue().split('=');
    FailureOr<int64_t> written = tensorNamed(result), overwritten = tensorNamed(argument);
    if (failed(written) || failed(overwritten))
      return failure();
    launch.inPlace.push_back({*written, *overwritten});
  }
  for (sched::PlanKernelAttr kernelAttr : attr.getKernels()) {
    FailureOr<PlanKernel> kernel = readKernel(kernelAttr);
    if (failed(kernel))
      return failure();
    if (kernel->alignments.size() != launch.tensors.size())
      return refuse("a kernel has one alignment for each tensor of its launch");
    launch.kernels.push_back(std::move(*kernel));
  }
  if (launch.kernels.empty())
    return refuse("a launch has at least one kernel");
  plan.launches.push_back(std::move(launch));
  return success();
}

FailureOr<Plan> PlanReader::run() {
  plan.name = op.getSymName().str();
  plan.numDimensions = op.getNumDims();
  plan.numArguments = op.getArguments().size();
  plan.numResults = op.getResults().size();
  for (ArrayAttr list : {op.getArguments(), op.getResults(), op.getTemporaries()})
    for (Attribute attr : list)
      if (failed(addTensor(attr)))
        return failure();
  if (std::optional<ArrayAttr> windows = op.getWindows())
    for (Attribute attr : *windows)
      if (failed(addWindow(cast<sched::PlanWindowAttr>(attr))))
        return failure();
  for (Attribute attr : op.getLaunches())
    if (failed(addLaunch(cast<sched::PlanLaunchAttr>(attr))))
      return failure();
  if (Status status = checkPlan(plan); !status.isOk())
    return refuse(status.getMessage());
  return std::move(plan);
}

FailureOr<Plan> normc::readPlan(sched::PlanOp op) { return PlanReader(op).run(); }
