//===- DimensionNames.cpp - what a function's dimensions are called -------===//
//
// norm.dims first, then numbers.
//
//===----------------------------------------------------------------------===//

#include "normc/Import/DimensionNames.h"

using namespace mlir;
using namespace normc;

SmallVector<std::string> normc::dimensionNames(func::FuncOp function, int64_t numDimensions) {
  SmallVector<std::string> names;
  if (auto given = function->getAttrOfType<ArrayAttr>("norm.dims"))
    for (Attribute name : given)
      if (auto text = dyn_cast<StringAttr>(name); text && !llvm::is_contained(names, text.str()))
        names.push_back(text.str());
  for (int64_t i = names.size(); i < numDimensions; ++i)
    names.push_back("s" + std::to_string(i));
  names.resize(numDimensions);
  return names;
}
