// One fault a chunk: broadcasts, sugar and types.
// RUN: %normc-opt %s --split-input-file --verify-diagnostics

// splat_c1
func.func @f(%x: tensor<?x64xf32>, %n: f32) {
  // expected-error @below {{'norm.splat' op result must be 'tensor<?x64xf32>', got 'tensor<?x64xbf16>'}}
  %0 = norm.splat %n like %x : (f32, tensor<?x64xf32>) -> tensor<?x64xbf16>
  return
}

// -----

// splat_c1
func.func @f(%x: tensor<?x64xf32>, %n: f32) {
  // expected-error @below {{'norm.splat' op result must be 'tensor<?x64xf32>', got 'tensor<4x64xf32>'}}
  %0 = norm.splat %n like %x : (f32, tensor<?x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// broadcast_c1
func.func @f(%x: tensor<4x64xf32>, %s: tensor<64xf32>) {
  // expected-error @below {{'norm.broadcast' op dims must have one entry for each axis of the operand (1), got 2}}
  %0 = norm.broadcast %s like %x dims = [0, 1]
      : (tensor<64xf32>, tensor<4x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// broadcast_c2
func.func @f(%x: tensor<4x64xf32>, %s: tensor<64xf32>) {
  // expected-error @below {{'norm.broadcast' op dims must rise strictly and stay below the rank 2, got [2]}}
  %0 = norm.broadcast %s like %x dims = [2]
      : (tensor<64xf32>, tensor<4x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// broadcast_c2
func.func @f(%x: tensor<4x64xf32>, %s: tensor<64x4xf32>) {
  // expected-error @below {{'norm.broadcast' op dims must rise strictly and stay below the rank 2, got [1, 0]}}
  %0 = norm.broadcast %s like %x dims = [1, 0]
      : (tensor<64x4xf32>, tensor<4x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// broadcast_c2
func.func @f(%x: tensor<4x64xf32>, %s: tensor<64xf32>) {
  // expected-error @below {{'norm.broadcast' op dims must rise strictly and stay below the rank 2, got [-1]}}
  %0 = norm.broadcast %s like %x dims = [-1]
      : (tensor<64xf32>, tensor<4x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// broadcast_c3
func.func @f(%x: tensor<4x64xf32>, %s: tensor<32xf32>) {
  // expected-error @below {{'norm.broadcast' op extent 32 of axis 0 of the operand must be 1 or that of axis 1 of the result, 64}}
  %0 = norm.broadcast %s like %x dims = [1]
      : (tensor<32xf32>, tensor<4x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// broadcast_c3
func.func @f(%x: tensor<4x64xf32>, %s: tensor<?xf32>) {
  // expected-error @below {{'norm.broadcast' op extent ? of axis 0 of the operand must be 1 or that of axis 1 of the result, 64}}
  %0 = norm.broadcast %s like %x dims = [1]
      : (tensor<?xf32>, tensor<4x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// broadcast_c4
func.func @f(%x: tensor<?x64xf32>, %s: tensor<64xbf16>) {
  // expected-error @below {{'norm.broadcast' op result must be 'tensor<?x64xbf16>', got 'tensor<?x64xf32>'}}
  %0 = norm.broadcast %s like %x dims = [1]
      : (tensor<64xbf16>, tensor<?x64xf32>) -> tensor<?x64xf32>
  return
}

// -----

// scale_c1
func.func @f(%x: tensor<?x64xf32>, %s: tensor<32xf32>) {
  // expected-error @below {{'norm.scale' op extent 32 of axis 0 of the scale must be 1 or that of axis 1 of the result, 64}}
  %0 = norm.scale %x, %s dims = [1] : (tensor<?x64xf32>, tensor<32xf32>) -> tensor<?x64xf32>
  return
}

// -----

// scale_c2
func.func @f(%x: tensor<?x64xf32>, %s: tensor<64xf32>) {
  // expected-error @below {{'norm.scale' op result must have the shape of the operand 'tensor<?x64xf32>', got 'tensor<4x64xf32>'}}
  %0 = norm.scale %x, %s dims = [1] : (tensor<?x64xf32>, tensor<64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// scale_c3
func.func @f(%x: tensor<?x64xbf16>, %s: tensor<64xbf16>) {
  // expected-error @below {{'norm.scale' op result's element type must be 'bf16', the widest of the operands, or narrower, got 'f32'}}
  %0 = norm.scale %x, %s dims = [1] : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xf32>
  return
}

// -----

// scale_c3
func.func @f(%x: tensor<?x64xbf16>, %s: tensor<64xbf16>) {
  // expected-error @below {{'norm.scale' op result's element type must be 'bf16', the widest of the operands, or narrower, got 'f16'}}
  %0 = norm.scale %x, %s dims = [1] : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xf16>
  return
}

// -----

// shift_c1
func.func @f(%x: tensor<?x64xf32>, %s: tensor<32xf32>) {
  // expected-error @below {{'norm.shift' op extent 32 of axis 0 of the shift must be 1 or that of axis 1 of the result, 64}}
  %0 = norm.shift %x, %s dims = [1] : (tensor<?x64xf32>, tensor<32xf32>) -> tensor<?x64xf32>
  return
}

// -----

// shift_c2
func.func @f(%x: tensor<?x64xf32>, %s: tensor<64xf32>) {
  // expected-error @below {{'norm.shift' op result must have the shape of the operand 'tensor<?x64xf32>', got 'tensor<4x64xf32>'}}
  %0 = norm.shift %x, %s dims = [1] : (tensor<?x64xf32>, tensor<64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// shift_c3
func.func @f(%x: tensor<?x64xbf16>, %s: tensor<64xbf16>) {
  // expected-error @below {{'norm.shift' op result's element type must be 'bf16', the widest of the operands, or narrower, got 'f32'}}
  %0 = norm.shift %x, %s dims = [1] : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xf32>
  return
}

// -----

// shift_c3
func.func @f(%x: tensor<?x64xbf16>, %s: tensor<64xbf16>) {
  // expected-error @below {{'norm.shift' op result's element type must be 'bf16', the widest of the operands, or narrower, got 'f16'}}
  %0 = norm.shift %x, %s dims = [1] : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xf16>
  return
}

// -----

// modulate_c1
func.func @f(%x: tensor<?x64xf32>, %s: tensor<32xf32>) {
  // expected-error @below {{'norm.modulate' op extent 32 of axis 0 of the scale must be 1 or that of axis 1 of the result, 64}}
  %0 = norm.modulate %x, %s, %s dims = [1]
      : (tensor<?x64xf32>, tensor<32xf32>, tensor<32xf32>) -> tensor<?x64xf32>
  return
}

// -----

// modulate_c1
func.func @f(%x: tensor<?x64xf32>, %s: tensor<64xf32>, %t: tensor<1x64xf32>) {
  // expected-error @below {{'norm.modulate' op dims must have one entry for each axis of the shift (2), got 1}}
  %0 = norm.modulate %x, %s, %t dims = [1]
      : (tensor<?x64xf32>, tensor<64xf32>, tensor<1x64xf32>) -> tensor<?x64xf32>
  return
}

// -----

// modulate_c2
func.func @f(%x: tensor<?x64xf32>, %s: tensor<64xf32>) {
  // expected-error @below {{'norm.modulate' op result must have the shape of the operand 'tensor<?x64xf32>', got 'tensor<4x64xf32>'}}
  %0 = norm.modulate %x, %s, %s dims = [1]
      : (tensor<?x64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// modulate_c3
func.func @f(%x: tensor<?x64xbf16>, %s: tensor<64xbf16>) {
  // expected-error @below {{'norm.modulate' op result's element type must be 'bf16', the widest of the operands, or narrower, got 'f32'}}
  %0 = norm.modulate %x, %s, %s dims = [1]
      : (tensor<?x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<?x64xf32>
  return
}

// -----

// modulate_c3
func.func @f(%x: tensor<?x64xbf16>, %s: tensor<64xbf16>) {
  // expected-error @below {{'norm.modulate' op result's element type must be 'bf16', the widest of the operands, or narrower, got 'f16'}}
  %0 = norm.modulate %x, %s, %s dims = [1]
      : (tensor<?x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<?x64xf16>
  return
}

// -----

// gate_c1
func.func @f(%x: tensor<?x64xf32>, %s: tensor<32xf32>, %r: tensor<?x64xf32>) {
  // expected-error @below {{'norm.gate' op extent 32 of axis 0 of the gate must be 1 or that of axis 1 of the result, 64}}
  %0 = norm.gate %r, %s, %x dims = [1]
      : (tensor<?x64xf32>, tensor<32xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  return
}

// -----

// gate_c1
func.func @f(%x: tensor<?x64xf32>, %s: tensor<64xf32>, %r: tensor<4x64xf32>) {
  // expected-error @below {{'norm.gate' op residual must have the shape of x, 'tensor<?x64xf32>', got 'tensor<4x64xf32>'}}
  %0 = norm.gate %r, %s, %x dims = [1]
      : (tensor<4x64xf32>, tensor<64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  return
}

// -----

// gate_c2
func.func @f(%x: tensor<?x64xf32>, %s: tensor<64xf32>, %r: tensor<?x64xf32>) {
  // expected-error @below {{'norm.gate' op result must have the shape of the operand 'tensor<?x64xf32>', got 'tensor<4x64xf32>'}}
  %0 = norm.gate %r, %s, %x dims = [1]
      : (tensor<?x64xf32>, tensor<64xf32>, tensor<?x64xf32>) -> tensor<4x64xf32>
  return
}

// -----

// gate_c3
func.func @f(%x: tensor<?x64xbf16>, %s: tensor<64xbf16>, %r: tensor<?x64xbf16>) {
  // expected-error @below {{'norm.gate' op result's element type must be 'bf16', the widest of the operands, or narrower, got 'f32'}}
  %0 = norm.gate %r, %s, %x dims = [1]
      : (tensor<?x64xbf16>, tensor<64xbf16>, tensor<?x64xbf16>) -> tensor<?x64xf32>
  return
}

// -----

// gate_c3
func.func @f(%x: tensor<?x64xbf16>, %s: tensor<64xbf16>, %r: tensor<?x64xbf16>) {
  // expected-error @below {{'norm.gate' op result's element type must be 'bf16', the widest of the operands, or narrower, got 'f16'}}
  %0 = norm.gate %r, %s, %x dims = [1]
      : (tensor<?x64xbf16>, tensor<64xbf16>, tensor<?x64xbf16>) -> tensor<?x64xf16>
  return
}

// -----

// functions keep their type
func.func @f(%x: tensor<4xf64>) {
  // expected-error @below {{'norm.silu' op operand #0 must be a tensor or scalar of f32, f16 or bf16, but got 'tensor<4xf64>'}}
  %0 = norm.silu %x : tensor<4xf64>
  return
}

// -----

// types: rank and element
func.func @f(%x: tensor<*xf32>) {
  // expected-error @below {{'norm.rms_norm' op operand #0 must be ranked tensor of f32, f16 or bf16 values, but got 'tensor<*xf32>'}}
  %0 = norm.rms_norm %x {eps = 0.0 : f32} : (tensor<*xf32>) -> tensor<*xf32>
  return
}
