//===- CApi.cpp - the launcher from C -------------------------------------===//
//
// The functions of normc.h: checks what C cannot, and keeps exceptions and C++ types inside.
//
//===----------------------------------------------------------------------===//

#include "Launcher.h"
#include "normc/Launch/normc.h"

#include <algorithm>
#include <new>

using namespace normc;

struct normc_function {
  Launcher *launcher;
  int64_t index;

  const Plan &getPlan() const { return launcher->getSignature(index); }
};

struct normc_package {
  explicit normc_package(Package package) : launcher(std::move(package)) {
    for (size_t i = 0; i < launcher.getPackage().functions.size(); ++i)
      functions.push_back({&launcher, static_cast<int64_t>(i)});
  }

  Launcher launcher;
  std::vector<normc_function> functions;
};

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static thread_local std::string lastError;

static normc_status report(const Status &status) {
  if (!status.isOk())
    lastError = status.getMessage();
  return static_cast<normc_status>(status.getKind());
}

static Status isNull(const char *what) { return wrongUsage(std::string(what) + " is null"); }

int32_t normc_api_version() { return NORMC_API_VERSION; }

const char *normc_last_error() { return lastError.c_str(); }

//===----------------------------------------------------------------------===//
// Packages
//===----------------------------------------------------------------------===//

template <typename Read> static normc_status load(normc_package **package, Read read) {
  if (!package)
    return report(isNull("package"));
  *package = nullptr;
  try {
    Result<Package> loaded = read();
    if (!loaded.isOk())
      return report(loaded.getError());
    *package = new normc_package(std::move(*loaded));
    return NORMC_OK;
  } catch (const std::bad_alloc &) {
    return report(environmentError("out of memory while loading a package"));
  }
}

normc_status normc_load(const char *path, normc_package **package) {
  if (!path)
    return report(isNull("path"));
  return load(package, [&] { return loadPackage(path); });
}

normc_status normc_load_bytes(const void *bytes, size_t size, normc_package **package) {
  if (!bytes)
    return report(isNull("bytes"));
  return load(package, [&] { return readPackage({static_cast<const char *>(bytes), size}); });
}

void normc_free(normc_package *package) { delete package; }

int32_t normc_function_count(const normc_package *package) {
  return package ? static_cast<int32_t>(package->functions.size()) : 0;
}

const char *normc_function_name(const normc_package *package, int32_t index) {
  if (index < 0 || index >= normc_function_count(package))
    return nullptr;
  return package->functions[index].getPlan().name.c_str();
}

normc_status normc_get_function(const normc_package *package, const char *name,
                                const normc_function **function) {
  if (!package || !name || !function)
    return report(isNull(!package ? "package" : !name ? "name" : "function"));
  *function = nullptr;
  std::string names;
  for (const normc_function &candidate : package->functions) {
    if (candidate.getPlan().name == name) {
      *function = &candidate;
      return NORMC_OK;
    }
    names += (names.empty() ? "'" : ", '") + candidate.getPlan().name + "'";
  }
  return report(wrongUsage("the package has no function '" + std::string(name) + "', it has " +
                           (names.empty() ? "none" : names)));
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

static const PlanTensor *argumentOf(const normc_function *function, int32_t index) {
  if (!function || index < 0 || index >= function->getPlan().numArguments)
    return nullptr;
  return &function->getPlan().tensors[index];
}

static const PlanTensor *resultOf(const normc_function *function, int32_t index) {
  if (!function || index < 0 || index >= function->getPlan().numResults)
    return nullptr;
  return &function->getPlan().tensors[function->getPlan().firstResult() + index];
}

static int32_t typeOf(const PlanTensor *tensor) {
  return tensor ? static_cast<int32_t>(tensor->element) : -1;
}

static int32_t rankOf(const PlanTensor *tensor) {
  return tensor ? static_cast<int32_t>(tensor->sizes.size()) : -1;
}

static const char *nameOf(const PlanTensor *tensor) {
  return tensor ? tensor->name.c_str() : nullptr;
}

static_assert(static_cast<int>(ElementType::F32) == NORMC_F32 &&
                  static_cast<int>(ElementType::F16) == NORMC_F16 &&
                  static_cast<int>(ElementType::BF16) == NORMC_BF16 &&
                  static_cast<int>(ElementType::F8E4M3FN) == NORMC_F8E4M3FN &&
                  static_cast<int>(ElementType::F8E5M2) == NORMC_F8E5M2 &&
                  static_cast<int>(ElementType::I8) == NORMC_I8 &&
                  static_cast<int>(ElementType::I32) == NORMC_I32 &&
                  static_cast<int>(ElementType::I64) == NORMC_I64,
              "types pass as numbers");

int32_t normc_num_arguments(const normc_function *function) {
  return function ? static_cast<int32_t>(function->getPlan().numArguments) : -1;
}
int32_t normc_num_results(const normc_function *function) {
  return function ? static_cast<int32_t>(function->getPlan().numResults) : -1;
}
const char *normc_argument_name(const normc_function *function, int32_t index) {
  return nameOf(argumentOf(function, index));
}
const char *normc_result_name(const normc_function *function, int32_t index) {
  return nameOf(resultOf(function, index));
}
int32_t normc_argument_type(const normc_function *function, int32_t index) {
  return typeOf(argumentOf(function, index));
}
int32_t normc_result_type(const normc_function *function, int32_t index) {
  return typeOf(resultOf(function, index));
}
int32_t normc_argument_rank(const normc_function *function, int32_t index) {
  return rankOf(argumentOf(function, index));
}
int32_t normc_result_rank(const normc_function *function, int32_t index) {
  return rankOf(resultOf(function, index));
}
int32_t normc_argument_is_number(const normc_function *function, int32_t index) {
  const PlanTensor *tensor = argumentOf(function, index);
  return tensor ? tensor->isNumber : -1;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The caller's tensors as views; `wanted` of them.
static Status readTensors(const Plan &plan, const normc_tensor *tensors, int64_t found,
                          int64_t wanted, TensorView *views) {
  if (found != wanted)
    return wrongUsage("'" + plan.name + "' takes " + std::to_string(wanted) +
                      (wanted == plan.numArguments ? " arguments" : " arguments and results") +
                      ", got " + std::to_string(found));
  if (!tensors && wanted > 0)
    return isNull("tensors");
  for (int64_t i = 0; i < wanted; ++i) {
    const normc_tensor &tensor = tensors[i];
    views[i] = {tensor.data,
                tensor.shape,
                tensor.strides,
                tensor.rank,
                plan.tensors[i].element,
                tensor.number,
                0};
    if (plan.tensors[i].isNumber)
      continue;
    if (tensor.type < NORMC_F32 || tensor.type > NORMC_I64)
      return wrongUsage("'" + plan.tensors[i].name + "' has type " + std::to_string(tensor.type) +
                        ", which is no normc_type");
    views[i].element = static_cast<ElementType>(tensor.type);
    if (!tensor.shape && tensor.rank > 0)
      return wrongUsage("'" + plan.tensors[i].name + "' has no shape");
  }
  return {};
}

normc_status normc_prepare(const normc_function *function) {
  if (!function)
    return report(isNull("function"));
  return report(function->launcher->prepare());
}

normc_status normc_result_shape(const normc_function *function, const normc_tensor *arguments,
                                int32_t num_arguments, int32_t result, int64_t *shape) {
  if (!function || !shape)
    return report(isNull(!function ? "function" : "shape"));
  const Plan &plan = function->getPlan();
  if (result < 0 || result >= plan.numResults)
    return report(wrongUsage("'" + plan.name + "' has no result " + std::to_string(result) +
                             ", it has " + std::to_string(plan.numResults)));
  TensorView views[maxPlanTensors];
  if (Status status = readTensors(plan, arguments, num_arguments, plan.numArguments, views);
      !status.isOk())
    return report(status);
  return report(function->launcher->resultShape(function->index, views, result, shape));
}

normc_status normc_workspace_size(const normc_function *function, const normc_tensor *arguments,
                                  int32_t num_arguments, size_t *bytes) {
  if (!function || !bytes)
    return report(isNull(!function ? "function" : "bytes"));
  const Plan &plan = function->getPlan();
  TensorView views[maxPlanTensors];
  if (Status status = readTensors(plan, arguments, num_arguments, plan.numArguments, views);
      !status.isOk())
    return report(status);
  Result<int64_t> size = function->launcher->workspaceBytes(function->index, views);
  if (!size.isOk())
    return report(size.getError());
  *bytes = static_cast<size_t>(*size);
  return NORMC_OK;
}

normc_status normc_launch(const normc_function *function, const normc_tensor *tensors,
                          int32_t num_tensors, void *workspace, size_t workspace_bytes,
                          void *stream, uint32_t flags) {
  if (!function)
    return report(isNull("function"));
  if (flags & ~(NORMC_PDL | NORMC_CHECK_POINTERS))
    return report(wrongUsage("flags must be of NORMC_PDL and NORMC_CHECK_POINTERS, got " +
                             std::to_string(flags)));
  const Plan &plan = function->getPlan();
  Call call;
  if (Status status = readTensors(plan, tensors, num_tensors, plan.firstTemporary(), call.tensors);
      !status.isOk())
    return report(status);
  LaunchOptions options;
  options.workspace = workspace;
  options.workspaceBytes = static_cast<int64_t>(std::min<size_t>(workspace_bytes, INT64_MAX));
  options.stream = static_cast<cuda::Stream>(stream);
  options.startsEarly = flags & NORMC_PDL;
  options.checksPointers = flags & NORMC_CHECK_POINTERS;
  return report(function->launcher->launch(function->index, call, options));
}
