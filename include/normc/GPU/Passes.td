//===- Passes.td - the passes of the gpu phase ----------------*- tablegen -*-===//

#ifndef NORMC_GPU_PASSES
#define NORMC_GPU_PASSES

include "mlir/Pass/PassBase.td"

def ConvertSchedToGPU : Pass<"convert-sched-to-gpu", "::mlir::ModuleOp"> {
  let summary = "lowers launches to kernels on vectors, and functions to plans";
  let description = [{
    Each variant of each launch becomes a `gpu.func` of the module's `gpu.module`;
    each function becomes a `sched.plan` (test/GPU/convert-sched-to-gpu.mlir).
    Kernels hold arith, math.fma, vectors, shuffles, barriers and the loads and
    stores of sched, nothing that only one vendor has.
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect", "::mlir::vector::VectorDialect",
                           "::mlir::scf::SCFDialect", "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::LLVM::LLVMDialect",
                           "::normc::sched::SchedDialect"];
}

#endif // NORMC_GPU_PASSES
