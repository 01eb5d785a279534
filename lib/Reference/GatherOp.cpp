//===- GatherOp.cpp - rows of a table --------------------------------------===//
//
// Copies the rows that indices name, and says which do not exist.
//
//===----------------------------------------------------------------------===//

#include "Reference/Values.h"

using namespace mlir;
using namespace normc;
using namespace normc::reference;

template <typename Number>
LogicalResult normc::reference::evaluateGatherOp(norm::GatherOp op, Values<Number> &values) {
  const Array<Number> &table = values[op.getTable()], &index = values[op.getIndex()];
  int64_t numRows = table.shape.front();
  int64_t rowSize = llvm::product_of(ArrayRef(table.shape).drop_front());
  constexpr int64_t mostRows = int64_t(1) << 24; // f32 holds the numbers below
  if (numRows > mostRows)
    return op.emitError("the reference evaluates tables of at most ")
           << mostRows << " rows, got " << numRows;
  Array<Number> result;
  result.shape = index.shape;
  llvm::append_range(result.shape, ArrayRef(table.shape).drop_front());
  for (Number chosen : index.elements) {
    auto row = static_cast<int64_t>(chosen);
    if (row < 0 || row >= numRows)
      return op.emitError("an index must be from 0 to less than ")
             << numRows << ", the rows of the table, got " << row;
    auto first = table.elements.begin() + row * rowSize;
    result.elements.insert(result.elements.end(), first, first + rowSize);
  }
  return values.set(op.getResult(), std::move(result));
}

template LogicalResult normc::reference::evaluateGatherOp(norm::GatherOp, Values<float> &);
template LogicalResult normc::reference::evaluateGatherOp(norm::GatherOp, Values<double> &);
