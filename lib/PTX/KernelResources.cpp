//===- KernelResources.cpp - what ptxas says of kernels -------------------===//
//
// Reads the lines of `ptxas -v`:
//
//   ptxas info    : Compiling entry function 'f_aligned' for 'sm_90'
//       0 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads
//   ptxas info    : Used 40 registers, used 1 barriers, 3072 bytes smem
//
//===----------------------------------------------------------------------===//

#include "normc/PTX/KernelResources.h"

#include "normc/PTX/AssembleCubin.h"

#include "llvm/ADT/SmallVector.h"

using namespace normc;
using llvm::StringRef;

/// The number before `what`; 0 where there is none.
static int64_t numberBefore(StringRef line, StringRef what) {
  size_t end = line.find(what);
  if (end == StringRef::npos)
    return 0;
  StringRef text = line.take_front(end).rtrim();
  int64_t number = 0;
  text.substr(text.find_last_not_of("0123456789") + 1).getAsInteger(10, number);
  return number;
}

llvm::StringMap<KernelResources> normc::parseResources(StringRef log) {
  llvm::StringMap<KernelResources> kernels;
  KernelResources *current = nullptr;
  llvm::SmallVector<StringRef> lines;
  log.split(lines, '\n');
  for (StringRef line : lines) {
    if (line.contains("Compiling entry function"))
      current = &kernels[line.split('\'').second.split('\'').first];
    else if (current && line.contains("bytes spill stores"))
      current->spillBytes =
          numberBefore(line, "bytes spill stores") + numberBefore(line, "bytes spill loads");
    else if (current && line.contains(" registers"))
      current->registers = numberBefore(line, "registers");
  }
  return kernels;
}

Result<llvm::StringMap<KernelResources>> normc::readResources(StringRef ptxas, StringRef chip,
                                                              StringRef ptx) {
  std::string log;
  Result<std::string> cubin = assembleCubin(ptxas, chip, ptx, &log);
  if (!cubin.isOk())
    return cubin.getError();
  return parseResources(log);
}
