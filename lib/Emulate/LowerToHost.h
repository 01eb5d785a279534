//===- LowerToHost.h - gpu.func to host code ---------------------*- C++ -*-===//
//
// The steps from a gpu.func to LLVM code for the host, one function each.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_EMULATE_LOWERTOHOST_H
#define NORMC_LIB_EMULATE_LOWERTOHOST_H

#include "Kernel.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

namespace normc::emulate {

/// Where an access goes: the number of the kernel argument or attribution, noted at
/// the operation while its base is still a block argument.
constexpr llvm::StringLiteral targetAttrName = "emulate.target";

/// The base of an access to memory of either kind; null for other operations.
mlir::Value accessBase(mlir::Operation *op);

/// "file:line:col".
std::string describeLocation(mlir::Location loc);

inline unsigned bytesOf(mlir::Type type) {
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

/// Turns arithmetic on f16 and bf16 into f32 arithmetic and one rounding, and the
/// conversions of bf16 into integer arithmetic.
mlir::LogicalResult expandFloat16(mlir::Operation *root);

/// Makes an llvm.func `(context, arguments)` of a gpu.func, in `module`. Workgroup
/// attributions become pointers into the context's buffer.
mlir::LogicalResult lowerFunction(mlir::gpu::GPUFuncOp kernel, mlir::ModuleOp module,
                                  KernelInfo &info);

/// Patterns for what is not arithmetic: thread numbers, exchanges, memory. Each
/// adds its operation to `info.ops`.
void populateHostPatterns(const mlir::LLVMTypeConverter &converter,
                          mlir::RewritePatternSet &patterns, KernelInfo &info, bool checks);

/// Registers what `lowerKernel` needs with the context.
void prepareContext(mlir::MLIRContext *context);

/// The whole way of one kernel. The error holds what MLIR reported.
llvm::Expected<std::unique_ptr<llvm::Module>> lowerKernel(mlir::gpu::GPUFuncOp kernel, bool checks,
                                                          KernelInfo &info,
                                                          llvm::LLVMContext &llvmContext);

} // namespace normc::emulate

#endif // NORMC_LIB_EMULATE_LOWERTOHOST_H
