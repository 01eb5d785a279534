//===- Passes.td - the passes of the fusion phase -------------*- tablegen -*-===//

#ifndef NORMC_FUSION_PASSES
#define NORMC_FUSION_PASSES

include "mlir/Pass/PassBase.td"

def FormRowGroups : Pass<"norm-form-row-groups", "::mlir::func::FuncOp"> {
  let summary = "gathers the ops of a function into row programs, one launch each";
  let description = [{
    Ops over the same row space that feed each other share a group; a value that
    only broadcasts or views read is computed again in each row. Views become maps
    of what is read and of what is returned (test/Fusion/views.mlir). Groups over one
    row space join while their rows are short (test/Fusion/siblings.mlir); long rows
    that nothing reduces are cut (test/Fusion/row-spaces.mlir). What stays apart leaves a remark
    with the reason (test/Fusion/form-row-groups.mlir):

    ```mlir
    %y = norm.silu %x : tensor<?x64xf32>
    // becomes
    %y = sched.launch @f -> (tensor<?x64xf32>) {
      %g = sched.group rows[%rows] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0)>] {
      ^bb0(%row: tensor<64xf32>):
        %s = norm.silu %row : tensor<64xf32>
        sched.yield %s : tensor<64xf32>
      } -> (tensor<?x64xf32>)
      sched.yield %g : tensor<?x64xf32>
    }
    ```
  }];
  let dependentDialects = ["::normc::sched::SchedDialect", "::mlir::tensor::TensorDialect"];
  let options = [Option<"fuse", "fuse", "bool", "true",
                        "gather ops; false leaves each op in a launch of its own">];
}

def DecomposeNorms : Pass<"norm-decompose"> {
  let summary = "spells the norms in row programs as reductions and arith";
  let description = [{
    The decomposition that each op documents, step by step
    (test/Fusion/decompose.mlir):

    ```mlir
    %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<64xf32>) -> tensor<64xf32>
    // becomes
    %q = norm.sum_squares %x : tensor<64xf32> -> f32
    %m = arith.mulf %q, %inv_n : f32
    %v = arith.addf %m, %eps : f32
    %r = norm.rsqrt %v : f32
    %s = norm.splat %r like %x : (f32, tensor<64xf32>) -> tensor<64xf32>
    %y = arith.mulf %x, %s : tensor<64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def RelaxRounding : Pass<"norm-relax-rounding", "::mlir::func::FuncOp"> {
  let summary = "keeps values in f32 between operations where the function's law is relaxed";
  let description = [{
    Only in functions with `norm.numerics = "relaxed"` (test/Fusion/relax-rounding.mlir):

    ```mlir
    %p = arith.mulf %x, %s : tensor<64xbf16>
    %y = arith.addf %p, %t : tensor<64xbf16>
    // becomes
    %xf = arith.extf %x : tensor<64xbf16> to tensor<64xf32>
    %sf = arith.extf %s : tensor<64xbf16> to tensor<64xf32>
    %tf = arith.extf %t : tensor<64xbf16> to tensor<64xf32>
    %f = math.fma %xf, %sf, %tf : tensor<64xf32>
    %y = arith.truncf %f : tensor<64xf32> to tensor<64xbf16>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

#endif // NORMC_FUSION_PASSES
