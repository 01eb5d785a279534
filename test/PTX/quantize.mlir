// Two numbers an instruction where the chip converts to fp8, which takes PTX 8.1; integer arithmetic
// where it does not, and for int8. 8 elements are one 64-bit store.
// RUN: %normc %s --arch=sm_90 | FileCheck %s --check-prefix=NEW
// RUN: %normc %s --arch=sm_89 | FileCheck %s --check-prefix=NEW
// RUN: %normc %s --arch=sm_80 | FileCheck %s --check-prefix=OLD
// RUN: %normc %s --arch=sm_80 | FileCheck %s --check-prefix=NONE
// RUN: %normc %s --arch=sm_90 | FileCheck %s --check-prefix=NONE
// NONE-NOT: .extern .func
// NEW: .version 8.1
// NEW-LABEL: .entry fp8_f8E4M3FN_n64_aligned
// NEW-COUNT-4: cvt.rn.satfinite.e4m3x2.f32
// NEW: st.global.v2.b32
// OLD: .version 7.0
// OLD-LABEL: .entry fp8_f8E4M3FN_n64_aligned
// OLD-NOT: cvt.rn.satfinite
// OLD: st.global.v2.b32
func.func @fp8(%x: tensor<?x64xf32>) -> tensor<?x64xf8E4M3FN> {
  %q = norm.quantize %x : (tensor<?x64xf32>) -> tensor<?x64xf8E4M3FN>
  return %q : tensor<?x64xf8E4M3FN>
}
