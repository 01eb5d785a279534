//===- Emulator.cpp - GPU kernels on the host -----------------------------===//
//
// The emulator's interface: lowers kernels, compiles them through ORC, validates
// launches.
//
//===----------------------------------------------------------------------===//

#include "normc/Emulate/Emulator.h"

#include "HostRuntime.h"
#include "HostSymbols.h"
#include "LowerToHost.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include <limits>
#include <mutex>

using namespace mlir;
using namespace normc;
using namespace normc::emulate;

struct Emulator::Impl {
  struct Kernel {
    KernelInfo info;
    KernelFunction function = nullptr; // compiled at the first launch
    uint64_t stackBytes = 0;           // where more than fibers have
  };

  EmulatorOptions options;
  StackPool stacks{fiberStackBytes};
  llvm::StringMap<Kernel> kernels;
  std::string sessionErrors; // what ORC would print
  std::unique_ptr<llvm::orc::LLJIT> jit;

  llvm::Error add(gpu::GPUFuncOp kernel);
  llvm::Error compile(Kernel &kernel);
};

namespace {

/// The host's baseline and, of the wider features, a fixed list: what else a host
/// offers may round in its own way (avx512bf16 flushes subnormals).
void pinFeatures(llvm::orc::JITTargetMachineBuilder &machine, bool useHostFeatures) {
  if (!machine.getTargetTriple().isX86())
    return;
  machine.setCPU("x86-64");
  machine.getFeatures() = llvm::SubtargetFeatures();
  if (!useHostFeatures)
    return;
  llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  for (llvm::StringRef feature : {"sse4.2", "avx", "avx2", "f16c", "fma", "bmi", "bmi2", "lzcnt"})
    if (host.lookup(feature))
      machine.addFeatures({"+" + feature.str()});
}

llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> createJIT(bool useHostFeatures,
                                                            std::string &errors) {
  static std::once_flag initialized;
  std::call_once(initialized, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
  auto machine = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!machine)
    return machine.takeError();
  pinFeatures(*machine, useHostFeatures);
  machine->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  machine->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;

  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(*machine))
                 .setLinkProcessSymbolsByDefault(false)
                 .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                 .create();
  if (!jit)
    return jit.takeError();
  (*jit)->getExecutionSession().setErrorReporter([&errors](llvm::Error error) {
    errors += (errors.empty() ? "" : "; ") + llvm::toString(std::move(error));
  });
  llvm::orc::MangleAndInterner mangle((*jit)->getExecutionSession(), (*jit)->getDataLayout());
  if (llvm::Error error =
          (*jit)->getMainJITDylib().define(llvm::orc::absoluteSymbols(hostSymbols(mangle))))
    return std::move(error);
  return jit;
}

llvm::StringRef nameOf(KernelArgument::Kind kind) {
  switch (kind) {
  case KernelArgument::Pointer:
    return "a pointer";
  case KernelArgument::Integer:
    return "an integer";
  case KernelArgument::Float:
    return "a float";
  }
  llvm_unreachable("a kind of argument");
}

template <typename... Args> llvm::Error refuse(const char *format, Args &&...args) {
  return llvm::createStringError(llvm::formatv(format, std::forward<Args>(args)...).str());
}

/// What a driver would refuse, and what the shadow cannot number.
llvm::Error validate(const KernelInfo &kernel, Dim3 grid, Dim3 block,
                     ArrayRef<KernelArgument> arguments) {
  if (arguments.size() != kernel.arguments.size())
    return refuse("kernel '{0}' takes {1} arguments, got {2}", kernel.name, kernel.arguments.size(),
                  arguments.size());
  for (auto [number, pair] : llvm::enumerate(llvm::zip_equal(arguments, kernel.arguments))) {
    auto &[argument, kind] = pair;
    if (argument.kind != kind)
      return refuse("argument {0} ('{1}') of kernel '{2}' is {3}, expected {4}", number,
                    argument.name, kernel.name, nameOf(argument.kind), nameOf(kind));
    if (argument.kind == KernelArgument::Pointer && argument.numBytes < 0)
      return refuse("argument '{0}' of kernel '{1}' has {2} bytes", argument.name, kernel.name,
                    argument.numBytes);
  }
  for (auto [name, extents] : {std::pair("grid", grid), std::pair("block", block)})
    if (extents.x < 1 || extents.y < 1 || extents.z < 1)
      return refuse("kernel '{0}' is launched with {1} ({2}, {3}, {4}), expected at least 1 each",
                    kernel.name, name, extents.x, extents.y, extents.z);
  if (block.x > 1024 || block.y > 1024 || block.z > 64 || block.x * block.y * block.z > 1024)
    return refuse("kernel '{0}' is launched with block ({1}, {2}, {3}), more than 1024 threads",
                  kernel.name, block.x, block.y, block.z);
  std::array<int64_t, 3> known = kernel.knownBlockSize;
  if (known[0] != 0 && known != std::array<int64_t, 3>{block.x, block.y, block.z})
    return refuse("kernel '{0}' is launched with block ({1}, {2}, {3}), expected ({4}, {5}, {6})",
                  kernel.name, block.x, block.y, block.z, known[0], known[1], known[2]);
  if (grid.x % kernel.clusterSize != 0)
    return refuse("kernel '{0}' is launched with grid ({1}, {2}, {3}), expected whole clusters of "
                  "{4} CTAs along x",
                  kernel.name, grid.x, grid.y, grid.z, kernel.clusterSize);
  constexpr int64_t maxGrid = std::numeric_limits<int32_t>::max();
  if (grid.x > maxGrid || grid.y > 65535 || grid.z > 65535 || grid.x * grid.y > maxGrid / grid.z ||
      grid.x * grid.y * grid.z > maxGrid / (block.x * block.y * block.z))
    return refuse("kernel '{0}' is launched with grid ({1}, {2}, {3}), too large to emulate",
                  kernel.name, grid.x, grid.y, grid.z);
  return llvm::Error::success();
}

} // namespace

llvm::Error Emulator::Impl::add(gpu::GPUFuncOp kernel) {
  auto context = std::make_unique<llvm::LLVMContext>();
  Kernel &entry = kernels[kernel.getName()];
  auto lowered = lowerKernel(kernel, options.checks, entry.info, *context);
  if (!lowered)
    return lowered.takeError();
  llvm::Module &module = **lowered;
  module.setTargetTriple(jit->getTargetTriple());
  module.setDataLayout(jit->getDataLayout());
  // A frame too large for a fiber would overwrite another's.
  module.getFunction(entry.info.name)
      ->addFnAttr("warn-stack-size", std::to_string(kernelStackBytes));
  context->setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo *diagnostic, void *stackBytes) {
        if (auto *size = llvm::dyn_cast<llvm::DiagnosticInfoStackSize>(diagnostic))
          *static_cast<uint64_t *>(stackBytes) = size->getStackSize();
      },
      &entry.stackBytes);
  return jit->addIRModule(llvm::orc::ThreadSafeModule(std::move(*lowered), std::move(context)));
}

llvm::Error Emulator::Impl::compile(Kernel &kernel) {
  auto symbol = jit->lookup(kernel.info.name);
  if (!symbol) {
    std::string text = llvm::toString(symbol.takeError());
    return refuse("kernel '{0}' cannot be compiled: {1}", kernel.info.name,
                  sessionErrors.empty() ? text : sessionErrors);
  }
  if (kernel.stackBytes != 0)
    return refuse("kernel '{0}' needs {1} bytes of stack a thread, more than {2}", kernel.info.name,
                  kernel.stackBytes, kernelStackBytes);
  kernel.function = symbol->toPtr<KernelFunction>();
  return llvm::Error::success();
}

Emulator::Emulator(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Emulator::~Emulator() = default;

llvm::Expected<std::unique_ptr<Emulator>> Emulator::create(gpu::GPUModuleOp module,
                                                           EmulatorOptions options) {
  auto impl = std::make_unique<Impl>();
  impl->options = options;
  auto jit = createJIT(options.hostFeatures, impl->sessionErrors);
  if (!jit)
    return jit.takeError();
  impl->jit = std::move(*jit);

  prepareContext(module.getContext());
  // A module a kernel: a package's other variants cost no compilation.
  for (auto kernel : module.getOps<gpu::GPUFuncOp>())
    if (kernel.isKernel())
      if (llvm::Error error = impl->add(kernel))
        return std::move(error);
  return std::unique_ptr<Emulator>(new Emulator(std::move(impl)));
}

llvm::Error Emulator::launch(StringRef name, Dim3 grid, Dim3 block,
                             ArrayRef<KernelArgument> arguments,
                             llvm::function_ref<void(int64_t, int64_t)> progress) {
  auto found = impl->kernels.find(name);
  if (found == impl->kernels.end())
    return refuse("there is no kernel '{0}'", name);
  Impl::Kernel &kernel = found->second;
  if (llvm::Error error = validate(kernel.info, grid, block, arguments))
    return error;
  if (!kernel.function)
    if (llvm::Error error = impl->compile(kernel))
      return error;
  return runLaunch(
      {kernel.info, kernel.function, grid, block, arguments, impl->options.checks, progress},
      impl->stacks);
}
