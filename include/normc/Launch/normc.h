/*===- normc.h - launching what normc compiled, from C ------------*- C -*-===*
 *
 * Loads a package (.normc) and launches its functions on CUDA streams. Needs NVIDIA's driver
 * at run time and nothing else: no CUDA toolkit, no compiler.
 *
 *   normc_package *package;
 *   const normc_function *f;
 *   if (normc_load("model.normc", &package) != NORMC_OK ||
 *       normc_get_function(package, "f", &f) != NORMC_OK || normc_prepare(f) != NORMC_OK)
 *     puts(normc_last_error());
 *   normc_launch(f, tensors, 3, NULL, 0, stream, 0);
 *
 * Ownership: the caller owns tensors, workspace and stream; the library keeps no pointer to
 * them after a call returns (the kernels still run, in the order of the stream). A package
 * owns its functions and every string that functions of this header return from it.
 *
 * Threads: every function may be called from any thread at any time, except normc_free, which
 * must not overlap another use of the package. Launches use the calling thread's current CUDA
 * context; a package works in any number of contexts up to 64, and its code is loaded into
 * each once.
 *
 * Errors: functions that can fail return a normc_status and leave a one-line message for
 * normc_last_error. A call that fails because of its arguments launches nothing.
 *
 *===----------------------------------------------------------------------===*/

#ifndef NORMC_LAUNCH_NORMC_H
#define NORMC_LAUNCH_NORMC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define NORMC_API __attribute__((visibility("default")))
#else
#define NORMC_API
#endif

/* Grows when something is added; nothing is changed or taken away. */
#define NORMC_API_VERSION 1

/* The version of the library that runs, at least that of the header compiled against. */
NORMC_API int32_t normc_api_version(void);

typedef enum normc_status {
  NORMC_OK = 0,
  NORMC_BAD_INPUT = 1,  /* a package or tensors that do not fit */
  NORMC_USAGE = 2,      /* a call that makes no sense, whatever the tensors */
  NORMC_ENVIRONMENT = 3 /* files, the driver, the device */
} normc_status;

typedef enum normc_type {
  NORMC_F32 = 0,
  NORMC_F16 = 1,
  NORMC_BF16 = 2,
  NORMC_F8E4M3FN = 3,
  NORMC_F8E5M2 = 4,
  NORMC_I8 = 5,
  NORMC_I32 = 6, /* indices: from 0 to less than the rows of the table, which nothing checks */
  NORMC_I64 = 7
} normc_type;

typedef struct normc_package normc_package;
typedef struct normc_function normc_function;

/* An argument or result. For a number (normc_argument_is_number) only `number` is read. */
typedef struct normc_tensor {
  void *data;             /* the first element, in memory of the device */
  const int64_t *shape;   /* `rank` sizes in elements */
  const int64_t *strides; /* `rank` strides in elements, at least 0; NULL: dense, row-major */
  int32_t rank;
  int32_t type; /* a normc_type */
  float number;
} normc_tensor;

/* The calling thread's last error: one line (an assembler's log may follow), lower case. Valid
 * until the thread's next call that fails; "" before the first. */
NORMC_API const char *normc_last_error(void);

/* Packages. The bytes are copied. On failure *package is NULL. normc_free unloads the code;
 * kernels in flight must have ended. NULL is ignored. */
NORMC_API normc_status normc_load(const char *path, normc_package **package);
NORMC_API normc_status normc_load_bytes(const void *bytes, size_t size, normc_package **package);
NORMC_API void normc_free(normc_package *package);

/* Functions, as long as their package. Names are NULL where the index is out of range. */
NORMC_API int32_t normc_function_count(const normc_package *package);
NORMC_API const char *normc_function_name(const normc_package *package, int32_t index);
NORMC_API normc_status normc_get_function(const normc_package *package, const char *name,
                                          const normc_function **function);

/* Arguments and results by index, from 0. Out of range: NULL or -1. */
NORMC_API int32_t normc_num_arguments(const normc_function *function);
NORMC_API int32_t normc_num_results(const normc_function *function);
NORMC_API const char *normc_argument_name(const normc_function *function, int32_t index);
NORMC_API const char *normc_result_name(const normc_function *function, int32_t index);
NORMC_API int32_t normc_argument_type(const normc_function *function, int32_t index);
NORMC_API int32_t normc_result_type(const normc_function *function, int32_t index);
NORMC_API int32_t normc_argument_rank(const normc_function *function, int32_t index);
NORMC_API int32_t normc_result_rank(const normc_function *function, int32_t index);
/* 1 for a float passed by value, 0 for a tensor. */
NORMC_API int32_t normc_argument_is_number(const normc_function *function, int32_t index);

/* Loads the code into the current context, assembling it if need be: up to seconds. Without
 * it the first launch does so; a launch into a stream that is being captured cannot. */
NORMC_API normc_status normc_prepare(const normc_function *function);

/* The sizes of a result for these arguments (of which shape and rank are read): as many
 * numbers as normc_result_rank says. */
NORMC_API normc_status normc_result_shape(const normc_function *function,
                                          const normc_tensor *arguments, int32_t num_arguments,
                                          int32_t result, int64_t *shape);

/* Bytes of workspace for these arguments, often 0. */
NORMC_API normc_status normc_workspace_size(const normc_function *function,
                                            const normc_tensor *arguments, int32_t num_arguments,
                                            size_t *bytes);

/* Flags of normc_launch. */
#define NORMC_PDL                                                                                  \
  1u /* programmatic dependent launch: may start before the launch                                 \
        before it in the stream ends; only packages whose kernels                                  \
        wait (all for sm_90 and later) */
#define NORMC_CHECK_POINTERS                                                                       \
  2u /* refuse memory of the host or of another device by name;                                    \
        costs a driver call or two a tensor */

/* Puts the function's launches into a CUstream (or cudaStream_t; NULL: the default stream) of
 * the current context, and returns without waiting. `tensors` are the arguments, then the
 * results. Results share no memory with anything else, or are exactly the argument that the
 * graph names by norm.in_place: the same address and strides. The workspace is memory of the
 * device, aligned to 256 bytes, used until the launches end. Without elements nothing is launched.
 */
NORMC_API normc_status normc_launch(const normc_function *function, const normc_tensor *tensors,
                                    int32_t num_tensors, void *workspace, size_t workspace_bytes,
                                    void *stream, uint32_t flags);

#ifdef __cplusplus
}
#endif

#endif /* NORMC_LAUNCH_NORMC_H */
