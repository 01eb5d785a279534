// One fault a chunk: what neither PTX nor a chip takes.
// RUN: %normc-opt %s --normc-convert-gpu-to-nvvm --split-input-file --verify-diagnostics

// name
gpu.module @kernels {
  // expected-error @below {{kernel name must be letters, digits and _, got 'a b'}}
  gpu.func @"a b"() kernel { gpu.return }
}

// -----

// name: begins with a digit
gpu.module @kernels {
  // expected-error @below {{kernel name must be letters, digits and _, got '8k'}}
  gpu.func @"8k"() kernel { gpu.return }
}

// -----

// block
gpu.module @kernels {
  // expected-error @below {{known_block_size must be from 1 to 1024, got -5}}
  gpu.func @k() kernel attributes {known_block_size = array<i32: -5, 1, 1>} { gpu.return }
}

// -----

// block: all threads
gpu.module @kernels {
  // expected-error @below {{known_block_size must be at most 1024 threads, got 2048}}
  gpu.func @k() kernel attributes {known_block_size = array<i32: 1024, 2, 1>} { gpu.return }
}

// -----

// no name at all
gpu.module @kernels {
  // expected-error @below {{kernel name must be letters, digits and _, got ''}}
  gpu.func @""() kernel {
    gpu.return
  }
}
