//===- check_rsqrt.cpp - rsqrt of every f32 on a GPU ----------------------===//
//
// Launches a package's function `rsqrt` on all 2^32 bit patterns and compares each result with
// what IEEE 754 says: the nearest number, decided in exact arithmetic.
//
//   normc-check-rsqrt PACKAGE
//   normc-check-rsqrt --host STEP [BITS]
//
// The second form checks the checker, without a GPU: every STEP-th pattern through the
// reference's rsqrt, where the neighbours of each right result must be found wrong. The result
// of the pattern BITS (hexadecimal) is made wrong. Exit codes: 0 all right, 1 a wrong result,
// 2 wrong usage, 3 the environment.
//
//===----------------------------------------------------------------------===//

#include "Launch/CudaDriver.h"
#include "Reference/MathFunctions.h"
#include "normc/Launch/normc.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

using namespace normc;

namespace {

constexpr uint64_t numPatterns = uint64_t(1) << 32;
constexpr int64_t rowLength = 8192;
// 256 MiB of arguments at once: 64 launches.
constexpr int64_t chunkSize = int64_t(1) << 26;

float fromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

uint32_t toBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

//===----------------------------------------------------------------------===//
// What is right
//===----------------------------------------------------------------------===//

/// Whether y is the f32 nearest to 1/sqrt(v), for v > 0. The midpoint m between y and its
/// neighbour has 25 bits, so m * m is exact in f64, and the sign of the fma is that of
/// m^2 v - 1. No midpoint is a result: its square times v is no power of two.
bool isNearest(float v, float y) {
  if (!(y > 0) || std::isinf(y))
    return false;
  double below = 0.5 * (double(y) + double(std::nextafter(y, 0.0f)));
  double above = 0.5 * (double(y) + double(std::nextafter(y, INFINITY)));
  return std::fma(below * below, double(v), -1.0) < 0 &&
         std::fma(above * above, double(v), -1.0) > 0;
}

bool isRight(float v, float y) {
  if (v == 0)
    return y == std::copysign(INFINITY, v);
  if (std::isnan(v) || v < 0)
    return std::isnan(y);
  if (std::isinf(v))
    return toBits(y) == 0;
  return isNearest(v, y);
}

/// The patterns fall into three runs, each with a count of its own.
struct Kind {
  const char *name;
  uint64_t begin, end;
};
constexpr Kind kinds[] = {{"positive numbers and 0", 0, 0x7f800000},
                          {"infinity and NaN", 0x7f800000, 0x80000000},
                          {"negative numbers, -0, -infinity and NaN", 0x80000000, numPatterns}};

class Tally {
public:
  void add(uint32_t bits, float result, bool isRight) {
    int kind = bits >= kinds[2].begin ? 2 : bits >= kinds[1].begin;
    ++checked[kind];
    if (isRight)
      return;
    if (++wrong[kind] == 1) {
      firstBits[kind] = bits;
      firstResult[kind] = toBits(result);
    }
  }

  void add(const Tally &other) {
    for (int kind = 0; kind < 3; ++kind) {
      if (wrong[kind] == 0) {
        firstBits[kind] = other.firstBits[kind];
        firstResult[kind] = other.firstResult[kind];
      }
      checked[kind] += other.checked[kind];
      wrong[kind] += other.wrong[kind];
    }
  }

  /// Prints a line for each kind, the positive numbers last; the exit code.
  int report() const {
    int code = 0;
    for (int kind = 3; kind-- > 0;) {
      if (wrong[kind]) {
        code = 1;
        std::printf("wrong: rsqrt(%a, bits %08x) gave %a, bits %08x\n",
                    double(fromBits(firstBits[kind])), firstBits[kind],
                    double(fromBits(firstResult[kind])), firstResult[kind]);
      }
      std::printf("%s: %llu of %llu right\n", kinds[kind].name,
                  (unsigned long long)(checked[kind] - wrong[kind]),
                  (unsigned long long)checked[kind]);
    }
    return code;
  }

private:
  uint64_t checked[3] = {}, wrong[3] = {};
  uint32_t firstBits[3] = {}, firstResult[3] = {};
};

/// Calls `work` for parts of [0, count), one a core.
void inParallel(int64_t count, const std::function<void(int64_t, int64_t)> &work) {
  int64_t numThreads = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::thread> threads;
  for (int64_t i = 0; i < numThreads; ++i)
    threads.emplace_back(work, count * i / numThreads, count * (i + 1) / numThreads);
  for (std::thread &thread : threads)
    thread.join();
}

//===----------------------------------------------------------------------===//
// On the host
//===----------------------------------------------------------------------===//

/// Whether y is right, and the two numbers beside it are not.
bool isAloneRight(float v, float y) {
  if (!isRight(v, y))
    return false;
  if (std::isnan(y))
    return !isRight(v, 1.0f) && !isRight(v, INFINITY);
  return !isRight(v, fromBits(toBits(y) + 1)) && !isRight(v, fromBits(toBits(y) - 1));
}

int checkHost(uint64_t step, int64_t plantedBits) {
  Tally tally;
  for (uint64_t bits = 0; bits < numPatterns; bits += step) {
    float v = fromBits(static_cast<uint32_t>(bits)), y = reference::rsqrtF32(v);
    if (static_cast<int64_t>(bits) == plantedBits)
      y = fromBits(toBits(y) ^ 1);
    tally.add(static_cast<uint32_t>(bits), y, isAloneRight(v, y));
  }
  return tally.report();
}

//===----------------------------------------------------------------------===//
// On the GPU
//===----------------------------------------------------------------------===//

void check(normc_status status) {
  if (status == NORMC_OK)
    return;
  std::fprintf(stderr, "normc-check-rsqrt: error: %s\n", normc_last_error());
  std::exit(status);
}

void check(const Status &status) {
  if (status.isOk())
    return;
  std::fprintf(stderr, "normc-check-rsqrt: error: %s\n", status.getMessage().c_str());
  std::exit(static_cast<int>(status.getKind()));
}

int checkPackage(const char *path) {
  Result<const cuda::Driver *> opened = cuda::Driver::get();
  check(opened.getError());
  const cuda::Driver &driver = **opened;
  cuda::Context context;
  cuda::Pointer x, y;
  check(driver.check(driver.cuDevicePrimaryCtxRetain(&context, 0), "making a context"));
  check(driver.check(driver.cuCtxSetCurrent(context), "making a context current"));
  for (cuda::Pointer *memory : {&x, &y})
    check(driver.check(driver.cuMemAlloc(memory, chunkSize * sizeof(float)), "allocating a chunk"));
  normc_package *package;
  const normc_function *rsqrt;
  check(normc_load(path, &package));
  check(normc_get_function(package, "rsqrt", &rsqrt));

  const int64_t shape[] = {chunkSize / rowLength, rowLength};
  normc_tensor tensors[2] = {};
  for (normc_tensor &tensor : tensors) {
    tensor.data = reinterpret_cast<void *>(&tensor == tensors ? x : y);
    tensor.shape = shape;
    tensor.rank = 2;
    tensor.type = NORMC_F32;
  }
  std::vector<float> arguments(chunkSize), results(chunkSize);
  Tally tally;
  std::mutex mutex;
  for (uint64_t begin = 0; begin < numPatterns; begin += chunkSize) {
    inParallel(chunkSize, [&](int64_t from, int64_t to) {
      for (int64_t i = from; i < to; ++i)
        arguments[i] = fromBits(static_cast<uint32_t>(begin + i));
    });
    check(driver.check(driver.cuMemcpyHtoD(x, arguments.data(), chunkSize * sizeof(float)),
                       "copying to the device"));
    check(normc_launch(rsqrt, tensors, 2, nullptr, 0, nullptr, NORMC_CHECK_POINTERS));
    check(driver.check(driver.cuMemcpyDtoH(results.data(), y, chunkSize * sizeof(float)),
                       "running or copying from the device"));
    inParallel(chunkSize, [&](int64_t from, int64_t to) {
      Tally part;
      for (int64_t i = from; i < to; ++i)
        part.add(static_cast<uint32_t>(begin + i), results[i], isRight(arguments[i], results[i]));
      std::lock_guard<std::mutex> lock(mutex);
      tally.add(part);
    });
    std::fprintf(stderr, "\r%3d %%", static_cast<int>((begin + chunkSize) * 100 / numPatterns));
  }
  std::fprintf(stderr, "\n");
  normc_free(package);
  driver.cuMemFree(x);
  driver.cuMemFree(y);
  driver.cuDevicePrimaryCtxRelease(0);
  return tally.report();
}

} // namespace

int main(int argc, char **argv) {
  bool isHost = argc >= 2 && std::strcmp(argv[1], "--host") == 0;
  uint64_t step = isHost && argc >= 3 ? std::strtoull(argv[2], nullptr, 10) : 0;
  if (isHost ? argc > 4 || step == 0 : argc != 2) {
    std::fprintf(stderr, "usage: normc-check-rsqrt PACKAGE | --host STEP [BITS]\n");
    return 2;
  }
  if (!isHost)
    return checkPackage(argv[1]);
  return checkHost(step, argc == 4 ? std::strtoll(argv[3], nullptr, 16) : -1);
}
