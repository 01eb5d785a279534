// What else fuses into one launch: two norms in a row, norms spelt by hand, several results,
// activations, numbers, and a plan of several launches.
// RUN: %normc-run --device=emulator %s --function=sandwich --check --shape s0=3 | FileCheck %s --check-prefix=SANDWICH
// RUN: %normc-run --device=emulator %s --function=sandwich --check --shape s0=3 --no-fusion | FileCheck %s --check-prefix=UNFUSED
// RUN: %normc-run --device=emulator %s --function=by_hand --check --shape s0=3 | FileCheck %s --check-prefix=BY-HAND
// RUN: %normc-run --device=emulator %s --function=by_hand --check --shape s0=3 --no-fusion | FileCheck %s --check-prefix=UNFUSED
// RUN: %normc-run --device=emulator %s --function=two_modulations --check --shape s0=3 | FileCheck %s --check-prefix=TWO-MODULATIONS
// RUN: %normc-run --device=emulator %s --function=two_modulations --check --shape s0=3 --no-fusion | FileCheck %s --check-prefix=UNFUSED
// RUN: %normc-run --device=emulator %s --function=activations --check --shape s0=3 | FileCheck %s --check-prefix=ACTIVATIONS
// RUN: %normc-run --device=emulator %s --function=activations --check --shape s0=3 --no-fusion | FileCheck %s --check-prefix=UNFUSED
// RUN: %normc-run --device=emulator %s --function=numbers --check --shape s0=3 | FileCheck %s --check-prefix=NUMBERS
// RUN: %normc-run --device=emulator %s --function=numbers --check --shape s0=3 --no-fusion | FileCheck %s --check-prefix=UNFUSED
// RUN: %normc-run --device=emulator %s --function=several_launches --check --shape s0=3 | FileCheck %s --check-prefix=SEVERAL-LAUNCHES
// RUN: %normc-run --device=emulator %s --function=several_launches --check --shape s0=3 --no-fusion | FileCheck %s --check-prefix=UNFUSED
// RUN: %normc-run --device=emulator %s --function=condition --check --shape s0=3 | FileCheck %s --check-prefix=CONDITION
// RUN: %normc-run --device=emulator %s --function=condition --check --shape s0=3 --no-fusion | FileCheck %s --check-prefix=UNFUSED
// RUN: %normc-run --device=emulator %s --function=rank0 --check | FileCheck %s --check-prefix=RANK0
// RUN: %normc-run --device=emulator %s --function=dynamic_last --check | FileCheck %s --check-prefix=DYNAMIC-LAST
// UNFUSED: check result0: all {{[0-9]+}} elements equal

// SANDWICH: sandwich_bf16_n512_aligned
// SANDWICH: check result0: all 1536 elements equal
// SANDWICH: check result1: all 1536 elements equal
func.func @sandwich(%x: tensor<?x512xbf16>, %r: tensor<?x512xbf16>, %w: tensor<512xbf16>)
    -> (tensor<?x512xbf16>, tensor<?x512xbf16>) {
  %n = norm.rms_norm %x weight %w {eps = 1.0e-6 : f32}
      : (tensor<?x512xbf16>, tensor<512xbf16>) -> tensor<?x512xbf16>
  %h = arith.addf %r, %n : tensor<?x512xbf16>
  %m = norm.layer_norm %h {eps = 1.0e-6 : f32} : (tensor<?x512xbf16>) -> tensor<?x512xbf16>
  return %h, %m : tensor<?x512xbf16>, tensor<?x512xbf16>
}

// BY-HAND: by_hand_f32_n300_aligned
// BY-HAND: check result0: all 3 elements equal
// BY-HAND: check result1: all 900 elements equal
func.func @by_hand(%x: tensor<?x300xf32>) -> (tensor<?xf32>, tensor<?x300xf32>) {
  %m = norm.reduce <max> %x : tensor<?x300xf32> -> tensor<?xf32>
  %b = norm.broadcast %m like %x dims = [0] : (tensor<?xf32>, tensor<?x300xf32>) -> tensor<?x300xf32>
  %d = arith.subf %x, %b : tensor<?x300xf32>
  %e = math.exp %d : tensor<?x300xf32>
  %s = norm.reduce <add> %e : tensor<?x300xf32> -> tensor<?xf32>
  %t = norm.broadcast %s like %x dims = [0] : (tensor<?xf32>, tensor<?x300xf32>) -> tensor<?x300xf32>
  %y = arith.divf %e, %t : tensor<?x300xf32>
  return %m, %y : tensor<?xf32>, tensor<?x300xf32>
}

// TWO-MODULATIONS: two_modulations_bf16_n64_aligned
// TWO-MODULATIONS: check result0: all 192 elements equal
// TWO-MODULATIONS: check result1: all 192 elements equal
func.func @two_modulations(%x: tensor<?x64xbf16>, %s: tensor<64xbf16>, %t: tensor<64xbf16>, %u: tensor<64xbf16>)
    -> (tensor<?x64xbf16>, tensor<?x64xbf16>) {
  %n = norm.layer_norm %x {eps = 1.0e-6 : f32} : (tensor<?x64xbf16>) -> tensor<?x64xbf16>
  %a = norm.modulate %n, %s, %t dims = [1]
      : (tensor<?x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %b = norm.modulate %n, %t, %u dims = [1]
      : (tensor<?x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  return %a, %b : tensor<?x64xbf16>, tensor<?x64xbf16>
}

// ACTIVATIONS: activations_f16_n100_aligned
// ACTIVATIONS: check result0: all 300 elements equal
// ACTIVATIONS: check result1: all 300 elements equal
// ACTIVATIONS: check result2: all 300 elements equal
func.func @activations(%x: tensor<?x100xf16>, %y: tensor<?x100xf32>)
    -> (tensor<?x100xf16>, tensor<?x100xf32>, tensor<?x100xf16>) {
  %a = norm.silu %x : tensor<?x100xf16>
  %b = norm.gelu <erf> %a : tensor<?x100xf16>
  %c = norm.gelu <tanh> %b : tensor<?x100xf16>
  %d = norm.sigmoid %c : tensor<?x100xf16>
  %f = arith.extf %d : tensor<?x100xf16> to tensor<?x100xf32>
  %g = arith.mulf %f, %y : tensor<?x100xf32>
  %h = math.tanh %g : tensor<?x100xf32>
  %i = math.erf %h : tensor<?x100xf32>
  %j = math.absf %i : tensor<?x100xf32>
  %k = math.sqrt %j : tensor<?x100xf32>
  %l = arith.truncf %k : tensor<?x100xf32> to tensor<?x100xf16>
  return %b, %i, %l : tensor<?x100xf16>, tensor<?x100xf32>, tensor<?x100xf16>
}

// NUMBERS: numbers_f32_n40_aligned
// NUMBERS: check result0: all 120 elements equal
func.func @numbers(%x: tensor<?x40xf32>, %c: f32) -> tensor<?x40xf32> {
  %two = arith.constant 2.0 : f32
  %d = arith.mulf %c, %two : f32
  %s = norm.splat %d like %x : (f32, tensor<?x40xf32>) -> tensor<?x40xf32>
  %y = math.fma %x, %s, %x : tensor<?x40xf32>
  %z = arith.maximumf %y, %x : tensor<?x40xf32>
  %m = arith.minimumf %z, %s : tensor<?x40xf32>
  return %m : tensor<?x40xf32>
}

// The statistic of one row space enters another through memory.
// SEVERAL-LAUNCHES: several_launches_0_f32
// SEVERAL-LAUNCHES: several_launches_1_f32
// SEVERAL-LAUNCHES: check result0: all 96 elements equal
func.func @several_launches(%x: tensor<32x50xf32>, %y: tensor<?x32xf32>) -> tensor<?x32xf32> {
  %s = norm.sum_squares %x : tensor<32x50xf32> -> tensor<32xf32>
  %b = norm.broadcast %s like %y dims = [1] : (tensor<32xf32>, tensor<?x32xf32>) -> tensor<?x32xf32>
  %z = arith.addf %y, %b : tensor<?x32xf32>
  return %z : tensor<?x32xf32>
}

// DYNAMIC-LAST: dynamic_last_bf16_misaligned
// DYNAMIC-LAST: check result0: all 16 elements equal
func.func @dynamic_last(%x: tensor<?x?xbf16>) -> tensor<?x?xbf16> {
  %y = norm.silu %x : tensor<?x?xbf16>
  return %y : tensor<?x?xbf16>
}

// RANK0: rank0_f32_misaligned
// RANK0: check result0: all 1 elements equal
func.func @rank0(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %z = arith.addf %x, %y : tensor<f32>
  return %z : tensor<f32>
}

// CONDITION: condition_bf16_n24_aligned
// CONDITION: check result0: all 72 elements equal
func.func @condition(%x: tensor<?x24xbf16>, %y: tensor<?x24xbf16>) -> tensor<?x24xbf16> {
  %c = arith.cmpf olt, %x, %y : tensor<?x24xbf16>
  %z = arith.select %c, %x, %y : tensor<?x24xi1>, tensor<?x24xbf16>
  return %z : tensor<?x24xbf16>
}
