//===- CheckResults.cpp - results against the reference -------------------===//
//
// Bit for bit under the strict law, by the error against f64 under the relaxed one.
//
//===----------------------------------------------------------------------===//

#include "CheckResults.h"

#include "normc/Reference/Compare.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace normc;

int normc::checkGuards(const Plan &plan, const Arguments &arguments) {
  for (auto [tensor, placed] : llvm::zip_equal(plan.tensors, arguments.tensors))
    if (placed)
      if (std::optional<int64_t> byte = placed->findDamage())
        return fail(BadInput,
                    "a kernel wrote outside '" + tensor.name + "', at byte " + llvm::Twine(*byte));
  return Done;
}

/// The law of the function, as the pipeline sees it.
static bool isRelaxed(func::FuncOp function) {
  auto law = function->getAttrOfType<StringAttr>("norm.numerics");
  return law && law == "relaxed";
}

static void printDifference(const HostTensor &actual, const HostTensor &expected,
                            const reference::BitDifference &difference) {
  if (difference.isEqual()) {
    llvm::outs() << "all " << actual.numElements() << " elements equal the reference bit for bit";
    return;
  }
  llvm::outs() << difference.count << " of " << actual.numElements()
               << " elements differ from the reference, first at " << *difference.first << ": got "
               << llvm::format("%.9g", actual.get(*difference.first)) << ", expected "
               << llvm::format("%.9g", expected.get(*difference.first));
}

/// Relaxed results keep more bits on the way, but which of two roundings lands nearer to f64 is
/// luck where only the last one is left: twice the strict error is the same quality. The fixed
/// part is an f32 rounding, for graphs whose strict result is exact.
static bool isCloseEnough(double error, double strictError) {
  return error <= 2 * strictError + 1e-7;
}

int normc::checkResults(func::FuncOp function, const Plan &plan, const Arguments &arguments,
                        bool showsError) {
  bool relaxed = isRelaxed(function);
  FailureOr<std::vector<HostTensor>> strict = reference::evaluateStrict(function, arguments.values);
  if (failed(strict))
    return BadInput;
  FailureOr<std::vector<std::vector<double>>> exact = failure();
  if (relaxed || showsError) {
    exact = reference::evaluateF64(function, arguments.values);
    if (failed(exact))
      return BadInput;
  }
  int code = Done;
  for (int64_t i = 0; i < plan.numResults; ++i) {
    HostTensor actual = arguments.tensors[plan.firstResult() + i]->read();
    const HostTensor &expected = (*strict)[i];
    reference::BitDifference difference = reference::compareBits(actual, expected);
    llvm::outs() << "check " << plan.tensors[plan.firstResult() + i].name << ": ";
    printDifference(actual, expected, difference);
    bool holds = difference.isEqual();
    if (succeeded(exact)) {
      double error = reference::getRelativeError(actual, (*exact)[i]);
      llvm::outs() << llvm::format("; relative error to f64 %.2g", error);
      if (relaxed) {
        double strictError = reference::getRelativeError(expected, (*exact)[i]);
        llvm::outs() << llvm::format(", strict %.2g", strictError);
        holds = isCloseEnough(error, strictError);
      }
    }
    llvm::outs() << (holds ? "\n" : ": FAILED\n");
    if (!holds)
      code = BadInput;
  }
  return code;
}
