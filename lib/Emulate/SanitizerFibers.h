//===- SanitizerFibers.h - tells sanitizers of switches ----------*- C++ -*-===//
//
// The announcements that ASan and TSan need around a switch of stacks; nothing
// where neither is on. Boost makes them only for its slower ucontext switches.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_EMULATE_SANITIZERFIBERS_H
#define NORMC_LIB_EMULATE_SANITIZERFIBERS_H

#include "llvm/Support/Compiler.h"
#include <cstddef>

#if LLVM_ADDRESS_SANITIZER_BUILD
#include <sanitizer/common_interface_defs.h>
#endif
#if LLVM_THREAD_SANITIZER_BUILD
#include <sanitizer/tsan_interface.h>
#endif

namespace normc::emulate {

/// One stack as the sanitizers know it. `leave` comes before a switch away from it,
/// `arrive` after a switch to it.
class SanitizedStack {
public:
  /// The scheduler's stack: the one we run on.
  static SanitizedStack current() {
    SanitizedStack stack;
#if LLVM_THREAD_SANITIZER_BUILD
    stack.tsanFiber = __tsan_get_current_fiber();
#endif
    return stack;
  }

  /// A new fiber's stack, which ends at `top`.
  void create(void *top, size_t size) {
#if LLVM_ADDRESS_SANITIZER_BUILD
    bottom = static_cast<char *>(top) - size;
    numBytes = size;
#endif
#if LLVM_THREAD_SANITIZER_BUILD
    tsanFiber = __tsan_create_fiber(0);
#endif
  }

  void destroy() {
#if LLVM_THREAD_SANITIZER_BUILD
    __tsan_destroy_fiber(tsanFiber);
#endif
  }

  /// `isLast`: this stack is not run again.
  void leave(SanitizedStack &to, bool isLast = false) {
#if LLVM_ADDRESS_SANITIZER_BUILD
    __sanitizer_start_switch_fiber(isLast ? nullptr : &fakeStack, to.bottom, to.numBytes);
#endif
#if LLVM_THREAD_SANITIZER_BUILD
    __tsan_switch_to_fiber(to.tsanFiber, 0);
#endif
  }

  /// `from`: the stack that was left; its bounds are learnt here.
  void arrive(SanitizedStack &from) {
#if LLVM_ADDRESS_SANITIZER_BUILD
    __sanitizer_finish_switch_fiber(fakeStack, &from.bottom, &from.numBytes);
#endif
  }

private:
#if LLVM_ADDRESS_SANITIZER_BUILD
  void *fakeStack = nullptr;
  const void *bottom = nullptr;
  size_t numBytes = 0;
#endif
#if LLVM_THREAD_SANITIZER_BUILD
  void *tsanFiber = nullptr;
#endif
};

} // namespace normc::emulate

#endif // NORMC_LIB_EMULATE_SANITIZERFIBERS_H
