//===- AssembleCubin.cpp - PTX to the code of one chip --------------------===//
//
// Writes the PTX to a temporary file, runs ptxas on it and reads what it wrote.
//
//===----------------------------------------------------------------------===//

#include "normc/PTX/AssembleCubin.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace normc;
using llvm::StringRef;

Result<std::string> normc::findPtxas(StringRef name) {
  llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(name.empty() ? "ptxas" : name);
  if (found && llvm::sys::fs::can_execute(*found))
    return *found;
  if (name.empty())
    return environmentError("no ptxas on PATH: install NVIDIA's CUDA toolkit, or name its ptxas "
                            "by NORMC_PTXAS");
  return environmentError("NORMC_PTXAS names '" + name.str() + "', which is no program");
}

namespace {
/// A file that is gone with this, and if the program is interrupted.
class TemporaryFile {
public:
  explicit TemporaryFile(StringRef extension) {
    error = llvm::sys::fs::createTemporaryFile("normc", extension, descriptor, path);
    if (error)
      return;
    remover.setFile(path);
    llvm::sys::RemoveFileOnSignal(path);
  }
  ~TemporaryFile() { llvm::sys::DontRemoveFileOnSignal(path); }

  Status check(const char *what) const {
    if (!error)
      return {};
    return environmentError(std::string("cannot ") + what + " a temporary file '" +
                            path.str().str() + "': " + error.message());
  }

  llvm::SmallString<128> path;
  int descriptor = -1;
  std::error_code error;

private:
  llvm::FileRemover remover;
};
} // namespace

/// An exit code other than 0, or a program that did not run or ended by a signal.
static Status explainFailure(int code, bool didNotRun, StringRef ptxas, StringRef chip,
                             const std::string &reason) {
  std::string program = "'" + ptxas.str() + "'";
  if (didNotRun)
    return environmentError("cannot run " + program + ": " + reason);
  return badInput(
      program +
      (code < 0 ? " failed (" + reason + ")" : " ended with code " + std::to_string(code)) +
      " on the PTX of " + chip.str() + ", which -o with a name that ends in .ptx writes");
}

Result<std::string> normc::assembleCubin(StringRef ptxas, StringRef chip, StringRef ptx,
                                         std::string *log) {
  TemporaryFile input("ptx"), output("cubin"), said("log");
  for (TemporaryFile *file : {&input, &output, &said})
    if (Status status = file->check("make"); !status.isOk())
      return status;
  {
    llvm::raw_fd_ostream os(input.descriptor, /*shouldClose=*/true);
    os << ptx;
    os.flush();
    input.error = os.error();
    os.clear_error();
  }
  llvm::sys::Process::SafelyCloseFileDescriptor(output.descriptor);
  llvm::sys::Process::SafelyCloseFileDescriptor(said.descriptor);
  if (Status status = input.check("write"); !status.isOk())
    return status;
  std::string arch = "-arch=" + chip.str(), reason;
  llvm::SmallVector<StringRef> arguments = {ptxas, arch, "-o", output.path, input.path};
  std::optional<StringRef> noInput = "", printed;
  if (log) {
    arguments.push_back("-v");
    printed = said.path;
  }
  bool didNotRun = false;
  int code = llvm::sys::ExecuteAndWait(ptxas, arguments, /*Env=*/std::nullopt,
                                       {noInput, printed, printed}, 0, 0, &reason, &didNotRun);
  if (log)
    if (auto text = llvm::MemoryBuffer::getFile(said.path))
      *log = (*text)->getBuffer().str();
  if (code != 0)
    return explainFailure(code, didNotRun, ptxas, chip, reason);
  auto cubin = llvm::MemoryBuffer::getFile(output.path, /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
  output.error = cubin.getError();
  if (Status status = output.check("read"); !status.isOk())
    return status;
  if (!(*cubin)->getBuffer().starts_with("\177ELF"))
    return badInput("'" + ptxas.str() + "' wrote no cubin for " + chip.str() + ": " +
                    std::to_string((*cubin)->getBufferSize()) + " bytes that are no ELF file");
  return (*cubin)->getBuffer().str();
}
