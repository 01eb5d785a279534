// Quotients by scales of every size, of both signs, constant, as arguments and a row each, in every
// 8-bit type: rounded twice, once to f32 and once to 8 bits. Integers give ties; specials what
// saturates and what is no number; tiny and great scales leave the short form of the division.
// DEFINE: %{run} = %normc-run --device=emulator %s --check --shape s0=5
// RUN: %{run} --function=by_argument | FileCheck %s
// RUN: %{run} --function=by_argument --distribution=integers | FileCheck %s
// RUN: %{run} --function=by_argument --layout=misaligned | FileCheck %s
// RUN: %{run} --function=by_constants | FileCheck %s --check-prefix=THREE
// RUN: %{run} --function=by_constants --distribution=specials | FileCheck %s --check-prefix=THREE
// RUN: %{run} --function=by_constants --distribution=integers | FileCheck %s --check-prefix=THREE
// RUN: %{run} --function=by_far_constants | FileCheck %s --check-prefix=THREE
// RUN: %{run} --function=by_far_constants --distribution=specials | FileCheck %s --check-prefix=THREE
// RUN: %{run} --function=by_rows | FileCheck %s --check-prefix=TWO
// RUN: %{run} --function=by_rows --distribution=specials | FileCheck %s --check-prefix=TWO
// RUN: %{run} --function=by_rows --layout=misaligned | FileCheck %s --check-prefix=TWO
// RUN: %{run} --function=by_columns --layout=scale=misaligned,result0=strided | FileCheck %s
// RUN: %{run} --function=product | FileCheck %s --check-prefix=TWO
// RUN: %{run} --function=numbers | FileCheck %s
// RUN: %{run} --function=back_again | FileCheck %s --check-prefix=TWO
// RUN: %{run} --function=back_again --layout=misaligned | FileCheck %s --check-prefix=TWO
// CHECK: check result0: all {{[0-9]+}} elements equal
// TWO: check result0: all {{[0-9]+}} elements equal
// TWO: check result1: all {{[0-9]+}} elements equal
// THREE: check result0: all {{[0-9]+}} elements equal
// THREE: check result1: all {{[0-9]+}} elements equal
// THREE: check result2: all {{[0-9]+}} elements equal

func.func @by_argument(%x: tensor<?x1000xbf16>, %scale: f32) -> tensor<?x1000xf8E4M3FN> {
  %q = norm.quantize %x scale %scale : (tensor<?x1000xbf16>, f32) -> tensor<?x1000xf8E4M3FN>
  return %q : tensor<?x1000xf8E4M3FN>
}

func.func @by_constants(%x: tensor<?x136xf32>)
    -> (tensor<?x136xf8E4M3FN>, tensor<?x136xf8E5M2>, tensor<?x136xi8>) {
  %a = arith.constant 0.0117 : f32
  %b = arith.constant -2.0e-3 : f32
  %c = arith.constant 2.0 : f32
  %q = norm.quantize %x scale %a : (tensor<?x136xf32>, f32) -> tensor<?x136xf8E4M3FN>
  %r = norm.quantize %x scale %b : (tensor<?x136xf32>, f32) -> tensor<?x136xf8E5M2>
  %s = norm.quantize %x scale %c : (tensor<?x136xf32>, f32) -> tensor<?x136xi8>
  return %q, %r, %s : tensor<?x136xf8E4M3FN>, tensor<?x136xf8E5M2>, tensor<?x136xi8>
}

func.func @by_far_constants(%x: tensor<?x77xf32>)
    -> (tensor<?x77xf8E4M3FN>, tensor<?x77xf8E5M2>, tensor<?x77xi8>) {
  %a = arith.constant 1.0e-40 : f32
  %b = arith.constant 3.0e38 : f32
  %c = arith.constant 0.0 : f32
  %q = norm.quantize %x scale %a : (tensor<?x77xf32>, f32) -> tensor<?x77xf8E4M3FN>
  %r = norm.quantize %x scale %b : (tensor<?x77xf32>, f32) -> tensor<?x77xf8E5M2>
  %s = norm.quantize %x scale %c : (tensor<?x77xf32>, f32) -> tensor<?x77xi8>
  return %q, %r, %s : tensor<?x77xf8E4M3FN>, tensor<?x77xf8E5M2>, tensor<?x77xi8>
}

// A scale that the row does not bound: the row's smallest element.
func.func @by_rows(%x: tensor<?x264xf16>) -> (tensor<?x264xf8E5M2>, tensor<?x264xi8>) {
  %m = norm.reduce <min> %x : tensor<?x264xf16> -> tensor<?xf32>
  %q = norm.quantize %x scale %m dims = [0] : (tensor<?x264xf16>, tensor<?xf32>) -> tensor<?x264xf8E5M2>
  %r = norm.quantize %x scale %m dims = [0] : (tensor<?x264xf16>, tensor<?xf32>) -> tensor<?x264xi8>
  return %q, %r : tensor<?x264xf8E5M2>, tensor<?x264xi8>
}

func.func @by_columns(%x: tensor<?x48xf16>, %scale: tensor<48xf32>) -> tensor<?x48xi8> {
  %q = norm.quantize %x scale %scale dims = [1] : (tensor<?x48xf16>, tensor<48xf32>) -> tensor<?x48xi8>
  return %q : tensor<?x48xi8>
}

// An inverse that is given, and a bf16 that is rounded before.
func.func @product(%x: tensor<?x520xf32>, %inverse: f32) -> (tensor<?x520xf8E4M3FN>, tensor<?x520xf8E5M2>) {
  %i = norm.splat %inverse like %x : (f32, tensor<?x520xf32>) -> tensor<?x520xf32>
  %p = arith.mulf %x, %i : tensor<?x520xf32>
  %q = norm.quantize %p : (tensor<?x520xf32>) -> tensor<?x520xf8E4M3FN>
  %b = arith.truncf %p : tensor<?x520xf32> to tensor<?x520xbf16>
  %r = norm.quantize %b : (tensor<?x520xbf16>) -> tensor<?x520xf8E5M2>
  return %q, %r : tensor<?x520xf8E4M3FN>, tensor<?x520xf8E5M2>
}

// One number a row.
func.func @numbers(%x: tensor<?x64xf32>) -> tensor<?xi8> {
  %m = norm.reduce <add> %x : tensor<?x64xf32> -> tensor<?xf32>
  %q = norm.quantize %m : (tensor<?xf32>) -> tensor<?xi8>
  return %q : tensor<?xi8>
}

// 8 bits in, by scales of blocks, and views of 8 bits.
func.func @back_again(%x: tensor<?x768xf8E4M3FN>, %scale: tensor<?x6xf32>, %i: tensor<?x768xi8>)
    -> (tensor<?x768xbf16>, tensor<768x?xi8>) {
  %f = arith.extf %x : tensor<?x768xf8E4M3FN> to tensor<?x768xf32>
  %s = norm.repeat %scale : (tensor<?x6xf32>) -> tensor<?x768xf32>
  %p = arith.mulf %f, %s : tensor<?x768xf32>
  %n = arith.sitofp %i : tensor<?x768xi8> to tensor<?x768xf32>
  %a = arith.addf %p, %n : tensor<?x768xf32>
  %y = arith.truncf %a : tensor<?x768xf32> to tensor<?x768xbf16>
  %t = norm.transpose %i permutation = [1, 0] : (tensor<?x768xi8>) -> tensor<768x?xi8>
  return %y, %t : tensor<?x768xbf16>, tensor<768x?xi8>
}
