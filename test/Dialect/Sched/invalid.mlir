// One fault a chunk: launches and accesses.
// RUN: %normc-opt %s --split-input-file --verify-diagnostics

// launch_c1
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  // expected-error @below {{'sched.launch' op needs one region for each variant, 2, got 1}}
  %0 = sched.launch @k variants [#sched.variant<"a", align = 1, collapse = false>,
                                 #sched.variant<"b", align = 1, collapse = false>] -> (tensor<?x64xf32>) {
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// launch_c2
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  // expected-error @below {{'sched.launch' op each region must be groups and a yield of their results}}
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-note @below {{this region begins here}}
    sched.yield %x : tensor<?x64xf32>
  }
  return
}

// -----

// launch_c2
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  // expected-error @below {{'sched.launch' op each region must be groups and a yield of their results}}
  %0 = sched.launch @k -> (tensor<?x64xf32>) {
    // expected-note @below {{this region begins here}}
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %x : tensor<?x64xf32>
  }
  return
}

// -----

// launch_c3
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  // expected-error @below {{'sched.launch' op each region must yield the types of the results, 'tensor<?x64xbf16>'}}
  %0 = sched.launch @k -> (tensor<?x64xbf16>) {
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    // expected-note @below {{this region ends here}}
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// launch_c3
func.func @f() {
  // expected-error @below {{'sched.launch' op needs at least one result}}
  "sched.launch"() <{kernel_name = "k"}> ({
    "sched.group"() <{maps = [], operandSegmentSizes = array<i32: 0, 0>,
                    static_row_sizes = array<i64: 4>}> ({
      sched.yield
    }) : () -> ()
    sched.yield
  }) : () -> ()
  return
}

// -----

// launch_c4
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  // expected-error @below {{'sched.launch' op kernel name must be letters, digits and _, got 'a-b'}}
  %0 = sched.launch @"a-b" -> (tensor<?x64xf32>) {
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// launch_c4
func.func @f(%x: tensor<?x64xf32>, %b: index) {
  // expected-error @below {{'sched.launch' op kernel name must be letters, digits and _, got '8'}}
  %0 = sched.launch @"8" -> (tensor<?x64xf32>) {
    %g = sched.group rows[%b] ins(%x : tensor<?x64xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<?x64xf32>)
    sched.yield %g : tensor<?x64xf32>
  }
  return
}

// -----

// launch_c2: a region without a yield
func.func @f(%x: tensor<4x64xf32>) {
  // expected-error @below {{'sched.launch' op each region must be groups and a yield of their results}}
  %0 = "sched.launch"() <{kernel_name = "k"}> ({
    // expected-note @below {{this region begins here}}
    %g = sched.group rows[4] ins(%x : tensor<4x64xf32>) maps [affine_map<(d0) -> (d0)>] {
    ^row(%r: tensor<64xf32>):
      sched.yield %r : tensor<64xf32>
    } -> (tensor<4x64xf32>)
  }) : () -> tensor<4x64xf32>
  return
}

// -----

// load_c1
func.func @f(%x: !llvm.ptr<1>, %i: i64, %v: vector<4xf32>) {
  // expected-error @below {{'sched.load' op alignment must be a power of two from 4 to 32 bytes, got 12}}
  %0 = sched.load %x[%i] align 12 : vector<4xf32>
  return
}

// -----

// load_c1: no less than an element
func.func @f(%x: !llvm.ptr<1>, %i: i64, %v: vector<4xf32>) {
  // expected-error @below {{'sched.load' op alignment must be a power of two from 4 to 32 bytes, got 2}}
  %0 = sched.load %x[%i] align 2 : vector<4xf32>
  return
}

// -----

// store_c1
func.func @f(%x: !llvm.ptr<1>, %i: i64, %v: vector<4xf32>) {
  // expected-error @below {{'sched.store' op alignment must be a power of two from 4 to 32 bytes, got 0}}
  sched.store %v, %x[%i] align 0 : vector<4xf32>
  return
}

// -----

// load_c1: wider than any access
func.func @f(%x: !llvm.ptr<1>, %o: i64) {
  // expected-error @below {{'sched.load' op alignment must be a power of two from 4 to 32 bytes, got 64}}
  %v = sched.load %x[%o] align 64 : vector<8xf32>
  return
}

// -----

// plan_c1
// expected-error @below {{'sched.plan' op an argument is a #sched.tensor or #sched.scalar, got 1 : i64}}
sched.plan @p dims 0 arguments [1] results [] temporaries [] launches []

// -----

// plan_c2: no kernel's alignments
// expected-error @below {{'sched.plan' op a kernel has one alignment for each tensor of its launch, 1, got 2}}
sched.plan @p dims 0 arguments [#sched.tensor<"x" : f32, () -> (64)>] results [] temporaries [] launches [
  #sched.launch<rows = () -> (), tensors = ["x"], collapsible = [0], bytes = () -> (256), kernels = [
    <@kernels::@k, <"aligned", align = 16, collapse = false>, grid = () -> (1), block = [32, 1], alignments = [16, 16],
     arguments = ["x"]>]>]

// -----

// plan_c2: a block of one number
// expected-error @below {{'sched.plan' op a grid is one expression and a block two numbers}}
sched.plan @p dims 0 arguments [#sched.tensor<"x" : f32, () -> (64)>] results [] temporaries [] launches [
  #sched.launch<rows = () -> (), tensors = ["x"], collapsible = [0], bytes = () -> (256), kernels = [
    <@kernels::@k, <"aligned", align = 16, collapse = false>, grid = () -> (1), block = [32], alignments = [16],
     arguments = ["x"]>]>]

// -----

// plan_c3
// expected-error @below {{'sched.plan' op kernel name must be letters, digits and _, got 'k k'}}
sched.plan @p dims 0 arguments [#sched.tensor<"x" : f32, () -> (64)>] results [] temporaries [] launches [
  #sched.launch<rows = () -> (), tensors = ["x"], collapsible = [0], bytes = () -> (256), kernels = [
    <@kernels::@"k k", <"aligned", align = 16, collapse = false>, grid = () -> (1), block = [32, 1], alignments = [16],
     arguments = ["x"]>]>]

// -----

// load_c2
func.func @f(%x: !llvm.ptr<1>, %o: i64) {
  // expected-error @below {{'sched.load' op a policy needs an alignment of at least 4, got 2}}
  %v = sched.load %x[%o] align 2 policy streaming : vector<8xbf16>
  return
}

// -----

// store_c2: a store has no second use to keep data for
func.func @f(%x: !llvm.ptr<1>, %o: i64, %v: vector<8xbf16>) {
  // expected-error @below {{'sched.store' op policy must be plain or streaming, got evict_last}}
  sched.store %v, %x[%o] align 16 policy evict_last : vector<8xbf16>
  return
}

// -----

// store_c2: alignment
func.func @f(%x: !llvm.ptr<1>, %o: i64, %v: vector<8xbf16>) {
  // expected-error @below {{'sched.store' op a policy needs an alignment of at least 4, got 2}}
  sched.store %v, %x[%o] align 2 policy streaming : vector<8xbf16>
  return
}

// -----

// load_c3
func.func @f(%x: !llvm.ptr<1>, %o: i64, %v: vector<8xbf16>) {
  // expected-error @below {{'sched.load' op has an else without a condition}}
  %0 = sched.load %x[%o] else %v align 16 : vector<8xbf16>
  return
}

// -----

// load_c4: one predicated instruction
func.func @f(%x: !llvm.ptr<1>, %o: i64, %c: i1) {
  // expected-error @below {{'sched.load' op with a condition must access a number, or 4, 8 or 16 aligned bytes, got 'vector<8xbf16>' aligned to 8}}
  %0 = sched.load %x[%o] if %c align 8 : vector<8xbf16>
  return
}

// -----

// load_c4: the policy
func.func @f(%x: !llvm.ptr<1>, %o: i64, %c: i1) {
  // expected-error @below {{'sched.load' op with a condition must have the plain policy, got streaming}}
  %0 = sched.load %x[%o] if %c align 16 policy streaming : vector<8xbf16>
  return
}

// -----

// store_c3: one predicated instruction
func.func @f(%x: !llvm.ptr<1>, %o: i64, %c: i1, %v: vector<3xbf16>) {
  // expected-error @below {{'sched.store' op with a condition must access a number, or 4, 8 or 16 aligned bytes, got 'vector<3xbf16>' aligned to 16}}
  sched.store %v, %x[%o] if %c align 16 : vector<3xbf16>
  return
}

// -----

// store_c3: the policy
func.func @f(%x: !llvm.ptr<1>, %o: i64, %c: i1, %v: vector<8xbf16>) {
  // expected-error @below {{'sched.store' op with a condition must have the plain policy, got streaming}}
  sched.store %v, %x[%o] if %c align 16 policy streaming : vector<8xbf16>
  return
}
