// More rows than 65535, which one dimension of a grid need not hold.
// RUN: %normc-run --device=emulator %s --check --shape s0=70000 --no-memory-checks | FileCheck %s
// CHECK: check result0: all 560000 elements equal the reference bit for bit
func.func @f(%x: tensor<?x8xbf16>) -> tensor<?x8xbf16> {
  %y = norm.rms_norm %x {eps = 1.0e-6 : f32} : (tensor<?x8xbf16>) -> tensor<?x8xbf16>
  return %y : tensor<?x8xbf16>
}
