//===- ReferenceFixture.h - graphs from text, evaluated ----------*- C++ -*-===//
//
// What the tests of the reference share: host tensors from formulas, functions from text,
// their results and what they are refused for.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_UNIT_REFERENCEFIXTURE_H
#define NORMC_UNIT_REFERENCEFIXTURE_H

#include "normc/Reference/Evaluate.h"

#include "Norm/Norm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <functional>

namespace normc {

inline HostTensor makeTensor(ElementType type, llvm::ArrayRef<int64_t> shape,
                             std::function<float(int64_t)> element) {
  HostTensor tensor(type, shape);
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    tensor.set(i, element(i));
  return tensor;
}

inline HostTensor makeTensor(ElementType type, std::vector<float> values) {
  return makeTensor(type, {static_cast<int64_t>(values.size())},
                    [&](int64_t i) { return values[i]; });
}

inline HostTensor makeConstant(ElementType type, llvm::ArrayRef<int64_t> shape, float value) {
  return makeTensor(type, shape, [=](int64_t) { return value; });
}

inline std::vector<float> toFloats(const HostTensor &tensor) {
  std::vector<float> values;
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    values.push_back(tensor.get(i));
  return values;
}

class ReferenceFixture : public testing::Test {
protected:
  ReferenceFixture() {
    context.loadDialect<mlir::arith::ArithDialect, mlir::func::FuncDialect, mlir::math::MathDialect,
                        norm::NormDialect>();
  }

  mlir::func::FuncOp parse(llvm::StringRef source) {
    module = mlir::parseSourceString<mlir::ModuleOp>(source, &context);
    EXPECT_TRUE(module) << source.str();
    return module ? *module->getOps<mlir::func::FuncOp>().begin() : nullptr;
  }

  /// The results under the strict law; one empty tensor where there are none.
  std::vector<HostTensor> evaluateAll(llvm::StringRef source,
                                      llvm::ArrayRef<reference::Input> inputs) {
    mlir::FailureOr<std::vector<HostTensor>> results = mlir::failure();
    if (mlir::func::FuncOp function = parse(source))
      results = reference::evaluateStrict(function, inputs);
    EXPECT_TRUE(succeeded(results)) << source.str();
    return results.value_or(std::vector<HostTensor>(1));
  }

  std::vector<float> evaluate(llvm::StringRef source, llvm::ArrayRef<reference::Input> inputs) {
    return toFloats(evaluateAll(source, inputs)[0]);
  }

  /// The first result in doubles.
  std::vector<double> evaluateExactly(llvm::StringRef source,
                                      llvm::ArrayRef<reference::Input> inputs) {
    mlir::FailureOr<std::vector<std::vector<double>>> results = mlir::failure();
    if (mlir::func::FuncOp function = parse(source))
      results = reference::evaluateF64(function, inputs);
    EXPECT_TRUE(succeeded(results)) << source.str();
    return results.value_or(std::vector<std::vector<double>>(1))[0];
  }

  /// What evaluation says, with its line, where it fails.
  std::string diagnose(llvm::StringRef source, llvm::ArrayRef<reference::Input> inputs) {
    mlir::func::FuncOp function = parse(source);
    if (!function)
      return "";
    std::string message;
    mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
      auto location = diagnostic.getLocation()->findInstanceOf<mlir::FileLineColLoc>();
      message = std::to_string(location.getLine()) + ": " + diagnostic.str();
    });
    EXPECT_TRUE(failed(reference::evaluateStrict(function, inputs)));
    return message;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace normc

#endif // NORMC_UNIT_REFERENCEFIXTURE_H
