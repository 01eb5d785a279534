/*===- fake_cuda.c - a libcuda.so.1 without a GPU -----------------------===*
 *
 * Host memory stands for device memory, PTX is read for its kernels' names and parameters,
 * and launches are written down instead of run. Environment variables, read at each call:
 *
 *   FAKE_CUDA_LOG=file        append a line for each load, unload and launch
 *   FAKE_CUDA_FAIL=f=2,g=700  these entry points fail with these codes; `cubin`: loading one
 *   FAKE_CUDA_CHIP=90         the compute capability of every device
 *   FAKE_CUDA_ASSEMBLES=90    PTX for later chips is "of an unsupported version"
 *   FAKE_CUDA_DEVICES=1       how many there are
 *   FAKE_CUDA_CAPTURING=1     every stream is being captured
 *   FAKE_CUDA_LOAD_GATE=file  loading code waits as long as this file exists
 *
 *===--------------------------------------------------------------------===*/

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_DEVICES = 8, MAX_KERNELS = 64, MAX_PARAMETERS = 128, MAX_ALLOCATIONS = 256 };

typedef struct {
  char name[128];
  int sizes[MAX_PARAMETERS];
  int count;
} Kernel;

typedef struct {
  Kernel kernels[MAX_KERNELS];
  int count;
} Module;

typedef struct {
  int device;
  unsigned long long id;
} Context;

typedef struct {
  char *start;
  size_t bytes;
  int device;
} Allocation;

static Context primary[MAX_DEVICES];
static int primary_uses[MAX_DEVICES];
static __thread Context *current;
static Allocation allocations[MAX_ALLOCATIONS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int number(const char *name, int otherwise) {
  const char *text = getenv(name);
  return text ? atoi(text) : otherwise;
}

/* The code with which `function` is to fail, or 0. */
static int injected(const char *function) {
  const char *text = getenv("FAKE_CUDA_FAIL");
  size_t length = strlen(function);
  while (text && *text) {
    if (strncmp(text, function, length) == 0 && text[length] == '=')
      return atoi(text + length + 1);
    text = strchr(text, ',');
    text = text ? text + 1 : NULL;
  }
  return 0;
}

#define FAIL_IF_ASKED()                                                                            \
  do {                                                                                             \
    int code = injected(__func__);                                                                 \
    if (code)                                                                                      \
      return code;                                                                                 \
  } while (0)

static void write_line(const char *line) {
  const char *path = getenv("FAKE_CUDA_LOG");
  FILE *file = path ? fopen(path, "a") : NULL;
  if (!file)
    return;
  fputs(line, file);
  fclose(file);
}

/*===----------------------------------------------------------------------===*
 * Errors, devices, contexts
 *===----------------------------------------------------------------------===*/

static const struct {
  int code;
  const char *name, *text;
} errors[] = {
    {1, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {101, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {200, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    {201, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU",
     "no kernel image is available for execution on the device"},
    {218, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
     "the provided PTX was compiled with an unsupported toolchain."},
    {500, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    {906, "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT",
     "operation would make the legacy stream depend on a capturing blocking stream"},
};

static int find_error(int code) {
  for (size_t i = 0; i < sizeof errors / sizeof errors[0]; ++i)
    if (errors[i].code == code)
      return (int)i;
  return -1;
}

int cuGetErrorName(int code, const char **name) {
  int index = find_error(code);
  *name = index < 0 ? NULL : errors[index].name;
  return index < 0;
}

int cuGetErrorString(int code, const char **text) {
  int index = find_error(code);
  *text = index < 0 ? NULL : errors[index].text;
  return index < 0;
}

int cuInit(unsigned flags) {
  FAIL_IF_ASKED();
  (void)flags;
  return 0;
}

int cuDriverGetVersion(int *version) {
  FAIL_IF_ASKED();
  *version = 13000;
  return 0;
}

int cuDeviceGetCount(int *count) {
  *count = number("FAKE_CUDA_DEVICES", 1);
  return 0;
}

int cuDeviceGet(int *device, int ordinal) {
  FAIL_IF_ASKED();
  *device = ordinal;
  return ordinal < number("FAKE_CUDA_DEVICES", 1) ? 0 : 101;
}

int cuDeviceGetName(char *name, int size, int device) {
  FAIL_IF_ASKED();
  (void)device;
  snprintf(name, (size_t)size, "Fake GPU");
  return 0;
}

int cuDeviceGetAttribute(int *value, int attribute, int device) {
  FAIL_IF_ASKED();
  (void)device;
  int chip = number("FAKE_CUDA_CHIP", 90);
  *value = attribute == 75 ? chip / 10 : attribute == 76 ? chip % 10 : 0;
  return 0;
}

int cuDevicePrimaryCtxRetain(Context **context, int device) {
  FAIL_IF_ASKED();
  static unsigned long long next_id;
  pthread_mutex_lock(&lock);
  if (primary_uses[device]++ == 0) {
    primary[device].device = device;
    primary[device].id = ++next_id;
  }
  pthread_mutex_unlock(&lock);
  *context = &primary[device];
  return 0;
}

int cuDevicePrimaryCtxRelease_v2(int device) {
  pthread_mutex_lock(&lock);
  --primary_uses[device];
  pthread_mutex_unlock(&lock);
  return 0;
}

int cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *active) {
  *flags = 0;
  *active = primary_uses[device] > 0;
  return 0;
}

int cuCtxGetCurrent(Context **context) {
  FAIL_IF_ASKED();
  *context = current;
  return 0;
}

int cuCtxSetCurrent(Context *context) {
  current = context;
  return 0;
}

int cuCtxGetDevice(int *device) {
  FAIL_IF_ASKED();
  if (!current)
    return 201;
  *device = current->device;
  return 0;
}

int cuCtxGetId(Context *context, unsigned long long *id) {
  context = context ? context : current;
  if (!context)
    return 201;
  *id = context->id;
  return 0;
}

/*===----------------------------------------------------------------------===*
 * Modules and launches
 *===----------------------------------------------------------------------===*/

/* Reads `.entry name( .param .u64 a, .param .f32 b )`; ends after the parenthesis. */
static const char *read_entry(const char *text, Kernel *kernel) {
  text += strspn(text, " ");
  size_t length = strcspn(text, "( \n");
  snprintf(kernel->name, sizeof kernel->name, "%.*s", (int)length, text);
  const char *end = strchr(text, ')');
  kernel->count = 0;
  while (end && (text = strstr(text, ".param .")) && text < end && kernel->count < MAX_PARAMETERS) {
    text += strlen(".param .");
    kernel->sizes[kernel->count++] = text[1] == '6' ? 8 : 4;
  }
  return end ? end : "";
}

static void wait_at_gate(void) {
  const char *gate = getenv("FAKE_CUDA_LOAD_GATE");
  if (!gate)
    return;
  write_line("at the gate\n");
  while (access(gate, F_OK) == 0)
    usleep(1000);
}

int cuModuleLoadDataEx(Module **module, const void *image, unsigned num_options, const int *options,
                       void **values) {
  const char *text = image, *target = strstr(text, ".target sm_");
  int is_ptx = strncmp(text, "\177ELF", 4) != 0;
  char line[256];
  int code = injected("cuModuleLoadDataEx");
  wait_at_gate();
  if (!code && !is_ptx)
    code = injected("cubin");
  if (!code && is_ptx && target && atoi(target + 11) > number("FAKE_CUDA_ASSEMBLES", 999))
    code = 222;
  if (!code && is_ptx && !strstr(text, ".version"))
    code = 218;
  for (unsigned i = 0; i < num_options; ++i)
    if (options[i] == 5 && code == 218)
      snprintf(values[i], (size_t)values[i + 1],
               "ptxas fatal   : Missing .version directive at start of file");
  snprintf(line, sizeof line, "load %s %.*s device %d: %d\n", is_ptx ? "ptx" : "cubin",
           target ? (int)strcspn(target + 8, " \n") : 0, target ? target + 8 : "",
           current ? current->device : -1, code);
  write_line(line);
  if (code)
    return code;
  Module *loaded = calloc(1, sizeof *loaded);
  while ((text = strstr(text, ".entry ")) && loaded->count < MAX_KERNELS)
    text = read_entry(text + strlen(".entry "), &loaded->kernels[loaded->count++]);
  *module = loaded;
  return 0;
}

int cuModuleUnload(Module *module) {
  write_line("unload\n");
  free(module);
  return 0;
}

int cuModuleGetFunction(Kernel **function, Module *module, const char *name) {
  FAIL_IF_ASKED();
  for (int i = 0; i < module->count; ++i)
    if (strcmp(module->kernels[i].name, name) == 0) {
      *function = &module->kernels[i];
      return 0;
    }
  return 500;
}

int cuFuncGetAttribute(int *value, int attribute, Kernel *function) {
  FAIL_IF_ASKED();
  (void)attribute;
  (void)function;
  *value = number("FAKE_CUDA_MAX_THREADS", 1024);
  return 0;
}

int cuFuncSetAttribute(Kernel *function, int attribute, int value) {
  (void)function;
  (void)attribute;
  (void)value;
  return 0;
}

int cuFuncGetParamInfo(Kernel *function, size_t index, size_t *offset, size_t *size) {
  if (index >= (size_t)function->count)
    return 1;
  *offset = 8 * index;
  *size = (size_t)function->sizes[index];
  return 0;
}

static int launch(Kernel *function, const unsigned *grid, const unsigned *block, void *stream,
                  int early, void **parameters) {
  char line[8192];
  if (!getenv("FAKE_CUDA_LOG"))
    return 0;
  int at = snprintf(line, sizeof line, "launch %s grid %u %u %u block %u %u %u stream %p%s (",
                    function->name, grid[0], grid[1], grid[2], block[0], block[1], block[2], stream,
                    early ? " early" : "");
  for (int i = 0; i < function->count; ++i) {
    const char *comma = i ? ", " : "";
    uint64_t whole;
    float real;
    if (function->sizes[i] == 8) {
      memcpy(&whole, parameters[i], 8);
      at +=
          snprintf(line + at, sizeof line - (size_t)at,
                   whole > 0xffffffffff ? "%s0x%llx" : "%s%llu", comma, (unsigned long long)whole);
    } else {
      memcpy(&real, parameters[i], 4);
      at += snprintf(line + at, sizeof line - (size_t)at, "%s%g", comma, (double)real);
    }
  }
  snprintf(line + at, sizeof line - (size_t)at, ")\n");
  write_line(line);
  return 0;
}

int cuLaunchKernel(Kernel *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                   unsigned by, unsigned bz, unsigned shared, void *stream, void **parameters,
                   void **extra) {
  FAIL_IF_ASKED();
  unsigned grid[] = {gx, gy, gz}, block[] = {bx, by, bz};
  (void)shared;
  (void)extra;
  return launch(function, grid, block, stream, 0, parameters);
}

typedef struct {
  int id;
  char padding[4];
  char value[64];
} Attribute;

typedef struct {
  unsigned grid[3], block[3], shared;
  void *stream;
  Attribute *attributes;
  unsigned count;
} Config;

int cuLaunchKernelEx(const Config *config, Kernel *function, void **parameters, void **extra) {
  FAIL_IF_ASKED();
  (void)extra;
  int early = 0;
  for (unsigned i = 0; i < config->count; ++i)
    early |= config->attributes[i].id == 6 && config->attributes[i].value[0] == 1;
  return launch(function, config->grid, config->block, config->stream, early, parameters);
}

/*===----------------------------------------------------------------------===*
 * Memory
 *===----------------------------------------------------------------------===*/

int cuMemAlloc_v2(unsigned long long *pointer, size_t bytes) {
  FAIL_IF_ASKED();
  void *memory = NULL;
  if (!current || posix_memalign(&memory, 256, bytes ? bytes : 1))
    return 2;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < MAX_ALLOCATIONS; ++i)
    if (!allocations[i].start) {
      Allocation allocation = {memory, bytes, current->device};
      allocations[i] = allocation;
      break;
    }
  pthread_mutex_unlock(&lock);
  *pointer = (uintptr_t)memory;
  return 0;
}

int cuMemFree_v2(unsigned long long pointer) {
  for (int i = 0; i < MAX_ALLOCATIONS; ++i)
    if ((uintptr_t)allocations[i].start == pointer)
      allocations[i].start = NULL;
  free((void *)(uintptr_t)pointer);
  return 0;
}

int cuPointerGetAttribute(void *value, int attribute, unsigned long long pointer) {
  for (int i = 0; i < MAX_ALLOCATIONS; ++i) {
    uintptr_t start = (uintptr_t)allocations[i].start;
    if (!start || pointer < start || pointer >= start + allocations[i].bytes)
      continue;
    *(int *)value = attribute == 2 ? 2 : allocations[i].device;
    return 0;
  }
  return 1;
}

int cuMemcpyHtoD_v2(unsigned long long to, const void *from, size_t bytes) {
  FAIL_IF_ASKED();
  memcpy((void *)(uintptr_t)to, from, bytes);
  return 0;
}

int cuMemcpyDtoH_v2(void *to, unsigned long long from, size_t bytes) {
  FAIL_IF_ASKED();
  memcpy(to, (void *)(uintptr_t)from, bytes);
  return 0;
}

int cuMemcpyDtoDAsync_v2(unsigned long long to, unsigned long long from, size_t bytes,
                         void *stream) {
  (void)stream;
  memcpy((void *)(uintptr_t)to, (void *)(uintptr_t)from, bytes);
  return 0;
}

int cuMemsetD8Async(unsigned long long to, unsigned char value, size_t bytes, void *stream) {
  (void)stream;
  memset((void *)(uintptr_t)to, value, bytes);
  return 0;
}

/*===----------------------------------------------------------------------===*
 * Streams, graphs, events: nothing runs, so nothing is waited for
 *===----------------------------------------------------------------------===*/

static int make(void **object) {
  *object = malloc(1);
  return 0;
}

static int destroy(void *object) {
  free(object);
  return 0;
}

int cuStreamCreate(void **stream, unsigned flags) { return (void)flags, make(stream); }
int cuStreamDestroy_v2(void *stream) { return destroy(stream); }
int cuStreamSynchronize(void *stream) {
  FAIL_IF_ASKED();
  (void)stream;
  return 0;
}
#ifndef FAKE_CUDA_WITHOUT_CAPTURE
int cuStreamIsCapturing(void *stream, int *status) {
  FAIL_IF_ASKED();
  (void)stream;
  *status = number("FAKE_CUDA_CAPTURING", 0);
  return 0;
}
#endif
int cuStreamBeginCapture_v2(void *stream, int mode) { return (void)stream, (void)mode, 0; }
int cuStreamEndCapture(void *stream, void **graph) { return (void)stream, make(graph); }
int cuGraphInstantiateWithFlags(void **exec, void *graph, unsigned long long flags) {
  return (void)graph, (void)flags, make(exec);
}
int cuGraphLaunch(void *exec, void *stream) { return (void)exec, (void)stream, 0; }
int cuGraphExecDestroy(void *exec) { return destroy(exec); }
int cuGraphDestroy(void *graph) { return destroy(graph); }
int cuEventCreate(void **event, unsigned flags) { return (void)flags, make(event); }
int cuEventDestroy_v2(void *event) { return destroy(event); }
int cuEventRecord(void *event, void *stream) { return (void)event, (void)stream, 0; }
int cuEventSynchronize(void *event) { return (void)event, 0; }
/* Only under its older name, as in drivers before 12.8. */
int cuEventElapsedTime(float *milliseconds, void *start, void *end) {
  (void)start;
  (void)end;
  *milliseconds = 1;
  return 0;
}
