// The verifiers of the attributes, one fault a chunk.
// RUN: %normc-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// row_config: threads_per_row
// expected-error @below {{threads_per_row must be at least 1, got 0}}
"test.op"() {a = #sched.row_config<threads_per_row = 0, rows_per_cta = 1, vector_width = 8, residency = registers,
                     operand_loads = early, access_bits = [128], min_ctas_per_sm = 0>} : () -> ()

// -----

// row_config: ctas_per_row
// expected-error @below {{ctas_per_row must be from 1 to 8, got 9}}
"test.op"() {a = #sched.row_config<threads_per_row = 8, ctas_per_row = 9, rows_per_cta = 1, vector_width = 8, residency = registers,
                     operand_loads = early, access_bits = [128], min_ctas_per_sm = 0>} : () -> ()

// -----

// row_config: rows_per_cta
// expected-error @below {{rows_per_cta must be at least 1, got 0}}
"test.op"() {a = #sched.row_config<threads_per_row = 8, rows_per_cta = 0, vector_width = 8, residency = registers,
                     operand_loads = early, access_bits = [128], min_ctas_per_sm = 0>} : () -> ()

// -----

// row_config: threads of a CTA
// expected-error @below {{threads_per_row * rows_per_cta must be at most 1024, got 256 * 5}}
"test.op"() {a = #sched.row_config<threads_per_row = 256, rows_per_cta = 5, vector_width = 8, residency = registers,
                     operand_loads = early, access_bits = [128], min_ctas_per_sm = 0>} : () -> ()

// -----

// row_config: the product does not wrap
// expected-error @below {{threads_per_row * rows_per_cta must be at most 1024, got 4294967296 * 4294967296}}
"test.op"() {a = #sched.row_config<threads_per_row = 4294967296, rows_per_cta = 4294967296, vector_width = 8, residency = registers,
                     operand_loads = early, access_bits = [128], min_ctas_per_sm = 0>} : () -> ()

// -----

// row_config: vector_width
// expected-error @below {{vector_width must be 8 or 16, got 4}}
"test.op"() {a = #sched.row_config<threads_per_row = 8, rows_per_cta = 1, vector_width = 4, residency = registers,
                     operand_loads = early, access_bits = [128], min_ctas_per_sm = 0>} : () -> ()

// -----

// row_config: access_bits, a power of two
// expected-error @below {{access_bits must be 0 or a power of two from 8 to 256, got 48}}
"test.op"() {a = #sched.row_config<threads_per_row = 8, rows_per_cta = 1, vector_width = 8, residency = registers,
                     operand_loads = early, access_bits = [128, 48], min_ctas_per_sm = 0>} : () -> ()

// -----

// row_config: access_bits, at least one element
// expected-error @below {{access_bits must be 0 or a power of two from 8 to 256, got 4}}
"test.op"() {a = #sched.row_config<threads_per_row = 8, rows_per_cta = 1, vector_width = 8, residency = registers,
                     operand_loads = early, access_bits = [4], min_ctas_per_sm = 0>} : () -> ()

// -----

// row_config: access_bits, no wider than any chip's
// expected-error @below {{access_bits must be 0 or a power of two from 8 to 256, got 512}}
"test.op"() {a = #sched.row_config<threads_per_row = 8, rows_per_cta = 1, vector_width = 8, residency = registers,
                     operand_loads = early, access_bits = [512], min_ctas_per_sm = 0>} : () -> ()

// -----

// row_config: min_ctas_per_sm
// expected-error @below {{min_ctas_per_sm must be 0 to 32, got 33}}
"test.op"() {a = #sched.row_config<threads_per_row = 8, rows_per_cta = 1, vector_width = 8, residency = registers,
                     operand_loads = early, access_bits = [128], min_ctas_per_sm = 33>} : () -> ()

// -----

// row_config: min_ctas_per_sm, not negative
// expected-error @below {{min_ctas_per_sm must be 0 to 32, got -1}}
"test.op"() {a = #sched.row_config<threads_per_row = 8, rows_per_cta = 1, vector_width = 8, residency = registers,
                     operand_loads = early, access_bits = [128], min_ctas_per_sm = -1>} : () -> ()

// -----

// variant: name
// expected-error @below {{a variant needs a name}}
"test.op"() {a = #sched.variant<"", align = 1, collapse = false>} : () -> ()

// -----

// variant: align, a power of two
// expected-error @below {{align must be a power of two up to 32 bytes, got 12}}
"test.op"() {a = #sched.variant<"v", align = 12, collapse = false>} : () -> ()

// -----

// variant: align, at most 32
// expected-error @below {{align must be a power of two up to 32 bytes, got 64}}
"test.op"() {a = #sched.variant<"v", align = 64, collapse = false>} : () -> ()

// -----

// variant: align, at least 1
// expected-error @below {{align must be a power of two up to 32 bytes, got 0}}
"test.op"() {a = #sched.variant<"v", align = 0, collapse = false>} : () -> ()

// -----

// variant: name, part of a kernel's
// expected-error @below {{a variant's name must be letters and _, got 'a-1'}}
"test.op"() {a = #sched.variant<"a-1", align = 1, collapse = false>} : () -> ()

// -----

// row_config: rows_per_thread
// expected-error @below {{rows_per_thread must be from 1 to 8, got 9}}
"test.op"() {a = #sched.row_config<threads_per_row = 8, rows_per_cta = 1, rows_per_thread = 9, vector_width = 8, residency = registers,
                     operand_loads = early, access_bits = [128], min_ctas_per_sm = 0>} : () -> ()
