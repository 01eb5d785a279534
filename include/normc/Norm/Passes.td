//===- Passes.td - the passes of the norm phase ---------------*- tablegen -*-===//

#ifndef NORMC_NORM_PASSES
#define NORMC_NORM_PASSES

include "mlir/Pass/PassBase.td"

def ExpandSugar : Pass<"norm-expand-sugar"> {
  let summary = "turns scale, shift, modulate, gate and rope into arith on explicit broadcasts";
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

    A rope of a view of what a norm computes becomes a view of a rope first, so that both share rows
    (test/Norm/rope-views.mlir).
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

def FindRotations : Pass<"norm-find-rotations", "::mlir::func::FuncOp"> {
  let summary = "turns slices, negations and concats that rotate or repeat columns into that";
  let description = [{
    Halves or every other element, and tables that are joined with themselves
    (test/Norm/find-rotations.mlir):

    ```mlir
    %a = norm.slice %x offsets = [0, 0] strides = [1, 1] : (tensor<?x64xf32>) -> tensor<?x32xf32>
    %b = norm.slice %x offsets = [0, 32] strides = [1, 1] : (tensor<?x64xf32>) -> tensor<?x32xf32>
    %n = arith.negf %b : tensor<?x32xf32>
    %r = norm.concat %n, %a axis = 1 : (tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<?x64xf32>
    // becomes
    %r = norm.rotate <half_split> %x {width = 64 : i64} : tensor<?x64xf32>
    ```
  }];
  let dependentDialects = ["::normc::norm::NormDialect"];
}

def HoistTransposes : Pass<"norm-hoist-transposes", "::mlir::func::FuncOp"> {
  let summary = "transposes what is read, not what is computed, so that rows stay the same";
  let description = [{
    Where the last axis stays and something else is computed from the transposed value
    (test/Norm/hoist-transposes.mlir):

    ```mlir
    %n = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<?x8x64xf32>) -> tensor<?x8x64xf32>
    %t = norm.transpose %n permutation = [1, 0, 2] : (tensor<?x8x64xf32>) -> tensor<8x?x64xf32>
    %y = norm.silu %t : tensor<8x?x64xf32>
    // becomes
    %t = norm.transpose %x permutation = [1, 0, 2] : (tensor<?x8x64xf32>) -> tensor<8x?x64xf32>
    %n = norm.rms_norm %t {eps = 0.0 : f32} : (tensor<8x?x64xf32>) -> tensor<8x?x64xf32>
    %y = norm.silu %n : tensor<8x?x64xf32>
    ```
  }];
  let dependentDialects = ["::normc::norm::NormDialect"];
}

def WidenParts : Pass<"norm-widen-parts", "::mlir::func::FuncOp"> {
  let summary = "computes a part of a row that is joined with its rest on the whole row";
  let description = [{
    Where the part is computed from the first columns of the row, column by column
    (test/Norm/widen-parts.mlir):

    ```mlir
    %a = norm.slice %n offsets = [0, 0] strides = [1, 1] : (tensor<?x96xf32>) -> tensor<?x64xf32>
    %b = norm.slice %n offsets = [0, 64] strides = [1, 1] : (tensor<?x96xf32>) -> tensor<?x32xf32>
    %s = norm.silu %a : tensor<?x64xf32>
    %y = norm.concat %s, %b axis = 1 : (tensor<?x64xf32>, tensor<?x32xf32>) -> tensor<?x96xf32>
    // becomes
    %s = norm.silu %n : tensor<?x96xf32>
    %y = norm.select_columns %s, %n {width = 96 : i64, size = 64 : i64} : tensor<?x96xf32>
    ```
  }];
  let dependentDialects = ["::normc::norm::NormDialect"];
}

#endif // NORMC_NORM_PASSES
