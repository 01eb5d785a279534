//===- GatherOp.cpp - verifier of norm.gather -----------------------------===//
//
// Checks the numbered constraints that NormOps.td documents.
//
//===----------------------------------------------------------------------===//

#include "Norm/Norm.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace normc::norm;

LogicalResult GatherOp::verify() {
  RankedTensorType table = getTable().getType(), index = getIndex().getType();
  // gather_c1
  if (table.getRank() == 0)
    return emitOpError("needs a table with an axis to choose from, got ") << table;
  // gather_c2
  SmallVector<int64_t> shape(index.getShape());
  llvm::append_range(shape, table.getShape().drop_front());
  auto expected = RankedTensorType::get(shape, table.getElementType());
  if (getType() == expected)
    return success();
  return emitOpError("result must be ") << expected << ", got " << getType();
}
