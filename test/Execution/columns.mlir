// Rows whose columns stand anywhere: every other one, those of several axes and of another order
// of axes, columns that repeat; of lengths that pieces divide and that they do not, on every
// thread count, and at any address.
// RUN: split-file %s %t
// DEFINE: %{check} = --device=emulator --check --shape B=2,S=3
// RUN: %normc-run %t/every_other.mlir %{check} | FileCheck %s --check-prefix=ONE
// RUN: %normc-run %t/every_other.mlir %{check} --every-config --layout=misaligned | FileCheck %s --check-prefix=ONE
// RUN: %normc-run %t/heads.mlir %{check} | FileCheck %s --check-prefix=ONE
// RUN: %normc-run %t/heads.mlir %{check} --every-config --layout=strided | FileCheck %s --check-prefix=ONE
// RUN: %normc-run %t/heads.mlir %{check} --layout=misaligned --config=rows_per_thread=2 | FileCheck %s --check-prefix=ONE
// RUN: %normc-run %t/heads.mlir %{check} --arch=sm_100 --layout=expanded | FileCheck %s --check-prefix=ONE
// RUN: %normc-run %t/repeated.mlir %{check} | FileCheck %s --check-prefix=ONE
// RUN: %normc-run %t/repeated.mlir %{check} --every-config --layout=misaligned | FileCheck %s --check-prefix=ONE
// RUN: %normc-run %t/repeated.mlir %{check} --every-config --layout=expanded | FileCheck %s --check-prefix=ONE
// RUN: %normc-run %t/odd.mlir %{check} | FileCheck %s --check-prefix=ONE
// RUN: %normc-run %t/odd.mlir %{check} --every-config --layout=strided | FileCheck %s --check-prefix=ONE
// RUN: %normc-run %t/long.mlir %{check} | FileCheck %s --check-prefix=ONE
// RUN: %normc-run %t/long.mlir %{check} --arch=sm_80 --layout=misaligned | FileCheck %s --check-prefix=ONE
// RUN: %normc-run %t/chosen.mlir %{check} --every-config | FileCheck %s --check-prefix=ONE
// RUN: %normc-run %t/chosen.mlir %{check} --layout=misaligned | FileCheck %s --check-prefix=ONE
// ONE-NOT: _1_{{.*}}n
// ONE: check result0: all {{[0-9]+}} elements equal the reference bit for bit
// ONE-NOT: differ

//--- every_other.mlir
func.func @every_other(%x: tensor<?x?x200xbf16>, %y: tensor<?x?x301xf32>) -> tensor<?x?x100xbf16>
    attributes {norm.dims = ["B", "S"]} {
  %a = norm.slice %x offsets = [0, 0, 1] strides = [1, 1, 2]
      : (tensor<?x?x200xbf16>) -> tensor<?x?x100xbf16>
  %n = norm.rms_norm %a {eps = 1.0e-6 : f32} : (tensor<?x?x100xbf16>) -> tensor<?x?x100xbf16>
  %b = norm.slice %y offsets = [0, 0, 2] strides = [1, 1, 3]
      : (tensor<?x?x301xf32>) -> tensor<?x?x100xf32>
  %c = arith.truncf %b : tensor<?x?x100xf32> to tensor<?x?x100xbf16>
  %z = arith.mulf %n, %c : tensor<?x?x100xbf16>
  return %z : tensor<?x?x100xbf16>
}

//--- heads.mlir
// A norm across heads that stand apart.
func.func @heads(%x: tensor<?x6x?x40xbf16>, %w: tensor<240xf32>) -> tensor<?x?x240xbf16>
    attributes {norm.dims = ["B", "S"]} {
  %t = norm.transpose %x permutation = [0, 2, 1, 3] : (tensor<?x6x?x40xbf16>) -> tensor<?x?x6x40xbf16>
  %r = norm.reshape %t : (tensor<?x?x6x40xbf16>) -> tensor<?x?x240xbf16>
  %y = norm.layer_norm %r weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x?x240xbf16>, tensor<240xf32>) -> tensor<?x?x240xbf16>
  return %y : tensor<?x?x240xbf16>
}

//--- repeated.mlir
// Each column eight times, four times in runs that start at odd places, and one column all along.
func.func @repeated(%x: tensor<?x?x96xf32>, %a: tensor<?x12xf32>, %b: tensor<?x?x27xbf16>) -> tensor<?x?x96xf32>
    attributes {norm.dims = ["B", "S"]} {
  %p = norm.columns %a map = affine_map<(d0) -> (d0 floordiv 8)> : (tensor<?x12xf32>) -> tensor<?x96xf32>
  %q = norm.broadcast %p like %x dims = [1, 2] : (tensor<?x96xf32>, tensor<?x?x96xf32>) -> tensor<?x?x96xf32>
  %u = norm.columns %b map = affine_map<(d0) -> (d0 floordiv 4 + 3)> : (tensor<?x?x27xbf16>) -> tensor<?x?x96xbf16>
  %v = norm.columns %b map = affine_map<(d0) -> (d0 * 0 + 5)> : (tensor<?x?x27xbf16>) -> tensor<?x?x96xbf16>
  %s = arith.addf %u, %v : tensor<?x?x96xbf16>
  %t = arith.extf %s : tensor<?x?x96xbf16> to tensor<?x?x96xf32>
  %y = arith.mulf %x, %q : tensor<?x?x96xf32>
  %z = arith.addf %y, %t : tensor<?x?x96xf32>
  return %z : tensor<?x?x96xf32>
}

//--- odd.mlir
// Runs of 4, 2 and 1 columns in rows that end amid a piece.
func.func @odd(%x: tensor<?x?x20xbf16>, %a: tensor<?x?x4xbf16>, %b: tensor<?x?x10xf32>, %c: tensor<?x?x23xbf16>)
    -> tensor<?x?x20xbf16> attributes {norm.dims = ["B", "S"]} {
  %p = norm.columns %a map = affine_map<(d0) -> (d0 mod 4)> : (tensor<?x?x4xbf16>) -> tensor<?x?x20xbf16>
  %q = norm.columns %b map = affine_map<(d0) -> (d0 floordiv 2)> : (tensor<?x?x10xf32>) -> tensor<?x?x20xf32>
  %r = norm.columns %c map = affine_map<(d0) -> (d0 + d0 floordiv 5)> : (tensor<?x?x23xbf16>) -> tensor<?x?x20xbf16>
  %s = arith.truncf %q : tensor<?x?x20xf32> to tensor<?x?x20xbf16>
  %t = arith.addf %p, %s : tensor<?x?x20xbf16>
  %u = arith.mulf %t, %r : tensor<?x?x20xbf16>
  %y = arith.addf %u, %x : tensor<?x?x20xbf16>
  %z = norm.rms_norm %y {eps = 1.0e-6 : f32} : (tensor<?x?x20xbf16>) -> tensor<?x?x20xbf16>
  return %z : tensor<?x?x20xbf16>
}

//--- long.mlir
// Rows of several segments.
func.func @long(%x: tensor<?x5x?x4000xbf16>, %t: tensor<?x20xf32>) -> tensor<?x?x20000xbf16>
    attributes {norm.dims = ["B", "S"]} {
  %p = norm.transpose %x permutation = [0, 2, 1, 3] : (tensor<?x5x?x4000xbf16>) -> tensor<?x?x5x4000xbf16>
  %r = norm.reshape %p : (tensor<?x?x5x4000xbf16>) -> tensor<?x?x20000xbf16>
  %n = norm.rms_norm %r {eps = 1.0e-6 : f32} : (tensor<?x?x20000xbf16>) -> tensor<?x?x20000xbf16>
  %c = norm.columns %t map = affine_map<(d0) -> (d0 floordiv 1000)> : (tensor<?x20xf32>) -> tensor<?x20000xf32>
  %y = norm.scale %n, %c dims = [1, 2]
      : (tensor<?x?x20000xbf16>, tensor<?x20000xf32>) -> tensor<?x?x20000xbf16>
  return %y : tensor<?x?x20000xbf16>
}

//--- chosen.mlir
// Columns of one value and of another, in heads that pieces divide or not.
func.func @chosen(%x: tensor<?x?x144xbf16>, %y: tensor<?x?x144xbf16>) -> tensor<?x?x144xbf16>
    attributes {norm.dims = ["B", "S"]} {
  %a = norm.select_columns %x, %y {width = 48 : i64, size = 16 : i64} : tensor<?x?x144xbf16>
  %n = norm.rms_norm %a {eps = 1.0e-6 : f32} : (tensor<?x?x144xbf16>) -> tensor<?x?x144xbf16>
  %b = norm.select_columns %n, %a {width = 6 : i64, size = 5 : i64} : tensor<?x?x144xbf16>
  %c = norm.select_columns %b, %y {width = 4 : i64, size = 1 : i64} : tensor<?x?x144xbf16>
  %d = norm.select_columns %x, %c {width = 144 : i64, size = 100 : i64} : tensor<?x?x144xbf16>
  return %d : tensor<?x?x144xbf16>
}
