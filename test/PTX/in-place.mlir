// What may be overwritten is read by plain loads, all of them before the stores that may do so;
// what is not, as in the other kernels. Streaming accesses keep their place too.
// RUN: %normc %s --arch=sm_90 --config=caching=plain,operand_loads=early -o - | FileCheck %s
// RUN: %normc %s --arch=sm_90 --config=caching=streaming,operand_loads=early -o - | FileCheck %s --check-prefix=STREAM
// RUN: %normc %s --arch=sm_90 -o - | FileCheck %s --check-prefix=NONE
// NONE-NOT: .extern .func
// RUN: %normc %s --arch=sm_90 --config=residency=reread -o - | FileCheck %s --check-prefix=AGAIN

// CHECK: //   kernel add_norm_bf16_n1024_aligned_in_place
// CHECK-NEXT: //     when x%16 r%16 w%16 result0%16 result1%16, in place: result0=r result1=x

// CHECK: .entry add_norm_bf16_n1024_aligned(
// CHECK: ld.global.nc.v4.b32
// CHECK: .entry add_norm_bf16_n1024_aligned_in_place(
// CHECK-NOT: st.global
// CHECK-COUNT-4: ld.global.v4.b32
// CHECK-NOT: ld.global.v4
// CHECK: st.global.v4.b32
// CHECK-NOT: ld.global.v4
// CHECK: ret;

// CHECK: .entry add_norm_bf16_n1024_misaligned_in_place(
// CHECK-NOT: st.global
// CHECK-COUNT-32: ld.global.b16
// CHECK-NOT: ld.global.b16
// CHECK: st.global.b16
// CHECK-NOT: ld.global.b16
// CHECK: ret;

// STREAM: .entry add_norm_bf16_n1024_aligned_in_place(
// STREAM-NOT: st.global
// STREAM-COUNT-4: ld.global.cs.v4.b32
// STREAM-NOT: ld.global.cs
// STREAM: ld.global.nc.v4.b32
// STREAM: st.global.cs.v4.b32
// STREAM-NOT: ld.global
// STREAM: ret;

// The row is held, for what is stored first would be read again.
// AGAIN: .entry add_norm_bf16_n1024_aligned(
// AGAIN: createpolicy
// AGAIN: .entry add_norm_bf16_n1024_misaligned(
// AGAIN-NOT: createpolicy
func.func @add_norm(%x: tensor<?x1024xbf16>, %r: tensor<?x1024xbf16>, %w: tensor<1024xbf16>)
    -> (tensor<?x1024xbf16> {norm.in_place = "r"}, tensor<?x1024xbf16> {norm.in_place = "x"}) {
  %h = arith.addf %x, %r : tensor<?x1024xbf16>
  %y = norm.rms_norm %h weight %w {eps = 0.0 : f32} : (tensor<?x1024xbf16>, tensor<1024xbf16>) -> tensor<?x1024xbf16>
  return %h, %y : tensor<?x1024xbf16>, tensor<?x1024xbf16>
}
