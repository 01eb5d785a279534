//===- normc-opt.cpp - the passes one by one ------------------------------===//
//
// mlir-opt with normc's dialects, passes and phases.
//
//===----------------------------------------------------------------------===//

#include "normc/InitAll.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  normc::registerAllDialects(registry);
  normc::registerAllPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "normc pass driver\n", registry));
}
