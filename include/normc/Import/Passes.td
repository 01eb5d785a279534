//===- Passes.td - the passes of the input phase --------------*- tablegen -*-===//

#ifndef NORMC_IMPORT_PASSES
#define NORMC_IMPORT_PASSES

include "mlir/Pass/PassBase.td"

def VerifyGraph : Pass<"normc-import-verify-graph", "::mlir::ModuleOp"> {
  let summary = "refuses what no later phase can keep bit for bit";
  let description = [{
    Checks each function of the module: one block; ops of norm, arith and math that
    have a meaning here; element types f32, f16, bf16; no fast-math flags; no
    `math.fma` on 16-bit types (PTX rounds it once, the host twice); row lengths
    from 1 to 16384; arguments and results that a plan can describe. Names the
    arguments (`norm.name`) that have no name yet.
  }];
}

#endif // NORMC_IMPORT_PASSES
