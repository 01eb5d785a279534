//===- CuBlas.cpp - the few cuBLAS calls that are baselines ---------------===//
//
// Numbers passed from the host are kept in a graph by value: the pointer mode is the host's.
//
//===----------------------------------------------------------------------===//

#include "CuBlas.h"

#include <cstdlib>
#include <dlfcn.h>
#include <vector>

using namespace normc;
using cuda::Pointer;

// The numbers of cublas_api.h and library_types.h.
static constexpr int success = 0;
static constexpr int hostPointers = 0;
static constexpr int defaultMath = 0, pedanticMath = 2;
static constexpr int plain = 0, transposed = 1;
static constexpr int left = 0, right = 1;
static constexpr int real32 = 0, realBF16 = 14;
static constexpr int compute32 = 68, defaultAlgorithm = -1;

/// What the documentation of cublasSetWorkspace recommends for Hopper and later; less elsewhere.
static constexpr size_t workspaceBytes = size_t(32) << 20;

/// The driver's addresses are integers, cuBLAS takes pointers.
static float *toFloats(Pointer address) {
  return reinterpret_cast<float *>(address); // NOLINT(performance-no-int-to-ptr)
}

//===----------------------------------------------------------------------===//
// The library
//===----------------------------------------------------------------------===//

/// The library and its path; null with the loader's reason.
static void *openLibrary(std::string &path, std::string &reason) {
  std::vector<std::string> names = {"libcublas.so.13", "libcublas.so.12", "libcublas.so"};
  if (const char *given = std::getenv("NORMC_CUBLAS"))
    names = {given};
  for (const std::string &name : names) {
    if (void *library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      path = name;
      return library;
    }
    const char *error = dlerror();
    reason += (reason.empty() ? "" : "; ") + std::string(error ? error : "no reason given");
  }
  return nullptr;
}

Status CuBlas::load() {
  std::string reason;
  void *library = openLibrary(path, reason);
  if (!library)
    return environmentError("cannot open libcublas (" + reason +
                            "): set NORMC_CUBLAS to the path of libcublas.so of CUDA 12 or newer");
  const std::pair<void *, const char *> entries[] = {
      {&api.create, "cublasCreate_v2"},
      {&api.destroy, "cublasDestroy_v2"},
      {&api.getVersion, "cublasGetVersion_v2"},
      {&api.getStatusName, "cublasGetStatusName"},
      {&api.setStream, "cublasSetStream_v2"},
      {&api.setWorkspace, "cublasSetWorkspace_v2"},
      {&api.setPointerMode, "cublasSetPointerMode_v2"},
      {&api.setMathMode, "cublasSetMathMode"},
      {&api.copy, "cublasScopy_v2_64"},
      {&api.gemv, "cublasSgemv_v2_64"},
      {&api.ger, "cublasSger_v2_64"},
      {&api.dgmm, "cublasSdgmm_64"},
      {&api.geam, "cublasSgeam_64"},
      {&api.gemmStridedBatched, "cublasSgemmStridedBatched_64"},
      {&api.gemmEx, "cublasGemmEx_64"},
  };
  for (auto [place, name] : entries) {
    void *symbol = dlsym(library, name);
    if (!symbol)
      return environmentError("'" + path + "' has no " + name +
                              ": set NORMC_CUBLAS to the path of libcublas.so of CUDA 12 or newer");
    *static_cast<void **>(place) = symbol;
  }
  return {};
}

Status CuBlas::start() {
  if (int error = api.create(&handle)) {
    handle = nullptr;
    note(error, "cublasCreate");
    return takeStatus();
  }
  auto allocated = DeviceBuffer::allocate(gpu, workspaceBytes, "the workspace of cuBLAS");
  if (!allocated.isOk())
    return allocated.getError();
  workspace = std::move(*allocated);
  note(api.getVersion(handle, &version), "cublasGetVersion");
  // The stream first: setting it takes back the workspace, without which a capture would have
  // cuBLAS allocate.
  note(api.setStream(handle, gpu.stream), "cublasSetStream");
  note(api.setWorkspace(handle, toFloats(workspace->start), workspaceBytes), "cublasSetWorkspace");
  note(api.setPointerMode(handle, hostPointers), "cublasSetPointerMode");
  note(api.setMathMode(handle, pedanticMath), "cublasSetMathMode"); // f32 is f32, never TF32
  return takeStatus();
}

Result<std::unique_ptr<CuBlas>> CuBlas::open(const Gpu &gpu) {
  std::unique_ptr<CuBlas> blas(new CuBlas(gpu));
  if (Status status = blas->load(); !status.isOk())
    return status;
  if (Status status = blas->start(); !status.isOk())
    return status;
  return blas;
}

CuBlas::~CuBlas() {
  if (handle)
    api.destroy(handle);
}

void CuBlas::note(int error, const char *function) {
  if (error != success && status.isOk())
    status = environmentError(std::string(function) + " failed: " + api.getStatusName(error));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void CuBlas::copy(int64_t count, Pointer x, Pointer y) {
  note(api.copy(handle, count, toFloats(x), 1, toFloats(y), 1), "cublasScopy");
}

void CuBlas::multiply(int64_t count, Pointer a, Pointer b, Pointer y) {
  note(api.dgmm(handle, left, count, 1, toFloats(a), count, toFloats(b), 1, toFloats(y), count),
       "cublasSdgmm");
}

void CuBlas::scaleColumns(int64_t rows, int64_t columns, Pointer x, Pointer s, Pointer y) {
  note(api.dgmm(handle, left, columns, rows, toFloats(x), columns, toFloats(s), 1, toFloats(y),
                columns),
       "cublasSdgmm");
}

void CuBlas::scaleRows(int64_t rows, int64_t columns, Pointer x, Pointer s, Pointer y) {
  note(api.dgmm(handle, right, columns, rows, toFloats(x), columns, toFloats(s), 1, toFloats(y),
                columns),
       "cublasSdgmm");
}

void CuBlas::add(int64_t rows, int64_t columns, float alpha, Pointer a, float beta, Pointer b,
                 Pointer y) {
  note(api.geam(handle, plain, plain, columns, rows, &alpha, toFloats(a), columns, &beta,
                toFloats(b), columns, toFloats(y), columns),
       "cublasSgeam");
}

void CuBlas::addOuterProduct(int64_t rows, int64_t columns, float alpha, Pointer r, Pointer c,
                             Pointer y) {
  note(api.ger(handle, columns, rows, &alpha, toFloats(c), 1, toFloats(r), 1, toFloats(y), columns),
       "cublasSger");
}

void CuBlas::sumRows(int64_t rows, int64_t columns, float alpha, Pointer x, Pointer ones,
                     Pointer y) {
  const float beta = 0;
  note(api.gemv(handle, transposed, columns, rows, &alpha, toFloats(x), columns, toFloats(ones), 1,
                &beta, toFloats(y), 1),
       "cublasSgemv");
}

void CuBlas::squareRows(int64_t rows, int64_t columns, Pointer x, Pointer y) {
  const float alpha = 1, beta = 0;
  note(api.gemmStridedBatched(handle, transposed, plain, 1, 1, columns, &alpha, toFloats(x),
                              columns, columns, toFloats(x), columns, columns, &beta, toFloats(y),
                              1, 1, rows),
       "cublasSgemmStridedBatched");
}

void CuBlas::sumRowsBF16(int64_t rows, int64_t columns, Pointer x, Pointer ones, Pointer y) {
  const float alpha = 1, beta = 0;
  int error = api.setMathMode(handle, defaultMath);
  if (error == success)
    error = api.gemmEx(handle, transposed, plain, rows, 1, columns, &alpha, toFloats(x), realBF16,
                       columns, toFloats(ones), realBF16, columns, &beta, toFloats(y), real32, rows,
                       compute32, defaultAlgorithm);
  int restored = api.setMathMode(handle, pedanticMath);
  note(error == success ? restored : error, "cublasGemmEx");
}
