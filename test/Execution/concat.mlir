// Concats: launches write parts of one tensor, along rows and columns; of arguments, views and
// other concats; stored twice, read by launches, in one direction inside the other.

// RUN: %normc-run --device=emulator %s --function=rows --check --shape B=2,S=3,T=5 | FileCheck %s --check-prefix=ROWS
// RUN: %normc-run --device=emulator %s --function=rows --check --shape B=2,S=3,T=5 --layout=strided | FileCheck %s --check-prefix=EQUAL
// RUN: %normc-run --device=emulator %s --function=rows --check --shape B=2,S=3,T=5 --layout=misaligned | FileCheck %s --check-prefix=EQUAL
// RUN: %normc-run --device=emulator %s --function=rows --check --shape B=2,S=0,T=5 | FileCheck %s --check-prefix=EQUAL
// RUN: %normc-run --device=emulator %s --function=rows --check --shape B=2,S=3,T=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %normc-run --device=emulator %s --function=columns --check --shape M=7 | FileCheck %s --check-prefix=COLUMNS
// RUN: %normc-run --device=emulator %s --function=columns --check --shape M=7 --layout=strided | FileCheck %s --check-prefix=EQUAL
// RUN: %normc-run --device=emulator %s --function=odd --check --shape M=7 | FileCheck %s --check-prefix=EQUAL
// RUN: %normc-run --device=emulator %s --function=halves --check --shape M=7 | FileCheck %s --check-prefix=HALVES
// RUN: %normc-run --device=emulator %s --function=nested --check --shape M=3,N=2 | FileCheck %s --check-prefix=EQUAL
// RUN: %normc-run --device=emulator %s --function=twice --check --shape M=3 | FileCheck %s --check-prefix=TWICE
// RUN: %normc-run --device=emulator %s --function=read --check --shape M=3 | FileCheck %s --check-prefix=READ
// RUN: %normc-run --device=emulator %s --function=views --check --shape M=3 | FileCheck %s --check-prefix=EQUAL
// RUN: %normc-run --device=emulator %s --function=heads --check --shape B=2,S=3,T=4 | FileCheck %s --check-prefix=EQUAL
// RUN: %normc-run --device=emulator %s --function=many --check --shape M=3,N=2 | FileCheck %s --check-prefix=EQUAL

// The cases that are timed, each one kernel.
// RUN: %normc-run --device=emulator %cases/cat_rows.mlir --check --shape A=1,B=3 | FileCheck %s --check-prefix=ONE
// RUN: %normc-run --device=emulator %cases/cat_columns.mlir --check --shape M=2 | FileCheck %s --check-prefix=ONE
// RUN: %normc-run --device=emulator %cases/cat_gelu_mul.mlir --check --shape M=2 | FileCheck %s --check-prefix=ONE
// ONE: kernel
// ONE-NEXT: 2_parts_aligned
// ONE-NEXT: (predicted
// ONE-NEXT: check result0: all {{[0-9]+}} elements equal the reference bit for bit

// EQUAL: check result0: all {{[0-9]+}} elements equal the reference bit for bit

// ROWS: rows_0_bf16_n64_2_parts_strided
// ROWS: check result0: all 1024 elements equal the reference bit for bit
func.func @rows(%a: tensor<?x?x64xbf16>, %b: tensor<?x?x64xbf16>, %w: tensor<64xbf16>)
    -> tensor<?x?x64xbf16> attributes {norm.dims = ["B", "S", "T"]} {
  %n = norm.rms_norm %a weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x?x64xbf16>, tensor<64xbf16>) -> tensor<?x?x64xbf16>
  %y = norm.concat %n, %b axis = 1
      : (tensor<?x?x64xbf16>, tensor<?x?x64xbf16>) -> tensor<?x?x64xbf16>
  return %y : tensor<?x?x64xbf16>
}

// COLUMNS: columns_0_bf16_n64_2_parts_aligned
// COLUMNS: check result0: all 1120 elements equal the reference bit for bit
func.func @columns(%a: tensor<?x64xbf16>, %b: tensor<?x96xbf16>, %c: tensor<?x96xbf16>)
    -> tensor<?x160xbf16> attributes {norm.dims = ["M"]} {
  %g = norm.gelu <tanh> %a : tensor<?x64xbf16>
  %m = arith.mulf %b, %c : tensor<?x96xbf16>
  %y = norm.concat %g, %m axis = 1 : (tensor<?x64xbf16>, tensor<?x96xbf16>) -> tensor<?x160xbf16>
  return %y : tensor<?x160xbf16>
}

// No part but the first starts at an aligned address.
func.func @odd(%a: tensor<?x5xbf16>, %b: tensor<?x67xbf16>, %c: tensor<?x33xbf16>)
    -> tensor<?x105xbf16> attributes {norm.dims = ["M"]} {
  %s = norm.silu %b : tensor<?x67xbf16>
  %y = norm.concat %a, %s, %c axis = 1
      : (tensor<?x5xbf16>, tensor<?x67xbf16>, tensor<?x33xbf16>) -> tensor<?x105xbf16>
  return %y : tensor<?x105xbf16>
}

// Parts with the same rows are one launch.
// HALVES: halves_bf16_n64_aligned
// HALVES: check result0: all 896 elements equal the reference bit for bit
func.func @halves(%a: tensor<?x64xbf16>, %b: tensor<?x64xbf16>) -> tensor<?x128xbf16>
    attributes {norm.dims = ["M"]} {
  %g = norm.gelu <tanh> %a : tensor<?x64xbf16>
  %m = arith.mulf %a, %b : tensor<?x64xbf16>
  %y = norm.concat %g, %m axis = 1 : (tensor<?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x128xbf16>
  return %y : tensor<?x128xbf16>
}

func.func @nested(%a: tensor<?x8xf32>, %b: tensor<?x24xf32>, %c: tensor<?x32xf32>)
    -> tensor<?x32xf32> attributes {norm.dims = ["M", "N"]} {
  %n = arith.negf %a : tensor<?x8xf32>
  %row = norm.concat %n, %b axis = 1 : (tensor<?x8xf32>, tensor<?x24xf32>) -> tensor<?x32xf32>
  %all = norm.concat %c, %row, %row axis = 0
      : (tensor<?x32xf32>, tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<?x32xf32>
  return %all : tensor<?x32xf32>
}

// Returned twice, and a part returned by itself.
// TWICE: check result0: all 48 elements equal the reference bit for bit
// TWICE: check result1: all 48 elements equal the reference bit for bit
// TWICE: check result2: all 24 elements equal the reference bit for bit
func.func @twice(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>)
    -> (tensor<?x16xf32>, tensor<?x16xf32>, tensor<?x8xf32>) attributes {norm.dims = ["M"]} {
  %n = arith.negf %a : tensor<?x8xf32>
  %row = norm.concat %n, %b axis = 1 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x16xf32>
  return %row, %row, %n : tensor<?x16xf32>, tensor<?x16xf32>, tensor<?x8xf32>
}

// The norm of a concat reads it from memory; as a result of its own, or as a temporary.
// READ: read_0_f32_n8
// READ: check result0: all 48 elements equal the reference bit for bit
// READ: check result1: all 48 elements equal the reference bit for bit
// READ: check result2: all 24 elements equal the reference bit for bit
func.func @read(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>)
    -> (tensor<?x16xf32>, tensor<?x16xf32>, tensor<?x8xf32>) attributes {norm.dims = ["M"]} {
  %n = arith.negf %a : tensor<?x8xf32>
  %row = norm.concat %n, %b axis = 1 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x16xf32>
  %y = norm.rms_norm %row {eps = 1.0e-6 : f32} : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %back = norm.concat %b, %n axis = 1 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x16xf32>
  %half = norm.slice %back offsets = [0, 4] strides = [1, 1]
      : (tensor<?x16xf32>) -> tensor<?x8xf32>
  %z = norm.silu %half : tensor<?x8xf32>
  return %row, %y, %z : tensor<?x16xf32>, tensor<?x16xf32>, tensor<?x8xf32>
}

// Parts that are views of arguments and of what is computed.
func.func @views(%a: tensor<?x40xbf16>, %b: tensor<?x2x8xbf16>) -> tensor<?x40xbf16>
    attributes {norm.dims = ["M"]} {
  %left = norm.slice %a offsets = [0, 1] strides = [1, 1] : (tensor<?x40xbf16>) -> tensor<?x24xbf16>
  %n = norm.rms_norm %b {eps = 1.0e-6 : f32} : (tensor<?x2x8xbf16>) -> tensor<?x2x8xbf16>
  %right = norm.reshape %n : (tensor<?x2x8xbf16>) -> tensor<?x16xbf16>
  %y = norm.concat %left, %right axis = 1
      : (tensor<?x24xbf16>, tensor<?x16xbf16>) -> tensor<?x40xbf16>
  return %y : tensor<?x40xbf16>
}

// Text and image tokens, normed by head, with the heads outside on the way out.
func.func @heads(%text: tensor<?x?x3x16xbf16>, %image: tensor<?x?x3x16xbf16>, %w: tensor<16xbf16>)
    -> tensor<?x3x?x16xbf16> attributes {norm.dims = ["B", "S", "T"]} {
  %t = norm.rms_norm %text weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x?x3x16xbf16>, tensor<16xbf16>) -> tensor<?x?x3x16xbf16>
  %i = norm.rms_norm %image weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x?x3x16xbf16>, tensor<16xbf16>) -> tensor<?x?x3x16xbf16>
  %tt = norm.transpose %t permutation = [0, 2, 1, 3]
      : (tensor<?x?x3x16xbf16>) -> tensor<?x3x?x16xbf16>
  %it = norm.transpose %i permutation = [0, 2, 1, 3]
      : (tensor<?x?x3x16xbf16>) -> tensor<?x3x?x16xbf16>
  %y = norm.concat %tt, %it axis = 2
      : (tensor<?x3x?x16xbf16>, tensor<?x3x?x16xbf16>) -> tensor<?x3x?x16xbf16>
  return %y : tensor<?x3x?x16xbf16>
}

// A sum of many sizes.
func.func @many(%a0: tensor<?x8xf32>, %a1: tensor<?x8xf32>) -> tensor<?x8xf32>
    attributes {norm.dims = ["M", "N"]} {
  %y = norm.concat %a0, %a1, %a0, %a1, %a0, %a1, %a0, %a1, %a0, %a1, %a0, %a1, %a0, %a1, %a0, %a1, %a0, %a1, %a0, %a1, %a0, %a1, %a0, %a1, %a0, %a1, %a0, %a1, %a0, %a1, %a0, %a1, %a0, %a1, %a0, %a1, %a0, %a1, %a0, %a1 axis = 0
      : (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}
