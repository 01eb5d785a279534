//===- CuBlas.h - the few cuBLAS calls that are baselines --------*- C++ -*-===//
//
// cuBLAS opened at run time, so that neither headers nor libraries of CUDA are needed to
// build, and its calls in terms of row-major matrices.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_TOOLS_NORMC_RUN_CUBLAS_H
#define NORMC_TOOLS_NORMC_RUN_CUBLAS_H

#include "Gpu.h"

#include <utility>

struct cublasContext; // as cublas_api.h names it

namespace normc {

/// Entry points of libcublas. Types and numbers are those of cublas_api.h of CUDA 12.0 to 13.0,
/// with int for every enumeration; what ends in _64 takes 64-bit sizes and exists from 12.0 on,
/// what ends in _v2 is what cublas_v2.h calls by the plain name.
struct CuBlasApi {
  using Handle = cublasContext *;

  int (*create)(Handle *handle);
  int (*destroy)(Handle handle);
  int (*getVersion)(Handle handle, int *version);
  const char *(*getStatusName)(int status);
  int (*setStream)(Handle handle, cuda::Stream stream);
  int (*setWorkspace)(Handle handle, void *workspace, size_t bytes);
  int (*setPointerMode)(Handle handle, int mode);
  int (*setMathMode)(Handle handle, int mode);

  int (*copy)(Handle handle, int64_t n, const float *x, int64_t incx, float *y, int64_t incy);
  int (*gemv)(Handle handle, int trans, int64_t m, int64_t n, const float *alpha, const float *a,
              int64_t lda, const float *x, int64_t incx, const float *beta, float *y, int64_t incy);
  int (*ger)(Handle handle, int64_t m, int64_t n, const float *alpha, const float *x, int64_t incx,
             const float *y, int64_t incy, float *a, int64_t lda);
  int (*dgmm)(Handle handle, int side, int64_t m, int64_t n, const float *a, int64_t lda,
              const float *x, int64_t incx, float *c, int64_t ldc);
  int (*geam)(Handle handle, int transa, int transb, int64_t m, int64_t n, const float *alpha,
              const float *a, int64_t lda, const float *beta, const float *b, int64_t ldb, float *c,
              int64_t ldc);
  int (*gemmStridedBatched)(Handle handle, int transa, int transb, int64_t m, int64_t n, int64_t k,
                            const float *alpha, const float *a, int64_t lda, long long strideA,
                            const float *b, int64_t ldb, long long strideB, const float *beta,
                            float *c, int64_t ldc, long long strideC, int64_t batchCount);
  int (*gemmEx)(Handle handle, int transa, int transb, int64_t m, int64_t n, int64_t k,
                const void *alpha, const void *a, int typeA, int64_t lda, const void *b, int typeB,
                int64_t ldb, const void *beta, void *c, int typeC, int64_t ldc, int computeType,
                int algorithm);
};

/// cuBLAS on the GPU's stream. A matrix is `rows` rows of `columns` numbers one after another,
/// which cuBLAS, by columns, sees as `columns` x `rows`; no operand but `y` is written.
class CuBlas {
public:
  /// Opens the library that NORMC_CUBLAS names, else the newest that the loader finds.
  static Result<std::unique_ptr<CuBlas>> open(const Gpu &gpu);
  ~CuBlas();
  CuBlas(const CuBlas &) = delete;
  CuBlas &operator=(const CuBlas &) = delete;

  // Each puts a call into the stream; what fails first stays until takeStatus.

  /// y[i] = x[i].
  void copy(int64_t count, cuda::Pointer x, cuda::Pointer y);
  /// y[i] = a[i] b[i]: a is one column, b the diagonal that scales its rows.
  void multiply(int64_t count, cuda::Pointer a, cuda::Pointer b, cuda::Pointer y);
  /// y[i, j] = x[i, j] s[j].
  void scaleColumns(int64_t rows, int64_t columns, cuda::Pointer x, cuda::Pointer s,
                    cuda::Pointer y);
  /// y[i, j] = x[i, j] s[i].
  void scaleRows(int64_t rows, int64_t columns, cuda::Pointer x, cuda::Pointer s, cuda::Pointer y);
  /// y = alpha a + beta b.
  void add(int64_t rows, int64_t columns, float alpha, cuda::Pointer a, float beta, cuda::Pointer b,
           cuda::Pointer y);
  /// y[i, j] += alpha r[i] c[j].
  void addOuterProduct(int64_t rows, int64_t columns, float alpha, cuda::Pointer r, cuda::Pointer c,
                       cuda::Pointer y);
  /// y[i] = alpha sum over j of x[i, j], where `ones` are `columns` ones.
  void sumRows(int64_t rows, int64_t columns, float alpha, cuda::Pointer x, cuda::Pointer ones,
               cuda::Pointer y);
  /// y[i] = sum over j of x[i, j]^2: each row as a 1 x N by N x 1 product.
  void squareRows(int64_t rows, int64_t columns, cuda::Pointer x, cuda::Pointer y);
  /// The row sums of bf16 in f32, on tensor cores where cuBLAS will.
  void sumRowsBF16(int64_t rows, int64_t columns, cuda::Pointer x, cuda::Pointer ones,
                   cuda::Pointer y);

  Status takeStatus() { return std::exchange(status, Status()); }

  std::string path; ///< of the library
  int version = 0;

private:
  explicit CuBlas(const Gpu &gpu) : gpu(gpu) {}
  Status load();
  Status start();
  void note(int error, const char *function);

  const Gpu &gpu;
  CuBlasApi api{};
  CuBlasApi::Handle handle = nullptr;
  Status status;
  std::unique_ptr<DeviceBuffer> workspace;
};

} // namespace normc

#endif // NORMC_TOOLS_NORMC_RUN_CUBLAS_H
