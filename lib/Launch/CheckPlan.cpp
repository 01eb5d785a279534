//===- CheckPlan.cpp - a plan that can be trusted -------------------------===//
//
// Checks the indices and numbers of a plan once, so that a launch need not.
//
//===----------------------------------------------------------------------===//

#include "normc/Launch/Plan.h"

#include <algorithm>

using namespace normc;

// Deeper expressions than the compiler writes; bounds the stack of evaluate.
static constexpr int maxExprDepth = 32;
static constexpr int64_t maxThreadsPerCta = 1024;
// Wider than any access of any chip.
static constexpr int64_t maxAlignment = 1024;

namespace {
class PlanChecker {
public:
  explicit PlanChecker(Plan &plan) : plan(plan) {}
  Status run();

private:
  Status refuse(const std::string &what) { return badInput("plan '" + plan.name + "': " + what); }
  Status checkExpr(const SizeExpr &expr, const std::string &what, int depth = 0);
  Status checkExprs(const std::vector<SizeExpr> &exprs, const std::string &what);
  Status checkTensors();
  Status checkWindows();
  Status checkDimensions();
  Status checkParameter(const PlanLaunch &launch, const PlanKernel &kernel,
                        const PlanParameter &parameter);
  Status checkKernel(const PlanLaunch &launch, const PlanKernel &kernel);
  Status checkLaunch(const PlanLaunch &launch);
  Status checkInPlace(const PlanLaunch &launch, PlanInPlace pair);
  Status checkKernelsInPlace(const PlanLaunch &launch);
  void deriveRows(const PlanLaunch &launch);

  Plan &plan;
};
} // namespace

/// "<what> must be from <low> to <high>, got <found>", or nothing.
static std::string outside(const std::string &what, int64_t found, int64_t low, int64_t high) {
  if (found >= low && found <= high)
    return "";
  return what + " must be from " + std::to_string(low) + " to " + std::to_string(high) + ", got " +
         std::to_string(found);
}

static bool contains(const std::vector<int64_t> &values, int64_t value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

Status PlanChecker::checkExpr(const SizeExpr &expr, const std::string &what, int depth) {
  if (depth > maxExprDepth)
    return refuse(what + " nests more than " + std::to_string(maxExprDepth) + " deep");
  switch (expr.kind) {
  case SizeExpr::Constant:
    if (expr.value < 0)
      return refuse(what + " must be at least 0, got " + std::to_string(expr.value));
    break;
  case SizeExpr::Dimension:
    if (expr.value < 0 || expr.value >= plan.numDimensions)
      return refuse(what + " is of dimension " + std::to_string(expr.value) + ", there are " +
                    std::to_string(plan.numDimensions));
    break;
  default:
    if (expr.operands.size() != 2)
      return refuse(what + " has an operation of " + std::to_string(expr.operands.size()) +
                    " operands, wanted 2");
    for (const SizeExpr &operand : expr.operands)
      if (Status status = checkExpr(operand, what, depth + 1); !status.isOk())
        return status;
  }
  return {};
}

Status PlanChecker::checkExprs(const std::vector<SizeExpr> &exprs, const std::string &what) {
  for (const SizeExpr &expr : exprs)
    if (Status status = checkExpr(expr, what); !status.isOk())
      return status;
  return {};
}

Status PlanChecker::checkTensors() {
  if (std::string text = outside("the number of tensors", plan.numTensors(), 1, maxPlanTensors);
      !text.empty())
    return refuse(text);
  if (plan.numArguments < 0 || plan.numResults < 0 || plan.numWindows < 0 ||
      plan.firstTemporary() > plan.firstWindow())
    return refuse(std::to_string(plan.numArguments) + " arguments, " +
                  std::to_string(plan.numResults) + " results and " +
                  std::to_string(plan.numWindows) + " windows, there are " +
                  std::to_string(plan.numTensors()) + " tensors");
  for (int64_t i = 0; i < plan.numTensors(); ++i) {
    PlanTensor &tensor = plan.tensors[i];
    tensor.lastAxisIsRow = false;
    std::string name = "'" + tensor.name + "'";
    if (tensor.isNumber && i >= plan.numArguments)
      return refuse(name + " is a number, which only an argument can be");
    int64_t rank = static_cast<int64_t>(tensor.sizes.size());
    if (std::string text = outside("the axes of " + name, rank, 0, maxPlanRank); !text.empty())
      return refuse(text);
    if (Status status = checkExprs(tensor.sizes, "a size of " + name); !status.isOk())
      return status;
  }
  return {};
}

/// That they end inside their tensors is checked when sizes are known.
Status PlanChecker::checkWindows() {
  for (int64_t i = 0; i < plan.numTensors(); ++i) {
    const PlanTensor &window = plan.tensors[i];
    bool isWindow = i >= plan.firstWindow();
    std::string what = "window '" + window.name + "'";
    if (isWindow != window.windowOf.has_value())
      return refuse("'" + window.name + "' is " + (isWindow ? "no" : "a") +
                    " window, windows come last");
    if (!isWindow)
      continue;
    if (std::string text = outside("the tensor of " + what, *window.windowOf, plan.firstResult(),
                                   plan.firstWindow() - 1);
        !text.empty())
      return refuse(text);
    const PlanTensor &whole = plan.tensors[*window.windowOf];
    if (whole.isNumber || whole.element != window.element ||
        whole.sizes.size() != window.sizes.size() || window.start.size() != window.sizes.size())
      return refuse(what + " has another type or rank than '" + whole.name + "'");
    if (Status status = checkExprs(window.start, "the start of " + what); !status.isOk())
      return status;
  }
  return {};
}

/// A dimension is read off an axis of an argument.
Status PlanChecker::checkDimensions() {
  std::vector<bool> isBound(plan.numDimensions);
  for (int64_t i = 0; i < plan.numArguments; ++i)
    for (const SizeExpr &size : plan.tensors[i].sizes)
      if (size.kind == SizeExpr::Dimension)
        isBound[size.value] = true;
  auto unbound = std::find(isBound.begin(), isBound.end(), false);
  if (unbound != isBound.end())
    return refuse("dimension " + std::to_string(unbound - isBound.begin()) +
                  " is the size of no argument");
  return {};
}

Status PlanChecker::checkParameter(const PlanLaunch &launch, const PlanKernel &kernel,
                                   const PlanParameter &parameter) {
  std::string what = "kernel '" + kernel.name + "': ";
  if (parameter.kind == PlanParameter::Size)
    return checkExpr(parameter.size, what + "a size");
  if (std::string text =
          outside("a parameter's tensor", parameter.tensor, 0, plan.numTensors() - 1);
      !text.empty())
    return refuse(what + text);
  const PlanTensor &tensor = plan.tensors[parameter.tensor];
  if (tensor.isNumber != (parameter.kind == PlanParameter::Number))
    return refuse(what + "'" + tensor.name + "' is a " + (tensor.isNumber ? "number" : "tensor") +
                  ", passed as a " + (tensor.isNumber ? "tensor" : "number"));
  if (parameter.kind == PlanParameter::Number)
    return {};
  if (!contains(launch.tensors, parameter.tensor))
    return refuse(what + "takes '" + tensor.name + "', which is not among its launch's tensors");
  if (parameter.kind != PlanParameter::Stride)
    return {};
  int64_t rank = static_cast<int64_t>(tensor.sizes.size());
  if (parameter.axis < 0 || parameter.axis >= rank)
    return refuse(what + "takes a stride along axis " + std::to_string(parameter.axis) + " of '" +
                  tensor.name + "', which has " + std::to_string(rank) + " axes");
  return {};
}

Status PlanChecker::checkKernel(const PlanLaunch &launch, const PlanKernel &kernel) {
  std::string what = "kernel '" + kernel.name + "': ";
  if (kernel.name.empty())
    return refuse("a kernel has no name");
  if (std::string text = outside("the most CTAs", kernel.maxCtas, 0, INT32_MAX); !text.empty())
    return refuse(what + text);
  if (kernel.alignments.size() != launch.tensors.size())
    return refuse(what + std::to_string(kernel.alignments.size()) + " alignments for " +
                  std::to_string(launch.tensors.size()) + " tensors");
  for (int64_t bytes : kernel.alignments)
    if (bytes < 1 || bytes > maxAlignment || (bytes & (bytes - 1)) != 0)
      return refuse(what + "an alignment must be a power of two up to " +
                    std::to_string(maxAlignment) + ", got " + std::to_string(bytes));
  // Each alone first: their product may overflow.
  for (int64_t size : {kernel.threadsPerRow, kernel.rowsPerCta})
    if (std::string text = outside("a side of the block", size, 1, maxThreadsPerCta); !text.empty())
      return refuse(what + text);
  if (std::string text = outside("the threads of a CTA", kernel.threadsPerRow * kernel.rowsPerCta,
                                 1, maxThreadsPerCta);
      !text.empty())
    return refuse(what + text);
  int64_t numParameters = static_cast<int64_t>(kernel.parameters.size());
  if (std::string text = outside("the number of parameters", numParameters, 0, maxKernelParameters);
      !text.empty())
    return refuse(what + text);
  for (const PlanParameter &parameter : kernel.parameters)
    if (Status status = checkParameter(launch, kernel, parameter); !status.isOk())
      return status;
  return checkExpr(kernel.grid, what + "the grid");
}

Status PlanChecker::checkInPlace(const PlanLaunch &launch, PlanInPlace pair) {
  for (int64_t tensor : {pair.result, pair.argument})
    if (!contains(launch.tensors, tensor))
      return refuse("a pair in place has tensor " + std::to_string(tensor) +
                    ", which is not among its launch's tensors");
  const PlanTensor &result = plan.tensors[pair.result], &argument = plan.tensors[pair.argument];
  std::string what = "'" + result.name + "' in place of '" + argument.name + "': ";
  if (!plan.isResult(pair.result) || pair.argument >= plan.numArguments)
    return refuse(what + "a result can be in place of an argument");
  if (result.element != argument.element || result.sizes != argument.sizes)
    return refuse(what + "their types or sizes differ");
  auto isSame = [&](PlanInPlace other) {
    return other.result == pair.result || other.argument == pair.argument;
  };
  if (std::count_if(launch.inPlace.begin(), launch.inPlace.end(), isSame) > 1)
    return refuse(what + "one of them is in two pairs");
  for (const PlanLaunch *later = &launch + 1; later != plan.launches.data() + plan.launches.size();
       ++later)
    if (contains(later->tensors, pair.argument))
      return refuse(what + "a later launch takes '" + argument.name + "'");
  return {};
}

/// There are kernels for calls without a pair in place, and where there are pairs for those with;
/// of either some for any number of CTAs.
Status PlanChecker::checkKernelsInPlace(const PlanLaunch &launch) {
  bool isInPlace = false, isNot = false;
  bool isForAny[2] = {false, false};
  for (const PlanKernel &kernel : launch.kernels) {
    (kernel.isInPlace ? isInPlace : isNot) = true;
    isForAny[kernel.isInPlace] |= kernel.maxCtas == 0;
  }
  if (!isNot)
    return refuse("a launch has kernels in place alone");
  if (!isForAny[false] || (isInPlace && !isForAny[true]))
    return refuse("a launch has kernels for few CTAs alone");
  if (isInPlace == launch.inPlace.empty())
    return refuse(isInPlace ? "a launch has a kernel in place, but no pair"
                            : "a launch has a pair in place, but no kernel for it");
  return {};
}

Status PlanChecker::checkLaunch(const PlanLaunch &launch) {
  if (launch.kernels.empty())
    return refuse("a launch has no kernel");
  int64_t numRowAxes = 0;
  for (int64_t count : launch.axesOfParts()) {
    if (std::string text = outside("the row axes of a launch", count, 0, maxPlanRank);
        !text.empty())
      return refuse(text);
    numRowAxes += count;
  }
  if (numRowAxes != static_cast<int64_t>(launch.rows.size()))
    return refuse("the parts of a launch have " + std::to_string(numRowAxes) +
                  " row axes, there are " + std::to_string(launch.rows.size()));
  if (Status status = checkExprs(launch.rows, "a row axis"); !status.isOk())
    return status;
  if (Status status = checkExpr(launch.bytes, "the bytes of a launch"); !status.isOk())
    return status;
  for (int64_t tensor : launch.tensors)
    if (std::string text = outside("a launch's tensor", tensor, 0, plan.numTensors() - 1);
        !text.empty())
      return refuse(text);
  for (int64_t tensor : launch.tensors)
    if (plan.tensors[tensor].isNumber)
      return refuse("'" + plan.tensors[tensor].name + "' is a number, listed as a launch's tensor");
  if (launch.collapsible.size() != launch.tensors.size())
    return refuse(std::to_string(launch.collapsible.size()) + " numbers of collapsible axes for " +
                  std::to_string(launch.tensors.size()) + " tensors");
  for (size_t i = 0; i < launch.tensors.size(); ++i) {
    const PlanTensor &tensor = plan.tensors[launch.tensors[i]];
    if (std::string text =
            outside("the collapsible axes of '" + tensor.name + "'", launch.collapsible[i], 0,
                    static_cast<int64_t>(tensor.sizes.size()));
        !text.empty())
      return refuse(text);
  }
  for (PlanInPlace pair : launch.inPlace)
    if (Status status = checkInPlace(launch, pair); !status.isOk())
      return status;
  if (Status status = checkKernelsInPlace(launch); !status.isOk())
    return status;
  for (const PlanKernel &kernel : launch.kernels)
    if (Status status = checkKernel(launch, kernel); !status.isOk())
      return status;
  return {};
}

/// The strides of an operand follow its pointer. A last axis without one is not walked by rows:
/// it is the row (or has the one element). One tensor can be two operands, a row and a number.
void PlanChecker::deriveRows(const PlanLaunch &launch) {
  for (const PlanKernel &kernel : launch.kernels) {
    const auto &parameters = kernel.parameters;
    for (size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i].kind != PlanParameter::Pointer)
        continue;
      PlanTensor &tensor = plan.tensors[parameters[i].tensor];
      int64_t lastAxis = static_cast<int64_t>(tensor.sizes.size()) - 1;
      bool isWalked = lastAxis < 0;
      for (size_t j = i + 1; j < parameters.size(); ++j) {
        if (parameters[j].kind != PlanParameter::Stride)
          break;
        isWalked |= parameters[j].tensor == parameters[i].tensor && parameters[j].axis == lastAxis;
      }
      tensor.lastAxisIsRow |= !isWalked;
    }
  }
}

Status PlanChecker::run() {
  if (std::string text =
          outside("the number of dimensions", plan.numDimensions, 0, maxPlanDimensions);
      !text.empty())
    return refuse(text);
  if (Status status = checkTensors(); !status.isOk())
    return status;
  if (Status status = checkWindows(); !status.isOk())
    return status;
  if (Status status = checkDimensions(); !status.isOk())
    return status;
  if (std::string text = outside("the number of launches",
                                 static_cast<int64_t>(plan.launches.size()), 0, maxPlanLaunches);
      !text.empty())
    return refuse(text);
  for (const PlanLaunch &launch : plan.launches) {
    if (Status status = checkLaunch(launch); !status.isOk())
      return status;
    deriveRows(launch);
  }
  // A window has its tensor's strides.
  for (int64_t i = plan.firstWindow(); i < plan.numTensors(); ++i)
    plan.tensors[*plan.tensors[i].windowOf].lastAxisIsRow |= plan.tensors[i].lastAxisIsRow;
  return {};
}

Status normc::checkPlan(Plan &plan) { return PlanChecker(plan).run(); }
