//===- InPlaceTest.cpp - kernels in place, forced -------------------------===//
//
// The launcher never chooses a normal kernel for a call in place: here it runs so, and the
// emulator says what is wrong with it.
//
//===----------------------------------------------------------------------===//

#include "EmulatorFixture.h"
#include "normc/GPU/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"
#include "gmock/gmock.h"

using namespace normc;
using testing::HasSubstr;

namespace {

/// x + r for rows of 64, as two kernels that differ in what they assume.
constexpr llvm::StringLiteral source = R"(
#map = affine_map<(d0) -> (d0)>
#sizes = affine_map<()[s0] -> (s0, 64)>
#config = #sched.row_config<threads_per_row = 8, rows_per_cta = 4, vector_width = 8,
  residency = registers, operand_loads = early, access_bits = [{0}, {0}, {0}], min_ctas_per_sm = 0>
func.func @f(%x: tensor<?x64xf32> {{norm.name = "x", norm.sizes = #sizes},
             %r: tensor<?x64xf32> {{norm.name = "r", norm.sizes = #sizes})
    -> (tensor<?x64xf32> {{norm.in_place = "x"}) {{
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x64xf32>
  %0 = sched.launch @f variants [
      #sched.variant<"normal", align = {1}, collapse = false>,
      #sched.variant<"in_place", align = {1}, collapse = false, in_place = true>]
      -> (tensor<?x64xf32>) {{
    %g = sched.group rows[%m] ins(%x, %r : tensor<?x64xf32>, tensor<?x64xf32>) maps [#map, #map]
        config #config {{
    ^row(%a: tensor<64xf32>, %b: tensor<64xf32>):
      %s = arith.addf %a, %b : tensor<64xf32>
      sched.yield %s : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }, {{
    %g = sched.group rows[%m] ins(%x, %r : tensor<?x64xf32>, tensor<?x64xf32>) maps [#map, #map]
        config #config {{
    ^row(%a: tensor<64xf32>, %b: tensor<64xf32>):
      %s = arith.addf %a, %b : tensor<64xf32>
      sched.yield %s : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return %0 : tensor<?x64xf32>
}
)";

/// What a kernel assumes of addresses: 16 bytes, or nothing.
struct Access {
  int bits, align;
};

class InPlaceTest : public EmulatorTest, public testing::WithParamInterface<Access> {
protected:
  InPlaceTest() {
    context.loadDialect<mlir::func::FuncDialect, mlir::tensor::TensorDialect, norm::NormDialect>();
    std::string text = llvm::formatv(source.data(), GetParam().bits, GetParam().align);
    module = mlir::parseSourceString<mlir::ModuleOp>(text, mlir::ParserConfig(&context));
    mlir::PassManager pm(&context);
    pm.addPass(createConvertSchedToGPU());
    if (!module || failed(pm.run(*module))) {
      ADD_FAILURE() << "the kernels are not made";
      return;
    }
    auto created = Emulator::create(*module->getOps<mlir::gpu::GPUModuleOp>().begin());
    if (!created)
      ADD_FAILURE() << llvm::toString(created.takeError());
    else
      emulator = std::move(*created);
  }

  /// Six rows: the second CTA has two that do not exist.
  std::string run(llvm::StringRef kernel, std::vector<float> &x, std::vector<float> &y) {
    std::vector<float> r(rows * 64, 0.25f);
    auto stride = KernelArgument::makeInteger("stride", 64);
    return llvm::toString(
        emulator->launch(kernel, {2, 1, 1}, {8, 4, 1},
                         {tensor("x", x), stride, tensor("r", r), stride, tensor("y", y), stride,
                          KernelArgument::makeInteger("size", rows)}));
  }

  static constexpr int64_t rows = 6;
  std::vector<float> x = std::vector<float>(rows * 64, 1.0f);
  std::vector<float> sum = std::vector<float>(rows * 64, 1.25f);
  std::unique_ptr<Emulator> emulator;
};

TEST_P(InPlaceTest, TakesTheKernelInPlace) {
  ASSERT_TRUE(emulator);
  std::vector<float> y(rows * 64);
  EXPECT_EQ(run("f_in_place", x, y), ""); // apart, too
  EXPECT_EQ(y, sum);
  EXPECT_EQ(run("f_in_place", x, x), "");
  EXPECT_EQ(x, sum);
}

TEST_P(InPlaceTest, ReportsTheNormalKernel) {
  ASSERT_TRUE(emulator);
  std::vector<float> y(rows * 64);
  EXPECT_EQ(run("f_normal", x, y), "");
  EXPECT_EQ(y, sum);
  EXPECT_THAT(run("f_normal", x, x), HasSubstr("which an invariant load of"));
}

INSTANTIATE_TEST_SUITE_P(Accesses, InPlaceTest, testing::Values(Access{128, 16}, Access{32, 1}));

} // namespace
