// Functions of every bf16, by short formulas of estimates where these suffice. On the emulator the
// estimates miss by as much as they may, in either direction, another one for each thread: 64 copies
// in a row are eight threads that have one number alone.
// RUN: mkdir -p %t && %python %source/test/Execution/Inputs/all_bf16.py %t/x.npy 64
// RUN: %normc-run --device=emulator %s --check --input x=%t/x.npy | FileCheck %s
// CHECK: check result0: all 4194304 elements equal the reference bit for bit
// CHECK-NEXT: check result1: all 4194304 elements equal the reference bit for bit
// CHECK-NEXT: check result2: all 4194304 elements equal the reference bit for bit
// CHECK-NEXT: check result3: all 4194304 elements equal the reference bit for bit

// What goes by the exact functions takes its neighbours along.
// RUN: %normc-run --device=emulator %s --check --shape s0=64 --distribution=specials | FileCheck %s --check-prefix=SPECIALS
// SPECIALS-COUNT-4: all 8192 elements equal the reference bit for bit
func.func @functions(%x: tensor<?x128xbf16>)
    -> (tensor<?x128xbf16>, tensor<?x128xbf16>, tensor<?x128xbf16>, tensor<?x128xbf16>) {
  %0 = norm.sigmoid %x : tensor<?x128xbf16>
  %1 = norm.silu %x : tensor<?x128xbf16>
  %2 = norm.gelu <erf> %x : tensor<?x128xbf16>
  %3 = norm.gelu <tanh> %x : tensor<?x128xbf16>
  return %0, %1, %2, %3
      : tensor<?x128xbf16>, tensor<?x128xbf16>, tensor<?x128xbf16>, tensor<?x128xbf16>
}
