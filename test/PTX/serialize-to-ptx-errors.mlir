// What is refused prints no PTX to look at.
// RUN: %normc-opt %s --normc-serialize-to-ptx --split-input-file --verify-diagnostics

// A function of a device library that nobody links.
module attributes {sched.target = #sched.target<"sm_90">} {
  // expected-error @below {{PTX must call no external function, got __nv_expf, __nv_tanhf}}
  gpu.module @kernels {
    llvm.func @__nv_expf(f32) -> f32
    llvm.func @__nv_tanhf(f32) -> f32
    llvm.func @k(%x: !llvm.ptr<1>) attributes {nvvm.kernel} {
      %v = llvm.load %x : !llvm.ptr<1> -> f32
      %e = llvm.call @__nv_expf(%v) : (f32) -> f32
      %t = llvm.call @__nv_tanhf(%e) : (f32) -> f32
      llvm.store %t, %x : f32, !llvm.ptr<1>
      llvm.return
    }
  }
}

// -----

// One without a result.
module attributes {sched.target = #sched.target<"sm_90">} {
  // expected-error @below {{PTX must call no external function, got vprintf}}
  gpu.module @kernels {
    llvm.func @vprintf(f32)
    llvm.func @k(%x: f32) attributes {nvvm.kernel} {
      llvm.call @vprintf(%x) : (f32) -> ()
      llvm.return
    }
  }
}

// -----

// Clusters where there are none.
module attributes {sched.target = #sched.target<"sm_89">} {
  // expected-error @below {{has clusters of CTAs, which sm_89 has not, chips from sm_90 on do}}
  gpu.module @kernels {
    llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
      llvm.return
    }
  }
}

// -----

// expected-error @below {{needs a module with a target around it, such as sched.target = #sched.target<"sm_90">}}
gpu.module @kernels {
}

// -----

module attributes {sched.target = #sched.target<"sm_75">} {
  // expected-error @below {{unknown chip 'sm_75', did you mean 'sm_80'?}}
  gpu.module @kernels {
  }
}

// -----

// What is not in the LLVM dialect.
module attributes {sched.target = #sched.target<"sm_90">} {
  // expected-error @below {{cannot be translated to LLVM IR}}
  gpu.module @kernels {
    llvm.func @k() attributes {nvvm.kernel} {
      // expected-error @below {{cannot be converted to LLVM IR}}
      %c = arith.constant 1.0 : f32
      llvm.return
    }
  }
}
