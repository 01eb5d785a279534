//===- Passes.td - the passes of the norm phase ---------------*- tablegen -*-===//

#ifndef NORMC_NORM_PASSES
#define NORMC_NORM_PASSES

include "mlir/Pass/PassBase.td"

def ExpandSugar : Pass<"norm-expand-sugar"> {
  let summary = "turns scale, shift, modulate and gate into arith on explicit broadcasts";
  let description = [{
    Each step keeps its rounding (test/Norm/expand-sugar.mlir):

    ```mlir
    %y = norm.scale %x, %s dims = [0, 2]
        : (tensor<?x?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x?x64xbf16>
    // becomes
    %b = norm.broadcast %s like %x dims = [0, 2]
        : (tensor<?x64xbf16>, tensor<?x?x64xbf16>) -> tensor<?x?x64xbf16>
    %y = arith.mulf %x, %b : tensor<?x?x64xbf16>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::normc::norm::NormDialect"];
}

def ConvertMathToNorm : Pass<"norm-convert-math"> {
  let summary = "turns math functions into norm ops before anything folds them by the host's libm";
  let description = [{
    test/Norm/convert-math.mlir:

    ```mlir
    %y = math.tanh %x : tensor<?x64xf32>
    // becomes
    %y = norm.tanh %x : tensor<?x64xf32>
    ```
  }];
  let dependentDialects = ["::normc::norm::NormDialect"];
}

#endif // NORMC_NORM_PASSES
