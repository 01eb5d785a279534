// Parts of one launch: rows of other lengths and numbers, each on CTAs of its own; parts without a
// row, of several warps a row, with several rows a thread, in other types; variants of which one
// part has fewer.

// RUN: %normc-run --device=emulator %s --function=heads --check --shape B=2,S=5,T=3 | FileCheck %s --check-prefix=HEADS
// RUN: %normc-run --device=emulator %s --function=heads --check --shape B=2,S=5,T=3 --layout=strided | FileCheck %s --check-prefix=THREE
// RUN: %normc-run --device=emulator %s --function=heads --check --shape B=2,S=5,T=3 --layout=misaligned | FileCheck %s --check-prefix=THREE
// RUN: %normc-run --device=emulator %s --function=heads --check --shape B=2,S=5,T=3 --layout=k=misaligned | FileCheck %s --check-prefix=THREE
// RUN: %normc-run --device=emulator %s --function=heads --check --shape B=2,S=0,T=3 | FileCheck %s --check-prefix=THREE
// RUN: %normc-run --device=emulator %s --function=heads --check --shape B=2,S=5,T=0 | FileCheck %s --check-prefix=THREE
// RUN: %normc-run --device=emulator %s --function=heads --check --shape B=0,S=5,T=3 | FileCheck %s --check-prefix=THREE
// RUN: %normc-run --device=emulator %s --function=heads --check --shape B=1,S=3,T=3 --config=rows_per_thread=2 | FileCheck %s --check-prefix=THREE
// RUN: %normc-run --device=emulator %s --function=heads --check --shape B=2,S=5,T=3 --no-fusion | FileCheck %s --check-prefix=APART
// RUN: %normc-run --device=emulator %s --function=long --check --shape M=2,N=3 | FileCheck %s --check-prefix=LONG
// RUN: %normc-run --device=emulator %s --function=long --check --shape M=2,N=3 --layout=misaligned | FileCheck %s --check-prefix=TWO
// RUN: %normc-run --device=emulator %s --function=long --check --shape M=2,N=3 --config=caching=streaming | FileCheck %s --check-prefix=TWO
// RUN: %normc-run --device=emulator %s --function=longest --check --shape M=2,N=1 | FileCheck %s --check-prefix=TWO

// HEADS: heads_0_bf16_n128_3_parts_aligned 6 128 1 
// THREE: check result0: all {{[0-9]+}} elements equal the reference bit for bit
// THREE: check result1: all {{[0-9]+}} elements equal the reference bit for bit
// THREE: check result2: all {{[0-9]+}} elements equal the reference bit for bit
// APART: heads_0_bf16_n128_
// APART: heads_1_bf16_n128_
func.func @heads(%q: tensor<?x?x6x128xbf16>, %k: tensor<?x?x2x128xbf16>, %v: tensor<?x?x40xf32>,
                 %w: tensor<128xbf16>)
    -> (tensor<?x?x6x128xbf16>, tensor<?x?x2x128xbf16>, tensor<?x?x40xf32>)
    attributes {norm.dims = ["B", "S", "B", "T", "B", "S"]} {
  %a = norm.rms_norm %q weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x?x6x128xbf16>, tensor<128xbf16>) -> tensor<?x?x6x128xbf16>
  %b = norm.layer_norm %k weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x?x2x128xbf16>, tensor<128xbf16>) -> tensor<?x?x2x128xbf16>
  %c = norm.softmax %v : (tensor<?x?x40xf32>) -> tensor<?x?x40xf32>
  return %a, %b, %c : tensor<?x?x6x128xbf16>, tensor<?x?x2x128xbf16>, tensor<?x?x40xf32>
}

// Both exchange through memory; 128 and 96 threads a row.
// LONG: long_0_bf16_n2048_2_parts_aligned
// TWO: check result0: all {{[0-9]+}} elements equal the reference bit for bit
// TWO: check result1: all {{[0-9]+}} elements equal the reference bit for bit
func.func @long(%x: tensor<?x2048xbf16>, %y: tensor<?x2304xbf16>)
    -> (tensor<?x2048xbf16>, tensor<?x2304xbf16>) attributes {norm.dims = ["M", "N"]} {
  %a = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x2048xbf16>) -> tensor<?x2048xbf16>
  %b = norm.layer_norm %y {eps = 1.0e-6 : f32} : (tensor<?x2304xbf16>) -> tensor<?x2304xbf16>
  return %a, %b : tensor<?x2048xbf16>, tensor<?x2304xbf16>
}

// Both walk segments.
func.func @longest(%x: tensor<?x20000xbf16>, %y: tensor<?x16392xbf16>)
    -> (tensor<?x20000xbf16>, tensor<?x16392xbf16>) attributes {norm.dims = ["M", "N"]} {
  %a = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x20000xbf16>) -> tensor<?x20000xbf16>
  %b = norm.softmax %y : (tensor<?x16392xbf16>) -> tensor<?x16392xbf16>
  return %a, %b : tensor<?x20000xbf16>, tensor<?x16392xbf16>
}

// For few CTAs 512 threads each: one row, or 64; for more of them 128.
// RUN: %normc-run --device=emulator %s --function=few --arch=sm_87 --check --shape M=2,N=70 | FileCheck %s --check-prefix=FEW
// RUN: %normc-run --device=emulator %s --function=few --arch=sm_87 --check --shape M=60,N=70 | FileCheck %s --check-prefix=MANY
// FEW: few_0_bf16_n4096_2_parts_aligned_few 4 512 {{.*}}
// FEW: check result0: all 8192 elements equal the reference bit for bit
// FEW: check result1: all 8960 elements equal the reference bit for bit
// MANY: few_0_bf16_n4096_2_parts_aligned 65 128 {{.*}}
// MANY: check result0: all 245760 elements equal the reference bit for bit
// MANY: check result1: all 8960 elements equal the reference bit for bit
func.func @few(%x: tensor<?x4096xbf16>, %y: tensor<?x128xbf16>)
    -> (tensor<?x4096xbf16>, tensor<?x128xbf16>) attributes {norm.dims = ["M", "N"]} {
  %a = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x4096xbf16>) -> tensor<?x4096xbf16>
  %b = norm.layer_norm %y {eps = 1.0e-6 : f32} : (tensor<?x128xbf16>) -> tensor<?x128xbf16>
  return %a, %b : tensor<?x4096xbf16>, tensor<?x128xbf16>
}
