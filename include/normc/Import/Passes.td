//===- Passes.td - the passes of the input phase --------------*- tablegen -*-===//

#ifndef NORMC_IMPORT_PASSES
#define NORMC_IMPORT_PASSES

include "mlir/Pass/PassBase.td"

def VerifyGraph : Pass<"normc-import-verify-graph", "::mlir::ModuleOp"> {
  let summary = "refuses what no later phase can keep bit for bit";
  let description = [{
    Checks each function of the module: one block; ops of norm, arith and math that
    have a meaning here; element types f32, f16, bf16, stored f8E4M3FN, f8E5M2, i8,
    and indices of i32, i64; no fast-math flags; no
    `math.fma` on 16-bit types (PTX rounds it once, the host twice); row lengths
    from 1 to 1048576; arguments and results that a plan can describe.
  }];
}

def DescribeArguments : Pass<"normc-import-describe-arguments", "::mlir::func::FuncOp"> {
  let summary = "gives each argument its name and its sizes over the function's dimensions";
  let description = [{
    Two `?` at the same place of one operation are one dimension
    (test/Import/describe-arguments.mlir):

    ```mlir
    func.func @f(%x: tensor<?x64xf32>, %y: tensor<?x64xf32>) ...   // added together
    // becomes
    func.func @f(%x: tensor<?x64xf32> {norm.name = "arg0", norm.sizes = affine_map<()[s0] -> (s0, 64)>}, ...
    ```
  }];
}

def VerifyInPlace : Pass<"normc-import-verify-in-place", "::mlir::func::FuncOp"> {
  let summary = "holds each result's norm.in_place against the arguments";
  let description = [{
    The attribute permits a call to give the result exactly the memory of an argument
    (test/Import/verify-in-place.mlir):

    ```mlir
    func.func @f(%x: tensor<?x64xf32>) -> (tensor<?x64xf32> {norm.in_place = "x"}) ...
    ```

    Refuses a name that no argument has, another type, sizes that need not be the argument's,
    and an argument that two results name.
  }];
}

#endif // NORMC_IMPORT_PASSES
