//===- Passes.td - the passes of the ptx phase ----------------*- tablegen -*-===//

#ifndef NORMC_PTX_PASSES
#define NORMC_PTX_PASSES

include "mlir/Pass/PassBase.td"

def ConvertGPUToNVVM : Pass<"normc-convert-gpu-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "lowers kernels to the LLVM dialect for NVPTX";
  let description = [{
    The stock conversion turns even fma and abs into calls of a device library;
    this one keeps every function an instruction (test/PTX/convert-gpu-to-nvvm.mlir).
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

def SerializeToPTX : Pass<"normc-serialize-to-ptx", "::mlir::ModuleOp"> {
  let summary = "replaces each gpu.module by a gpu.binary of PTX text";
  let description = [{
    For the chip of the module around it, with the lowest PTX version that the chip
    and the features in use need. Refuses PTX that calls an external function
    (test/PTX/serialize-to-ptx.mlir).
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect", "::mlir::NVVM::NVVMDialect"];
}

#endif // NORMC_PTX_PASSES
