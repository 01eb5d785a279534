//===- NormDialect.cpp - registration of the norm dialect -----------------===//
//
// Registers the norm dialect's ops and attributes, and makes its constants.
//
//===----------------------------------------------------------------------===//

#include "Norm/Norm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace normc::norm;

#include "Norm/NormDialect.cpp.inc"
#include "Norm/NormEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "Norm/NormAttrs.cpp.inc"

void NormDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Norm/NormAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Norm/NormOps.cpp.inc"
      >();
}

Operation *NormDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                            Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}
