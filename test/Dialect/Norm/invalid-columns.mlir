// One fault a chunk: the ops that tell columns apart.
// RUN: %normc-opt %s --split-input-file --verify-diagnostics

// rotate_c1
func.func @f(%x: tensor<4x?xf32>) {
  // expected-error @below {{'norm.rotate' op needs a static last axis, got 'tensor<4x?xf32>'}}
  %0 = norm.rotate <half_split> %x {width = 64 : i64} : tensor<4x?xf32>
  return
}

// -----

// rotate_c1
func.func @f(%x: tensor<f32>) {
  // expected-error @below {{'norm.rotate' op needs a static last axis, got 'tensor<f32>'}}
  %0 = norm.rotate <half_split> %x {width = 2 : i64} : tensor<f32>
  return
}

// -----

// rotate_c1
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'norm.rotate' op width must divide the last axis, 64, got 48}}
  %0 = norm.rotate <half_split> %x {width = 48 : i64} : tensor<4x64xf32>
  return
}

// -----

// rotate_c1: no division by zero
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'norm.rotate' op width must divide the last axis, 64, got 0}}
  %0 = norm.rotate <interleaved> %x {width = 0 : i64} : tensor<4x64xf32>
  return
}

// -----

// rotate_c2: an odd width
func.func @f(%x: tensor<4x63xf32>) {
  // expected-error @below {{'norm.rotate' op columns turn in pairs: rotary_dim (all of width without it) must be even and from 2 to 21, got 21}}
  %0 = norm.rotate <half_split> %x {width = 21 : i64} : tensor<4x63xf32>
  return
}

// -----

// rotate_c2: an odd part of it
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{must be even and from 2 to 64, got 31}}
  %0 = norm.rotate <interleaved> %x {width = 64 : i64, rotary_dim = 31 : i64} : tensor<4x64xf32>
  return
}

// -----

// rotate_c2: more than it
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{must be even and from 2 to 32, got 64}}
  %0 = norm.rotate <interleaved> %x {width = 32 : i64, rotary_dim = 64 : i64} : tensor<4x64xf32>
  return
}

// -----

// rotate_c2: nothing
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{must be even and from 2 to 32, got 0}}
  %0 = norm.rotate <interleaved> %x {width = 32 : i64, rotary_dim = 0 : i64} : tensor<4x64xf32>
  return
}

// -----

// select_columns_c1
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'norm.select_columns' op width must divide the last axis, 64, got 65}}
  %0 = norm.select_columns %x, %x {width = 65 : i64, size = 1 : i64} : tensor<4x64xf32>
  return
}

// -----

// select_columns_c2
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'norm.select_columns' op size must be at least 1 and less than width, 64, got 64}}
  %0 = norm.select_columns %x, %x {width = 64 : i64, size = 64 : i64} : tensor<4x64xf32>
  return
}

// -----

// select_columns_c2
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'norm.select_columns' op size must be at least 1 and less than width, 32, got 0}}
  %0 = norm.select_columns %x, %x {width = 32 : i64, size = 0 : i64} : tensor<4x64xf32>
  return
}

// -----

// columns_c1
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'norm.columns' op result must have the shape of x but for the last axis, 'tensor<4x64xf32>', got 'tensor<8x64xf32>'}}
  %0 = norm.columns %x map = affine_map<(d0) -> (d0)> : (tensor<4x64xf32>) -> tensor<8x64xf32>
  return
}

// -----

// columns_c1
func.func @f(%x: tensor<4x?xf32>) {
  // expected-error @below {{'norm.columns' op needs static last axes, at most 1048576 columns of the result, got 'tensor<4x?xf32>' and 'tensor<4x64xf32>'}}
  %0 = norm.columns %x map = affine_map<(d0) -> (d0)> : (tensor<4x?xf32>) -> tensor<4x64xf32>
  return
}

// -----

// columns_c1
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'norm.columns' op needs static last axes, at most 1048576 columns of the result, got 'tensor<4x64xf32>' and 'tensor<4x1048577xf32>'}}
  %0 = norm.columns %x map = affine_map<(d0) -> (d0 mod 64)> : (tensor<4x64xf32>) -> tensor<4x1048577xf32>
  return
}

// -----

// columns_c2
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'norm.columns' op map must be from one column to one by sums, products, floordiv and mod, got affine_map<(d0, d1) -> (d1)>}}
  %0 = norm.columns %x map = affine_map<(d0, d1) -> (d1)> : (tensor<4x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// columns_c2
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'norm.columns' op map must be from one column to one by sums, products, floordiv and mod, got affine_map<(d0) -> (d0 ceildiv 2)>}}
  %0 = norm.columns %x map = affine_map<(d0) -> (d0 ceildiv 2)> : (tensor<4x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// columns_c3
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'norm.columns' op map must name columns of x, 0 to 63, got 64 for column 32}}
  %0 = norm.columns %x map = affine_map<(d0) -> (d0 * 2)> : (tensor<4x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// columns_c3
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'norm.columns' op map must name columns of x, 0 to 63, got -1 for column 0}}
  %0 = norm.columns %x map = affine_map<(d0) -> (d0 - 1)> : (tensor<4x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// rope_c1
func.func @f(%x: tensor<4x?xf32>, %t: tensor<64xf32>) {
  // expected-error @below {{'norm.rope' op needs a static last axis, got 'tensor<4x?xf32>'}}
  %0 = norm.rope <half_split> %x, %t, %t dims = [1] : (tensor<4x?xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<4x?xf32>
  return
}

// -----

// rope_c1
func.func @f(%x: tensor<4x64xf32>, %t: tensor<48xf32>) {
  // expected-error @below {{'norm.rope' op width must divide the last axis, 64, got 48}}
  %0 = norm.rope <half_split> %x, %t, %t dims = [1] {width = 48 : i64} : (tensor<4x64xf32>, tensor<48xf32>, tensor<48xf32>) -> tensor<4x64xf32>
  return
}

// -----

// rope_c2
func.func @f(%x: tensor<4x65xf32>, %t: tensor<65xf32>) {
  // expected-error @below {{'norm.rope' op columns turn in pairs: rotary_dim (all of width without it) must be even and from 2 to 65, got 65}}
  %0 = norm.rope <half_split> %x, %t, %t dims = [1] : (tensor<4x65xf32>, tensor<65xf32>, tensor<65xf32>) -> tensor<4x65xf32>
  return
}

// -----

// rope_c3: types
// expected-note @below {{sin is defined here}}
func.func @f(%x: tensor<4x64xf32>, %c: tensor<64xf32>, %s: tensor<64xbf16>) {
  // expected-error @below {{'norm.rope' op cos and sin must be of one type, got 'tensor<64xf32>' and 'tensor<64xbf16>'}}
  %0 = norm.rope <half_split> %x, %c, %s dims = [1] : (tensor<4x64xf32>, tensor<64xf32>, tensor<64xbf16>) -> tensor<4x64xf32>
  return
}

// -----

// rope_c3: columns of the tables
func.func @f(%x: tensor<4x64xf32>, %t: tensor<64xf32>) {
  // expected-error @below {{'norm.rope' op tables must have 32 columns, or 16, one a pair, got 'tensor<64xf32>'}}
  %0 = norm.rope <half_split> %x, %t, %t dims = [1] {rotary_dim = 32 : i64} : (tensor<4x64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// rope_c4: the columns are no row axis
func.func @f(%x: tensor<64x8x64xf32>, %t: tensor<64x64xf32>) {
  // expected-error @below {{'norm.rope' op dims must name the last axis of x last, 2, got [0, 1]}}
  %0 = norm.rope <half_split> %x, %t, %t dims = [0, 1] : (tensor<64x8x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x8x64xf32>
  return
}

// -----

// rope_c4: each axis of the tables is one of x
func.func @f(%x: tensor<8x8x64xf32>, %t: tensor<8x64xf32>) {
  // expected-error @below {{'norm.rope' op dims must have one entry for each axis of the tables (2), got 1}}
  %0 = norm.rope <half_split> %x, %t, %t dims = [2] : (tensor<8x8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x8x64xf32>
  return
}

// -----

// rope_c4: and as long
func.func @f(%x: tensor<8x9x64xf32>, %t: tensor<8x64xf32>) {
  // expected-error @below {{'norm.rope' op extent 8 of axis 0 of the tables must be 1 or that of axis 1 of the result, 9}}
  %0 = norm.rope <half_split> %x, %t, %t dims = [1, 2] : (tensor<8x9x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>) -> tensor<8x9x64xf32>
  return
}

// -----

// rope_c5
func.func @f(%x: tensor<4x64xf32>, %t: tensor<64xf32>) {
  // expected-error @below {{'norm.rope' op result must have the shape of the operand 'tensor<4x64xf32>', got 'tensor<4x32xf32>'}}
  %0 = norm.rope <half_split> %x, %t, %t dims = [1] : (tensor<4x64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<4x32xf32>
  return
}

// -----

// rope_c6
func.func @f(%x: tensor<4x64xbf16>, %t: tensor<64xbf16>) {
  // expected-error @below {{'norm.rope' op result's element type must be 'bf16', the widest of the operands, or narrower, got 'f32'}}
  %0 = norm.rope <half_split> %x, %t, %t dims = [1] : (tensor<4x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<4x64xf32>
  return
}
