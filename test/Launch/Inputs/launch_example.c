/*===- launch_example.c - y = alpha * x on the GPU, from C --------------===*
 *
 * Loads a package, makes tensors in the memory of the first device, launches the function
 * `scale` and prints a result. Compile with any C compiler:
 *
 *   cc launch_example.c -Iinclude -Lbuild/lib -lnormc-launch -lcuda
 *
 *===--------------------------------------------------------------------===*/

#include "normc/Launch/normc.h"

#include <stdio.h>
#include <stdlib.h>

/* As in cuda.h, which this example does without. */
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUstream_st *CUstream;
int cuInit(unsigned flags);
int cuDevicePrimaryCtxRetain(CUcontext *context, int device);
int cuCtxSetCurrent(CUcontext context);
int cuMemAlloc_v2(CUdeviceptr *pointer, size_t bytes);
int cuMemFree_v2(CUdeviceptr pointer);
int cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes);
int cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes);
int cuStreamCreate(CUstream *stream, unsigned flags);
int cuStreamSynchronize(CUstream stream);

#define ROWS 6
#define COLUMNS 64

static void check_cuda(int error, const char *what) {
  if (error != 0) {
    fprintf(stderr, "%s failed: error %d\n", what, error);
    exit(3);
  }
}

static void check_normc(normc_status status) {
  if (status != NORMC_OK) {
    fprintf(stderr, "%s\n", normc_last_error());
    exit((int)status);
  }
}

int main(int argc, char **argv) {
  static float host[ROWS * COLUMNS];
  const size_t bytes = sizeof host;
  int64_t shape[2];
  normc_tensor tensors[3] = {{0}};
  normc_package *package;
  const normc_function *scale;
  CUcontext context;
  CUstream stream;
  CUdeviceptr x, y;
  size_t workspace_bytes;
  int i;

  if (argc != 2) {
    fprintf(stderr, "usage: %s package.normc\n", argv[0]);
    return 2;
  }
  check_cuda(cuInit(0), "cuInit");
  check_cuda(cuDevicePrimaryCtxRetain(&context, 0), "cuDevicePrimaryCtxRetain");
  check_cuda(cuCtxSetCurrent(context), "cuCtxSetCurrent");
  check_cuda(cuStreamCreate(&stream, 0), "cuStreamCreate");
  check_cuda(cuMemAlloc_v2(&x, bytes), "cuMemAlloc");
  check_cuda(cuMemAlloc_v2(&y, bytes), "cuMemAlloc");
  for (i = 0; i < ROWS * COLUMNS; ++i)
    host[i] = (float)i;
  check_cuda(cuMemcpyHtoD_v2(x, host, bytes), "cuMemcpyHtoD");

  check_normc(normc_load(argv[1], &package));
  check_normc(normc_get_function(package, "scale", &scale));
  check_normc(normc_prepare(scale));

  /* The arguments: a dense tensor and a number. */
  shape[0] = ROWS;
  shape[1] = COLUMNS;
  tensors[0].data = (void *)(size_t)x;
  tensors[0].shape = shape;
  tensors[0].rank = 2;
  tensors[0].type = NORMC_F32;
  tensors[1].number = 0.5f;
  /* The result, of the shape that the function says. */
  tensors[2] = tensors[0];
  check_normc(normc_result_shape(scale, tensors, 2, 0, shape));
  tensors[2].data = (void *)(size_t)y;
  check_normc(normc_workspace_size(scale, tensors, 2, &workspace_bytes));
  printf("%s of %s: %ld x %ld, workspace %lu bytes\n", normc_result_name(scale, 0),
         normc_function_name(package, 0), (long)shape[0], (long)shape[1],
         (unsigned long)workspace_bytes);

  check_normc(normc_launch(scale, tensors, 3, NULL, 0, stream, NORMC_CHECK_POINTERS));
  check_cuda(cuStreamSynchronize(stream), "cuStreamSynchronize");
  check_cuda(cuMemcpyDtoH_v2(host, y, bytes), "cuMemcpyDtoH");
  printf("y[5][63] = %g\n", (double)host[ROWS * COLUMNS - 1]);

  normc_free(package);
  cuMemFree_v2(x);
  cuMemFree_v2(y);
  return 0;
}
