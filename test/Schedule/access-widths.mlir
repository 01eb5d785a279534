// An access is no wider than the place in its axis where a row starts allows, and no wider than
// the axis: both for windows of inputs and of results.
// RUN: %normc-opt %s --sched-select-row-config | FileCheck %s
// RUN: %normc-opt %s --sched-select-row-config --sched-verify-row-config -o /dev/null

module attributes {sched.target = #sched.target<"sm_90">} {
  // Starts at 8, 4, 1 and 0 elements of 16 bits; the result's rows are 64 apart from 2 on.
  // CHECK-LABEL: func @starts
  // CHECK: access_bits = [128, 64, 16, 128, 32]
  func.func @starts(%x: tensor<4x512xbf16>) {
    %0 = sched.group rows[4, 2]
        ins(%x, %x, %x, %x : tensor<4x512xbf16>, tensor<4x512xbf16>, tensor<4x512xbf16>, tensor<4x512xbf16>)
        maps [affine_map<(d0, d1) -> (d0, d1 * 64 + 8)>, affine_map<(d0, d1) -> (d0, d1 * 64 + 4)>,
              affine_map<(d0, d1) -> (d0, d1 * 64 + 1)>, affine_map<(d0, d1) -> (d0, 0)>]
        result_maps [affine_map<(d0, d1) -> (d0, d1 * 64 + 2)>] {
    ^row(%a: tensor<64xbf16>, %b: tensor<64xbf16>, %c: tensor<64xbf16>, %d: tensor<64xbf16>):
      %0 = arith.addf %a, %b : tensor<64xbf16>
      %1 = arith.addf %c, %d : tensor<64xbf16>
      %2 = arith.addf %0, %1 : tensor<64xbf16>
      sched.yield %2 : tensor<64xbf16>
    } -> (tensor<4x256xbf16>)
    return
  }

  // The step between rows is what divides them: 20 elements, of 16 and of 32 bits.
  // CHECK-LABEL: func @steps
  // CHECK: access_bits = [64, 128, 64]
  func.func @steps(%x: tensor<4x320xbf16>, %y: tensor<4x320xf32>) {
    %0 = sched.group rows[4, 16] ins(%x, %y : tensor<4x320xbf16>, tensor<4x320xf32>)
        maps [affine_map<(d0, d1) -> (d0, d1 * 20)>, affine_map<(d0, d1) -> (d0, d1 * 20)>] {
    ^row(%a: tensor<20xbf16>, %b: tensor<20xf32>):
      %c = arith.truncf %b : tensor<20xf32> to tensor<20xbf16>
      %2 = arith.addf %a, %c : tensor<20xbf16>
      sched.yield %2 : tensor<20xbf16>
    } -> (tensor<4x16x20xbf16>)
    return
  }

  // A long axis allows wide accesses of short rows: 20 elements, all from multiples of 32 on; an
  // odd axis allows none.
  // CHECK-LABEL: func @axes
  // CHECK: access_bits = [128, 16, 64]
  func.func @axes(%x: tensor<4x512xbf16>, %y: tensor<4x513xbf16>) {
    %0 = sched.group rows[4, 16] ins(%x, %y : tensor<4x512xbf16>, tensor<4x513xbf16>)
        maps [affine_map<(d0, d1) -> (d0, d1 * 32)>, affine_map<(d0, d1) -> (d0, d1 * 32)>] {
    ^row(%a: tensor<20xbf16>, %b: tensor<20xbf16>):
      %2 = arith.addf %a, %b : tensor<20xbf16>
      sched.yield %2 : tensor<20xbf16>
    } -> (tensor<4x16x20xbf16>)
    return
  }

  // Quotients and remainders.
  // CHECK-LABEL: func @divided
  // CHECK: access_bits = [128, 32, 128]
  func.func @divided(%x: tensor<4x512xbf16>) {
    %0 = sched.group rows[4, 16] ins(%x, %x : tensor<4x512xbf16>, tensor<4x512xbf16>)
        maps [affine_map<(d0, d1) -> (d0, (d1 mod 4) * 64)>, affine_map<(d0, d1) -> (d0, (d1 floordiv 4) * 2)>] {
    ^row(%a: tensor<64xbf16>, %b: tensor<64xbf16>):
      %2 = arith.addf %a, %b : tensor<64xbf16>
      sched.yield %2 : tensor<64xbf16>
    } -> (tensor<4x16x64xbf16>)
    return
  }

  // Columns of a map: half as many in each piece, runs of 4 that start at odd places, every other
  // column, each run of 8 at a multiple of 40.
  // CHECK-LABEL: func @columns
  // CHECK: access_bits = [128, 16, 16, 128, 128]
  func.func @columns(%x: tensor<4x512xbf16>, %t: tensor<4x64xf32>) {
    %0 = sched.group rows[4]
        ins(%t, %x, %x, %x : tensor<4x64xf32>, tensor<4x512xbf16>, tensor<4x512xbf16>, tensor<4x512xbf16>)
        maps [affine_map<(d0, d1) -> (d0, d1 floordiv 2)>, affine_map<(d0, d1) -> (d0, d1 + d1 floordiv 4)>,
              affine_map<(d0, d1) -> (d0, d1 * 2)>, affine_map<(d0, d1) -> (d0, (d1 floordiv 8) * 32 + d1)>] {
    ^row(%a: tensor<64xf32>, %b: tensor<64xbf16>, %c: tensor<64xbf16>, %d: tensor<64xbf16>):
      %0 = arith.addf %b, %c : tensor<64xbf16>
      %1 = arith.addf %0, %d : tensor<64xbf16>
      %2 = arith.extf %1 : tensor<64xbf16> to tensor<64xf32>
      %3 = arith.addf %2, %a : tensor<64xf32>
      sched.yield %3 : tensor<64xf32>
    } -> (tensor<4x64xf32>)
    return
  }
}
