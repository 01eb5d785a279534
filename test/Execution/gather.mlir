// Rows chosen by indices of either width, in tables of every layout, with rows of several axes, one
// number each, 8 bits, cut or walked in segments; and indices that choose no row.
// DEFINE: %{run} = %normc-run --device=emulator %s --check
// RUN: %{run} --function=rows --shape s0=2,s1=3,s2=5 | FileCheck %s
// RUN: sh %S/Inputs/sweep.sh %normc-run %S/Inputs/gathered_rows.mlir "200 769" bf16 --every-config --shape B=2,S=3,R=5 | FileCheck %s --check-prefix=EVERY
// EVERY: {{^}}[[#]] results equal
// RUN: %{run} --function=rows --shape s0=2,s1=3,s2=5 --layout=misaligned | FileCheck %s
// RUN: %{run} --function=rows --shape s0=2,s1=3,s2=5 --layout=table=strided,index=strided | FileCheck %s
// RUN: %{run} --function=numbers --shape s0=5,s1=9 | FileCheck %s
// RUN: %{run} --function=long --shape s0=3,s1=4 | FileCheck %s
// RUN: %{run} --function=alone --shape s0=3,s1=4 | FileCheck %s
// RUN: %{run} --function=bytes --shape s0=3,s1=4 | FileCheck %s
// CHECK: check result0: all {{[0-9]+}} elements equal

// RUN: %python %S/../Traps/Inputs/npy.py write %t.npy i32 4 i
// RUN: not %{run} --function=bytes --shape s0=4,s1=3 --input index=%t.npy 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: error: element 3 of 'index' must be from 0 to less than 3, the rows of the table, got 3
// Of a table that is no argument the emulator says it.
// RUN: not %{run} --function=of_slice --shape s0=4,s1=3 --input index=%t.npy 2>&1 | FileCheck %s --check-prefix=FAULT
// FAULT: gather.mlir:{{[0-9]+:[0-9]+}}: read of {{.*}} of argument 'table' is outside its 288 bytes

func.func @rows(%x: tensor<?x?x200xbf16>, %table: tensor<?x3x200xf32>, %index: tensor<?x?xi32>)
    -> tensor<?x?x200xbf16> attributes {norm.dims = ["s0", "s1", "s2"]} {
  %row = norm.slice %table offsets = [0, 1, 0] strides = [1, 1, 1]
      : (tensor<?x3x200xf32>) -> tensor<?x1x200xf32>
  %flat = norm.reshape %row : (tensor<?x1x200xf32>) -> tensor<?x200xf32>
  %g = norm.gather %flat, %index : (tensor<?x200xf32>, tensor<?x?xi32>) -> tensor<?x?x200xf32>
  %n = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x?x200xbf16>) -> tensor<?x?x200xf32>
  %p = arith.mulf %n, %g : tensor<?x?x200xf32>
  %y = arith.truncf %p : tensor<?x?x200xf32> to tensor<?x?x200xbf16>
  return %y : tensor<?x?x200xbf16>
}

func.func @numbers(%x: tensor<?x64xf32>, %table: tensor<?xf32>, %index: tensor<?xi64>) -> tensor<?x64xf32> {
  %g = norm.gather %table, %index : (tensor<?xf32>, tensor<?xi64>) -> tensor<?xf32>
  %y = norm.scale %x, %g dims = [0] : (tensor<?x64xf32>, tensor<?xf32>) -> tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}

func.func @long(%x: tensor<?x20000xbf16>, %table: tensor<?x20000xbf16>, %index: tensor<?xi64>) -> tensor<?x20000xbf16> {
  %n = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x20000xbf16>) -> tensor<?x20000xbf16>
  %g = norm.gather %table, %index : (tensor<?x20000xbf16>, tensor<?xi64>) -> tensor<?x20000xbf16>
  %y = arith.mulf %n, %g : tensor<?x20000xbf16>
  return %y : tensor<?x20000xbf16>
}

// An embedding: nothing but the rows.
func.func @alone(%table: tensor<?x6144xbf16>, %index: tensor<?xi32>) -> tensor<?x6144xbf16> {
  %g = norm.gather %table, %index : (tensor<?x6144xbf16>, tensor<?xi32>) -> tensor<?x6144xbf16>
  return %g : tensor<?x6144xbf16>
}

func.func @bytes(%index: tensor<?xi32>, %table: tensor<?x96xi8>) -> tensor<?x96xf32> {
  %g = norm.gather %table, %index : (tensor<?x96xi8>, tensor<?xi32>) -> tensor<?x96xi8>
  %y = arith.sitofp %g : tensor<?x96xi8> to tensor<?x96xf32>
  return %y : tensor<?x96xf32>
}

func.func @of_slice(%index: tensor<?xi32>, %table: tensor<?x96xi8>) -> tensor<?x64xf32> {
  %t = norm.slice %table offsets = [0, 32] strides = [1, 1] : (tensor<?x96xi8>) -> tensor<?x64xi8>
  %g = norm.gather %t, %index : (tensor<?x64xi8>, tensor<?xi32>) -> tensor<?x64xi8>
  %y = arith.sitofp %g : tensor<?x64xi8> to tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}
