//===- ReadPlanTest.cpp - tests for ReadPlan.h ----------------------------===//
//
// A plan as plain data, and what the text of a plan can get wrong.
//
//===----------------------------------------------------------------------===//

#include "normc/GPU/ReadPlan.h"

#include "Sched/Sched.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include "gmock/gmock.h"

using namespace normc;
using testing::HasSubstr;

namespace {

/// The parts of a plan; each fault replaces one.
struct Text {
  std::string x = "#sched.tensor<\"x\" : bf16, ()[s0] -> (s0, 64)>";
  std::string result = "#sched.tensor<\"y\" : bf16, ()[s0] -> (s0, 64)>";
  std::string rows = "()[s0] -> (s0)";
  std::string tensors = "[\"x\", \"y\"]";
  std::string collapsible = "[1, 0]";
  std::string bytes = "()[s0] -> (s0 * 256)";
  std::string grid = "()[s0] -> (s0 ceildiv 4)";
  std::string inPlace; ///< with a comma after it
  std::string parameters = "[\"x\", \"x.stride0\", \"y\", \"y.stride0\", \"k\", \"size:s0\"]";

  std::string compose() const {
    return llvm::formatv(
        "sched.plan @p dims 1 arguments [{0}, #sched.scalar<\"k\" : f32>] results [{1}] "
        "temporaries [] launches [#sched.launch<rows = {2}, tensors = {3}, collapsible = {6}, "
        "bytes = {7}, {8}kernels = [<@m::@k_aligned, <\"aligned\", align = 16, collapse = false>, "
        "grid = {4}, "
        "block = [8, 4], alignments = [16, 16], arguments = {5}>]>]",
        x, result, rows, tensors, grid, parameters, collapsible, bytes, inPlace);
  }
};

class ReadPlanTest : public testing::Test {
protected:
  ReadPlanTest() { context.loadDialect<sched::SchedDialect>(); }

  /// The plan, or in `error` the first message about it.
  mlir::FailureOr<Plan> read(const Text &text) {
    error.clear();
    mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
      if (error.empty())
        error = diagnostic.str();
      return mlir::success();
    });
    module = mlir::parseSourceString<mlir::ModuleOp>(text.compose(), mlir::ParserConfig(&context));
    if (!module) {
      ADD_FAILURE() << error << ": " << text.compose();
      return mlir::failure();
    }
    return readPlan(*module->getOps<sched::PlanOp>().begin());
  }

  std::string refusal(const Text &text) {
    EXPECT_TRUE(failed(read(text)));
    return error;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string error;
};

} // namespace

TEST_F(ReadPlanTest, ReadsNamesAndExpressions) {
  mlir::FailureOr<Plan> plan = read({});
  ASSERT_TRUE(succeeded(plan)) << error;
  EXPECT_EQ(plan->numArguments, 2);
  EXPECT_EQ(plan->numResults, 1);
  int64_t dimensions[] = {9};
  EXPECT_EQ(plan->launches.at(0).collapsible, (std::vector<int64_t>{1, 0}));
  EXPECT_EQ(plan->launches.at(0).bytes.evaluate(dimensions), 9 * 256);
  const PlanKernel &kernel = plan->launches.at(0).kernels.at(0);
  EXPECT_EQ(kernel.name, "k_aligned");
  EXPECT_EQ(kernel.grid.evaluate(dimensions), 3);
  EXPECT_EQ(kernel.threadsPerRow, 8);
  EXPECT_EQ(kernel.rowsPerCta, 4);
  ASSERT_EQ(kernel.parameters.size(), 6u);
  EXPECT_EQ(kernel.parameters[3].kind, PlanParameter::Stride);
  EXPECT_EQ(kernel.parameters[3].tensor, 2);
  EXPECT_EQ(kernel.parameters[4].kind, PlanParameter::Number);
  EXPECT_EQ(kernel.parameters[5].size.evaluate(dimensions), 9);
}

TEST_F(ReadPlanTest, RefusesOtherExpressions) {
  Text text;
  text.x = "#sched.tensor<\"x\" : bf16, ()[s0] -> (s0 mod 4, 64)>";
  EXPECT_THAT(refusal(text),
              HasSubstr("sizes are made of dimensions, constants, products and ceildiv"));
  text = {};
  text.rows = "()[s0] -> (s0 floordiv 2)";
  EXPECT_THAT(refusal(text),
              HasSubstr("rows are made of dimensions, constants, products and ceildiv"));
  text = {};
  text.bytes = "()[s0] -> (s0 mod 4)";
  EXPECT_THAT(refusal(text), HasSubstr("the bytes of a launch are one expression"));
  text.bytes = "()[s0] -> (s0, s0)";
  EXPECT_THAT(refusal(text), HasSubstr("the bytes of a launch are one expression"));
  text = {};
  text.grid = "()[s0] -> (s0 mod 4)";
  EXPECT_THAT(refusal(text), HasSubstr("a grid is one expression, a block two numbers"));
}

TEST_F(ReadPlanTest, RefusesNamesOfNothing) {
  Text text;
  text.result = "#sched.tensor<\"x\" : bf16, ()[s0] -> (s0, 64)>";
  EXPECT_THAT(refusal(text), HasSubstr("names two tensors 'x'"));
  text = {};
  text.tensors = "[\"x\", \"z\"]";
  EXPECT_THAT(refusal(text), HasSubstr("names no tensor 'z'"));
  text = {};
  text.parameters = "[\"z\"]";
  EXPECT_THAT(refusal(text), HasSubstr("names no tensor 'z'"));
}

TEST_F(ReadPlanTest, RefusesOtherCountsOfAxes) {
  Text text;
  for (auto [counts, found] : {std::pair{"[]", "0"}, {"[1]", "1"}, {"[1, 0, 0]", "3"}}) {
    text.collapsible = counts;
    EXPECT_THAT(refusal(text), HasSubstr("a launch has one number of collapsible axes for each of "
                                         "its tensors, 2, got " +
                                         std::string(found)));
  }
  text.collapsible = "[3, 0]";
  EXPECT_THAT(refusal(text), HasSubstr("the collapsible axes of 'x' must be from 0 to 2, got 3"));
}

TEST_F(ReadPlanTest, RefusesOtherParameters) {
  Text text;
  text.parameters = "[\"size:rows\"]";
  EXPECT_THAT(refusal(text), HasSubstr("a size is a dimension or a number, got 'rows'"));
  text.parameters = "[\"x.stridefirst\"]";
  EXPECT_THAT(refusal(text), HasSubstr("a stride is along an axis, got '"));
  // What is read is checked: there is one dimension.
  text.parameters = "[\"size:s1\"]";
  EXPECT_THAT(refusal(text), HasSubstr("is of dimension 1, there are 1"));
}

TEST_F(ReadPlanTest, RefusesPairsOfNothing) {
  Text text;
  text.inPlace = "in_place = [\"y=z\"], ";
  EXPECT_THAT(refusal(text), HasSubstr("names no tensor 'z'"));
  text.inPlace = "in_place = [\"y\"], ";
  EXPECT_THAT(refusal(text), HasSubstr("names no tensor ''"));
  text.inPlace = "in_place = [\"y=x\"], ";
  EXPECT_THAT(refusal(text), HasSubstr("a launch has a pair in place, but no kernel for it"));
}
