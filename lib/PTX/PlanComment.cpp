//===- PlanComment.cpp - a plan as a comment before PTX -------------------===//
//
// Tells a reader of the PTX how to launch its kernels by hand.
//
//===----------------------------------------------------------------------===//

#include "normc/PTX/PlanComment.h"

#include "Sched/Sched.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace normc;

/// An expression map with one result, without its header.
static void printExpr(AffineMap map, llvm::raw_ostream &os) {
  llvm::interleaveComma(map.getResults(), os, [&](AffineExpr expr) { os << expr; });
}

/// A name from the source, kept from ending the comment.
static void printName(StringRef name, llvm::raw_ostream &os) { llvm::printEscapedString(name, os); }

static void printTensors(StringRef kind, ArrayAttr tensors, llvm::raw_ostream &os) {
  for (Attribute attr : tensors) {
    os << "//   " << kind << " ";
    if (auto tensor = dyn_cast<sched::PlanTensorAttr>(attr)) {
      printName(tensor.getName(), os);
      os << " : " << tensor.getElement() << " [";
      printExpr(tensor.getSizes(), os);
      os << "]\n";
    } else {
      auto number = cast<sched::PlanScalarAttr>(attr);
      printName(number.getName(), os);
      os << " : " << number.getType() << "\n";
    }
  }
}

static void printWindows(ArrayAttr windows, llvm::raw_ostream &os) {
  for (auto window : windows.getAsRange<sched::PlanWindowAttr>()) {
    os << "//   window ";
    printName(window.getName(), os);
    os << " of ";
    printName(window.getWhole(), os);
    os << " from [";
    printExpr(window.getStart(), os);
    os << "] : " << window.getElement() << " [";
    printExpr(window.getSizes(), os);
    os << "]\n";
  }
}

static void printKernel(sched::PlanLaunchAttr launch, sched::PlanKernelAttr kernel,
                        llvm::raw_ostream &os) {
  os << "//   kernel " << kernel.getKernel().getLeafReference().getValue() << "\n//     when";
  for (auto [name, bytes] : llvm::zip(launch.getTensors(), kernel.getAlignments())) {
    os << " ";
    printName(name, os);
    os << "%" << bytes;
  }
  os << (kernel.getVariant().getCollapse() ? ", row axes dense" : "");
  if (int64_t most = kernel.getVariant().getMaxCtas())
    os << ", at most " << most << " CTAs";
  if (kernel.getVariant().getInPlace()) {
    os << ", in place:";
    for (StringAttr pair : launch.getInPlace()) {
      os << " ";
      printName(pair, os);
    }
  }
  os << "\n//     grid (";
  printExpr(kernel.getGrid(), os);
  os << ", 1, 1) block (" << kernel.getBlock()[0] << ", " << kernel.getBlock()[1]
     << ", 1)\n//     arguments (";
  llvm::interleaveComma(kernel.getArguments(), os,
                        [&](StringAttr argument) { printName(argument, os); });
  os << ")\n";
}

void normc::printPlanComment(sched::PlanOp plan, llvm::raw_ostream &os) {
  os << "// normc: ";
  printName(plan.getSymName(), os);
  os << ", strides in elements, s0 .. are sizes, x%16: 16 divides x and its strides in bytes\n";
  printTensors("argument", plan.getArguments(), os);
  printTensors("result", plan.getResults(), os);
  printTensors("temporary", plan.getTemporaries(), os);
  if (std::optional<ArrayAttr> windows = plan.getWindows())
    printWindows(*windows, os);
  for (auto [index, attr] : llvm::enumerate(plan.getLaunches())) {
    auto launch = cast<sched::PlanLaunchAttr>(attr);
    os << "//   launch " << index << ": the first kernel whose conditions hold\n";
    for (sched::PlanKernelAttr kernel : launch.getKernels())
      printKernel(launch, kernel, os);
  }
}
