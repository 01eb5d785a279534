//===- CudaDriver.h - the CUDA driver, opened at run time --------*- C++ -*-===//
//
// The driver's entry points as a table. No CUDA header or toolkit is needed to build:
// libcuda.so.1 is opened at first use.
//
//===----------------------------------------------------------------------===//

#ifndef NORMC_LIB_LAUNCH_CUDADRIVER_H
#define NORMC_LIB_LAUNCH_CUDADRIVER_H

#include "normc/Launch/Status.h"

#include <cstddef>
#include <cstdint>

// The driver's own opaque types, so that its handles pass without a cast.
struct CUctx_st;
struct CUmod_st;
struct CUfunc_st;
struct CUstream_st;
struct CUevent_st;
struct CUgraph_st;
struct CUgraphExec_st;

namespace normc::cuda {

using Device = int;
using Pointer = unsigned long long; ///< CUdeviceptr
using Context = CUctx_st *;
using Module = CUmod_st *;
using Function = CUfunc_st *;
using Stream = CUstream_st *;
using Event = CUevent_st *;
using Graph = CUgraph_st *;
using GraphExec = CUgraphExec_st *;

// The numbers of cuda.h that the launcher uses; part of the driver's stable ABI.
enum Error : int {
  Success = 0,
  InvalidImage = 200,
  InvalidContext = 201,
  NoBinaryForGpu = 209,
  JitCompilerNotFound = 221,
  UnsupportedPtxVersion = 222,
  JitCompilationDisabled = 223,
  IllegalAddress = 700,
  LaunchTimeout = 702,
  DeviceAssert = 710,
  HardwareStackError = 714, ///< from here to LaunchFailed: ways for a kernel to fail
  LaunchFailed = 719,
  StreamCaptureImplicit = 906,
};
enum DeviceAttribute : int { ComputeCapabilityMajor = 75, ComputeCapabilityMinor = 76 };
enum PointerAttribute : int { MemoryType = 2, DeviceOrdinal = 9 };
enum MemoryKind : unsigned { HostMemory = 1, DeviceMemory = 2, ArrayMemory = 3, UnifiedMemory = 4 };
enum JitOption : int { JitErrorLogBuffer = 5, JitErrorLogBufferSize = 6 };

/// CUlaunchAttribute.
struct LaunchAttribute {
  int id;
  char padding[4];
  union {
    char bytes[64];
    int programmaticStreamSerializationAllowed;
  };
};
constexpr int programmaticStreamSerialization = 6;

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes;
  Stream stream;
  LaunchAttribute *attributes;
  unsigned numAttributes;
};

struct Driver {
  int (*cuInit)(unsigned flags);
  int (*cuDriverGetVersion)(int *version);
  int (*cuGetErrorName)(int error, const char **name);
  int (*cuGetErrorString)(int error, const char **text);

  int (*cuDeviceGetCount)(int *count);
  int (*cuDeviceGet)(Device *device, int ordinal);
  int (*cuDeviceGetName)(char *name, int size, Device device);
  int (*cuDeviceGetAttribute)(int *value, int attribute, Device device);
  int (*cuDevicePrimaryCtxRetain)(Context *context, Device device);
  int (*cuDevicePrimaryCtxRelease)(Device device);
  int (*cuDevicePrimaryCtxGetState)(Device device, unsigned *flags, int *isActive);
  int (*cuCtxGetCurrent)(Context *context);
  int (*cuCtxSetCurrent)(Context context);
  int (*cuCtxGetDevice)(Device *device);
  /// Null before driver 12.0: see currentContextId.
  int (*cuCtxGetId)(Context context, unsigned long long *id);

  int (*cuModuleLoadDataEx)(Module *module, const void *image, unsigned numOptions, int *options,
                            void **values);
  int (*cuModuleUnload)(Module module);
  int (*cuModuleGetFunction)(Function *function, Module module, const char *name);
  int (*cuFuncGetAttribute)(int *value, int attribute, Function function);
  int (*cuFuncSetAttribute)(Function function, int attribute, int value);
  /// Null before driver 12.4.
  int (*cuFuncGetParamInfo)(Function function, size_t index, size_t *offset, size_t *size);
  int (*cuLaunchKernel)(Function function, unsigned gridX, unsigned gridY, unsigned gridZ,
                        unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,
                        Stream stream, void **parameters, void **extra);
  int (*cuLaunchKernelEx)(const LaunchConfig *config, Function function, void **parameters,
                          void **extra);

  int (*cuPointerGetAttribute)(void *value, int attribute, Pointer pointer);
  int (*cuMemAlloc)(Pointer *pointer, size_t bytes);
  int (*cuMemFree)(Pointer pointer);
  int (*cuMemcpyHtoD)(Pointer to, const void *from, size_t bytes);
  int (*cuMemcpyDtoH)(void *to, Pointer from, size_t bytes);
  int (*cuMemcpyDtoDAsync)(Pointer to, Pointer from, size_t bytes, Stream stream);
  int (*cuMemsetD8Async)(Pointer to, unsigned char value, size_t bytes, Stream stream);

  int (*cuStreamCreate)(Stream *stream, unsigned flags);
  int (*cuStreamDestroy)(Stream stream);
  int (*cuStreamSynchronize)(Stream stream);
  int (*cuStreamIsCapturing)(Stream stream, int *status);
  int (*cuStreamBeginCapture)(Stream stream, int mode);
  int (*cuStreamEndCapture)(Stream stream, Graph *graph);
  int (*cuGraphInstantiateWithFlags)(GraphExec *exec, Graph graph, unsigned long long flags);
  int (*cuGraphLaunch)(GraphExec exec, Stream stream);
  int (*cuGraphExecDestroy)(GraphExec exec);
  int (*cuGraphDestroy)(Graph graph);
  int (*cuEventCreate)(Event *event, unsigned flags);
  int (*cuEventDestroy)(Event event);
  int (*cuEventRecord)(Event event, Stream stream);
  int (*cuEventSynchronize)(Event event);
  int (*cuEventElapsedTime)(float *milliseconds, Event start, Event end);

  /// Opens and initialises the driver at the first call; what went wrong stays.
  static Result<const Driver *> get();

  /// "CUDA_ERROR_OUT_OF_MEMORY (out of memory)".
  std::string describe(int error) const;
  /// Success, or that `what` failed and the driver's name for the error.
  Status check(int error, const std::string &what) const;
  /// The same for a call that starts no kernel or does not wait for it: where the error is one
  /// that only a running kernel makes, it is said to be of one before.
  Status checkLaterCall(int error, const std::string &what) const;
  /// "13.0", as NVIDIA writes it.
  std::string describeVersion() const;

  /// A number of the current context that no later context gets.
  int currentContextId(uint64_t &id) const {
    if (cuCtxGetId) {
      unsigned long long number = 0;
      int error = cuCtxGetId(nullptr, &number);
      id = number;
      return error;
    }
    Context context = nullptr;
    int error = cuCtxGetCurrent(&context);
    id = reinterpret_cast<uintptr_t>(context);
    return error != Success ? error : context ? Success : InvalidContext;
  }
};

} // namespace normc::cuda

#endif // NORMC_LIB_LAUNCH_CUDADRIVER_H
