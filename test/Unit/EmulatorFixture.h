//===- EmulatorFixture.h - kernels from text, run ----------------*- C++ -*-===//
//
// What the emulator's tests share: kernels from text, launched on vectors of the host.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_UNIT_EMULATORFIXTURE_H
#define NORMC_UNIT_EMULATORFIXTURE_H

#include "normc/Emulate/Emulator.h"

#include "Sched/Sched.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"
#include <cstring>

namespace normc {

template <typename To, typename From> To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From), "the same bits");
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

template <typename T> KernelArgument tensor(llvm::StringRef name, std::vector<T> &values) {
  return KernelArgument::makePointer(name, values.data(), values.size() * sizeof(T));
}

/// A gpu.module with the one kernel @k, on lines that faults can be traced to:
/// `body` begins at line 3.
inline std::string makeKernel(llvm::StringRef arguments, llvm::StringRef body,
                              llvm::StringRef workgroup = "") {
  return llvm::formatv("gpu.module @m {{\ngpu.func @k({0}) {1} kernel {{\n{2}gpu.return\n}\n}\n",
                       arguments, workgroup.empty() ? "" : ("workgroup(" + workgroup + ")").str(),
                       body);
}

class EmulatorTest : public testing::Test {
protected:
  EmulatorTest() {
    context.loadDialect<mlir::gpu::GPUDialect, mlir::arith::ArithDialect, mlir::math::MathDialect,
                        mlir::vector::VectorDialect, mlir::memref::MemRefDialect,
                        mlir::scf::SCFDialect, mlir::LLVM::LLVMDialect, sched::SchedDialect>();
  }

  mlir::gpu::GPUModuleOp parse(llvm::StringRef text) {
    module =
        mlir::parseSourceString<mlir::ModuleOp>(text, mlir::ParserConfig(&context), "test.mlir");
    if (!module) {
      ADD_FAILURE() << "the kernel does not parse:\n" << text.str();
      return {};
    }
    return *module->getOps<mlir::gpu::GPUModuleOp>().begin();
  }

  std::unique_ptr<Emulator> create(llvm::StringRef text, EmulatorOptions options = {}) {
    mlir::gpu::GPUModuleOp kernels = parse(text);
    if (!kernels)
      return nullptr;
    auto emulator = Emulator::create(kernels, options);
    if (!emulator) {
      ADD_FAILURE() << llvm::toString(emulator.takeError());
      return nullptr;
    }
    return std::move(*emulator);
  }

  /// The fault's text; empty where all went well.
  std::string run(llvm::StringRef text, Dim3 grid, Dim3 block,
                  llvm::ArrayRef<KernelArgument> arguments, EmulatorOptions options = {}) {
    std::unique_ptr<Emulator> emulator = create(text, options);
    return emulator ? llvm::toString(emulator->launch("k", grid, block, arguments)) : "not created";
  }

  /// Runs an elementwise kernel of one 8-wide vector a thread over `inputs`.
  template <typename In, typename Out>
  std::vector<Out> map(llvm::StringRef inType, llvm::StringRef outType, llvm::StringRef body,
                       std::vector<In> inputs, EmulatorOptions options) {
    size_t count = inputs.size();
    inputs.resize((count + 511) / 512 * 512);
    std::vector<Out> outputs(inputs.size());
    std::string text = makeKernel(
        "%x: !llvm.ptr<1>, %y: !llvm.ptr<1>",
        llvm::formatv(
            "%c8 = arith.constant 8 : i64\n%c64 = arith.constant 64 : index\n"
            "%t = gpu.thread_id x\n%b = gpu.block_id x\n%r = arith.muli %b, %c64 : index\n"
            "%i = arith.addi %r, %t : index\n%j = arith.index_cast %i : index to i64\n"
            "%o = arith.muli %j, %c8 : i64\n"
            "%v = sched.load %x[%o] align 16 invariant : vector<8x{0}>\n{1}"
            "sched.store %w, %y[%o] align 16 : vector<8x{2}>\n",
            inType, body, outType)
            .str());
    EXPECT_EQ(run(text, {int64_t(inputs.size() / 512)}, {64},
                  {tensor("x", inputs), tensor("y", outputs)}, options),
              "");
    outputs.resize(count);
    return outputs;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

/// Two warps: shuffles, then partials through shared memory.
inline std::string makeReduction(bool hasBarrier = true) {
  std::string shuffles;
  for (int offset = 16, last = 0; offset; offset /= 2, ++last)
    shuffles += llvm::formatv("%c{0} = arith.constant {1} : i32\n"
                              "%h{0}, %p{0} = gpu.shuffle xor %s{0}, %c{0}, %w : f32\n"
                              "%s{2} = arith.addf %s{0}, %h{0} : f32\n",
                              last, offset, last + 1);
  return makeKernel("%x: !llvm.ptr<1>, %y: !llvm.ptr<1>",
                    "%t = gpu.thread_id x\n%j = arith.index_cast %t : index to i64\n"
                    "%w = arith.constant 32 : i32\n"
                    "%s0 = sched.load %x[%j] align 4 invariant : f32\n" +
                        shuffles + R"(
    %c32 = arith.constant 32 : index
    %z = arith.constant 0 : index
    %one = arith.constant 1 : index
    %warp = arith.divui %t, %c32 : index
    %lane = arith.remui %t, %c32 : index
    %first = arith.cmpi eq, %lane, %z : index
    scf.if %first {
      memref.store %s5, %m[%warp] : memref<2xf32, #gpu.address_space<workgroup>>
    }
    )" + (hasBarrier ? "gpu.barrier" : "") +
                        R"(
    %a = memref.load %m[%z] : memref<2xf32, #gpu.address_space<workgroup>>
    %b = memref.load %m[%one] : memref<2xf32, #gpu.address_space<workgroup>>
    %sum = arith.addf %a, %b : f32
    sched.store %sum, %y[%j] align 4 : f32
  )",
                    "%m: memref<2xf32, #gpu.address_space<workgroup>>");
}

} // namespace normc

#endif // NORMC_UNIT_EMULATORFIXTURE_H
