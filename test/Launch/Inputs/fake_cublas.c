/*===- fake_cublas.c - a libcublas without a GPU --------------------------===*
 *
 * The few entry points that normc-run calls, on the host memory that fake_cuda.c hands out as
 * device memory: results are computed, so that they can be checked. Environment variables, read
 * at each call:
 *
 *   FAKE_CUBLAS_LOG=file      append a line for each setting of a handle
 *   FAKE_CUBLAS_FAIL=f=13     this entry point fails with this code
 *   FAKE_CUBLAS_WRONG=f       this entry point computes a little wrongly
 *
 *===--------------------------------------------------------------------===*/

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  void *stream, *workspace;
} Handle;

static int is_asked(const char *variable, const char *function) {
  const char *text = getenv(variable);
  size_t length = strlen(function);
  return text && strncmp(text, function, length) == 0 &&
         (text[length] == '\0' || text[length] == '=');
}

#define FAIL_IF_ASKED()                                                                            \
  do {                                                                                             \
    if (is_asked("FAKE_CUBLAS_FAIL", __func__))                                                    \
      return atoi(strchr(getenv("FAKE_CUBLAS_FAIL"), '=') + 1);                                    \
  } while (0)

/* What a wrong entry point adds to the last number that it writes. */
static float fault(const char *function) {
  return is_asked("FAKE_CUBLAS_WRONG", function) ? 0.125f : 0.0f;
}

static int write_line(const char *what, long long value) {
  const char *path = getenv("FAKE_CUBLAS_LOG");
  FILE *file = path ? fopen(path, "a") : NULL;
  if (file) {
    fprintf(file, "%s %lld\n", what, value);
    fclose(file);
  }
  return 0;
}

/*===----------------------------------------------------------------------===*
 * Handles
 *===----------------------------------------------------------------------===*/

int cublasCreate_v2(Handle **handle) {
  FAIL_IF_ASKED();
  *handle = calloc(1, sizeof **handle);
  return write_line("create", 0);
}

int cublasDestroy_v2(Handle *handle) {
  free(handle);
  return write_line("destroy", 0);
}

int cublasGetVersion_v2(Handle *handle, int *version) {
  (void)handle;
  *version = 130000;
  return 0;
}

const char *cublasGetStatusName(int status) {
  return status == 13 ? "CUBLAS_STATUS_EXECUTION_FAILED" : "CUBLAS_STATUS_INVALID_VALUE";
}

/* Takes the workspace back, as the real one does. */
int cublasSetStream_v2(Handle *handle, void *stream) {
  handle->stream = stream;
  handle->workspace = NULL;
  return write_line("stream is null:", stream == NULL);
}

int cublasSetWorkspace_v2(Handle *handle, void *workspace, size_t bytes) {
  handle->workspace = workspace;
  return write_line("workspace", (long long)bytes);
}

int cublasSetPointerMode_v2(Handle *handle, int mode) {
  (void)handle;
  return write_line("pointer mode", mode);
}

int cublasSetMathMode(Handle *handle, int mode) {
  static int last = 0;
  (void)handle;
  if (mode == last)
    return 0;
  last = mode;
  return write_line("math mode", mode);
}

/*===----------------------------------------------------------------------===*
 * Calls: matrices are stored by columns
 *===----------------------------------------------------------------------===*/

/* Without a workspace of its own a captured call would allocate. */
#define NEEDS_WORKSPACE()                                                                          \
  do {                                                                                             \
    FAIL_IF_ASKED();                                                                               \
    if (!handle->stream || !handle->workspace)                                                     \
      return 1;                                                                                    \
  } while (0)

int cublasScopy_v2_64(Handle *handle, int64_t n, const float *x, int64_t incx, float *y,
                      int64_t incy) {
  NEEDS_WORKSPACE();
  for (int64_t i = 0; i < n; ++i)
    y[i * incy] = x[i * incx];
  y[(n - 1) * incy] += fault(__func__);
  return 0;
}

int cublasSgemv_v2_64(Handle *handle, int trans, int64_t m, int64_t n, const float *alpha,
                      const float *a, int64_t lda, const float *x, int64_t incx, const float *beta,
                      float *y, int64_t incy) {
  NEEDS_WORKSPACE();
  if (!trans || *beta != 0)
    return 7;
  for (int64_t j = 0; j < n; ++j) {
    float sum = 0;
    for (int64_t i = 0; i < m; ++i)
      sum += a[i + j * lda] * x[i * incx];
    y[j * incy] = *alpha * sum;
  }
  y[(n - 1) * incy] += fault(__func__);
  return 0;
}

int cublasSger_v2_64(Handle *handle, int64_t m, int64_t n, const float *alpha, const float *x,
                     int64_t incx, const float *y, int64_t incy, float *a, int64_t lda) {
  NEEDS_WORKSPACE();
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < m; ++i)
      a[i + j * lda] += *alpha * x[i * incx] * y[j * incy];
  a[m - 1 + (n - 1) * lda] += fault(__func__);
  return 0;
}

#ifndef FAKE_CUBLAS_OLD
int cublasSdgmm_64(Handle *handle, int side, int64_t m, int64_t n, const float *a, int64_t lda,
                   const float *x, int64_t incx, float *c, int64_t ldc) {
  NEEDS_WORKSPACE();
  if (lda < m || ldc < m)
    return 7;
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < m; ++i)
      c[i + j * ldc] = a[i + j * lda] * x[(side ? j : i) * incx];
  c[m - 1 + (n - 1) * ldc] += fault(__func__);
  return 0;
}
#endif

int cublasSgeam_64(Handle *handle, int transa, int transb, int64_t m, int64_t n, const float *alpha,
                   const float *a, int64_t lda, const float *beta, const float *b, int64_t ldb,
                   float *c, int64_t ldc) {
  NEEDS_WORKSPACE();
  if (transa || transb)
    return 7;
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < m; ++i)
      c[i + j * ldc] = *alpha * a[i + j * lda] + *beta * b[i + j * ldb];
  c[m - 1 + (n - 1) * ldc] += fault(__func__);
  return 0;
}

int cublasSgemmStridedBatched_64(Handle *handle, int transa, int transb, int64_t m, int64_t n,
                                 int64_t k, const float *alpha, const float *a, int64_t lda,
                                 long long stride_a, const float *b, int64_t ldb,
                                 long long stride_b, const float *beta, float *c, int64_t ldc,
                                 long long stride_c, int64_t batches) {
  NEEDS_WORKSPACE();
  if (!transa || transb || m != 1 || n != 1 || lda < k || ldb < k || ldc < m || *beta != 0)
    return 7;
  for (int64_t batch = 0; batch < batches; ++batch) {
    float sum = 0;
    for (int64_t i = 0; i < k; ++i)
      sum += a[batch * stride_a + i] * b[batch * stride_b + i];
    c[batch * stride_c] = *alpha * sum;
  }
  c[(batches - 1) * stride_c] += fault(__func__);
  return 0;
}

static float read_bf16(const void *from, int64_t index) {
  uint32_t bits = (uint32_t)((const uint16_t *)from)[index] << 16;
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

int cublasGemmEx_64(Handle *handle, int transa, int transb, int64_t m, int64_t n, int64_t k,
                    const void *alpha, const void *a, int type_a, int64_t lda, const void *b,
                    int type_b, int64_t ldb, const void *beta, void *c, int type_c, int64_t ldc,
                    int compute, int algorithm) {
  NEEDS_WORKSPACE();
  if (!transa || transb || n != 1 || type_a != 14 || type_b != 14 || type_c != 0 || compute != 68 ||
      algorithm != -1 || *(const float *)beta != 0 || ldb < k || ldc < m)
    return 7;
  for (int64_t i = 0; i < m; ++i) {
    float sum = 0;
    for (int64_t l = 0; l < k; ++l)
      sum += read_bf16(a, l + i * lda) * read_bf16(b, l);
    ((float *)c)[i] = *(const float *)alpha * sum;
  }
  ((float *)c)[m - 1] += fault(__func__);
  return 0;
}
