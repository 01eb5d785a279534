//===- NormDialect.td - the norm dialect ------------------*- tablegen -*-===//
//
// The dialect of small tensor operations: what arith and math cannot say.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_NORM_DIALECT_TD
#define NORMC_NORM_DIALECT_TD

include "mlir/IR/OpBase.td"

def Norm_Dialect : Dialect {
  let name = "norm";
  let summary = "row reductions, norms, activations, explicit broadcasts and views";
  let description = [{
    Works on ranked tensors of f32, f16 and bf16, beside `arith` and `math`; f8E4M3FN, f8E5M2
    and i8 are stored and moved.
    Types say where values round: a result of type `tensor<..xbf16>` is a
    rounding to bf16, a result of type `tensor<..xf32>` is not. Shapes are never
    guessed: `norm.broadcast` and the `dims` of the sugar name which axes of the
    result an operand's axes are.
  }];
  let cppNamespace = "::normc::norm";
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let hasConstantMaterializer = 1;
  let useDefaultAttributePrinterParser = 1;
}

#endif // NORMC_NORM_DIALECT_TD
